"""WebAssembly by the browser that runs Python: what a worker hands over, as the engine's machine.

The worker gives a function of JavaScript that takes the bytes of a module and gives an instance of it
(`workbench/page/src/runtime/web_assembly.ts`).  Words go over as whole numbers; bytes as an array of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self

from cartaro_engine import HostMachine, Machine, Module


class ScriptBytes(Protocol):
    """An array of bytes of JavaScript, as Pyodide hands it over."""

    def to_bytes(self) -> bytes: ...


class ScriptInstance(Protocol):
    """An instance of a module, as the worker hands it over; `call` gives nothing where the module stops."""

    def call(self, name: str, *words: int) -> int | None: ...
    def read(self, first: int, count: int) -> ScriptBytes: ...
    def write(self, first: int, content: bytes) -> None: ...
    def another(self) -> Self: ...


ScriptInstantiate = Callable[[bytes], ScriptInstance]


class BrowserInstance:
    """The engine's view of an instance in the browser."""

    def __init__(self, made: ScriptInstance) -> None:
        self._made = made

    def call(self, function: str, *arguments: int) -> int | None:
        """See `Instance`."""
        return self._made.call(function, *arguments)

    def read(self, first: int, count: int) -> bytes:
        """See `Instance`."""
        return self._made.read(first, count).to_bytes()

    def write(self, first: int, content: bytes) -> None:
        """See `Instance`."""
        self._made.write(first, content)

    def another(self) -> BrowserInstance:
        """See `Instance`."""
        return BrowserInstance(self._made.another())


def browser_machine(instantiate: ScriptInstantiate) -> Callable[[Module], Machine]:
    """The machines of a browser, for engines."""
    return lambda module: HostMachine.of(module, lambda content: BrowserInstance(instantiate(content)))
