"""Writing a function: blocks, loops, and names that cannot be an author's."""

from __future__ import annotations

from cartaro_engine import PythonMachine
from cartaro_engine.ir.builder import FunctionBuilder, identifier
from cartaro_engine.ir.folding import FALSE, ONE, TRUE, ZERO, binary, compare, plus
from cartaro_engine.ir.nodes import Assign, Const, Module, Var
from cartaro_engine.ir.passes import reachable


def run(w: FunctionBuilder, *arguments: int) -> int:
    return PythonMachine(Module((w.build(),), (), 4, 0, (("f", w.name),))).call("f", *arguments)


def test_the_members_of_a_set_come_from_the_lowest_up() -> None:
    w = FunctionBuilder("f", "members")
    found = w.variable(ZERO, "found")
    with w.each(Var("members"), "member") as member:
        w.assign(found, plus(binary("*", found, Const(10)), member))
    w.return_(found)
    assert run(w, 0b101010) == 135
    assert run(w, 0) == 0


def test_numbers_are_counted_up_to_the_end() -> None:
    w = FunctionBuilder("f", "end")
    found = w.variable(ZERO, "found")
    with w.count(Const(2), Var("end"), "number") as number, w.if_(compare("!=", number, Const(4))):
        w.assign(found, plus(binary("*", found, Const(10)), number))
    w.return_(found)
    assert [run(w, end) for end in (1, 2, 3, 7)] == [0, 0, 2, 2356]


def test_what_is_decided_leaves_no_block_behind() -> None:
    w = FunctionBuilder("f")
    with w.if_(FALSE):
        w.trap(1)
    with w.if_(TRUE):
        variable = w.variable(ONE, "x")
    assert w.build().body == (Assign(variable.name, ONE),)


def test_a_simple_value_needs_no_variable() -> None:
    w = FunctionBuilder("f", "a")
    assert w.let(Var("a"), "x") == Var("a")
    assert w.let(plus(Var("a"), ONE), "x") == Var("x_0")


def test_names_are_plain() -> None:
    assert identifier("conta_più(n)") == "conta_pin"
    assert FunctionBuilder("f").new_local("Ω").name == "_0"


def test_what_is_not_called_is_left_out() -> None:
    used, unused, first = FunctionBuilder("used"), FunctionBuilder("unused"), FunctionBuilder("first")
    first.call("used")
    functions = tuple(w.build() for w in (unused, used, first))
    assert [function.name for function in reachable(functions, ("first",))] == ["used", "first"]
