"""Chance: each hand has random numbers of its own, and they are the same in the engine's memory and in Python."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.side_by_side import rules_of

from cartaro_engine import Engine, HandChance, HandPlayer, engine_of
from cartaro_engine.running.machines import halves

SEEDS = ((0, 0), (1, 0), (1, 1), (2**32 + 5, 7), (2**64 - 1, 2**32 - 1))


@pytest.mark.parametrize(("seed", "hand"), SEEDS)
def test_both_begin_with_the_same_numbers(seed: int, hand: int) -> None:
    engine = engine_of(rules_of("scopa", {}))
    assert isinstance(engine, Engine)
    engine.seed(seed, hand)
    assert engine.machine.read(engine.lowered.plan.chance, 4) == HandChance(seed, hand).words


def test_hands_and_seeds_have_numbers_of_their_own() -> None:
    assert len({tuple(HandChance(seed, hand).words) for seed in range(30) for hand in range(30)}) == 900
    assert halves(2**32 + 5) == (5, 1)


def test_every_card_comes_everywhere() -> None:
    chance = HandChance(3, 4)
    tops = Counter(chance.shuffle((4, 5, 6, 7))[0] for _ in range(4_000))
    assert set(tops) == {4, 5, 6, 7}
    assert all(850 < count < 1_150 for count in tops.values())
    assert len(chance.packs) == 4_000
    assert all(sorted(pack) == [4, 5, 6, 7] for pack in chance.packs)


def test_a_player_draws_from_the_same_source() -> None:
    chance, other = HandChance(1, 2), HandChance(1, 2)
    assert [HandPlayer(chance).pick(10) for _ in range(20)] == [other.below(10) for _ in range(20)]
