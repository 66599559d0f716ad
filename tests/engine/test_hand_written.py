"""The hand-written program, with which the bench compares the engine, plays the same hands: all its sums, also the sums of
squares, are the same.
"""

from __future__ import annotations

import pytest
from tests.bench.subjects import HandWritten
from tests.engine.c_machine import COMPILER
from tests.engine.side_by_side import rules_of

from cartaro_engine import Engine, Sums, engine_of


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize(("seed", "first", "end"), [(1, 0, 1), (2**40 + 5, 100, 2_100), (3, 0, 2_000)])
def test_the_sums_are_the_engines(seed: int, first: int, end: int) -> None:
    engine = engine_of(rules_of("scopa", {}))
    assert isinstance(engine, Engine)
    sums = engine.hands(seed, first, end)
    assert isinstance(sums, Sums)
    shares = [number for sides in sums.shares for pair in sides for number in pair]
    assert HandWritten().hands(seed, first, end) == [sums.hands, sums.moves, *shares]
