"""The bytes that the engine writes are a module of WebAssembly, and a host may refuse them.

`test_machines` tests that the bytes of each operation compute it.
"""

from __future__ import annotations

import pytest
import wasmtime
from tests.shipped_games import rules_of

from cartaro_engine import HostMachine, Instance, NotBuilt, NotLowered, lower
from cartaro_engine.ir.nodes import LoweredFunction, Module, Return, Var
from cartaro_engine.printers.wasm import wasm_bytes
from cartaro_grammar.file_set import shipped

pytestmark = pytest.mark.slow


@pytest.mark.sweep("scala40", "scopone", "briscola_in_cinque")
@pytest.mark.parametrize("name", shipped())
def test_the_bytes_of_a_shipped_game_are_valid(name: str) -> None:
    lowered = lower(rules_of(name))
    if isinstance(lowered, NotLowered):
        pytest.skip(lowered.construct)
    wasmtime.Module.validate(wasmtime.Engine(), wasm_bytes(lowered.module))


def test_a_module_that_a_host_refuses_is_not_built() -> None:
    def refuse(content: bytes) -> Instance:
        raise ValueError(f"{len(content)} bytes are too many")

    module = Module((LoweredFunction("f", ("a",), (), (Return(Var("a")),)),), (), 16, 15, (("f", "f"),))
    with pytest.raises(NotBuilt, match="too many"):
        HostMachine.of(module, refuse)
