"""The spread of random play: each value is in its bar, and the values are those of the same hands played together."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shipped_games import game_of

from cartaro.measurements import read_spread, spread_json
from cartaro_engine import Histogram, Simulation, Spread, Statistics, run, simulation_of, spread
from cartaro_engine.statistics.spread import MOST_BARS


def simulation(name: str, unit: str = "hand") -> Simulation:
    found = simulation_of(game_of(name), 0, "match" if unit == "match" else "hand")
    assert isinstance(found, Simulation)
    return found


@given(st.lists(st.integers(-500, 5_000), min_size=1, max_size=60))
def test_a_histogram_counts_each_value_once_in_few_bars(values: list[int]) -> None:
    found = Histogram.of(Counter(values))
    assert sum(found.counts) == len(values)
    assert 1 <= len(found.counts) <= MOST_BARS
    end = found.first + found.step * len(found.counts)
    assert found.below == (min(values) < found.first)
    assert found.above == (max(values) >= end)
    for at, count in enumerate(found.counts[1:-1], 1):
        low = found.first + at * found.step
        assert count == sum(low <= value < low + found.step for value in values)


def test_the_spread_is_of_the_hands_that_are_summed() -> None:
    found, together = spread(simulation("scopa"), 60, simulation("scopa", "match"), 5), run(simulation("scopa"), 60)
    matches = run(simulation("scopa", "match"), 5)
    assert isinstance(found, Spread)
    assert isinstance(together, Statistics)
    assert isinstance(matches, Statistics)
    assert found.points is not None
    assert found.points.step == 1
    drawn = sum((found.points.first + at) * count for at, count in enumerate(found.points.counts))
    assert drawn == sum(mean.total for mean in together.points)
    assert found.headings.keys() == {"scope"}  # every other heading is scored by at most one side
    if found.lengths is not None:
        length = sum((found.lengths.first + at) * count for at, count in enumerate(found.lengths.counts))
        assert length == matches.lengths.total


def test_a_spread_is_read_as_it_was_written() -> None:
    found = spread(simulation("scopa"), 20)
    assert isinstance(found, Spread)
    assert read_spread(spread_json(found)) == found


@pytest.mark.parametrize("points", [[0, 1, []], [0, 0, [1]], [0, 1, [0], 0, 0], [0, 1, [-1, 2], 0, 0], [0, 1, ["1"], 0, 0]])
def test_a_malformed_spread_is_refused(points: object) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        read_spread({"hands": 1, "matches": 0, "points": points, "headings": {}})
