"""How the results of random play are spread: histograms of the points of a hand and of the hands of a match (decision 0009).

The sums of a simulation have means and squares only.  Here hands are played one by one and the value of each is counted, so a
few thousand are enough.  A histogram has at most `MOST_BARS` bars; values beyond the outermost half percent are counted in the
first and the last bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cartaro_engine.statistics.simulation import Simulation, SimulationUnderWay
from cartaro_engine.statistics.statistics import Mean
from cartaro_grammar import Diagnostic

MOST_BARS: Final = 20
YES_OR_NO: Final = 2
TAIL: Final = 200
"""One value in this number is beyond each end of the bars, if there are more values than bars."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The number of values in each bar; bar n begins at `first + n * step`.  `below` and `above` state whether the outer bars
    have values beyond them.
    """

    first: int
    step: int
    counts: tuple[int, ...]
    below: bool = False
    above: bool = False

    @staticmethod
    def of(values: Counter[int]) -> Histogram:
        """Return the histogram of values; there must be at least one."""
        lowest, highest = min(values), max(values)
        ordered = sorted(values.elements())
        tail = len(ordered) // TAIL
        low, high = (lowest, highest) if highest - lowest < MOST_BARS else (ordered[tail], ordered[-1 - tail])
        step = next(size for size in _steps() if high // size - low // size < MOST_BARS)
        first = low // step
        counts = [0] * (high // step - first + 1)
        for value, times in values.items():
            counts[min(max(value // step - first, 0), len(counts) - 1)] += times
        return Histogram(first * step, step, tuple(counts), lowest // step < first, highest // step > high // step)


def _steps() -> list[int]:
    return [size * 10**power for power in range(9) for size in (1, 2, 5)]


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of random play: the points of a side in a hand, in all and under each heading that has more than two values,
    and the number of hands in a match, if matches were played.
    """

    hands: int
    matches: int
    points: Histogram | None
    headings: Mapping[str, Histogram]
    lengths: Histogram | None


def spread(hands: Simulation, count: int, matches: Simulation | None = None, match_count: int = 0) -> Spread | Diagnostic:
    """Play `count` hands and `match_count` matches one by one, and return how their results are spread; or the diagnostic of
    the first that cannot be played.
    """
    points, headings, lengths = Counter[int](), dict[str, Counter[int]](), Counter[int]()
    play = SimulationUnderWay(hands)
    before = play.found
    for _ in range(count):
        found = play.play(1)
        if isinstance(found, Diagnostic):
            return found
        if found.counted > before.counted:
            points.update(_new(found.points, before.points))
            for name, means in found.headings.items():
                headings.setdefault(name, Counter()).update(_new(means, before.headings[name]))
        before = found
    if matches is not None:
        long = SimulationUnderWay(matches)
        for _ in range(match_count):
            done = long.found.lengths.total
            found = long.play(1)
            if isinstance(found, Diagnostic):
                return found
            lengths[found.lengths.total - done] += 1
    several = {name: Histogram.of(values) for name, values in headings.items() if len(values) > YES_OR_NO}
    return Spread(
        count,
        match_count if lengths else 0,
        Histogram.of(points) if points else None,
        several if len(headings) > 1 else {},
        Histogram.of(lengths) if len(lengths) > 1 else None,
    )


def _new(means: tuple[Mean, ...], before: tuple[Mean, ...]) -> list[int]:
    """Return the value of each side in the last hand, which is the difference of two sums."""
    return [mean.total - earlier.total for mean, earlier in zip(means, before, strict=True)]
