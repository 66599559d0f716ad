"""Try the mutants of a ruleset one by one. For each mutant, find the check that catches it or, if there is none, a position
that distinguishes it (decision 0042).

A mutant is *caught* by the first example that fails, or by a claim or an obligation that a few random hands break. Otherwise
both rules are asked the same questions in many positions: positions of examples and of random hands, and such positions with
some cards and counters changed. If the answers differ, the mutant is *free*. The position is made as small as possible and
written as an example, which is run to check that it holds and that it fails under the mutant. A difference that only the start
of a hand shows becomes a claim. A mutant for which no difference is found may be equal.

A sentence of the guide is *confirmed* if one of the mutants of its clauses makes an example fail. If no example can test a
clause, such as a deal, the sentence is confirmed if any check catches a mutant.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from cartaro_grammar import (
    PLAYERS_SETTING,
    TRUTH,
    Diagnostic,
    Game,
    Mutation,
    Ruleset,
    RulesShown,
    can_be_shown,
    choose,
    instantiate,
    mutant,
    mutations_of,
    parts,
    same_rules,
    tree,
    with_examples,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    NOBODY,
    STEP,
    Move,
    Rules,
    ScoreSheet,
    ScriptedChance,
    SeededChance,
    State,
    ask,
    begin_hand,
    begin_match,
    compile_game,
    difference_lines,
    legal_moves,
    move_lines,
    owner_words,
    phrase,
    position_lines,
    question,
    run_example,
    score,
    step,
    winner_asked,
)
from cartaro_workbench.tried_positions import example_positions, hand_positions, smallest, varied_positions

if TYPE_CHECKING:
    from cartaro_verify import BrokenInPlay

# ------------------------------------------------------------------------- trial


MutantOutcome = Literal["caught", "equal", "free", "not told apart"]
CaughtBy = Literal["example", "claim", "obligation"]


@dataclass(frozen=True, slots=True)
class MutantTrial:
    """The trial of one mutant; `sentence` and `mutant` are the clause in the author's words, before and after."""

    clause: str
    kind: str
    file: str
    line: int
    sentence: str
    mutant: Annotated[str, "empty if the clause is dropped"]
    outcome: MutantOutcome
    by: CaughtBy | None = None
    name: Annotated[str | None, "of the example, claim or obligation that catches it"] = None
    example: Annotated[str | None, "an example, or a claim, that would catch it, to paste into an annex"] = None


