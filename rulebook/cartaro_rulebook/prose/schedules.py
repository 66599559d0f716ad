"""Numbers that depend only on how many hands were played, as a list: *in the successive hands: 7, 6, 5 …*.

The author computes such a number from a counter of hands.  A player reads the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import conjuncts, default, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source

MOST_HANDS = 40
"""The greatest number of hands of a list."""


def schedules(source: Source) -> Iterator[Composed]:
    """Yield the list of the numbers of a word in the successive hands of a match, if the match has a fixed number of hands."""
    game = source.game
    for counter in (cell.name for cell in game.cells if cell.kind == "counter" and cell.period == "match"):
        hands = hands_of_match(counter, game)
        if hands is None:
            continue
        for function in game.functions:
            found = game.definitions_of(function.name)
            names = tuple(clause.name for clause, _ in found)
            reads = any(isinstance(p, g.Recall) and p.cell == counter for clause, _ in found for p in parts(clause))
            if function.parameters or not reads or not source.covered.isdisjoint(names):
                continue
            values = [_Hand(counter, number, game).defined(function.name) for number in range(hands)]
            if None in values:
                continue
            subject, _ = sentences.defined_word(found[0][1], source.scope)
            text = source.text("guide_schedule", subject, x=", ".join(map(str, values)))
            yield Composed(names, finish_sentence(text, source.scope, of=found[0][0].span))


def lengths(source: Source) -> Iterator[Composed]:
    """Yield how many hands a match lasts, if it ends after a fixed number of hands and no rule ends it before."""
    game = source.game
    if any(isinstance(p, g.End) and p.period == "match" for p in game.rule_parts):
        return
    for clause, node in game.with_sentence(g.Ends):
        pair = operands_of(clause.when[0], "<=", "=") if node.period == "match" and len(clause.when) == 1 else ()
        counters = [one.cell for one in pair if isinstance(one, g.Recall) and one.owner is None]
        if len(counters) != 1 or clause not in source.clauses or clause.name in source.covered or clause.despite:
            continue
        hands = hands_of_match(counters[0], game)
        waits = [any(isinstance(one, g.Nobody) for one in operands_of(e, "=")) for e in clause.unless]
        if hands is None or False in waits:
            continue
        noun = source.scope.lang.forms.counted(hands, source.scope.lang.noun("hand")).text
        text = source.text("guide_match_lasts_or_more" if waits else "guide_match_lasts", n=noun)
        yield Composed((clause.name,), finish_sentence(text, source.scope, of=clause.span))


def hand_counters(game: g.Game) -> frozenset[str]:
    """Return the counters of the hands played before this one, unless a rule of the end of a hand or of the match asks whether
    there was one: such a rule may apply before or after the present hand is counted.
    """
    late = [c for moment in ("count", "end") for c in game.consequences(moment, "hand")]
    late += [c for c, node in game.with_sentence(g.Ends) if node.period == "match"]
    late += [c for kind in (g.Score, g.Definition) for c, _ in game.with_sentence(kind)]
    pairs = [p.operands for c in late for p in parts((c.when, c.unless)) if isinstance(p, g.Operation) and len(p.operands) == 2]
    asked = {one.cell for pair in pairs if any(map(_is_few, pair)) for one in pair if isinstance(one, g.Recall)}
    counters = (cell.name for cell in game.cells if cell.name not in asked and cell.initial is None)
    return frozenset(name for name in counters if _counts_hands(name, game))


def counters_of_a_fixed_match(game: g.Game) -> frozenset[str]:
    """Return the counters of hands of a match whose length is stated as a number of hands."""
    return frozenset(cell.name for cell in game.cells if hands_of_match(cell.name, game) is not None)


def _is_few(e: g.Expr) -> bool:
    return isinstance(e, g.Number) and e.value <= 1


def _counts_hands(counter: str, game: g.Game) -> bool:
    """Return whether a counter is one more after each hand."""
    changes = [p for p in game.changes if p.cell.cell == counter]
    one_more = [
        c
        for moment in ("count", "end")
        for c in game.consequences(moment, "hand")
        for e in c.effects
        if isinstance(e.body, g.Add)
        and e.body.cell.cell == counter
        and e.body.amount == g.Number(1, e.body.amount.type, c.span)
    ]
    return len(changes) == len(one_more) == 1 and not one_more[0].when and not one_more[0].unless


def hands_of_match(counter: str, game: g.Game) -> int | None:
    """Return after how many hands the match ends, if it ends when a counter of hands has a fixed number."""
    if not _counts_hands(counter, game):
        return None
    ends = [(clause, node) for clause, node in game.with_sentence(g.Ends) if node.period == "match"]
    for clause, _ in ends if len(ends) == 1 else ():
        pair = operands_of(clause.when[0], "<=", "=") if len(clause.when) == 1 else ()
        held = [one for one in pair if isinstance(one, g.Recall) and one.cell == counter]
        others = [one for one in pair if one not in held]
        if len(held) == 1 and len(others) == 1:
            number = _Hand("", 0, game).number(others[0])
            return number if number is not None and 1 < number <= MOST_HANDS else None
    return None


@dataclass(frozen=True, slots=True)
class _Hand:
    """The numbers of a game after some hands; a number that depends on other facts is None."""

    counter: str
    played: int
    game: g.Game

    def number(self, e: g.Expr) -> int | None:
        """Return the number of an expression."""
        match e:
            case g.Number(value):
                return value
            case g.Recall(cell, None) if cell == self.counter:
                return self.played
            case g.Apply(function, ()):
                return self.defined(function)
            case g.Operation("+" | "-" | "*", (first, second)):
                a, b = self.number(first), self.number(second)
                if a is None or b is None:
                    return None
                return a + b if e.operator == "+" else a - b if e.operator == "-" else a * b
            case _:
                return default(e, None)

    def defined(self, function: str) -> int | None:
        """Return the number that a word without arguments has."""
        rows = self.game.definitions_of(function)
        met = [(clause, node, self._met(clause)) for clause, node in rows]
        if any(one is None for _, _, one in met):
            return None
        applying = [(clause, node) for clause, node, one in met if one]
        names = {clause.name for clause, _ in applying}
        first = [node for clause, node in applying if names.isdisjoint(self.game.yields_to(clause.name))]
        return self.number(first[0].value) if len(first) == 1 else None

    def _met(self, clause: g.Clause) -> bool | None:
        if clause.unless:
            return None
        found = [self._holds(e) for e in conjuncts(*clause.when)]
        return None if None in found else all(found)

    def _holds(self, e: g.Expr) -> bool | None:
        denied = operands_of(e, "not")
        if denied:
            inner = self._holds(denied[0])
            return None if inner is None else not inner
        match e:
            case g.Operation("=" | "<" | "<=", (first, second)):
                a, b = self.number(first), self.number(second)
                if a is None or b is None:
                    return None
                return a == b if e.operator == "=" else a < b if e.operator == "<" else a <= b
            case _:
                return default(e, None)
