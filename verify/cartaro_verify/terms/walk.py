"""Facts about the checked game's clauses: the constructs that a node mentions, and the loops of a course.

A loop reaches from the first clause that a `repeat` goes back to, to the last that goes back; loops inside a loop, and loops
that cross, are one.  A `repeat` from a clause that gathers all cards is a fresh start, but only if the loop changes no memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Clause, Game, drawn_from, facts_of, parts
from cartaro_grammar import game as g
from cartaro_verify.results import statements as st
from cartaro_verify.terms.symbolic_state import NotCovered

# -------------------------------------------------------------------------- walk


def mentions(node: object, *kinds: type) -> bool:
    """Return whether a node contains a node of one of these kinds."""
    return any(isinstance(part, kinds) for part in parts(node))


# ------------------------------------------------------------------------- loops


@dataclass(frozen=True, slots=True)
class CourseLoop:
    """The clauses from `first` to `last`, by their numbers; `backs` are the pairs of a clause that goes back and its target."""

    first: int
    last: int
    backs: tuple[tuple[int, int], ...]


def loops(game: Game, clauses: tuple[Clause, ...]) -> list[CourseLoop]:
    """Return the loops of a course that are not fresh starts, in order."""
    found = list[CourseLoop]()
    for number, start in sorted(_backs(clauses), key=lambda back: back[1]):
        loop = CourseLoop(start, number, ((number, start),))
        if found and start <= found[-1].last:
            before = found.pop()
            loop = CourseLoop(before.first, max(before.last, number), (*before.backs, *loop.backs))
        found.append(loop)
    return [loop for loop in found if not _anew(game, clauses, loop)]


def _backs(clauses: tuple[Clause, ...]) -> Iterator[tuple[int, int]]:
    """Yield the number of each clause that repeats earlier ones, and of the first clause that it repeats."""
    names = [c.name for c in clauses]
    for number, clause in enumerate(clauses):
        for effect in clause.effects:
            if isinstance(effect.body, g.Repeat) and effect.each is None and effect.body.clause in names:
                start = names.index(effect.body.clause)
                if start > number:
                    raise NotCovered(st.Construct.REPEAT_FORWARD)
                yield number, start


def _anew(game: Game, clauses: tuple[Clause, ...], loop: CourseLoop) -> bool:
    """Return whether every further round is like the first: no memory is changed, and the cards are gathered first."""
    remembered = changed(game, clauses[loop.first : loop.last + 1])[1]
    return not remembered and all(gathers(game, clauses, clauses[start]) for _, start in loop.backs)


def gathers(game: Game, clauses: tuple[Clause, ...], clause: Clause) -> bool:
    """Return whether a clause gathers all cards, in every state."""
    first = clause.effects[0]
    if clause.when or clause.unless or first.when or first.unless or first.each is not None:
        return False
    if game.overriding(clause, tuple(clauses)):
        return False
    facts = facts_of(first.body)
    surely = isinstance(facts.to, g.InZone) and facts.to.owner is None
    return surely and facts.chance and any(isinstance(cards, g.AllCards) for cards in facts.takes)


def changed(game: Game, body: tuple[Clause, ...]) -> tuple[set[str] | None, set[str]]:
    """Return the names of the zones that a round may change (None: all of them), and of the cells."""
    zones, cells, everywhere = set[str](), set[str](), False
    for effect in (e for c in body for e in c.effects):
        facts = facts_of(effect.body)
        places = [place for place in (facts.to, facts.dealt_from) if place is not None]
        drawn = [drawn_from(game, cards) for cards in facts.takes]
        everywhere |= facts.seats or facts.swaps or None in drawn or not all(isinstance(p, g.InZone) for p in places)
        zones.update(*(d for d in drawn if d is not None), (p.zone for p in places if isinstance(p, g.InZone)))
        zones.update(() if facts.family is None else (facts.family,))
        cells.update(() if facts.memory is None else (facts.memory,))
        cells.update(cell.name for cell in game.cells if facts.seats)
    return (None if everywhere else zones), cells
