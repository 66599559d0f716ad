"""Rates measured side by side: every round has a turn of each subject, so that a busy machine is slow for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

from tests.bench.subjects import Subject

LONGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Rates:
    """Hands a second of processor time, round by round, for each subject."""

    rounds: Mapping[str, tuple[float, ...]]

    def rate(self, name: str) -> float:
        """The median rate of a subject."""
        return median(self.rounds[name])

    def ratio(self, name: str, to: str) -> float:
        """The median over the rounds of the ratio of two subjects."""
        return median(one / other for one, other in zip(self.rounds[name], self.rounds[to], strict=True))


def measured(subjects: Mapping[str, Subject], rounds: int, seconds: float) -> Rates:
    """The rates of some subjects, each of which plays for about so many seconds in every round."""
    counts = {name: _enough(subject, seconds) for name, subject in subjects.items()}
    found: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(rounds):
        for name, subject in subjects.items():
            found[name].append(_rate(subject, number * counts[name], counts[name]))
    return Rates({name: tuple(rates) for name, rates in found.items()})


def _rate(subject: Subject, first: int, count: int) -> float:
    begun = process_time()
    subject(first, first + count)
    return count / max(process_time() - begun, 1e-9)


def _enough(subject: Subject, seconds: float) -> int:
    """How many hands take about so many seconds."""
    count = 1
    while count < LONGEST:
        begun = process_time()
        subject(0, count)
        taken = process_time() - begun
        if taken > seconds / 4:
            return max(1, round(count * seconds / taken))
        count *= 4
    return count
