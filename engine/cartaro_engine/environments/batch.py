"""Thousands of games for programs that learn, which take arrays of actions and return arrays of observations, masks and
rewards.

A batch is a view of the memory of compiled code (`lower/learning`), which plays all games in one call; Python does nothing for
a game. With several threads, each has a part of the games in its own memory, and writes its results into common arrays. The
extra `cartaro[env]` installs numpy and wasmtime.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartaro_engine.lower.learning import CUT, ENDED, MOST_DEALS, LoweredBatch, lower_batch
from cartaro_engine.memory.features import Alphabet, Features
from cartaro_engine.memory.layout import Unit
from cartaro_engine.memory.traps import NotLowered
from cartaro_engine.running.machines import Trapped
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_interpreter import Rules

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

BETWEEN_SEEDS: Final = 0x9E3779B97F4A7C15
"""The difference between the seeds of two consecutive games: 2^64 divided by the golden ratio."""
SEEDS: Final = 1 << 64
MOST_BYTES: Final = 1 << 32
LEAVE: Final = -1
"""The action that leaves a game unchanged."""


class GameBatch:
    """`n` games of a ruleset, each with its own seed. A game that has ended is dealt again in the same step.

    The arrays have a row for each game, are overwritten by `reset` and `step`, and must not be changed.
    """

    def __init__(self, rules: Rules, n: int, unit: Unit = "hand", threads: int = 1) -> None:
        if n < 1 or threads < 1:
            raise ValueError("a batch has at least one game and one thread")
        self.rules, self.n, self.unit = rules, n, unit
        self.features = Features(rules, Alphabet(rules.game))
        threads = min(n, threads)
        counts = [n // threads + (part < n % threads) for part in range(threads)]
        self.parts = [BatchPart(rules, self.features, count, unit) for count in counts]
        ends = np.cumsum(counts)
        self._rows = [slice(int(end) - count, int(end)) for end, count in zip(ends, counts, strict=True)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        only = self.parts[0]
        if self._pool is None:
            self.observations, self.mask, self.rewards, self.seats = only.observations, only.mask, only.rewards, only.seats
        else:
            self.observations = np.zeros((n, self.features.length), np.float32)
            self.mask = np.zeros((n, len(self.features.alphabet.words)), np.bool_)
            self.rewards = np.zeros((n, rules.game.players), np.float32)
            self.seats = np.zeros(n, np.int64)
        self.terminated: Flags = np.zeros(n, np.bool_)
        self.truncated: Flags = np.zeros(n, np.bool_)
        self.seeds: tuple[int, ...] = seeds_of(0, n)
        self._games = np.arange(n)
        self._is_dealt = False

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal all games: the first deals of a seed, or of seeds, one for each game; without a seed, the next deals."""
        if seed is not None or not self._is_dealt:
            self.seeds = seeds_of(seed or 0, self.n) if seed is None or isinstance(seed, int) else tuple(seed)
            if len(self.seeds) != self.n:
                raise ValueError(f"there are {self.n} games and {len(self.seeds)} seeds")
            for part, rows in self._each():
                part.seed(self.seeds[rows])
        self._is_dealt = True
        self._run(BatchPart.deal)

    def step(self, actions: NDArray[Any]) -> None:
        """Take a legal action for each game, or -1, which does not change the game."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, one for each of {self.n} games")
        if not self._is_dealt:
            raise ValueError("call `reset` first")
        left = chosen == LEAVE
        legal = left | self.mask[self._games, np.where(left, 0, np.clip(chosen, 0, self.mask.shape[1] - 1))]
        legal &= (chosen >= LEAVE) & (chosen < self.mask.shape[1])
        if not legal.all():
            game = int(np.argmin(legal))
            raise ValueError(f"action {chosen[game]} is not legal in game {game}")
        for part, rows in self._each():
            part.actions[:] = chosen[rows]
        self._run(BatchPart.step)

    def observe(self, seats: NDArray[Any] | int | None = None) -> Floats:
        """Return `observations` for the seats that choose next, or a copy of the observations of other seats: the same seat for
        all games, or one seat for each game.
        """
        if seats is None:
            return self.observations
        wanted = np.broadcast_to(np.asarray(seats), (self.n,))
        if wanted.min() < 0 or wanted.max() >= self.rules.game.players:
            raise ValueError(f"seats are from 0 to {self.rules.game.players - 1}")
        found = np.zeros((self.n, self.features.length), np.float32)
        for part, rows in self._each():
            found[rows] = part.view(wanted[rows])
        return found

    def describe_observation(self) -> tuple[str, ...]:
        """Return the name of each number of an observation (`memory/features`)."""
        return self.features.names

    def describe_action(self) -> tuple[str, ...]:
        """Return the name of each action."""
        return self.features.alphabet.names

    def _each(self) -> zip[tuple[BatchPart, slice]]:
        return zip(self.parts, self._rows, strict=True)

    def _run(self, what: Callable[[BatchPart], None]) -> None:
        """Run all parts, and combine their results."""
        if self._pool is None:
            what(self.parts[0])
        else:
            tuple(self._pool.map(partial(self._run_part, what), self.parts, self._rows))
        for part, rows in self._each():
            np.equal(part.ends, ENDED, out=self.terminated[rows])
            np.equal(part.ends, CUT, out=self.truncated[rows])

    def _run_part(self, what: Callable[[BatchPart], None], part: BatchPart, rows: slice) -> None:
        what(part)
        self.observations[rows] = part.observations
        self.mask[rows] = part.mask
        self.rewards[rows] = part.rewards
        self.seats[rows] = part.seats


def seeds_of(seed: int, n: int) -> tuple[int, ...]:
    """Return the seeds of the games of a batch; the first game has the seed of the batch."""
    return tuple((seed + game * BETWEEN_SEEDS) % SEEDS for game in range(n))


_ALONE: Final = np.array([0, 1, 0])
"""The range of the only game, which is not dealt again."""


class BatchPart:
    """Several games in the memory of one machine. The arrays are views of this memory."""

    def __init__(self, rules: Rules, features: Features, count: int, unit: Unit) -> None:
        found = lower_batch(rules, features, count, unit)
        if isinstance(found, NotLowered):
            raise ValueError(f"the engine does not play `{rules.game.name}`: {found.construct}")
        if found.module.words * 8 >= MOST_BYTES:
            raise ValueError(f"{count} games of `{rules.game.name}` need more than 4 GB: take fewer, or more threads")
        self.lowered: LoweredBatch = found
        self._machine = WasmMachine(found.module)
        plan = found.batch
        self.words: Numbers = np.frombuffer(self._machine.buffer(), np.int64)
        self.actions = self._rows(plan.actions, 1, np.int64)[:, 0]
        self.seats = _frozen(self._rows(plan.seats, 1, np.int64)[:, 0])
        self.ends = self._rows(plan.ends, 1, np.int64)[:, 0]
        self.mask = _frozen(self._rows(plan.masks, plan.mask_words, np.bool_)[:, : len(features.alphabet.words)])
        self._rewards = self._rows(plan.rewards, plan.reward_words, np.float32)[:, : rules.game.players]
        self.rewards = _frozen(self._rewards)
        self.observations = _frozen(self._rows(plan.observations, plan.observation_words, np.float32)[:, : features.length])

    def _rows(self, address: int, words: int, kind: type[Any]) -> NDArray[Any]:
        """Return a row of `words` words for each game, from an address on, as numbers of a kind."""
        count = self.lowered.batch.count
        rows: NDArray[Any] = self.words[address : address + count * words].reshape(count, words).view(kind)
        return rows

    def seed(self, seeds: Sequence[int]) -> None:
        """Set the seed of each game, whose next deal is the first."""
        plan = self.lowered.batch
        games = self._rows(plan.games, plan.game_words, np.int64)
        given = np.array([one % SEEDS for one in seeds], np.uint64)
        games[:, plan.seed] = given & np.uint64(0xFFFFFFFF)
        games[:, plan.seed + 1] = given >> np.uint64(32)
        games[:, plan.deal] = 0

    def deal(self) -> None:
        """Deal all games again."""
        self._clear()
        self._call("deal", 0, len(self.ends), self._failed_deal)

    @property
    def deals(self) -> NDArray[Any]:
        """The number of the next deal of each game, which can be set."""
        return self._rows(self.lowered.batch.games, self.lowered.batch.game_words, np.int64)[:, self.lowered.batch.deal]

    def step_alone(self, action: int) -> None:
        """Step the only game; a game that has ended does not change. Raise `Trapped` if the engine stops."""
        plan = self.lowered.batch
        self._clear()
        self.actions[0] = action
        self.words[plan.first : plan.again + 1] = _ALONE
        self._machine.call("step")

    def step(self) -> None:
        """Step all games by their actions."""
        self._clear()
        self._call("step", 0, len(self.ends), self._cut)

    def view(self, seats: NDArray[Any]) -> Floats:
        """Return a copy of the observations of certain seats."""
        self.actions[:] = seats
        self._call("view", 0, len(self.ends), self._failed)
        found = self.observations.copy()
        self.actions[:] = LEAVE
        self._call("view", 0, len(self.ends), self._failed)
        return found

    def _clear(self) -> None:
        self._rewards.fill(0)
        self.ends.fill(0)

    def _call(self, function: str, first: int, end: int, stopped: Callable[[int, int | None], None]) -> None:
        """Call a function for some games. If the engine stops in a deal, continue with the next deal."""
        plan = self.lowered.batch
        while first < end:
            self.words[plan.first : plan.again + 1] = (first, end, 1)
            try:
                self._machine.call(function)
                return
            except Trapped as trap:
                game = int(self.words[self.lowered.plan.number])
                stopped(game, trap.reason)
                first = game + 1

    def _cut(self, game: int, reason: int | None) -> None:
        """Cut off an episode in which the engine has stopped, and deal the game again."""
        del reason
        self._call("deal", game, game + 1, self._failed_deal)
        self._rewards[game] = 0
        self.ends[game] = CUT

    def _failed_deal(self, game: int, reason: int | None) -> None:
        """Take the next deal, because the engine has stopped in this one."""
        del reason
        for _ in range(MOST_DEALS):
            try:
                self._call("deal", game, game + 1, self._failed)
            except RuntimeError:
                continue
            return
        raise RuntimeError("no hand has a choice in it that the engine can play")

    def _failed(self, game: int, reason: int | None) -> None:
        raise RuntimeError(f"the engine has stopped in game {game}, for reason {reason}")


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view of an array."""
    found = array.view()
    found.flags.writeable = False
    return found
