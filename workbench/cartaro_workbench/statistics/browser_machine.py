"""WebAssembly by the browser that runs Python: what a worker hands over, as the engine's machine.

The worker gives a function of JavaScript that takes the bytes of a module and gives an object with three methods and the module
once more; all of it in a few lines:

    const made = module => {
      const { memory, ...functions } = new WebAssembly.Instance(module).exports;
      return {
        call: (name, ...words) => { try { return functions[name](...words.map(BigInt)); } catch { return undefined; } },
        read: (first, count) => new Uint8Array(memory.buffer.slice(first, first + count)),
        write: (first, content) => { const view = content.getBuffer("u8");
          new Uint8Array(memory.buffer).set(view.data, first); view.release(); },
        another: () => made(module),
      };
    };
    const instantiate = bytes => { const view = bytes.getBuffer("u8");
      const module = new WebAssembly.Module(view.data); view.release(); return made(module); };
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
