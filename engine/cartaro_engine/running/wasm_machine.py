"""Run a module as WebAssembly with wasmtime: as fast as compiled code, with a memory limit.

wasmtime reserves 4 GB of addresses for each machine, which makes bounds tests unnecessary. If the system allows this process
less, a machine is made that reserves only the memory that its module needs, and tests bounds.

The module uses only its own memory and calls no function of the host. It counts its steps itself (`ir/passes`); the fuel of
wasmtime, which meters every block, takes a third of all time. A module is compiled once for all machines that run it.

Imported only if wasmtime is installed; a browser and a plain installation do not have it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Final, cast

import wasmtime

from cartaro_engine.ir.nodes import Module
from cartaro_engine.printers.wasm import WORD, wasm_bytes
from cartaro_engine.running.machines import Trapped

_ONE_AT_A_TIME: Final = Lock()
"""The lock of threads that start at the same time, so that they share one engine of wasmtime and compile each module once."""


@cache
def _engine(reserving: bool) -> wasmtime.Engine:
    config = wasmtime.Config()
    # parallel compilation saves no time here, and ends the process if a thread cannot be started
    config.parallel_compilation = False
    if not reserving:
        config.memory_reservation = 0
        config.memory_guard_size = 0
        config.memory_reservation_for_growth = 0
    return wasmtime.Engine(config)


@lru_cache(maxsize=32)
def compiled(content: bytes, reserving: bool) -> wasmtime.Module:
    """Return the code of a module for this computer, with addresses reserved or not; the code of the latest modules is kept."""
    return wasmtime.Module(_engine(reserving), content)


class WasmMachine:
    """A module compiled for this computer. Raises `MemoryError` if memory is insufficient."""

    def __init__(self, module: Module, content: bytes | None = None) -> None:
        self._module = module
        self._content = content or wasm_bytes(module)
        try:
            instance = self._begun(reserving=True)
        except wasmtime.WasmtimeError:
            try:
                instance = self._begun(reserving=False)
            except wasmtime.WasmtimeError as error:
                raise MemoryError from error
        exports = instance.exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._functions = {name: exports[name] for name, _ in module.exports}

    def _begun(self, *, reserving: bool) -> wasmtime.Instance:
        """An instance of the module, in a separate store."""
        with _ONE_AT_A_TIME:
            code = compiled(self._content, reserving)
            self._store = wasmtime.Store(_engine(reserving))
        return wasmtime.Instance(self._store, code, [])

    def another(self) -> WasmMachine:
        """The same code with its own memory."""
        return WasmMachine(self._module, self._content)

    def buffer(self) -> memoryview:
        """All bytes of memory, not copied; the machine is kept as long as the bytes are referenced."""
        found = cast("ctypes.Array[ctypes.c_ubyte]", self._memory.get_buffer_ptr(self._store))  # pyright: ignore[reportUnknownMemberType]  # wasmtime declares no more
        vars(found)["machine"] = self
        return memoryview(found).cast("B")

    def call(self, function: str, *arguments: int) -> int:
        """Call an exported function. Raise `Trapped` if it stops."""
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
