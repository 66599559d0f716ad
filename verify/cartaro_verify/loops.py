"""Courses that go back: `repeat from …` where what was done before stays done, as cards dealt one by one.

What a further round begins with is not known by counting rounds: it is any state that the rounds may have led to, with what
every round keeps.  Kept is that owners who had equally many cards still have; that is guessed, and proved of one round from
any such state.  A `repeat` from a clause that gathers all cards begins anew, so that its last round is like the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Clause
from cartaro_verify import origins, symbols, terms
from cartaro_verify.scope import Scope
from cartaro_verify.symbols import Place, State
from cartaro_verify.terms import Cond

if TYPE_CHECKING:
    from cartaro_verify.transition import Course, Path

Rounds = Callable[["list[Path]"], "list[Path]"]
"""One round from some states: those in which it is the last; those that repeat are kept in `Course.repeating`."""

Fact = Callable[[State], Cond]


def rounds(clauses: tuple[Clause, ...]) -> Iterator[tuple[int, int]]:
    """Each clause that goes back without beginning anew, and to which: as numbers."""
    names = [c.name for c in clauses]
    for number, clause in enumerate(clauses):
        for effect in cast(g.Consequence, clause.sentence).effects:
            if isinstance(effect.body, g.Repeat) and effect.body.clause in names:
                start = names.index(effect.body.clause)
                if not _anew(clauses[start]):
                    yield number, start


def _anew(clause: Clause) -> bool:
    """Whether a clause gathers all cards, whatever was done before."""
    effects = cast(g.Consequence, clause.sentence).effects
    first = effects[0].body if effects and not (clause.when or clause.unless) else None
    return isinstance(first, g.Shuffle) and any(isinstance(c, g.AllCards) for c in first.cards)


def later(course: Course, body: tuple[Clause, ...], entries: list[Path], one_round: Rounds) -> list[Path]:
    """The states with which a round that is not the first may begin."""
    found: list[Path] = []
    for entry in entries:
        if entry.stopped:
            continue
        state = _anything(course, body, entry.state)
        kept = [f for f in _alike(course, entry.state, state) if not _possible(course, [entry.state], f)]
        start = state
        while True:
            start = state.having(*(fact(state) for fact in kept), _repeats(course, body[-1], state))
            course.repeating.clear()
            one_round([replace(entry, state=start)])
            still = [f for f in kept if not _possible(course, list(course.repeating), f)]
            if len(still) == len(kept):
                break
            kept = still
        found += [replace(entry, state=start)] if course.feasible(start) else []
    course.repeating.clear()
    return found


def _possible(course: Course, states: list[State], fact: Fact) -> bool:
    """Whether a fact may be false in one of some states."""
    return any(course.feasible(s.having(terms.no(fact(s))), quick=False) for s in states)


def _repeats(course: Course, clause: Clause, state: State) -> Cond:
    """Whether the clause that goes back has done so in a state; unknown where it does something else before."""
    scope = Scope(state, state.turn)
    effect = cast(g.Consequence, clause.sentence).effects[0]
    if not isinstance(effect.body, g.Repeat):
        return True
    return terms.every(course.encoder.applies(clause, scope), course.encoder.holds(effect.when, effect.unless, scope))


def _anything(course: Course, body: tuple[Clause, ...], state: State) -> State:
    """The state with anything in the zones and cells that a round changes; no card is lost."""
    names, cells = _changed(course, body)
    fresh = symbols.anywhere(course.game, state.turn, "round", out_of_sight=symbols.NOWHERE in state.zones)
    places = [p for p in state.zones if names is None or p[0] in names]
    zones = {p: fresh.zones[p] for p in places if p in fresh.zones}
    facts = [bound for zone in zones.values() for bound in terms.bits(zone)]
    for card in range(course.encoder.size):
        before, after = (terms.total(z[p][card] for p in zones) for z in (state.zones, fresh.zones))
        facts.append(terms.equal(before, after))
    made = state.placing(zones, *facts)
    made = made.having(terms.equal(terms.total(x for zone in made.zones.values() for x in zone), course.encoder.size))
    for cell, place in symbols.cell_places(course.game):
        if cell.name in cells:
            value, bounds = symbols.unknown_value(course.game, cell, "round")
            made = made.remembering(place, value).having(*bounds)
    return replace(made, inside={})


def _changed(course: Course, body: tuple[Clause, ...]) -> tuple[set[str] | None, set[str]]:
    """The names of the zones that a round may change (None: of all), and of the cells."""
    zones, cells, everywhere = set[str](), set[str](), False
    for effect in (e for c in body for e in cast(g.Consequence, c.sentence).effects):
        match effect.body:
            case g.Deal(source=g.InZone(zone=source), to=g.InZone(zone=to)):
                zones |= {source, to}
            case g.Move(cards=cards, to=g.InZone(zone=to)) | g.Shuffle(cards=cards, into=g.InZone(zone=to)):
                drawn = [origins.zones(course.game, c) for c in cards]
                everywhere |= None in drawn
                zones |= {to}.union(*(d for d in drawn if d is not None))
            case g.Add() | g.Become():
                cells.add(effect.body.cell.cell)
            case g.MarkAs():
                cells.add(effect.body.mark)
            case g.Repeat() | g.Nothing() | g.Show():
                pass
            case g.Seat():
                everywhere = True
                cells |= {cell.name for cell in course.game.cells}
            case _:
                everywhere = True
    return (None if everywhere else zones), cells


def _alike(course: Course, before: State, after: State) -> Iterator[Fact]:
    """That two owners of a zone which a round changes have equally many cards."""
    for zone in course.game.zones:
        places: list[Place] = [(zone.name, o) for o in symbols.owners(course.game, zone.owner)]
        if any(before.zones[p] is not after.zones[p] for p in places):
            yield from (_as_many(places[0], place) for place in places[1:])


def _as_many(first: Place, second: Place) -> Fact:
    return lambda state: terms.equal(terms.total(state.zones[first]), terms.total(state.zones[second]))