@dataclass(frozen=True, slots=True)
class TriedWording:
    """A sentence of the guide, and the number of mutants of its clauses that were tried and are not equal."""

    names: Annotated[tuple[str, ...], "the clauses that it explains"]
    file: str
    line: int
    mutants: int


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The mutants of a ruleset that were tried, and the number of all mutants."""

    game: str
    mutants: int
    tried: int
    seed: int
    results: tuple[MutantTrial, ...]
    not_borne_out: Annotated[
        tuple[TriedWording, ...], "sentences of the guide all of whose mutants were tried and pass unnoticed"
    ]

    def count(self, outcome: MutantOutcome) -> int:
        return sum(result.outcome == outcome for result in self.results)


Setting = tuple[tuple[str, str], ...]
HANDS = 6
"""The number of random hands in which claims and obligations are tried, with the fewest players."""
HANDS_OF_MORE = 2
"""The number of such hands with each other number of players."""
DEALS = 100
"""The number of hands that are only dealt, for claims about the start of a hand."""
MOVES_TRIED = 8
"""The greatest number of moves that are tried in each position."""


class MutantTrials:
    """The trials of one ruleset; data that the trials share is computed once."""

    def __init__(self, game: Game, files: Sequence[tree.File]) -> None:
        self.game, self.files = game, tuple(files)
        self.ruleset = game.ruleset
        self._rules = dict[Setting, _Asked | None]()
        self._broken_anyway: dict[Setting, frozenset[BrokenInPlay]] = {}
        self._pools = dict[Setting, tuple[State, ...]]()

    @cached_property
    def mutations(self) -> tuple[Mutation, ...]:
        """Return the changes to be tried, in the order of the text: every change that parses and checks is among them."""
        return mutations_of(self.ruleset, self.files)

    def _broken(self, changed: Ruleset, clause: g.Clause | None) -> BrokenInPlay | None:
        """Return the claim or obligation that some random hands break only under the changed rules; the hands with the fewest
        players come first. They are played under house rules for which the changed clause is in force.
        """
        for players in self.ruleset.player_counts:
            settings = (*self._standing(clause), (PLAYERS_SETTING, str(players)))
            broken = self._broken_by(changed, settings, self._known_to_break(settings))
            if broken is not None:
                return broken
        return None

    def _known_to_break(self, settings: Setting) -> frozenset[BrokenInPlay]:
        """Return the claims and obligations that the rules themselves break."""
        if settings not in self._broken_anyway:
            known: frozenset[BrokenInPlay] = frozenset()
            while (broken := self._broken_by(self.ruleset, settings, known)) is not None:
                known |= {broken}
            self._broken_anyway[settings] = known
        return self._broken_anyway[settings]

    def _broken_by(self, ruleset: Ruleset, settings: Setting, besides: frozenset[BrokenInPlay]) -> BrokenInPlay | None:
        from cartaro_verify import broken_in_play  # imported late: the package is an optional extra

        game = instantiate(ruleset)
        chosen = choose(game, dict(settings)) if isinstance(game, Game) else game
        hands = HANDS if settings[-1] == (PLAYERS_SETTING, str(self.ruleset.player_counts[0])) else HANDS_OF_MORE
        return broken_in_play(chosen, hands, besides, deals=DEALS) if isinstance(chosen, Game) else None

    def sampled(self, count: int | None, seed: int) -> tuple[int, ...]:
        """Return the numbers of `count` random mutations in ascending order; if no count is given, of all."""
        numbers = range(len(self.mutations))
        if count is None or count >= len(numbers):
            return tuple(numbers)
        return tuple(sorted(random.Random(seed).sample(numbers, count)))

    def by_subject(self, numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return mutations in groups, each of one clause, act or cell; a group is tried as a unit, in any process."""
        groups = dict[tuple[str, str], list[int]]()
        for number in numbers:
            mutation = self.mutations[number]
            groups.setdefault((mutation.source.name, mutation.subject), []).append(number)
        return tuple(map(tuple, groups.values()))

    def trials(self, numbers: Iterable[int], *, separate: bool = True) -> tuple[MutantTrial | None, ...]:
        """Try some mutations, first with the examples that have caught earlier mutations. The result is None if the mutation
        gives no mutant.
        """
        likely, found = list[str](), list[MutantTrial | None]()
        for number in numbers:
            trial = self.trial(number, likely, separate=separate)
            if trial is not None and trial.by == "example" and trial.name is not None:
                likely = [trial.name, *(name for name in likely if name != trial.name)]
            found.append(trial)
        return tuple(found)

    def trial(self, number: int, likely: Sequence[str] = (), *, separate: bool = True) -> MutantTrial | None:
        """Try one mutation, first with the examples that are `likely` to catch it. Return None if the changed text is refused,
        since it is then not a mutant. Without `separate`, no distinguishing position is sought.
        """
        mutation = self.mutations[number]
        changed = mutant(self.files, mutation)
        if changed is None:
            return self._refused(mutation)
        if same_rules(changed, self.ruleset):
            return _trial(mutation, "equal")
        example = self._failing_example(mutation.subject, changed, likely)
        if example is not None:
            return _trial(mutation, "caught", "example", example)
        broken = self._broken(changed, self.ruleset.clause.get(mutation.subject))
        if broken is not None:
            return _trial(mutation, "caught", *broken)
        found = self._separating_example(mutation, changed) if separate else None
        return _trial(mutation, "not told apart") if found is None else _trial(mutation, "free", example=found)

    def _refused(self, mutation: Mutation) -> MutantTrial | None:
        """Return the trial of rules whose only errors are in examples or claims that name a removed part. Return None for other
        rules.
        """
        if mutant(self.files, mutation, shown=False) is None:
            return None
        shown: tuple[tuple[CaughtBy, str, str], ...] = (
            *(("example", each.name, each.span.text) for each in self.ruleset.examples),
            *(("claim", each.name, each.span.text) for each in self.ruleset.claims),
        )
        for by, name, text in shown:
            if _names(text, mutation.subject):
                return _trial(mutation, "caught", by, name)
        return None

    # ------------------------------------------------------------------ wordings

    def not_borne_out(self, tried: Mapping[int, MutantTrial | None]) -> tuple[TriedWording, ...]:
        """Return the wordings that no mutant confirms, considering only wordings for which all mutants were tried."""
        untried = {mutation.subject for number, mutation in enumerate(self.mutations) if number not in tried}
        of_subject = dict[str, list[int]]()
        for number, trial in tried.items():
            if trial is not None and trial.outcome in ("caught", "free"):
                of_subject.setdefault(trial.clause, []).append(number)
        found = list[TriedWording]()
        rules = RulesShown(self.ruleset)
        for wording in self.ruleset.wordings:
            subjects = rules.explained_by(wording)
            numbers = [number for subject in subjects for number in of_subject.get(subject.name, ())]
            if not numbers or any(subject.name in untried for subject in subjects):
                continue
            if not any(self._bears_out(tried[number]) for number in numbers):
                span = wording.span
                found.append(TriedWording(wording.names, span.source.file, span.line, len(numbers)))
        return tuple(found)

    def _bears_out(self, trial: MutantTrial | None) -> bool:
        """Return whether a mutant makes an example fail or make no sense, other than by naming the clause that is dropped. If
        no example can test the clause, return whether anything catches the mutant.
        """
        if trial is None or trial.outcome != "caught":
            return False
        clause = self.ruleset.clause.get(trial.clause)
        if clause is not None and not can_be_shown(clause):
            return True
        return trial.by == "example" and bool(trial.mutant)

    # ------------------------------------------------------------------ examples

    def _failing_example(self, subject: str, changed: Ruleset, likely: Sequence[str]) -> str | None:
        """Return an example that fails under a mutant: preferably a likely example, then one that names the clause, then any
        other.

        Most of the time is spent on compiling the rules, once for each choice of settings, so that examples with the same
        settings are run together.
        """
        known = dict[Setting, Rules | None]()
        named = {name: n for n, name in enumerate(likely)}
        under = {settings: n for n, settings in enumerate(dict.fromkeys(example.under for example in changed.examples))}

        def order(example: g.Example) -> tuple[int, bool, int]:
            return named.get(example.name, len(named)), not _names(example.span.text, subject), under[example.under]

        for example in sorted(changed.examples, key=order):
            if example.under not in known:
                known[example.under] = _compiled(changed, example.under)
            rules = known[example.under]
            if rules is None or not run_example(rules, rules.game.example[example.name]).holds:
                return example.name
        return None

    def _separating_example(self, mutation: Mutation, changed: Ruleset) -> str | None:
        """Return an example that holds, and fails under a mutant."""
        clause, tried = self.ruleset.clause.get(mutation.subject), set[str]()
        for settings in self._choices(clause):
            own, others = self._compiled(settings), _compiled(changed, settings)
            if own is None or others is None:
                continue
            rules = own.rules
            if rules.game.side_of != others.game.side_of:
                text = _text(mutation, "example", [*_under(settings), f"check number of sides = {rules.game.sides}"])
                if rules.game.sides != others.game.sides and self._catches(text, changed):
                    return text
                continue
            start = _different_start(rules, others)
            if start is not None:
                return _text(mutation, "claim", [*_under(settings), start])
            effects = _Effects(counted=self._is_counted(mutation.subject), played=not self._is_counted_only(clause))
            separation = _Separation(own, _Asked(others), clause, effects)
            for state in self._pool(settings, rules):
                moves = separation.moves(state)
                if moves is None:
                    continue
                small = separation.smallest(state, moves)
                body = (*_under(settings), *position_lines(rules, small), *(separation.lines(small, moves) or ()))
                text = _text(mutation, "example", body)
                if text not in tried and self._catches(text, changed):
                    return text
                tried.add(text)
        return None

    def _catches(self, text: str, changed: Ruleset) -> bool:
        """Return whether an example checks and holds, but fails under a mutant or names a part that the mutant removes."""
        ruleset = with_examples(self.files, self.game.name, text)
        if ruleset is None:
            return False
        example = ruleset.examples[-1]
        own, others = _compiled(ruleset, example.under), _compiled(changed, example.under)
        if own is None or others is None:
            return False
        example = own.game.example[example.name]
        if not run_example(own, example).holds:
            return False
        gone = {part.function for part in parts(example) if isinstance(part, g.Apply)} - set(changed.function)
        return bool(gone) or not run_example(others, example).holds

    def _is_counted_only(self, clause: g.Clause | None) -> bool:
        """Return whether a clause affects only scores and the winner, directly or through definitions."""
        ahead, known = [clause] if clause else [], set[str]()
        while ahead:
            sentence = ahead.pop().sentence
            if isinstance(sentence, g.Score):
                continue
            if not isinstance(sentence, g.Definition):
                return False
            if sentence.function != g.WINNER and sentence.function not in known:
                known.add(sentence.function)
                readers = self._readers.get(sentence.function)
                if readers is None:
                    return False
                ahead += readers
        return clause is not None

    def _is_counted(self, subject: str) -> bool:
        """Return whether scores or the winner in a given state may depend on a clause, directly or through definitions."""
        if self._counted is None:
            return True
        clause = self.ruleset.clause.get(subject)
        if clause is None:
            return all(act.name != subject for act in self.ruleset.acts)
        if isinstance(clause.sentence, g.Definition):
            return clause.sentence.function in self._counted
        return not isinstance(clause.sentence, _PLAYED)

    @cached_property
    def _counted(self) -> frozenset[str] | None:
        """Return the definitions that scores and the winner apply. Return None if these definitions ask which acts are
        possible.
        """
        found, ahead = set[str](), [clause for clause in self.ruleset.clauses if isinstance(clause.sentence, g.Score)]
        ahead += self._defining.get(g.WINNER, ())
        while ahead:
            for part in parts(ahead.pop()):
                if isinstance(part, g.Can | g.Applies):
                    return None
                if isinstance(part, g.Apply) and part.function not in found:
                    found.add(part.function)
                    ahead += self._defining.get(part.function, ())
        return frozenset({g.WINNER, *found})

    @cached_property
    def _defining(self) -> Mapping[str, list[g.Clause]]:
        """Return the clauses of each definition."""
        found = dict[str, list[g.Clause]]()
        for clause in self.ruleset.clauses:
            if isinstance(clause.sentence, g.Definition):
                found.setdefault(clause.sentence.function, []).append(clause)
        return found

    @cached_property
    def _readers(self) -> Mapping[str, list[g.Clause] | None]:
        """Return for each definition the clauses that apply it; None if an act or memory applies it."""
        found = dict[str, list[g.Clause] | None]()
        for clause in self.ruleset.clauses:
            for part in parts(clause):
                if isinstance(part, g.Apply):
                    found.setdefault(part.function, [])
                    readers = found[part.function]
                    if readers is not None:
                        readers.append(clause)
        for part in parts((self.ruleset.acts, self.ruleset.cells)):
            if isinstance(part, g.Apply):
                found[part.function] = None
        return found

    # ------------------------------------------------------------------ positions

    def _choices(self, clause: g.Clause | None) -> Iterator[Setting]:
        """Yield the settings under which a clause is in force, first those with the first number of players, then those with
        the others.
        """
        under = self._standing(clause)
        yield under
        counts = self.ruleset.player_counts[1:]
        for players in counts if clause is not None and isinstance(clause.sentence, g.SidesAre) else counts[:2]:
            yield (*under, (PLAYERS_SETTING, str(players)))
        named = {part.option for part in parts(clause) if isinstance(part, g.Setting)} if clause else set[str]()
        for option in self.ruleset.options:
            if option.name in named and option.name not in dict(under):
                for value in option.values:
                    if value != option.default:
                        yield (*under, (option.name, value))

    def _standing(self, clause: g.Clause | None) -> Setting:
        """Return the house rules, other than the defaults, under which a clause is in force."""
        named = clause.under if clause else ()
        return tuple((option, values[0]) for option, values in named if self.ruleset.option[option].default not in values)

    def _compiled(self, settings: Setting) -> _Asked | None:
        if settings not in self._rules:
            rules = _compiled(self.ruleset, settings)
            self._rules[settings] = None if rules is None else _Asked(rules)
        return self._rules[settings]

    def _pool(self, settings: Setting, rules: Rules) -> tuple[State, ...]:
        if settings not in self._pools:
            known = dict.fromkeys((*example_positions(rules), *hand_positions(rules)))
            self._pools[settings] = (*known, *varied_positions(rules, tuple(known)))
        return self._pools[settings]


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _trial(
    mutation: Mutation, outcome: MutantOutcome, by: CaughtBy | None = None, name: str | None = None, example: str | None = None
) -> MutantTrial:
    where = (mutation.subject, mutation.kind, mutation.source.file, mutation.line, mutation.before, mutation.after)
    return MutantTrial(*where, outcome, by, name, example)


