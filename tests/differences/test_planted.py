"""Differences planted into shipped games: the first few are found, each by a hand of at most twelve moves or by an example.

`python -m tests.differences` searches for all thirty.
"""

from __future__ import annotations

from tests.differences.planted import planted
from tests.levels import by_level

from cartaro_workbench import Differences, differences


def test_planted_differences_are_found_in_short_hands() -> None:
    for each in planted(by_level(day=2, night=4)):
        found = differences(each.first, each.second, "en", hands=20, clauses=False)
        assert isinstance(found, Differences)
        shortest = [shown for shown in (found.shown, found.built) if shown is not None and len(shown.moves) <= 12]
        assert shortest, each.mutation
        assert found.relation in ("unlike", "stricter", "looser")
