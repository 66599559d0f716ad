"""The bytes that the engine writes for a browser contain the code that wasmtime makes from the same text.

`test_machines` tests that the bytes of each operation compute it, since the engine's own bytes are one of the machines there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import wasmtime
from tests.shipped_games import rules_of

from cartaro_engine import HostMachine, Instance, NotBuilt, NotLowered, lower
from cartaro_engine.ir.nodes import LoweredFunction, Module, Return, Var
from cartaro_engine.printers.wasm import UnknownInstruction, wasm_bytes, wasm_text
from cartaro_grammar.file_set import shipped

pytestmark = pytest.mark.slow

CODE, HEADER = 10, 8


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of a module, each with its number."""
    at = HEADER
    while at < len(content):
        number, at, size, shift = content[at], at + 1, 0, 0
        while True:
            byte = content[at]
            size, at, shift = size | (byte & 0x7F) << shift, at + 1, shift + 7
            if byte < 0x80:
                break
        yield number, content[at : at + size]
        at += size


@pytest.mark.sweep("scala40", "scopone", "briscola_in_cinque")
@pytest.mark.parametrize("name", shipped())
def test_a_shipped_game_is_assembled_as_wasmtime_does(name: str) -> None:
    lowered = lower(rules_of(name))
    if isinstance(lowered, NotLowered):
        pytest.skip(lowered.construct)
    text = wasm_text(lowered.module)
    found = wasm_bytes(text)
    wasmtime.Module.validate(wasmtime.Engine(), found)
    assert dict(sections(found))[CODE] == dict(sections(bytes(wasmtime.wat2wasm(text))))[CODE]


def test_an_instruction_without_code_is_reported_by_name() -> None:
    text = '(module (memory (export "memory") 1 1) (func $f (result i64) (i64.rotl (i64.const 1) (i64.const 1))))'
    with pytest.raises(UnknownInstruction, match=r"i64\.rotl"):
        wasm_bytes(text)


def test_a_module_that_a_host_refuses_is_not_built() -> None:
    def refuse(content: bytes) -> Instance:
        raise ValueError(f"{len(content)} bytes are too many")

    module = Module((LoweredFunction("f", ("a",), (), (Return(Var("a")),)),), (), 16, 15, (("f", "f"),))
    with pytest.raises(NotBuilt, match="too many"):
        HostMachine.of(module, refuse)
