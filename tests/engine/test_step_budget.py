"""Steps are counted only for work without a known bound, and every machine stops at the same step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.engine.c_machine import COMPILER, CMachine

from cartaro_engine import Machine, PythonMachine, Trapped
from cartaro_engine.ir import nodes as ir
from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import ONE, ZERO, minus, plus
from cartaro_engine.ir.passes import MOST_WORK, Meter, meter
from cartaro_engine.running.wasm_machine import WasmMachine

MachineOf = Callable[[ir.Module], Machine]
MACHINES: list[MachineOf] = [PythonMachine, WasmMachine, *([CMachine] if COMPILER else [])]
STEPS_LEFT, TRAP, WORDS = 0, 1, 2
BUDGET, REASON = 500, 7


def counted(*functions: ir.LoweredFunction, budget: int = BUDGET) -> ir.Module:
    """A module whose last function is called from outside."""
    module = ir.Module(functions, (), WORDS, TRAP, (("f", functions[-1].name),))
    return meter(module, Meter(STEPS_LEFT, budget, REASON))


def counting_up(most: int | None = None) -> ir.LoweredFunction:
    """A function that loops a given number of times."""
    w = FunctionBuilder("up", "rounds")
    done = w.variable(ZERO, "done")
    with w.loop(most):
        with w.if_(ir.Comparison(">=", done, ir.Var("rounds"))):
            w.break_()
        w.assign(done, plus(done, ONE))
    w.return_(done)
    return w.build()


def beginning_again() -> ir.LoweredFunction:
    """A function that goes on to the next round before the end of a loop."""
    w = FunctionBuilder("anew", "rounds")
    done = w.variable(ZERO, "done")
    with w.loop():
        w.assign(done, plus(done, ONE))
        with w.if_(ir.Comparison("<=", done, ir.Var("rounds"))):
            w.continue_()
        with w.if_(ir.Comparison(">", done, plus(ir.Var("rounds"), ONE))):
            w.break_()
    w.return_(done)
    return w.build()


def nested(depth: int) -> ir.LoweredFunction:
    """Return a function of nested loops of 64 rounds each, which together practically never end."""
    w = FunctionBuilder("nested", "members")

    def go(left: int) -> None:
        if left:
            with w.each(ir.Var("members"), "member"):
                go(left - 1)

    go(depth)
    return w.build()


def recursive() -> ir.LoweredFunction:
    """A function that calls itself a given number of times."""
    w = FunctionBuilder("again", "left")
    with w.if_(ir.Comparison("<=", ir.Var("left"), ZERO)):
        w.return_(ZERO)
    w.return_(ir.Call("again", (minus(ir.Var("left"), ONE),)))
    return w.build()


def steps_of(machine: Machine, argument: int) -> int:
    machine.call("f", argument)
    return BUDGET - machine.read(STEPS_LEFT, 1)[0]


@pytest.mark.parametrize("made", MACHINES)
def test_what_never_ends_is_stopped(made: MachineOf) -> None:
    for function, steps in ((counting_up(), 20), (beginning_again(), 21), (recursive(), 21)):
        machine = made(counted(function))
        with pytest.raises(Trapped) as stopped:
            machine.call("f", 1 << 40)
        assert stopped.value.reason == REASON
        assert machine.read(STEPS_LEFT, 2) == [-1, REASON]
        assert steps_of(machine, 20) == steps


@pytest.mark.parametrize("made", [PythonMachine, WasmMachine])
def test_calls_nested_too_deep_are_a_trap_without_a_reason(made: MachineOf) -> None:
    with pytest.raises(Trapped) as stopped:
        made(counted(recursive(), budget=1 << 40)).call("f", 1 << 40)
    assert stopped.value.reason is None


@pytest.mark.parametrize("made", MACHINES)
def test_what_is_bounded_is_not_counted(made: MachineOf) -> None:
    assert steps_of(made(counted(counting_up(most=100))), 100) == 0
    assert steps_of(made(counted(nested(1))), (1 << 62) - 1) == 0


@pytest.mark.parametrize("made", MACHINES)
def test_bounded_loops_in_one_another_are_counted_from_without(made: MachineOf) -> None:
    once, often = (steps_of(made(counted(nested(2))), (1 << members) - 1) for members in (1, 20))
    assert once > 1
    assert often == 20 * once
    with pytest.raises(Trapped):
        made(counted(nested(6))).call("f", (1 << 62) - 1)


def test_a_function_that_does_much_is_counted_and_so_are_chains_of_calls() -> None:
    doubling = [ir.LoweredFunction("f_0", ("a",), (), (ir.Return(ir.Var("a")),))]
    for n in range(1, 40):
        call = ir.Call(f"f_{n - 1}", (ir.Var("a"),))
        doubling.append(ir.LoweredFunction(f"f_{n}", ("a",), (), (ir.Return(plus(call, call)),)))
    assert MOST_WORK < 2**40
    with pytest.raises(Trapped) as stopped:
        PythonMachine(counted(*doubling)).call("f", 1)
    assert stopped.value.reason == REASON