def _compiled(ruleset: Ruleset, settings: Setting) -> Rules | None:
    game = instantiate(ruleset)
    chosen = choose(game, dict(settings)) if isinstance(game, Game) else game
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None


# -------------------------------------------------------------------- separation


class _Asked:
    """Rules whose results are kept, because each mutant is compared with the same rules in the same positions."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._legal = dict[State, tuple[Move, ...] | Diagnostic]()
        self._steps = dict[tuple[State, Move], tuple[State | Diagnostic, tuple[str, ...], SeededChance]]()
        self._counts = dict[State, tuple[ScoreSheet | Diagnostic, int | None]]()
        asked = winner_asked(rules.game)
        self._winner = None if asked is None else question(rules, asked)
        self.wins: g.Owner = "player" if asked is not None and asked.type.kind == "player" else "side"

    def legal(self, state: State) -> tuple[Move, ...] | Diagnostic:
        if state not in self._legal:
            self._legal[state] = legal_moves(self.rules, state)
        return self._legal[state]

    def step(self, state: State, move: Move) -> tuple[State | Diagnostic, tuple[str, ...], SeededChance]:
        """Return the state after a move, the lines of an example for it, and the chance that it used."""
        if (state, move) not in self._steps:
            chance = SeededChance(0)
            found = step(self.rules, state, move, chance)
            lines = () if isinstance(found, Diagnostic) else tuple(move_lines(self.rules, move, tuple(chance.packs)))
            self._steps[state, move] = found, lines, chance
        return self._steps[state, move]

    def count(self, state: State) -> tuple[ScoreSheet | Diagnostic, int | None]:
        """Return the score, and the winner (`NOBODY`: nobody; None: the rules do not define one)."""
        if state not in self._counts:
            won = None if self._winner is None or isinstance(self._winner, Diagnostic) else self._winner(state, {}, None)
            self._counts[state] = score(self.rules, state), None if isinstance(won, Diagnostic) else won
        return self._counts[state]


_PLAYED = (
    g.Permission | g.Prohibition | g.Obligation | g.Step | g.Sees | g.Begins | g.Passes | g.Ends | g.Consequence | g.Breach
)
"""The kinds of sentences that do not affect the score and the winner in a given state."""


class _Effects(NamedTuple):
    """The ways in which a mutant of a clause can be distinguished in a given state: by the count (`counted`), and by play from
    it (`played`).
    """

    counted: bool
    played: bool


class _Separation:
    """Two versions of the rules that are compared in the same positions. A difference is one line of moves from a position,
    with the check after it.
    """

    def __init__(self, own: _Asked, other: _Asked, clause: g.Clause | None, effects: _Effects) -> None:
        self.own, self.other = own, other
        self.rules, self.others = own.rules, other.rules
        self.effects = effects
        self.query = _applies(self.rules.game, clause)

    def moves(self, state: State) -> tuple[Move, ...] | None:
        """Return a line of moves, from a position, after which the rules differ. Return None if none is found."""
        if self.lines(state, ()) is not None:
            return ()
        legal = self.own.legal(state) if self.effects.played else ()
        if isinstance(legal, Diagnostic):
            return None
        for move in legal[:MOVES_TRIED]:
            if self.lines(state, (move,)) is not None:
                return (move,)
        return None

    def lines(self, state: State, moves: Sequence[Move]) -> tuple[str, ...] | None:
        """Return the lines that follow the lines of a position: the moves, and the statements that hold only under one of the
        rules.
        """
        done = list[str]()
        for move in moves:
            found, lines, chance = self.own.step(state, move)
            if isinstance(found, Diagnostic):
                return None
            done += lines
            other = step(self.others, state, move, ScriptedChance(chance.packs))
            if isinstance(other, Diagnostic):
                return tuple(done)
            if found != other:
                checks = difference_lines(self.rules, found, other)
                return (*done, *checks[:2]) if checks else self._by_next_moves(done, found, other)
            state = found
        if moves and not state.cells[STEP]:
            return None  # such a position is covered by the separate queries
        legal = self._by_legal_moves(state, state) if self.effects.played else ()
        if legal is None:
            return None
        line = legal[0] if legal else next(self._by_query(state), None)
        return None if line is None else (*done, line)

    def _by_next_moves(self, done: Sequence[str], state: State, other: State) -> tuple[str, ...] | None:
        legal = self._by_legal_moves(state, other)
        return (*done, legal[0]) if legal else None

    def _by_legal_moves(self, state: State, other: State) -> tuple[str, ...] | None:
        """Return a line about a move that is legal only under one of the rules, if there is one. Return None if the rules do
        not decide.
        """
        own, others = self.own.legal(state), self.other.legal(other)
        if isinstance(own, Diagnostic):
            return None
        game = self.rules.game
        if isinstance(others, Diagnostic):
            return (f"player may {phrase(game, own[0], 'en')}",) if own else ()
        lacking = next((move for move in own if not any(move.same(one) for one in others)), None)
        if lacking is not None:
            return (f"player may {phrase(game, lacking, 'en')}",)
        more = next((move for move in others if not any(move.same(one) for one in own)), None)
        return () if more is None else (f"player may not {phrase(game, more, 'en')}",)

    def _by_query(self, state: State) -> Iterator[str]:
        if self.effects.counted:
            yield from self._by_count(state)
        if self.query is not None:
            value = ask(self.rules, state, self.query)
            if not isinstance(value, Diagnostic) and value != ask(self.others, state, self.query):
                yield f"check {self.query.clause} {'applies' if value else 'does not apply'}"

    def _by_count(self, state: State) -> Iterator[str]:
        game = self.rules.game
        (sheet, won), (other, otherwise) = self.own.count(state), self.other.count(state)
        if not isinstance(sheet, Diagnostic):
            for side, shares in enumerate(sheet.shares):
                for heading, share in shares.items():
                    if isinstance(other, Diagnostic) or other.shares[side].get(heading) != share:
                        yield f"check {heading} of {owner_words(game, 'side', side)} = {share}"
        if won is not None and won != otherwise:
            yield f"check winner is {'none' if won == NOBODY else owner_words(game, self.own.wins, won)}"

    def smallest(self, state: State, moves: Sequence[Move]) -> State:
        """Return the position without unneeded cards and memory."""
        return smallest(self.rules, state, lambda smaller: self.lines(smaller, moves) is not None)


def _applies(game: Game, clause: g.Clause | None) -> g.Applies | None:
    """Return the question whether a clause applies, if that can be evaluated in any state."""
    if clause is None or not (clause.when or clause.unless):
        return None
    sentence = clause.sentence
    if isinstance(sentence, g.Consequence) and sentence.event[0] == "after" and game.act[sentence.event[1]].parameters:
        return None
    return g.Applies(clause.name, TRUTH, clause.span) if isinstance(sentence, g.Ends | g.Consequence) else None


def _under(settings: Setting) -> tuple[str, ...]:
    return tuple(f"under {option} is {value}" for option, value in settings)


def _text(mutation: Mutation, kind: Literal["example", "claim"], body: Iterable[str]) -> str:
    """Return an example, or a claim, for an annex."""
    head = f'{kind} prova_{mutation.subject}_{mutation.line} "{mutation.subject}, {mutation.kind}"'
    return "\n".join((head, *(f"  {line}" for line in body), ""))


def _different_start(rules: Rules, others: Rules) -> str | None:
    """Return a statement that holds at the start of every hand that is tried, but not under the other rules. Return None if no
    such statement is found.
    """
    sizes, other = _sizes_at_start(rules), _sizes_at_start(others)
    # a zone of the table shows more than a stock
    plain = sorted(sizes, key=lambda name: rules.layout.places[name].zone.ordered)
    for name, size in ((name, sizes[name]) for name in plain):
        if size is not None and other.get(name) != size:
            place = rules.layout.places[name].zone
            owners = "players" if place.owner == "player" else "sides"
            number = f"number of {name}" if place.owner == "table" else f"every x in {owners} has number of {name} of x"
            return f"at the start of every hand, {number} = {size}"
    return None


def _sizes_at_start(rules: Rules) -> dict[str, int | None]:
    """Return the number of cards in each zone at the start of a hand; None if the number varies."""
    found = dict[str, set[int]]()
    for seed in range(HANDS):
        chance = SeededChance(seed)
        state = begin_match(rules, chance)
        state = begin_hand(rules, state, chance) if isinstance(state, State) else state
        if isinstance(state, Diagnostic):
            return {}
        for name, place in rules.layout.places.items():
            if not place.zone.family:
                cells = state.cells[place.slot : place.slot + place.count]
                found.setdefault(name, set()).update(held.bit_count() for held in cells)
    return {name: next(iter(sizes)) if len(sizes) == 1 else None for name, sizes in found.items()}
