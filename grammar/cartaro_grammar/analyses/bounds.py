"""What a set of cards, a card, or a number can be at most: what the analysis of conditions reckons with.

Each is an approximation from outside: whatever a game can come to is within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import floor, inf

from cartaro_grammar.model.expressions import Operator
from cartaro_grammar.text.frozen import frozen

NOBODY = -1
"""Among the cards that a phrase may stand for: that it may stand for none."""

NumberRange = tuple[float, float]
ANY: NumberRange = (-inf, inf)
COUNT: NumberRange = (0, inf)


@frozen
class PossibleCards:
    """A set of cards: those that may be in it, those that must be, and how many it has."""

    may: frozenset[int]
    must: frozenset[int] = frozenset()
    least: float = 0
    most: float = inf

    @staticmethod
    def exactly(cards: Iterable[int]) -> PossibleCards:
        found = frozenset(cards)
        return PossibleCards(found, found)

    @property
    def size(self) -> NumberRange:
        return max(self.least, len(self.must)), min(self.most, len(self.may))

    @property
    def possible(self) -> bool:
        low, high = self.size
        return low <= high and self.must <= self.may

    def sized(self, size: NumberRange) -> PossibleCards:
        """The set, with a number of cards within an interval."""
        return replace(self, least=max(self.least, size[0]), most=min(self.most, size[1]))

    def meeting(self, other: PossibleCards) -> PossibleCards:
        """What is known of a set of which both are known."""
        size = meet(self.size, other.size)
        return PossibleCards(self.may & other.may, self.must | other.must, *size)

    def joined(self, other: PossibleCards) -> PossibleCards:
        """The members of either."""
        least = max(self.size[0], other.size[0])
        return PossibleCards(self.may | other.may, self.must | other.must, least, self.size[1] + other.size[1])

    def without(self, other: PossibleCards) -> PossibleCards:
        """The members of this set that are not in the other."""
        least = max(0, self.size[0] - other.size[1])
        return PossibleCards(self.may - other.must, self.must - other.may, least, self.size[1])


def meet(one: NumberRange, other: NumberRange) -> NumberRange:
    return max(one[0], other[0]), min(one[1], other[1])


def hull(intervals: Iterable[NumberRange]) -> NumberRange:
    """The least interval around some; of none, nothing is known."""
    found = list(intervals)
    return (min(low for low, _ in found), max(high for _, high in found)) if found else ANY


def plus(one: NumberRange, other: NumberRange) -> NumberRange:
    return one[0] + other[0], one[1] + other[1]


def minus(one: NumberRange, other: NumberRange) -> NumberRange:
    return one[0] - other[1], one[1] - other[0]


def times(one: NumberRange, other: NumberRange) -> NumberRange:
    products = [0.0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(products), max(products)


def summed(members: PossibleCards, amounts: Mapping[int, NumberRange]) -> NumberRange:
    """The sum of an amount over a set: each card that must be in it, and of the others as few or as many as make it least or
    most.
    """
    low, high = members.size
    needed, allowed = low - len(members.must), high - len(members.must)
    others = [amounts[card] for card in members.may - members.must]
    sure = [amounts[card] for card in members.must]
    lows, highs = sorted(a for a, _ in others), sorted((-b for _, b in others))
    return sum(a for a, _ in sure) + _least(lows, needed, allowed), sum(b for _, b in sure) - _least(highs, needed, allowed)


def _least(ascending: list[float], needed: float, allowed: float) -> float:
    """The least sum of at least some, and at most some, of these numbers."""
    return sum(number for at, number in enumerate(ascending) if at < needed or (number < 0 and at < allowed))


def reckoned(operator: Operator, parts: list[NumberRange]) -> NumberRange:
    """What an operation of numbers within these ranges comes to."""
    match operator:
        case "+":
            return plus(*parts)
        case "-":
            return minus(*parts)
        case "*":
            return times(*parts)
        case "half":
            low, high = parts[0]
            return (low if low == -inf else floor(low / 2), high if high == inf else floor(high / 2))
        case "remainder":
            return 0, max(0, parts[1][1] - 1)
        case _:
            return ANY


def below(one: NumberRange, other: NumberRange, *, strictly: bool) -> bool | None:
    """Whether all of one range is below the other (or equal to it), or none of it; None where that is not known."""
    if one[1] < other[0] or (not strictly and one[1] == other[0]):
        return True
    return False if one[0] > other[1] or (strictly and one[0] == other[1]) else None


def same(one: frozenset[int] | frozenset[str] | None, other: frozenset[int] | frozenset[str] | None) -> bool | None:
    """Whether what is one of some things is the same as what is one of others; None where that is not known."""
    if one is None or other is None:
        return None
    if not set(one) & set(other):
        return False
    return True if one == other and len(one) == 1 else None
