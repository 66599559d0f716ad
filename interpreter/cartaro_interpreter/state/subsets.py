"""Which sets of cards have a given total and number: a search with pruning, its results remembered.

Takes a mask of cards, gives the masks of all sets that fit, from the lowest up.  Refuses to list more than `MOST` sets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import comb

from cartaro_grammar import say
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import mask_of, members

MOST = 100_000
MOST_TRIED = 1_000_000
REMEMBERED = 1 << 16

SubsetSearch = Callable[[int, int, int, int], tuple[int, ...]]
"""From a domain, a total, and the least and greatest number of cards, to the sets that fit."""


def subset_sums(weights: tuple[int, ...]) -> SubsetSearch:
    """The search for one measure of the cards."""
    if any(weight < 0 for weight in weights):
        return _blind_sums(weights)

    heaviest = max(weights, default=0)
    exactly = [mask_of([c for c, weight in enumerate(weights) if weight == w]) for w in range(heaviest + 1)]
    upto = [mask_of([c for c, weight in enumerate(weights) if weight <= w]) for w in range(heaviest + 1)]
    weightless = 0 in weights

    @lru_cache(maxsize=REMEMBERED)
    def several(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        return _search(sorted(((weights[c], 1 << c) for c in members(domain)), reverse=True), total, least, most)

    def fitting(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        if total < 0 or most < least:
            return ()
        if most == 1:
            return singles(domain & exactly[total]) if total <= heaviest else ()
        within = total if weightless or least < 2 else total - 1
        if within < heaviest:
            domain &= upto[within]
        return several(domain, total, least, most) if domain.bit_count() >= least else ()

    return fitting


@lru_cache(maxsize=REMEMBERED)
def singles(domain: int) -> tuple[int, ...]:
    """The sets of one card of a domain."""
    return tuple([1 << card for card in members(domain)])


def _search(cards: list[tuple[int, int]], total: int, least: int, most: int) -> tuple[int, ...]:
    """Depth first over cards from the heaviest down; what is left must still be able to fill the total."""
    count = len(cards)
    ahead = [0] * (count + 1)
    for index in range(count - 1, -1, -1):
        ahead[index] = ahead[index + 1] + cards[index][0]
    found: list[int] = []
    weightless = bool(cards) and cards[-1][0] == 0
    tried = 0

    def extend(start: int, left: int, taken: int, mask: int) -> None:
        nonlocal tried
        tried += 1
        if tried > MOST_TRIED:
            raise too_many()
        if left == 0:
            if taken >= least:
                found.append(mask)
                if len(found) > MOST:
                    raise too_many()
            if not weightless:
                return
        if taken == most:
            return
        for index in range(start, count):
            weight, bit = cards[index]
            if ahead[index] < left:
                return
            if weight <= left:
                extend(index + 1, left - weight, taken + 1, mask | bit)

    extend(0, total, 0, 0)
    return tuple(sorted(found))


def subsets_within(weights: tuple[int, ...]) -> SubsetSearch:
    """The search for the sets whose total is at most so much, under a measure that is nowhere below 0."""

    @lru_cache(maxsize=REMEMBERED)
    def fitting(domain: int, heaviest: int, least: int, most: int) -> tuple[int, ...]:
        cards = sorted((weights[c], 1 << c) for c in members(domain) if weights[c] <= heaviest)
        if len(cards) < least or sum(weight for weight, _ in cards[: max(least, 0)]) > heaviest:
            return ()
        if sum(weight for weight, _ in cards) <= heaviest:
            return subsets(sum(bit for _, bit in cards), least, most)
        found: list[int] = []
        tried = 0

        def extend(start: int, left: int, taken: int, mask: int) -> None:
            nonlocal tried
            tried += 1
            if taken >= least and taken <= most:
                found.append(mask)
            if len(found) > MOST or tried > MOST_TRIED:
                raise too_many()
            for index in range(start, len(cards) if taken < most else start):
                weight, bit = cards[index]
                if weight > left:
                    return
                extend(index + 1, left - weight, taken + 1, mask | bit)

        extend(0, heaviest, 0, 0)
        return tuple(sorted(found))

    return fitting


def _blind_sums(weights: tuple[int, ...]) -> SubsetSearch:
    """With weights below 0 no branch can be cut off: every set is tried."""

    @lru_cache(maxsize=REMEMBERED)
    def fitting(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        return tuple(m for m in subsets(domain, least, most) if sum(weights[c] for c in members(m)) == total)

    return fitting


@lru_cache(maxsize=1 << 10)
def subsets(domain: int, least: int, most: int) -> tuple[int, ...]:
    """All sets of at least and at most so many cards of a domain."""
    cards = members(domain)
    sizes = range(max(least, 0), min(most, len(cards)) + 1)
    if sum(comb(len(cards), size) for size in sizes) > MOST:
        raise too_many()
    return tuple(sorted(sum(1 << c for c in chosen) for size in sizes for chosen in combinations(cards, size)))


def too_many() -> Faulted:
    """The fault of a choice that has too many ways to list."""
    advice = say("a condition on the total or the number of the cards would narrow the choice")
    return Faulted("C0804", say("there are more than {n} ways to choose the cards of an act", n=MOST), None, advice)
