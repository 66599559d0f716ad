"""One game played by compiled code: a batch of one, which does not change after its end.

A `GamePlace` is a point in the play of a game to which a caller can return. Many places share one compiled game. The state of
the game is copied to its place only when another place takes the game, so that going on from the last place copies nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartaro_engine.memory.layout import Unit
from cartaro_engine.table.tables import GameTable, is_lowered

Observation = NDArray[np.float32]


class CompiledGame:
    """The only game of a batch."""

    def __init__(self, table: GameTable, unit: Unit) -> None:
        from cartaro_engine.environments.batch import GameBatch

        self._part = GameBatch(table.rules, 1, unit).parts[0]
        self._observation: Observation = self._part.observations[0]
        self._mask: NDArray[np.int8] = self._part.mask[0].view(np.int8)
        self.holder: GamePlace | None = None
        """The place whose state the game currently has, if several places share it."""

    @staticmethod
    def of(table: GameTable, unit: Unit) -> CompiledGame | None:
        """Return the game, if it is lowered and wasmtime is installed; else None."""
        try:
            return CompiledGame(table, unit) if is_lowered(table) else None
        except (ImportError, MemoryError):
            return None

    def __deepcopy__(self, memo: dict[int, Any]) -> None:
        """Return nothing, because memory is not copied; the table plays on."""

    @property
    def seat(self) -> int:
        """The seat to choose."""
        return int(self._part.seats[0])

    def deal(self, seed: int, number: int) -> int:
        """Deal a hand or match of a seed, from a number on. Return the number of the first deal in which there is a choice."""
        self._part.seed((seed,))
        self._part.deals[0] = number
        self._part.deal()
        return int(self._part.deals[0]) - 1

    def is_legal(self, word: int) -> bool:
        """Return whether a word may come next."""
        return bool(self._mask[word])

    def mask(self) -> NDArray[np.int8]:
        """The words that may come next."""
        return self._mask.copy()

    def step(self, word: int) -> tuple[float, ...] | None:
        """Apply a word. Return the payoffs at the end, otherwise None. Raise `Trapped` if the engine stops."""
        self._part.step_alone(word)
        return tuple(self._part.rewards[0].tolist()) if self._part.ends[0] else None

    def observation(self, seat: int) -> Observation:
        """Return a copy of a seat's observation."""
        if seat == self.seat:
            return self._observation.copy()
        observed: Observation = self._part.view(np.array([seat]))[0]
        return observed

    def saved(self) -> NDArray[np.int64]:
        """Return a copy of the state of the game."""
        return self._part.words[self._part.lowered.batch.games :].copy()

    def restore(self, saved: NDArray[np.int64]) -> None:
        """Set the game to a saved state."""
        self._part.words[self._part.lowered.batch.games :] = saved


class GamePlace:
    """A point in the play of a game. A deep copy continues independently."""

    def __init__(self, game: CompiledGame, saved: NDArray[np.int64] | None = None) -> None:
        self._game, self._saved = game, saved
        if saved is None:
            self._take()

    def __deepcopy__(self, memo: dict[int, Any]) -> GamePlace:
        """Return a copy that continues independently."""
        held = self._game.holder is self or self._saved is None
        return GamePlace(self._game, self._game.saved() if held else self._saved)

    def here(self) -> CompiledGame:
        """Return the compiled game, at this place."""
        if self._game.holder is not self:
            self._take()
            if self._saved is not None:
                self._game.restore(self._saved)
        return self._game

    def _take(self) -> None:
        """Load the compiled game; its previous holder saves its place."""
        before, self._game.holder = self._game.holder, self
        if before is not None:
            before._saved = self._game.saved()
