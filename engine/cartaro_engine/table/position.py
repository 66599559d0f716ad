"""Positions as values, and who may choose what in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cartaro_grammar import Diagnostic
from cartaro_interpreter import Choice, Faulted, Rules, State

ChanceWords = tuple[int, ...]
"""The four words of the generator (`running/chance`): what is still left to chance."""


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A state, what is left to chance after it, and the points of each side in the hand that has ended with it; None where no
    hand has, or was not counted.
    """

    state: State
    chance: ChanceWords
    points: tuple[int, ...] | None = None


class GameTable(Protocol):
    """A game, played from position to position.  What the rules do not decide raises the interpreter's `Faulted`."""

    rules: Rules

    def deal(self, seed: int, number: int) -> GamePosition:
        """The first choice of a match of a seed; its first hand may have ended with its deal."""
        ...

    def next_hand(self, position: GamePosition) -> GamePosition:
        """From a hand that has been counted to the first choice of the next of its match."""
        ...

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """Every legal move, in the interpreter's order; none where none is awaited."""
        ...

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """What one of the legal moves, by its place among them, leads to."""
        ...


def awaited(options: tuple[Choice, ...]) -> tuple[tuple[int, Choice], ...]:
    """The moves of the player who is to choose, each with its place among all: who can do the first of them."""
    return tuple((n, option) for n, option in enumerate(options) if option.player == options[0].player)


def faulted(found: Diagnostic) -> Faulted:
    """A diagnostic of play as the fault that it tells of."""
    return Faulted(found.code, found.message, found.primary.span if found.primary else None, found.help or "")
