"""A module run as WebAssembly by whatever host there is: a browser has one of its own, and needs no library.

The host instantiates bytes and hands back an `Instance`; whatever it stops for, it gives no result, and the module's own word
of memory says the reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Protocol, Self

from cartaro_engine.ir.nodes import Module
from cartaro_engine.printers.wasm import WORD, wasm_text
from cartaro_engine.printers.wasm_bytes import wasm_bytes
from cartaro_engine.running.machine import Trapped


class Instance(Protocol):
    """A module in a memory of its own, whose bytes count from 0."""

    def call(self, function: str, *arguments: int) -> int | None:
        """What an exported function gives; None where it stops."""
        ...

    def read(self, first: int, count: int) -> bytes:
        """Some bytes of memory."""
        ...

    def write(self, first: int, content: bytes) -> None:
        """Set some bytes of memory."""
        ...

    def another(self) -> Self:
        """The same module in another memory; nothing is compiled again."""
        ...


Instantiate = Callable[[bytes], Instance]
"""What a host does with the bytes of a module."""


class HostMachine:
    """A module that a host runs."""

    def __init__(self, module: Module, instance: Instance) -> None:
        self._module, self._instance = module, instance

    @staticmethod
    def of(module: Module, instantiate: Instantiate) -> HostMachine:
        """A module given to a host."""
        return HostMachine(module, instantiate(wasm_bytes(wasm_text(module))))

    def another(self) -> HostMachine:
        """The same code with a memory of its own."""
        return HostMachine(self._module, self._instance.another())

    def call(self, function: str, *arguments: int) -> int:
        """What an exported function gives; raises `Trapped` where it stops."""
        found = self._instance.call(function, *arguments)
        if found is not None:
            return found
        (reason,) = self.read(self._module.trap, 1)
        self.write(self._module.trap, [0])  # so that a later stop without a reason has none
        raise Trapped(reason or None)

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        return array("q", self._instance.read(address * WORD, count * WORD)).tolist()

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        self._instance.write(address * WORD, array("q", words).tobytes())
