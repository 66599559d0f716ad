"""A batch of games as a vector environment of Gymnasium.

An action belongs to the seat to choose in its game, which is in `infos` as `seat`, with the legal words as `action_mask`. The
reward of a step is the reward of the seat that acted; `infos["rewards"]` contains the rewards of all seats. A game that has
ended is dealt again in the same step (`AutoresetMode.SAME_STEP`), and its last observation is not kept. The first reset uses
seed 0 if no seed is given.
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
import gymnasium.vector
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cartaro_engine.environments.batch import GameBatch

Stepped = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class CardGameVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc, type-arg, unused-ignore]  # its types are not read
    """Several games that Gymnasium steps at the same time."""

    def __init__(self, batch: GameBatch) -> None:
        self.batch = batch
        self.num_envs = batch.n
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        low = np.array(batch.features.lowest, np.float32)
        self.single_observation_space = gymnasium.spaces.Box(low, np.ones_like(low), dtype=np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(len(batch.features.alphabet.words))
        self.observation_space: gymnasium.spaces.Space[Any] = batch_space(self.single_observation_space, batch.n)
        self.action_space: gymnasium.spaces.Space[Any] = batch_space(self.single_action_space, batch.n)
        self._games = np.arange(batch.n)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal all games: from a seed, from a list of seeds, or the next deals. Options are ignored."""
        del options
        self.batch.reset(seed)
        return self.batch.observations.copy(), self._infos()

    def step(self, actions: NDArray[Any]) -> Stepped:
        """Take a legal action for each game."""
        batch = self.batch
        acted = batch.seats.copy()
        batch.step(actions)
        rewards = batch.rewards[self._games, acted].astype(np.float64)
        return batch.observations.copy(), rewards, batch.terminated.copy(), batch.truncated.copy(), self._infos()

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.mask.astype(np.int8), "seat": batch.seats.copy(), "rewards": batch.rewards.copy()}
