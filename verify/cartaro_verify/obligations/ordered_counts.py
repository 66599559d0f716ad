"""Termination by several ordered numbers: with every move, the first number that changes moves in its direction, and each
number is bounded.

If a player may pass, a move need not move a card. The sequence is then: the number of cards in the hands, whether there is a
card to beat, the number of players who have not passed. The candidates are: the number of cards in the zones of one name; a
counter that the invariants bound in its direction; the number of players whose flag is true; 1 if a reference refers to
something, else 0; the measure of the value to which a reference refers; and the number of cards in those zones of one name that
do not belong to the player to move. The last one falls if a turn goes on while cards come from others. A number is accepted if
no move that leaves the earlier numbers unchanged moves it in the opposite direction. Moves that leave all accepted numbers
unchanged remain for the next number. When no moves remain, no hand can go on for ever, because the order is lexicographic over
bounded numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.encode.solver import OUTLINE_STEPS
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Guarded, SymbolicState, Value, as_number
from cartaro_verify.terms.terms import BoolTerm, Cond, Num


@dataclass(frozen=True, slots=True)
class BoundedCount:
    """A number and its direction. It is the number of cards in all zones of a name, or only in those of others than the player
    to move (`others`); the sum of a counter over its owners; the number of owners whose flag is true or whose reference refers
    to something; or a measure of the value to which a reference refers (0 for none).
    """

    name: str
    direction: Literal[1, -1]
    measure: str = ""
    others: bool = False
    measured: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)
    """The measure of each value, in the counts that `_candidates` yields."""

    def of(self, state: SymbolicState) -> Num:
        """Return the number in a state."""
        if self.measure:
            values, refers = dict(self.measured), state.refers((self.name, -1))
            return terms.sum_of(terms.multiply(values.get(str(v), 0), terms.indicator(c)) for v, c in refers.items)
        places = [place for place in state.zones if place[0] == self.name]
        counts = [state.board.size(place) for place in places if not self.others or place[1] != state.turn]
        return terms.sum_of(counts) if places else counted(state, self.name)

    def errs(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """Return the condition that the number moves in the opposite direction."""
        low, high = (after, before) if self.direction > 0 else (before, after)
        return terms.less(self.of(low), self.of(high))

    def stays(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """Return the condition that the number is the same before and after."""
        return terms.equal(self.of(before), self.of(after))


def counted(state: SymbolicState, name: str) -> Num:
    """Return a counter of all its owners together, or the number of owners for whom a flag holds or a reference refers to
    something.
    """
    return terms.sum_of(_number(value) for place, value in state.cells.items() if place[0] == name)


def _number(value: Value) -> Num:
    match value:
        case Guarded():
            return terms.indicator(terms.not_(value.when(None)))
        case bool() | BoolTerm():
            return terms.indicator(value)
        case _:
            return as_number(value)


@dataclass(frozen=True, slots=True)
class Left:
    """A path of a move with the condition under which it leaves the numbers chosen so far unchanged."""

    transition: Transition
    state: SymbolicState
    level: tuple[Cond, ...] = ()

    def possible(self, condition: Cond, steps: int | None = None) -> bool:
        """Return whether a path may be taken in this way. The result is True if the solver gives up."""
        return self.transition.session.possible(*self.state.facts, *self.level, condition, steps=steps)[0] != "no"


Paths = Sequence[tuple[Transition, SymbolicState]]
Pair = tuple[SymbolicState, SymbolicState]
"""Pairs of states that await a move, one before a move and one after it."""


def in_order(frame: TransitionSystem, paths: Paths, played: Sequence[Pair] = ()) -> tuple[BoundedCount, ...] | None:
    """Return numbers in such an order, if there are any. A number that leaves fewer moves is chosen as soon as possible.

    Moves that were played refute most of the other numbers without the solver.
    """
    left, shown = [Left(*path) for path in paths], list(played)
    # the proof fails for most numbers, and more cases are tried afterwards
    steps = None if frame.grain == "fine" else OUTLINE_STEPS
    found, waiting = list[BoundedCount](), list(_candidates(frame))
    while left:
        after: list[Left] | None = None
        for count in waiting:
            if any(count.errs(*pair) is True for pair in shown):
                continue
            after = _taken(left, count, steps)
            if after is not None:
                break
        else:
            return None
        assert after is not None
        found.append(count)
        waiting.remove(count)
        left, shown = after, [pair for pair in shown if count.stays(*pair) is True]
    return tuple(found)


def is_order(frame: TransitionSystem, paths: Paths, counts: Sequence[BoundedCount]) -> bool:
    """Return whether the order of these numbers proves that every hand ends."""
    known = {count: count for count in _candidates(frame)}
    left: list[Left] | None = [Left(*path) for path in paths]
    for count in counts:
        left = _taken(left, known[count]) if left is not None and count in known else None
    return left == []


def _taken(left: Sequence[Left], count: BoundedCount, steps: int | None = None) -> list[Left] | None:
    """Return the moves that remain after one more number. Return None if the number may move in the opposite direction, or if
    it removes no move.
    """
    if any(path.possible(count.errs(path.transition.state, path.state), steps) for path in left):
        return None
    after, changes = list[Left](), False
    for path in left:
        stays = count.stays(path.transition.state, path.state)
        changes = changes or path.possible(terms.not_(stays), steps)
        if path.possible(stays, steps):
            after.append(Left(path.transition, path.state, (*path.level, stays)))
    return after if changes else None


def _candidates(frame: TransitionSystem) -> Iterator[BoundedCount]:
    """Yield the numbers of a game that are bounded in a direction. Falling numbers come before growing ones."""
    game = frame.game
    for zone in game.zones:
        yield BoundedCount(zone.name, -1)
    for direction in (-1, 1):
        for cell in game.cells:
            if cell.kind == "flag" or (cell.kind == "counter" and _bounded(frame, game, cell.name, direction)):
                yield BoundedCount(cell.name, -1 if direction < 0 else 1)
    for cell in game.cells:
        if cell.kind == "reference" and cell.type.kind in ("player", "side", "symbol"):
            yield from (BoundedCount(cell.name, direction) for direction in DIRECTIONS)
            yield from (
                BoundedCount(cell.name, direction, measure, measured=values)
                for measure, values in _measures(game, cell)
                for direction in DIRECTIONS
            )
    for zone in game.zones:
        if zone.owner == "player" and game.players > 1:
            yield BoundedCount(zone.name, -1, others=True)


DIRECTIONS: tuple[Literal[1, -1], ...] = (1, -1)


def _measures(game: Game, cell: g.Cell) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Yield the measures that are equal for all cards with the same value, if a reference of the table can hold this value;
    each with a map from values to numbers.
    """
    if cell.owner != "table" or not any(attribute.name == cell.type.enumeration for attribute in game.deck.attributes):
        return
    values = [dict(card.attributes).get(cell.type.enumeration) for card in game.deck.cards]
    for measure in game.deck.measures:
        found = {(value, number) for value, number in zip(values, measure.values, strict=True) if value and number is not None}
        if len(found) == len({value for value, _ in found}):
            yield measure.name, tuple(sorted(found))


def _bounded(frame: TransitionSystem, game: Game, name: str, direction: int) -> bool:
    """Return whether the invariants bound a counter of every owner, from below if it falls and from above if it grows."""
    places = [place for cell, place in symbols.cell_places(game) if cell.name == name]
    sort: Literal["counter", "ceiling"] = "counter" if direction < 0 else "ceiling"
    return all({f.place for f in facts if f.bounds(sort)}.issuperset(places) for facts in frame.facts.values())
