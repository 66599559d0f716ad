"""Candidate invariants: simple facts about sizes of zones and about memory, guessed from states that were played.

A guess proves nothing: `frame` keeps those that hold after every deal and are kept by every act, together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Literal, cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Cell, Game
from cartaro_verify import symbols, terms, walk
from cartaro_verify.foresight import foreseen
from cartaro_verify.symbols import Guarded, Place, State, Value
from cartaro_verify.terms import Cond, Num

Sort = Literal[
    "exactly", "at_least", "at_most", "difference", "modulo", "nobody", "somebody", "unless", "holder", "counter", "level",
    "cleared", "ceiling",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """One candidate; what `place`, `other`, `number` and `modulus` mean depends on its sort."""

    sort: Sort
    place: Place
    number: int = 0
    other: Place | None = None
    modulus: int = 0

    def holds(self, state: State) -> Cond:
        """The fact as a condition on a state."""
        match self.sort:
            case "exactly":
                return terms.equal(size(state, self.place), self.number)
            case "at_least":
                return terms.at_least(size(state, self.place), self.number)
            case "at_most":
                return terms.at_most(size(state, self.place), self.number)
            case "difference":
                return terms.equal(terms.minus(size(state, self.place), size(state, self.second)), self.number)
            case "modulo":
                return terms.equal(terms.remainder(size(state, self.place), self.modulus), self.number)
            case "counter":
                return terms.at_least(cast(Num, state.cells[self.place]), self.number)
            case "ceiling":
                return terms.at_most(cast(Num, state.cells[self.place]), self.number)
            case "level":
                here, other = (cast(Num, state.cells[p]) for p in (self.place, self.second))
                return terms.equal(terms.minus(here, other), self.number)
            case "cleared":
                return _is_clear(state.cells[self.place])
            case "nobody":
                return terms.implies(self.nobody(state), terms.equal(size(state, self.second), 0))
            case "somebody":
                return terms.no(self.nobody(state))
            case "unless":
                zones = (p for p in state.zones if p[0] == self.second[0])
                filled = terms.any_of(terms.at_least(size(state, p), 1) for p in zones)
                return terms.some(terms.no(self.nobody(state)), terms.no(filled))
            case "holder":
                refers = cast(Guarded, state.cells[self.place]).when(self.number)
                return terms.implies(refers, terms.at_least(size(state, self.second), 1))

    @property
    def second(self) -> Place:
        assert self.other is not None
        return self.other

    def nobody(self, state: State) -> Cond:
        return cast(Guarded, state.cells[self.place]).when(None)

    def __str__(self) -> str:
        place = _name(self.place)
        match self.sort:
            case "exactly":
                return f"{place} has {self.number}" if self.number else f"{place} is empty"
            case "at_least":
                return f"{place} has at least {self.number}"
            case "at_most":
                return f"{place} has at most {self.number}"
            case "difference":
                more = f"{self.number} more than" if self.number > 0 else f"{-self.number} fewer than"
                return f"{place} has {more if self.number else 'as many as'} {_name(self.second)}"
            case "modulo":
                return f"{place} has {self.number} modulo {self.modulus}"
            case "counter":
                return f"{place} is at least {self.number}"
            case "ceiling":
                return f"{place} is at most {self.number}"
            case "level":
                return f"{place} is {_name(self.second)}" + (f" + {self.number}" if self.number else "")
            case "cleared":
                return f"{place} is as it is when its period begins"
            case "nobody":
                return f"while {place} is none, {_name(self.second)} is empty"
            case "somebody":
                return f"{place} is not none"
            case "unless":
                return f"while {place} is none, every {self.second[0]} is empty"
            case "holder":
                return f"while {place} is {self.number + 1}, {_name(self.second)} is not empty"


def _name(place: Place) -> str:
    return place[0] if place[1] < 0 else f"{place[0]} of {place[1] + 1}"


def _is_clear(value: Value) -> Cond:
    """Whether memory is as `symbols.cleared` leaves it."""
    if isinstance(value, tuple):
        return terms.equal(terms.total(value), 0)
    if isinstance(value, Guarded):
        return value.when(None)
    return terms.no(cast(Cond, value)) if terms.is_truth(cast(Cond, value)) else terms.equal(cast(Num, value), 0)


TOGETHER = " and "


def _all_of_players(game: Game) -> tuple[str, ...]:
    """The name of all zones of a player together, where a finding may move cards from one to another."""
    names = [z.name for z in game.zones if z.owner == "player"]
    return (TOGETHER.join(names),) if len(names) > 1 and any(act.finding for act in game.acts) else ()


def size(state: State, place: Place) -> Num:
    """How many cards lie there; `a and b` are two zones together."""
    names = place[0].split(TOGETHER)
    return terms.total([x for name in names for x in state.zones[name, place[1]]])


def candidates(game: Game, states: Sequence[State]) -> tuple[Fact, ...]:
    """The facts that hold in all these states (whose unknowns are all replaced), each said once."""
    sizes = list(_sizes(game, states))
    fixed = {f.place: f.number for f in sizes if f.sort == "exactly"}
    found = [*sizes, *_differences(game, states, set(fixed)), *_memory(game, states, fixed)]
    return tuple(f for f in dict.fromkeys(found) if all(f.holds(s) is True for s in states))


def _sizes(game: Game, states: Sequence[State]) -> Iterator[Fact]:
    together = tuple((name, owner) for name in _all_of_players(game) for owner in range(game.players))
    for place in (*symbols.places(game), *together):
        seen = sorted({cast(int, size(s, place)) for s in states})
        if len(seen) == 1:
            yield Fact("exactly", place, seen[0])
            continue
        if seen[0] > 0:
            yield Fact("at_least", place, 1)
        if place[1] >= 0:
            yield Fact("at_most", place, seen[-1])
        step = gcd(*(b - a for a, b in pairwise(seen)))
        if step > 1:
            yield Fact("modulo", place, seen[0] % step, modulus=step)


def _differences(game: Game, states: Sequence[State], fixed: set[Place]) -> Iterator[Fact]:
    named = [(zone.name, symbols.owners(game, zone.owner)) for zone in game.zones]
    for name, owners in (*named, *((name, range(game.players)) for name in _all_of_players(game))):
        for owner in owners[1:]:
            pair = (name, owners[0]), (name, owner)
            if fixed.issuperset(pair):
                continue
            seen = {cast(int, size(s, pair[0])) - cast(int, size(s, pair[1])) for s in states}
            if len(seen) == 1:
                yield Fact("difference", pair[0], seen.pop(), pair[1])


def _memory(game: Game, states: Sequence[State], fixed: dict[Place, int]) -> Iterator[Fact]:
    for cell, place in symbols.cell_places(game):
        if cell.period == "turn" and cell.initial is None and foreseen(game):
            yield Fact("cleared", place)
        if cell.kind == "counter":
            if min(cast(int, s.cells[place]) for s in states) >= 0:
                yield Fact("counter", place, 0)
            if cell.period == "hand":
                yield from (Fact("ceiling", place, number) for number in _compared(game, cell))
            yield from _levels(game, cell, place, states)
        elif cell.kind == "reference" and cell.type.kind == "side":
            yield from _references(game, place, fixed)


def _compared(game: Game, cell: Cell) -> tuple[int, ...]:
    """The numbers that clauses compare a counter with."""
    found = set[int]()
    for part in walk.parts(game.standing):
        if isinstance(part, g.Operation) and any(isinstance(e, g.Recall) and e.cell == cell.name for e in part.operands):
            found |= {e.value for e in part.operands if isinstance(e, g.Number)}
            found |= {int(game.chosen[e.option]) for e in part.operands if isinstance(e, g.Setting) and e.type.kind == "number"}
    return tuple(sorted(found))


def _levels(game: Game, cell: Cell, place: Place, states: Sequence[State]) -> Iterator[Fact]:
    """Counters of one owner that keep their distance."""
    for other, there in symbols.cell_places(game):
        if other.kind == "counter" and other.owner == cell.owner and there[1] == place[1] and there[0] > place[0]:
            seen = {cast(int, s.cells[place]) - cast(int, s.cells[there]) for s in states}
            if len(seen) == 1:
                yield Fact("level", place, seen.pop(), there)


def _references(game: Game, place: Place, fixed: dict[Place, int]) -> Iterator[Fact]:
    """What goes with a reference to a side; to which players others refer is fixed in each case."""
    yield Fact("somebody", place)
    for zone in game.zones:
        for owner in symbols.owners(game, zone.owner):
            if (zone.name, owner) in fixed:
                continue
            yield Fact("nobody", place, other=(zone.name, owner))
            if zone.owner == "side":
                yield Fact("holder", place, owner, (zone.name, owner))


def acyclic(ways: Iterable[tuple[int, int]]) -> bool:
    """Whether no number leads back to itself."""
    left = set(ways)
    while left:
        last = {way for way in left if all(start != way[1] for start, _ in left)}
        if not last:
            return False
        left -= last
    return True
