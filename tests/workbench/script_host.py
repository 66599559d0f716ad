"""A host for WebAssembly, made with wasmtime, that has the interface of a browser's worker."""

from __future__ import annotations

import wasmtime


class Bytes:
    """The result of a worker's call that returns an array of bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def to_bytes(self) -> bytes:
        return self.content


class ScriptHost:
    """An instance of a module; further instances can be made."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self.engine, self.module, self.store = engine, module, wasmtime.Store(engine)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory

    def call(self, name: str, *words: int) -> int | None:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        try:
            return int(function(self.store, *words))
        except wasmtime.Trap:
            return None

    def read(self, first: int, count: int) -> Bytes:
        return Bytes(bytes(self.memory.read(self.store, first, first + count)))

    def write(self, first: int, content: bytes) -> None:
        self.memory.write(self.store, content, first)

    def another(self) -> ScriptHost:
        return ScriptHost(self.engine, self.module)


def instantiate(content: bytes) -> ScriptHost:
    """Return a factory of instances of a module, as a worker needs it."""
    engine = wasmtime.Engine()
    return ScriptHost(engine, wasmtime.Module(engine, content))
