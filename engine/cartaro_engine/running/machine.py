"""What an engine asks of a machine: to call a function of the module, and to read and write its memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self


class Trapped(Exception):
    """A module has stopped, for a reason of `memory/traps`; or, without one, since its calls were nested too deep."""

    def __init__(self, reason: int | None) -> None:
        super().__init__(reason)
        self.reason = reason


class Machine(Protocol):
    """A module in memory."""

    def call(self, function: str, *arguments: int) -> int:
        """What an exported function gives; raises `Trapped` where it stops."""
        ...

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        ...

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        ...

    def another(self) -> Self:
        """The same module in a memory of its own, which is empty; nothing is compiled again."""
        ...
