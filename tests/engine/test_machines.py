"""All machines compute the same words for every node: Python, WebAssembly from text and from the engine's own bytes, and C.
`test_same_play` compares whole games.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from struct import pack, unpack
from typing import get_args

import pytest
from tests.engine.c_machine import COMPILER, CMachine
from tests.workbench.script_host import instantiate

from cartaro_engine import Machine, PythonMachine, Trapped, best_machine
from cartaro_engine.ir import nodes as ir
from cartaro_engine.ir.folding import ONE, ZERO
from cartaro_engine.ir.passes import calls
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_workbench.statistics import browser_machine

pytestmark = pytest.mark.slow

MachineOf = Callable[[ir.Module], Machine]
ASSEMBLED = browser_machine(instantiate)
MACHINES: list[MachineOf] = [PythonMachine, WasmMachine, ASSEMBLED, *([CMachine] if COMPILER else [])]
A, B = ir.Var("a"), ir.Var("b")
WORDS = 16
NUMBERS = (-(1 << 40), -7, -1, 0, 1, 2, 5, 62, (1 << 40) + 3)


def of(*body: ir.Statement, words: int = WORDS) -> ir.Module:
    """Return a module with one function of two words, one local and one table."""
    function = ir.LoweredFunction("f", ("a", "b"), ("c",), body)
    return ir.Module((function,), (("table", (3, -1, 1 << 62)),), words, words - 1, (("f", "f"),))


def value_of(value: ir.Value) -> ir.Module:
    return of(ir.Return(value))


def results(module: ir.Module, pairs: list[tuple[int, int]]) -> list[list[int]]:
    machines = [made(module) for made in MACHINES]
    return [[machine.call("f", a, b) for a, b in pairs] for machine in machines]


def same(module: ir.Module, pairs: list[tuple[int, int]]) -> list[int]:
    first, *others = results(module, pairs)
    assert all(other == first for other in others)
    return first


ALL = [(a, b) for a in NUMBERS for b in NUMBERS]
SMALL = [(a, b) for a, b in ALL if abs(a) < 1 << 20 and abs(b) < 1 << 20]
NATURAL = [(a, b) for a, b in ALL if a >= 0 and b > 0]
SHIFTS = [(a, b) for a in (0, 1, 5, 1 << 20) for b in (0, 1, 40)] + [(-5, 1), (-1, 63)]


def operands(sign: ir.ArithmeticOperator) -> list[tuple[int, int]]:
    return {"*": SMALL, "//": NATURAL, "%": NATURAL, "<<": SHIFTS[:-2], ">>": SHIFTS}.get(sign, ALL)


@pytest.mark.parametrize("sign", get_args(ir.ArithmeticOperator))
def test_operations_are_those_of_pythons_numbers(sign: ir.ArithmeticOperator) -> None:
    pairs = operands(sign)
    python = eval(f"lambda a, b: a {sign} b")
    assert same(value_of(ir.Binary(sign, A, B)), pairs) == [python(a, b) for a, b in pairs]


@pytest.mark.parametrize("relation", get_args(ir.Relation))
def test_relations_are_those_of_pythons_numbers(relation: ir.Relation) -> None:
    python = eval(f"lambda a, b: int(a {relation} b)")
    assert same(value_of(ir.AsNumber(ir.Comparison(relation, A, B))), ALL) == [python(a, b) for a, b in ALL]
    zero = same(value_of(ir.AsNumber(ir.Comparison(relation, A, ZERO))), ALL)
    assert zero == [python(a, 0) for a, _ in ALL]


def test_bits_are_counted_and_found() -> None:
    pairs = [(number, 0) for number in (1, 2, 12, 1 << 62, (1 << 63) - 1)]
    assert same(value_of(ir.PopCount(A)), pairs) == [1, 1, 2, 1, 63]
    assert same(value_of(ir.LowestBit(A)), pairs) == [0, 1, 2, 62, 0]
    assert same(value_of(ir.LowestBit(ir.Binary("|", A, B))), [(8, 4)]) == [2]


def test_tests_stop_as_soon_as_they_are_decided() -> None:
    beyond = ir.Comparison("!=", ir.Binary("%", A, B), ZERO)
    divisible = ir.And(ir.Comparison("!=", B, ZERO), beyond)
    otherwise = ir.Or(ir.Comparison("==", B, ZERO), ir.Not(beyond))
    assert same(value_of(ir.AsNumber(divisible)), [(5, 0), (5, 2), (4, 2)]) == [0, 1, 0]
    assert same(value_of(ir.AsNumber(otherwise)), [(5, 0), (5, 2), (4, 2)]) == [1, 0, 1]
    chosen = ir.Choose(ir.Comparison("==", B, ZERO), ir.Const(9), ir.Binary("%", A, B))
    assert same(value_of(chosen), [(5, 0), (5, 2)]) == [9, 1]
    assert same(value_of(ir.AsNumber(ir.Known(True))), [(0, 0)]) == [1]


def test_tables_are_looked_up_by_sums_with_nobody() -> None:
    assert same(value_of(ir.Lookup("table", ir.Binary("+", A, ONE))), [(-1, 0), (0, 0), (1, 0)]) == [3, -1, 1 << 62]


def test_memory_keeps_what_is_stored() -> None:
    kept = ir.Store(ir.Binary("+", A, ir.Const(2)), B)
    module = of(kept, ir.Return(ir.Load(ir.Binary("+", ir.Const(2), A))))
    assert same(module, [(0, -5), (3, 7)]) == [-5, 7]
    for made in MACHINES:
        machine = made(module)
        machine.write(1, [4, -6])
        machine.call("f", 3, 1 << 62)
        assert machine.read(0, 7) == [0, 4, -6, 0, 0, 1 << 62, 0]


@pytest.mark.parametrize(
    ("place", "offset"), [(A, 0), (ir.Binary("+", A, ONE), 1), (ir.Binary("+", ONE, ir.Binary("+", A, ir.Const(2))), 3)]
)
def test_bytes_and_floats_are_parts_of_words(place: ir.Value, offset: int) -> None:
    """Storing a byte or a float leaves the rest of the word unchanged. A quotient is computed as a double and rounded once."""
    one = ir.StoreByte(place, ir.Const(200))
    assert words_after(of(one), 5, 0) == words_with(5 + offset, bytes([200]))
    for dividend, divisor in ((1, 3), (-7, 23), ((1 << 40) + 3, 16 + (1 << 40) + 3), (1, 1)):
        module = of(ir.StoreFloat(place, B, ir.Const(divisor)))
        assert words_after(module, 5, dividend) == words_with(4 * (5 + offset), pack("<f", dividend / divisor))


def words_after(module: ir.Module, a: int, b: int) -> list[int]:
    """Return the memory after a call, which must be the same on all machines; before the call each word is -2."""
    found: list[list[int]] = []
    for made in MACHINES:
        machine = made(module)
        machine.write(0, [-2] * 8)
        machine.call("f", a, b)
        found.append(machine.read(0, 8))
    assert all(other == found[0] for other in found)
    return found[0]


def words_with(first: int, content: bytes) -> list[int]:
    memory = pack("<8q", *[-2] * 8)
    return list(unpack("<8q", memory[:first] + content + memory[first + len(content) :]))


def test_loops_go_on_and_are_left() -> None:
    c = ir.Var("c")
    odd = ir.If(ir.Comparison("==", ir.Binary("%", c, ir.Const(2)), ZERO), (ir.Continue(),), ())
    body = (
        ir.Assign("c", ir.Binary("+", c, ONE)),
        ir.If(ir.Comparison(">", c, A), (ir.Break(),), (ir.Assign("a", A),)),
        odd,
        ir.Assign("b", ir.Binary("+", B, c)),
    )
    assert same(of(ir.Loop(body), ir.Return(B)), [(0, 0), (5, 0), (6, 100)]) == [0, 9, 109]


def test_a_function_gives_0_at_its_end() -> None:
    inner = ir.LoweredFunction("g", ("a",), (), (ir.If(ir.Comparison(">", ir.Var("a"), ZERO), (ir.Return(ONE),), ()),))
    outer = ir.LoweredFunction("f", ("a", "b"), (), (ir.CallStatement(ir.Call("g", (A,))), ir.Return(ir.Call("g", (A,)))))
    module = ir.Module((inner, outer), (), WORDS, 0, (("f", "f"),))
    assert same(module, [(0, 0), (1, 0)]) == [0, 1]
    assert set(calls(outer)) == {"g"}


@pytest.mark.parametrize("made", MACHINES)
def test_a_trap_leaves_its_reason(made: MachineOf) -> None:
    machine = made(of(ir.If(ir.Comparison("==", A, ONE), (ir.Trap(4),), ()), ir.Return(B)))
    assert machine.call("f", 0, 7) == 7
    with pytest.raises(Trapped) as stopped:
        machine.call("f", 1, 7)
    assert stopped.value.reason == 4


def test_python_takes_the_place_of_what_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """If addresses are scarce, the system's loader raises an error of its own, and the engine runs on Python instead."""

    class Unloadable:
        def find_spec(self, name: str, path: object, target: object = None) -> None:
            if name == WasmMachine.__module__:
                raise OSError("failed to map segment from shared object")

    monkeypatch.delitem(sys.modules, WasmMachine.__module__)
    monkeypatch.setattr(sys, "meta_path", [Unloadable(), *sys.meta_path])
    assert isinstance(best_machine(of(ir.Return(ONE))), PythonMachine)


FEW_ADDRESSES = """
import resource
from pathlib import Path
from cartaro_engine import SimulationUnderWay, simulation_of
from cartaro_engine.running import wasm_machine
from cartaro_grammar import load_game

game = load_game("scopa")
most = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + 8_000_000
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    SimulationUnderWay(simulation_of(game, 1)).play(1)
except MemoryError:
    pass
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space is Linux's")
def test_no_room_for_a_thread_ends_no_process() -> None:
    """wasmtime would compile in several threads, and it ends the process if it cannot start one."""
    done = subprocess.run([sys.executable, "-c", FEW_ADDRESSES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
