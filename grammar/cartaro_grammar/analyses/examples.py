"""Find the examples that are about a clause (decisions 0051, 0054).

The subjects of an example are the clauses that it names (`because`, `despite`, `ruled`, `applies`, a heading); the permissions
and prohibitions of the acts that it tests; a consequence, if the example does the act and checks a changed zone or cell; and
every definition that these clauses use. An example in which a move breaks a prohibition and play continues is about the remedy
for a breach that is noticed later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import facts_of
from cartaro_grammar.model.parts import parts


class RulesShown:
    """A ruleset, indexed to find the examples that are about a clause."""

    def __init__(self, ruleset: g.Ruleset) -> None:
        self.ruleset = ruleset
        self.acts = {act.name: act for act in ruleset.acts}
        self._functions_asked: dict[Shown, frozenset[str]] = {}
        self._used: dict[str, frozenset[str]] = {}

    @cached_property
    def definitions(self) -> Mapping[str, tuple[g.Clause, ...]]:
        found: dict[str, tuple[g.Clause, ...]] = {}
        for clause in self.ruleset.clauses:
            if isinstance(clause.sentence, g.Definition):
                function = clause.sentence.function
                found[function] = (*found.get(function, ()), clause)
        return found

    @cached_property
    def examples(self) -> tuple[Shown, ...]:
        return tuple(shown(example) for example in self.ruleset.examples)

    def about(self, clause: g.Clause) -> tuple[g.Example, ...]:
        """Return the examples that are about a clause."""
        pairs = zip(self.ruleset.examples, self.examples, strict=True)
        return tuple(example for example, one in pairs if self.is_about(one, clause))

    def naming(self, clause: g.Clause) -> tuple[g.Example, ...]:
        """Return the examples that name a clause."""
        pairs = zip(self.ruleset.examples, self.examples, strict=True)
        return tuple(example for example, one in pairs if clause.name in one.clauses)

    def shown_by(self, example: g.Example) -> tuple[g.Clause, ...]:
        """Return the clauses that an example is about."""
        subject = shown(example)
        return tuple(clause for clause in self.ruleset.clauses if self.is_about(subject, clause))

    def denied_by(self, example: g.Example) -> frozenset[str]:
        """Return the clauses that examples name only to state that they do not apply."""
        return shown(example).denied

    def asking(self, function: str) -> tuple[g.Example, ...]:
        """Return the examples that check the value of a definition directly."""
        pairs = zip(self.ruleset.examples, self.examples, strict=True)
        return tuple(example for example, one in pairs if function in one.functions)

    def is_about(self, example: Shown, clause: g.Clause) -> bool:
        """Return whether an example is about a clause: by its name, its act, or the places, cells and definitions that it
        affects.
        """
        if clause.name in example.clauses:
            return True
        match clause.sentence:
            case g.Permission(act=act):
                return act in example.moves
            case g.Prohibition(acts=acts):
                return not example.refused.isdisjoint(acts)
            case g.Step(acts=acts):
                return not example.moves.isdisjoint(acts)
            case g.Definition(function=function):
                return function in self._asked(example)
            case g.Consequence(event=("start", "hand" | "match")):
                return False  # an example cannot reach the start of a hand
            case g.Consequence(event=event):
                done = event[1] in example.done if event[0] == "after" else bool(example.done)
                return done and not example.checked.isdisjoint(self._changed(clause))
            case g.Score():
                return "" in example.scores
            case g.Ends() | g.Passes() | g.Begins():
                return bool(example.done)
            case g.Breach(prohibition=broken, noticed="later"):
                return broken in example.broken
            case g.Obligation() | g.Sees() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material():
                return False

    @cached_property
    def settings(self) -> Mapping[str, frozenset[str]]:
        """For each clause, the house rules that it reads."""
        return {clause.name: settings_of(parts(clause)) for clause in self.ruleset.clauses}

    def decided_by(self, option: str) -> Iterator[g.Clause]:
        """Yield the clauses that apply only under a house rule, or read it."""
        for clause in self.ruleset.clauses:
            if any(option == one for one, _ in clause.under) or option in self.settings[clause.name]:
                yield clause

    def explained_by(self, wording: g.Wording) -> tuple[g.Clause | g.Act, ...]:
        """Return the clauses and acts that a wording names, and the clauses that the house rules it names decide."""
        named = (self.ruleset.clause.get(name) or self.acts.get(name) for name in wording.names)
        return tuple(dict.fromkeys((*(one for one in named if one is not None), *self.decided_in(wording))))

    def decided_in(self, wording: g.Wording) -> tuple[g.Clause, ...]:
        """Return the clauses that the house rules named by a wording decide."""
        return tuple(clause for name in wording.names if name in self.ruleset.option for clause in self.decided_by(name))

    def _changed(self, clause: g.Clause) -> frozenset[str]:
        """The zones and cells that a consequence changes, or that the consequences it overrides would change."""
        known = self.ruleset.clause
        overridden = (effect for name in clause.despite if name in known for effect in known[name].effects)
        found: set[str] = set()
        for effect in (*clause.effects, *overridden):
            facts = facts_of(effect.body)
            found |= {part.zone for part in parts((facts.takes, facts.to)) if isinstance(part, g.InZone)}
            found |= {facts.memory} if facts.memory is not None else set()
        return frozenset(found)

    def _asked(self, example: Shown) -> frozenset[str]:
        """The definitions that an example uses, directly or through the acts and clauses that it is about."""
        if example not in self._functions_asked:
            found = set(example.functions)
            if example.done or example.moves or example.refused:
                near = (
                    c for c in self.ruleset.clauses if not isinstance(c.sentence, g.Definition) and self.is_about(example, c)
                )
                found.update(*(self._uses(clause) for clause in near))
            found.update(*(self._uses(self.acts[name]) for name in example.moves if name in self.acts))
            ahead = list(found)
            while ahead:
                more = {f for clause in self.definitions.get(ahead.pop(), ()) for f in self._uses(clause)} - found
                found |= more
                ahead += more
            self._functions_asked[example] = frozenset(found)
        return self._functions_asked[example]

    def _uses(self, node: g.Clause | g.Act) -> frozenset[str]:
        """The definitions that a clause or act uses directly."""
        if node.name not in self._used:
            self._used[node.name] = frozenset(part.function for part in parts(node) if isinstance(part, g.Apply))
        return self._used[node.name]


@dataclass(frozen=True)
class Shown:
    """The subject of an example: the clauses that it names, the named clauses that do not apply (`denied`), the acts that it
    tests, refuses and does, the prohibitions that its moves break, and the parts of the state that it checks.
    """

    clauses: frozenset[str]
    denied: frozenset[str]
    moves: frozenset[str]
    refused: frozenset[str]
    done: frozenset[str]
    broken: frozenset[str]
    functions: frozenset[str]
    scores: frozenset[str]
    checked: frozenset[str]
    numbers: frozenset[int]
    cards: frozenset[int]


def shown(example: g.Example) -> Shown:
    """Return the subject of an example."""
    clauses, moves, refused, done, broken = set[str](), set[str](), set[str](), set[str](), set[str]()
    checks: list[object] = []
    for line in example.lines:
        match line:
            case g.MayDo(move):
                moves.add(move.act)
            case g.MayNot(move, because):
                refused.add(move.act)
                clauses.update(because)
            case g.MayOnly(only):
                moves.update(move.act for move in only)
                refused.update(move.act for move in only)
            case g.Do(move, despite, ruled):
                moves.add(move.act)
                done.add(move.act)
                clauses.update((*despite, *ruled))
                broken.update(despite)
            case g.Check(condition):
                checks.append(condition)
            case g.Holds() | g.Given() | g.Shuffled():
                continue
    within = tuple(parts(tuple(checks)))
    lines = tuple(parts(example.lines))
    applied = Counter(part.clause for part in within if isinstance(part, g.Applies))
    denied = Counter(clause for part in within if (clause := _denied_by(part)) is not None)
    clauses |= applied.keys()
    scores = {part.heading or "" for part in within if isinstance(part, g.ScoreOf)}
    read = {part.cell for part in within if isinstance(part, g.Recall)}
    read |= {part.zone for part in within if isinstance(part, g.InZone)}
    cards = {card for part in lines for card in cards_of(part)}
    return Shown(
        frozenset(clauses | scores), frozenset(clause for clause, times in denied.items() if times == applied[clause]),
        frozenset(moves), frozenset(refused), frozenset(done), frozenset(broken),
        frozenset(part.function for part in within if isinstance(part, g.Apply)), frozenset(scores), frozenset(read),
        frozenset(part.value for part in lines if isinstance(part, g.Number)), frozenset(cards),
    )  # fmt: skip


def _denied_by(part: object) -> str | None:
    """Return the clause that, as a part of a check states, does not apply."""
    denied = part.operands[0] if isinstance(part, g.Operation) and part.operator == "not" else None
    return denied.clause if isinstance(denied, g.Applies) else None


def can_be_shown(clause: g.Clause) -> bool:
    """Return whether an example could be about a clause. This excludes clauses about the material, the deal and the conduct of
    players.
    """
    match clause.sentence:
        case g.Permission() | g.Prohibition() | g.Obligation() | g.Score() | g.Definition() | g.Breach():
            return True
        case g.Consequence(event=(moment, _)):
            return moment == "after" and not all(isinstance(effect.body, g.Show) for effect in clause.effects)
        case (
            g.Step() | g.Sees() | g.Begins() | g.Passes() | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs()
            | g.Conduct() | g.Material()
        ):  # fmt: skip
            return False


def cards_of(part: object) -> Iterable[int]:
    """Return the cards that a part of an example or of the rules names."""
    if isinstance(part, g.Cards):
        return part.cards
    if isinstance(part, g.Holds):
        return (card for group in part.cards for card in group)
    if isinstance(part, g.MoveLit):
        return (card for _, value in part.arguments if isinstance(value, tuple) for card in value)
    return ()


def settings_of(nodes: Iterable[object]) -> frozenset[str]:
    """Return the house rules that parts of the rules read."""
    return frozenset(part.option for part in nodes if isinstance(part, g.Setting))
