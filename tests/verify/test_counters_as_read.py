"""Counters as rules read them: values that no rule tells apart are one value for a repeated position and for an enumeration."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import decided, small

from cartaro_grammar import MemoryReading, memory_readings

COURSE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
IDLE = 'act idle\n  says "wait"\n  nothing\nwaits: the player may idle\n'
MUST = "in a turn the player must keep or idle"
COUNTER = 'counter k for the hand "the count"\ncounter m of each side for the hand "the points"'
WAITS = "counted: after an idle, add 1 to k\n"


@pytest.mark.parametrize(
    ("rules", "readings"),
    [
        ("", {"k": MemoryReading(), "m": MemoryReading()}),
        ("stop: the hand ends when k is at least 3", {"k": MemoryReading(4)}),
        ("stop: the hand ends when k is more than number of hand of player", {"k": MemoryReading(7)}),
        ("stop: the hand ends when k + 2 is at least 3", {"k": MemoryReading(2)}),
        ("stop: the hand ends when remainder of k by 4 is 3", {"k": MemoryReading(None, 4)}),
        ("stop: the hand ends when remainder of k by 4 is 3 and k is 5", {"k": MemoryReading(6, 4)}),
        ("stop: the hand ends when k is number of players\nback: after a keep, k becomes 0", {"k": MemoryReading(3)}),
        ("stop: the hand ends when some x in sides has m of x is at least 2", {"m": MemoryReading(3)}),
    ],
)
def test_values_that_no_rule_tells_apart_are_one(tmp_path: Path, rules: str, readings: dict[str, MemoryReading]) -> None:
    found = memory_readings(small(tmp_path, places=COUNTER, course=f"{COURSE}{IDLE}{WAITS}{rules}", plays=MUST))
    assert {name: found.get(name) for name in readings} == readings


@pytest.mark.parametrize(
    "rules",
    [
        "stop: the hand ends when k is at least 3\nfalls: after a keep, subtract 1 from k",
        "stop: the hand ends when k is at least 3\nset: after a keep, k becomes k - 1",
        "stop: the hand ends when k is m of side of player",
        "stop: the hand ends when k is more than number of hand of player\ncopy: after a keep, m of side of player becomes k",
        "stop: the hand ends when remainder of k by (number of hand of player + 1) is 1",
        "twice: after a keep, add k to k\nstop: the hand ends when k is 3",
        "stop: the hand ends when k is at least 20000",
        "stop: the hand ends when k is more than total of m of x over x in sides",
    ],
)
def test_a_counter_that_rules_read_in_another_way_is_read_exactly(tmp_path: Path, rules: str) -> None:
    assert "k" not in memory_readings(small(tmp_path, places=COUNTER, course=f"{COURSE}{IDLE}{WAITS}{rules}", plays=MUST))


def test_a_hand_that_repeats_all_but_a_growing_counter_need_not_end(tmp_path: Path) -> None:
    """The third time that somebody waits, the next player is skipped, and never again."""
    skips = "skips despite passes: the turn passes to player when k is 3"
    found = decided("ends", small(tmp_path, places=COUNTER, course=f"{COURSE}{IDLE}{WAITS}{skips}", plays=MUST))
    assert found.verdict == "refuted"
    assert found.witness is not None
