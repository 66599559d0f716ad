"""Means and shares, made of whole numbers that are added, and their intervals of 95 %.

Of a mean the interval is normal, from the sum of squares; of a share it is Wilson's (E. B. Wilson, 1927).  Of the difference of
two independent means it is normal; of two shares it is Newcombe's (R. G. Newcombe, 1998, method 10).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

NORMAL: Final = 1.959963984540054
"""Between this and its negative lie 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value, and between what the true one lies, 95 times in a hundred."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether chance alone would hardly give a value this far from 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Mean:
    """What was observed `count` times: the sum, the sum of squares and, where they are kept, the extremes."""

    count: int
    total: int
    squares: int
    least: int | None = None
    greatest: int | None = None

    @property
    def value(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of the mean; the one quotient is of whole numbers, so nothing cancels out."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total**2) / (self.count**2 * (self.count - 1))

    def interval(self) -> Interval:
        half = NORMAL * sqrt(self.variance)
        return Interval(self.value, self.value - half, self.value + half)


@dataclass(frozen=True, slots=True)
class Share:
    """In how many of `count` something was so."""

    count: int
    times: int

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.times / self.count if self.count else 0.0

    def interval(self) -> Interval:
        if not self.count:
            return Interval(0.0, 0.0, 1.0)
        n, square = self.count, NORMAL**2
        middle = (self.times + square / 2) / (n + square)
        half = NORMAL / (n + square) * sqrt(self.times * (n - self.times) / n + square / 4)
        low = 0.0 if self.times == 0 else max(0.0, middle - half)
        high = 1.0 if self.times == n else min(1.0, middle + half)
        return Interval(self.value, low, high)


Measure = Mean | Share


def difference(first: Measure, second: Measure) -> Interval:
    """How much more the second is than the first; both are of one kind, and of independent runs."""
    value = second.value - first.value
    if isinstance(first, Mean) and isinstance(second, Mean):
        half = NORMAL * sqrt(first.variance + second.variance)
        return Interval(value, value - half, value + half)
    one, other = first.interval(), second.interval()
    below = sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
    above = sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
    return Interval(value, value - below, value + above)
