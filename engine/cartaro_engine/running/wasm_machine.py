"""A module run as WebAssembly by wasmtime: as fast as compiled code, with memory bounded.

The module has its memory and nothing else: it calls nothing outside.  It counts its steps itself (`ir/step_budget`); the fuel
of wasmtime, which meters every block, takes a third of all time.  A text is compiled once, and serves all machines made of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Final

import wasmtime

from cartaro_engine.ir.nodes import Module
from cartaro_engine.printers.wasm import WORD, wasm_text
from cartaro_engine.running.machine import Trapped

_ONE_AT_A_TIME: Final = Lock()
"""Threads that come together share one engine of wasmtime, and each text is compiled once."""


@cache
def _engine() -> wasmtime.Engine:
    return wasmtime.Engine()


@lru_cache(maxsize=32)
def compiled(text: str) -> wasmtime.Module:
    """The code of a text, for this computer; the last texts are kept."""
    return wasmtime.Module(_engine(), text)


class WasmMachine:
    """A module compiled for this computer."""

    def __init__(self, module: Module, code: wasmtime.Module | None = None) -> None:
        self._module = module
        with _ONE_AT_A_TIME:
            self._code = code or compiled(wasm_text(module))
            self._store = wasmtime.Store(_engine())
        instance = wasmtime.Instance(self._store, self._code, [])
        exports = instance.exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._functions = {name: exports[name] for name, _ in module.exports}

    def another(self) -> WasmMachine:
        """The same code with a memory of its own."""
        return WasmMachine(self._module, self._code)

    def call(self, function: str, *arguments: int) -> int:
        """What an exported function gives; raises `Trapped` where it stops."""
        called = self._functions[function]
        assert isinstance(called, wasmtime.Func)
        try:
            return int(called(self._store, *arguments))
        except wasmtime.Trap as trap:
            unreachable = trap.trap_code == wasmtime.TrapCode.UNREACHABLE
            raise Trapped(self.read(self._module.trap, 1)[0] if unreachable else None) from None

    def read(self, address: int, count: int) -> list[int]:
        """Some words of memory."""
        return array("q", self._memory.read(self._store, address * WORD, (address + count) * WORD)).tolist()

    def write(self, address: int, words: Sequence[int]) -> None:
        """Set some words of memory."""
        self._memory.write(self._store, array("q", words).tobytes(), address * WORD)
