"""Rates measured side by side: in every round each subject has a turn, so that a busy machine slows down all of them alike.

All subjects play the same hands: in some games one hand takes twenty times as long as another, so the few hands of a slow
subject are not comparable with the thousands of a fast one. A fast subject plays these few hands again and again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

from tests.bench.subjects import Subject

LONGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Rates:
    """Hands per second of processor time, in each round, for each subject."""

    rounds: Mapping[str, tuple[float, ...]]

    def rate(self, name: str) -> float:
        """The median rate of a subject."""
        return median(self.rounds[name])

    def ratio(self, name: str, to: str) -> float:
        """The median over the rounds of the ratio of two subjects."""
        return median(one / other for one, other in zip(self.rounds[name], self.rounds[to], strict=True))


def measured(subjects: Mapping[str, Subject], rounds: int, seconds: float) -> Rates:
    """Return the rates of some subjects, measured for about a given number of seconds. In each round all of them play the same
    hands.
    """
    count = min(_enough(subject, seconds) for subject in subjects.values())
    found: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(1, rounds + 1):
        for name, subject in subjects.items():
            found[name].append(_rate(subject, number * count, count, seconds))
    return Rates({name: tuple(rates) for name, rates in found.items()})


def _rate(subject: Subject, first: int, count: int, seconds: float) -> float:
    """Return the rate at which some hands are played, repeated for about a given number of seconds."""
    begun, times, taken = process_time(), 0, 0.0
    while times == 0 or taken < seconds * 3 / 4:
        subject(first, first + count)
        times += 1
        taken = process_time() - begun
    return times * count / max(taken, 1e-9)


def _enough(subject: Subject, seconds: float) -> int:
    """Return how many hands take about a given number of seconds. The first hand is not timed, because subjects prepare their
    tables in it.
    """
    subject(0, 1)
    count = 1
    while count < LONGEST:
        begun = process_time()
        subject(0, count)
        taken = process_time() - begun
        if taken > seconds / 4:
            return max(1, round(count * seconds / taken))
        count *= 4
    return count
