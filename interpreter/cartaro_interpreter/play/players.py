"""Players: whoever chooses among legal moves from what is seen."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from cartaro_interpreter.play.view import View
from cartaro_interpreter.state.move import Move


@dataclass(frozen=True, slots=True)
class NoticedMove:
    """A move that breaks a rule, which is noticed at once and made good by the same player."""

    move: Move


class Player(Protocol):
    """Chooses one of the legal moves, of which there is at least one."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """The move chosen."""
        ...


class RandomPlayer:
    """Chooses evenly, from a seed of its own; does not look."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """One of the moves."""
        return moves[self.pick(len(moves))]

    def pick(self, count: int) -> int:
        """A number below a count."""
        return int(self._random() * count)
