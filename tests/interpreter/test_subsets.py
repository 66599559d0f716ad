"""The search for sets of cards finds the same sets as trying every set, but without trying them all."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartaro_interpreter.evaluate.card_groups import MOST_SUBSETS, subsets, subsets_of_total
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.faults import Faulted

weights = st.lists(st.integers(-2, 10) | st.integers(0, 4), min_size=1, max_size=9)


@given(weights=weights, total=st.integers(-3, 20), least=st.integers(0, 4), most=st.integers(0, 9))
def test_the_search_agrees_with_trying_every_set(weights: list[int], total: int, least: int, most: int) -> None:
    cards = range(len(weights))
    every = chain.from_iterable(combinations(cards, size) for size in range(max(least, 1), most + 1))
    wanted = sorted(mask_of(part) for part in every if sum(weights[c] for c in part) == total)
    found = subsets_of_total(tuple(weights), (1 << len(weights)) - 1, total, max(least, 1), most, exactly=True)
    assert list(found) == wanted


@given(
    weights=st.lists(st.integers(0, 10) | st.integers(-2, 2), min_size=1, max_size=9),
    heaviest=st.integers(-3, 20),
    least=st.integers(0, 4),
    most=st.integers(0, 9),
)
def test_the_search_under_a_bound_agrees_with_trying_every_set(
    weights: list[int], heaviest: int, least: int, most: int
) -> None:
    every = chain.from_iterable(combinations(range(len(weights)), size) for size in range(least, most + 1))
    wanted = sorted(mask_of(part) for part in every if sum(weights[c] for c in part) <= heaviest)
    found = subsets_of_total(tuple(weights), (1 << len(weights)) - 1, heaviest, least, most, exactly=False)
    assert list(found) == wanted


@given(domain=st.integers(0, 2**8 - 1), least=st.integers(0, 4), most=st.integers(0, 9))
def test_sets_of_a_size(domain: int, least: int, most: int) -> None:
    every = [m for m in range(2**8) if m & ~domain == 0 and least <= m.bit_count() <= most]
    assert list(subsets(domain, least, most)) == every


def test_a_total_over_many_cards_is_not_tried_blindly() -> None:
    """Forty cards, four of each value: 2^40 sets, of which few add up to 10."""
    values = tuple(range(1, 11)) * 4
    counts = [1, *[0] * 10]
    for value in values:
        counts = [counts[n] + (counts[n - value] if n >= value else 0) for n in range(11)]
    found = subsets_of_total(values, (1 << 40) - 1, 10, 1, 40, exactly=True)
    assert len(found) == counts[10] > 1_000
    assert all(sum(values[c] for c in members(mask)) == 10 for mask in found)


def test_too_many_ways_are_reported() -> None:
    for exactly in (True, False):
        with pytest.raises(Faulted, match=str(MOST_SUBSETS)):
            subsets_of_total((1,) * 40, (1 << 40) - 1, 20, 1, 40, exactly=exactly)
    with pytest.raises(Faulted, match=str(MOST_SUBSETS)):
        subsets((1 << 40) - 1, 1, 40)
