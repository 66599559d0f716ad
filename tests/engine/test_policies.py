"""Policies play at any table: they receive the observations of batches of games, and choose a legal move."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cartaro


@pytest.mark.parametrize("name", ["scopa", "scala40", "briscola"])
def test_a_policy_plays_a_hand(name: str) -> None:
    game = cartaro.load(name).game()
    games, choice = game.batch(1), random.Random(1)
    shapes, asked = {(games.observations.shape[1], games.mask.shape[1])}, set[tuple[int, int]]()

    def policy(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        asked.add((len(observation), len(mask)))
        assert mask.sum() > 1, "one legal word is no choice"
        return int(choice.choice(np.flatnonzero(mask)))

    assert game.players == 2
    played = game.play(policy, "random", seed=3)
    assert asked == shapes
    assert game.replay(played.to_json()).points == played.points


def test_a_policy_sees_what_a_batch_shows() -> None:
    game = cartaro.load("scopa").game()
    games, seen = game.batch(1), list[NDArray[np.float32]]()

    def policy(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> int:
        seen.append(observation)
        return int(mask.argmax())

    game.play(policy, policy, seed=1)
    names = games.describe_observation()
    hand = [number for number, name in enumerate(names) if name.startswith("hand+0:") and name != "hand+0:cards"]
    assert seen[0][hand].sum() == 3
    assert {observation.dtype for observation in seen} == {games.observations.dtype}


def test_a_word_that_is_not_legal_is_refused() -> None:
    def policy(_: Any, mask: NDArray[np.bool_]) -> int:
        return int(mask.argmin())

    with pytest.raises(ValueError, match="not legal here"):
        cartaro.load("scopa").game().play(policy, "random", seed=1)


@pytest.mark.slow
@pytest.mark.nightly
def test_the_example_learns_and_plays() -> None:
    """As printed in the guide, but with only two rounds of learning."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "ppo.py"
    call = [sys.executable, str(example), "--iterations", "2", "--hands", "2"]
    said = subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [re.sub(r"^\S+ ± \S+", "", line) for line in said] == [
        f" points a hand against {who}" for who in ("random", "greedy")
    ]
