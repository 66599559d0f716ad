"""Courses that go back: `repeat from …`, where what was done before stays done.

What a further round of a loop (`loops`) begins with is not known by counting rounds: it is any state that the rounds may have
led to, with what every round keeps.  Kept may be that owners who had equally many cards still have, that a counter is not less
than it was before the loop, and that a reference refers to something; that is guessed, and proved of every round, the first
too.  Where a loop begins anew, what follows is what has followed the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cartaro_grammar import Clause
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.terms import loops, symbols, terms
from cartaro_verify.terms.paths import Feasible, Path, Round
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import OwnedPlace, SymbolicState
from cartaro_verify.terms.unknowns import Cond, Num

Reader = Callable[[SymbolicState], TermScope]
"""What the clauses of an event are read in, in a state."""

Returns = list[tuple[int, SymbolicState]]
Straight = Callable[[range, list[Path]], tuple[list[Path], Returns]]
"""Some clauses done one after the other: the paths on which nothing was to be repeated, and where a clause goes back, in which
state.
"""

Keeping = Callable[[SymbolicState], Cond]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of one loop."""

    acts: Acts
    feasible: Feasible
    clauses: tuple[Clause, ...]
    loop: loops.CourseLoop
    straight: Straight
    read: Reader

    def all(self, entry: Path) -> list[Path]:
        """Where the loop leads from a path, after one round or several."""
        acts, loop = self.acts, self.loop
        first, returns = self.straight(range(loop.first, loop.last + 1), [entry])
        if not returns:
            return first
        anything = _anything(acts, self.clauses[loop.first : loop.last + 1], entry.state)
        guessed = [f for f in _kept(acts.game, entry.state, anything) if not self.possible([entry.state], f)]
        kept = {number: guessed for number, _ in loop.backs}
        while True:
            later, again, rounds = self.further(replace(entry, state=anything), kept, returns)
            ends = {number: [s for n, s in again if n == number] for number in kept}
            still = {n: [f for f in facts if not self.possible(ends[n], f)] for n, facts in kept.items()}
            if still == kept:
                acts.rounds += rounds
                return first + later
            kept = still

    def further(
        self, anything: Path, kept: Mapping[int, list[Keeping]], returns: Returns
    ) -> tuple[list[Path], Returns, list[Round]]:
        """Every further round from any state, with what is kept up to each clause that goes back: where it leads, all
        returns, those of the first round too, and the rounds.
        """
        later, again, reached, rounds = list[Path](), list(returns), set[int](), list[Round]()
        while left := [number for number, _ in again if number not in reached]:
            number, state = left[0], anything.state
            reached.add(number)
            known = (fact(state) for fact in kept[number])
            start = state.having(*known, self.goes_back(number, self.read(state)))
            if self.feasible(start):
                rest = range(dict(self.loop.backs)[number], self.loop.last + 1)
                paths, more = self.straight(rest, [replace(anything, state=start)])
                later, again = later + paths, again + more
                rounds.append(Round(self.clauses[number].name, start, tuple(s for _, s in more)))
        return later, again, rounds

    def goes_back(self, number: int, scope: TermScope) -> Cond:
        """Whether the clause that goes back does so in a state; unknown where it does something else before."""
        effect = self.clauses[number].effects[0]
        if not isinstance(effect.body, g.Repeat):
            return True
        happens = self.acts.encoder.in_force(self.clauses[number], self.clauses, scope)
        return terms.every(happens, self.acts.encoder.holds(effect.when, effect.unless, scope))

    def possible(self, states: list[SymbolicState], fact: Keeping) -> bool:
        """Whether a fact may be false in one of some states."""
        return any(self.feasible(s.having(terms.no(fact(s))), quick=False) for s in states)


def _anything(acts: Acts, body: tuple[Clause, ...], state: SymbolicState) -> SymbolicState:
    """The state with anything in the zones and cells that a round changes; no card is lost."""
    names, cells = loops.changed(acts.game, body)
    fresh = symbols.anywhere(acts.unknowns, acts.game, state.turn, "round", out_of_sight=symbols.NOWHERE in state.zones)
    places = [p for p in state.zones if names is None or p[0] in names]
    zones = {p: fresh.zones[p] for p in places if p in fresh.zones}
    facts = [bound for zone in zones.values() for bound in terms.bits(zone)]
    for card in range(acts.encoder.size):
        before, after = (terms.total(z[p][card] for p in zones) for z in (state.zones, fresh.zones))
        facts.append(terms.equal(before, after))
    made = state.placing(zones, *facts)
    made = made.having(terms.equal(terms.total(x for zone in made.zones.values() for x in zone), acts.encoder.size))
    for cell, place in symbols.cell_places(acts.game):
        if cell.name in cells:
            value, bounds = symbols.unknown_value(acts.unknowns, acts.game, cell, "round")
            made = made.remembering(place, value).having(*bounds)
    return replace(made, inside={})


# ------------------------------------------------------------------------------------------------ what rounds keep


def _kept(game: g.Game, before: SymbolicState, after: SymbolicState) -> Iterator[Keeping]:
    """What the rounds may keep, of what they change: the state before the loop tells."""
    for zone in game.zones:
        places: list[OwnedPlace] = [(zone.name, o) for o in symbols.owners(game, zone.owner)]
        if any(before.zones[p] is not after.zones[p] for p in places):
            yield from (_as_many(places[0], place) for place in places[1:])
    for cell, place in symbols.cell_places(game):
        if before.cells[place] is after.cells[place]:
            continue
        if cell.kind == "counter":
            yield _not_less(place, before.number(place))
        elif cell.kind == "reference" and cell.type.kind != "card":
            yield _somebody(place)


def _as_many(first: OwnedPlace, second: OwnedPlace) -> Keeping:
    return lambda state: terms.equal(terms.total(state.zones[first]), terms.total(state.zones[second]))


def _not_less(place: OwnedPlace, number: Num) -> Keeping:
    return lambda state: terms.at_least(state.number(place), number)


def _somebody(place: OwnedPlace) -> Keeping:
    return lambda state: terms.no(state.refers(place).when(None))
