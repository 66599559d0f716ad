"""Two games side by side: every measure that both have, and by how much the second differs from the first.

Both are played from one seed, so that each is what a simulation alone tells of it.  That does not pair them: from the first
choice on which a difference bears the same numbers choose other moves.  The intervals are those of independent runs, and so too
wide where a difference bears on few choices, or on the count alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cartaro_engine.statistics.measures import Interval, Mean, Measure, Share, difference
from cartaro_engine.statistics.statistics import Statistics

QuantityKind = Literal[
    "counted", "moves", "options", "lengths", "points", "shares", "ahead", "level", "wins", "acts", "clauses"
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is measured: of which heading, act or clause, and of which side, from 0, where it is of one."""

    kind: QuantityKind
    name: str | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Contrast:
    """A measure in two games, and how much more it is in the second."""

    what: Quantity
    first: Measure
    second: Measure
    difference: Interval


def measures(found: Statistics) -> Mapping[Quantity, Measure]:
    """Every measure of a game, in the order in which they are told."""
    return dict(_measures(found))


def contrasts(first: Statistics, second: Statistics) -> tuple[Contrast, ...]:
    """Every measure that two games have, compared; what was never observed in one of them is left out."""
    one, other = measures(first), measures(second)
    both = [what for what in one if what in other and one[what].count and other[what].count]
    return tuple(Contrast(what, one[what], other[what], difference(one[what], other[what])) for what in both)


def _measures(found: Statistics) -> Iterator[tuple[Quantity, Measure]]:
    yield Quantity("counted"), Share(found.hands, found.counted)
    yield from _sides("points", None, found.points)
    yield from _sides("ahead", None, found.ahead)
    yield Quantity("level"), found.level
    yield from _sides("wins", None, found.wins)
    yield Quantity("moves"), found.moves
    yield Quantity("options"), found.options
    if found.unit == "match":
        yield Quantity("lengths"), found.lengths
    for name, shares in found.headings.items():
        yield from _sides("shares", name, shares)
    for name, event in found.acts.items():
        yield Quantity("acts", name), event.a_hand
    for name, event in found.clauses.items():
        yield Quantity("clauses", name), event.a_hand


def _sides(
    kind: QuantityKind, name: str | None, of: tuple[Measure, ...] | tuple[Mean, ...]
) -> Iterator[tuple[Quantity, Measure]]:
    yield from ((Quantity(kind, name, side), measure) for side, measure in enumerate(of))
