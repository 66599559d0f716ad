"""A function under construction: blocks, loops, and names that no author has given."""

from __future__ import annotations

from cartaro_engine import PythonMachine
from cartaro_engine.ir.builder import Writer, plain
from cartaro_engine.ir.folding import FALSE, ONE, TRUE, ZERO, binary, compare, plus
from cartaro_engine.ir.nodes import Assign, Const, Module, Var
from cartaro_engine.ir.passes import reachable


def run(w: Writer, *arguments: int) -> int:
    return PythonMachine(Module((w.function(),), (), 4, 0, (("f", w.name),))).call("f", *arguments)


def test_the_members_of_a_set_come_from_the_lowest_up() -> None:
    w = Writer("f", "members")
    found = w.variable(ZERO, "found")
    with w.each(Var("members"), "member") as member:
        w.assign(found, plus(binary("*", found, Const(10)), member))
    w.give(found)
    assert run(w, 0b101010) == 135
    assert run(w, 0) == 0


def test_numbers_are_counted_up_to_the_end() -> None:
    w = Writer("f", "end")
    found = w.variable(ZERO, "found")
    with w.count(Const(2), Var("end"), "number") as number, w.when(compare("!=", number, Const(4))):
        w.assign(found, plus(binary("*", found, Const(10)), number))
    w.give(found)
    assert [run(w, end) for end in (1, 2, 3, 7)] == [0, 0, 2, 2356]


def test_what_is_decided_leaves_no_block_behind() -> None:
    w = Writer("f")
    with w.when(FALSE):
        w.trap(1)
    with w.when(TRUE):
        variable = w.variable(ONE, "x")
    assert w.function().body == (Assign(variable.name, ONE),)


def test_a_simple_value_needs_no_variable() -> None:
    w = Writer("f", "a")
    assert w.let(Var("a"), "x") == Var("a")
    assert w.let(plus(Var("a"), ONE), "x") == Var("x_0")


def test_names_are_plain() -> None:
    assert plain("conta_più(n)") == "conta_pin"
    assert Writer("f").fresh("Ω").name == "_0"


def test_what_is_not_called_is_left_out() -> None:
    used, unused, first = Writer("used"), Writer("unused"), Writer("first")
    first.do("used")
    functions = tuple(w.function() for w in (unused, used, first))
    assert [function.name for function in reachable(functions, ("first",))] == ["used", "first"]
