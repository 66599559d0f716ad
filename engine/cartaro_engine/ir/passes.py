"""Passes over functions: the call graph, reachability, and the metering of steps.

Unreachable functions, which were only lowered in order to test whether they are constant, are removed. Metering stops code that
does not end, at the same point on every machine: a word of memory holds the number of remaining steps. The steps are counted
only if work has no known bound: at each call of a recursive function, at each round of a loop without a small bound, and if the
work since the last count could become too large. Bounded loops, which dominate in play, then cost nothing; metering every
block, as WebAssembly machines can, costs a third of all time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, Final, assert_never, cast, get_args, get_type_hints

from cartaro_engine.ir.folding import ZERO, compare, load, minus
from cartaro_engine.ir.nodes import (
    Assign,
    Break,
    Call,
    CallStatement,
    Const,
    Continue,
    If,
    Loop,
    LoweredFunction,
    Module,
    Return,
    Statement,
    Store,
    StoreByte,
    StoreFloat,
    Trap,
    Value,
    Var,
)

# ------------------------------------------------------------------------- reach


Calls = Mapping[str, tuple[str, ...]]
"""For each function, the functions that it calls, once for each place."""


@cache
def _within(kind: type) -> tuple[int, Callable[[object], Any], bool]:
    """Return three facts about a kind of node: its weight, which includes names and numbers; a getter of its children; and
    whether it has exactly one child.
    """
    hints = get_type_hints(kind) if is_dataclass(kind) else {}
    names = [name for name, hint in hints.items() if _holds_nodes(hint)]
    return 1 + len(hints) - len(names), attrgetter(*names) if names else _nothing, len(names) == 1


def _nothing(_: object) -> tuple[()]:
    return ()


def _holds_nodes(hint: object) -> bool:
    return is_dataclass(hint) or any(map(_holds_nodes, get_args(hint)))


def size_and_calls(node: object) -> tuple[int, tuple[str, ...]]:
    """Return the number of nodes in a node or in some nodes, including names and numbers, and the names of the functions called
    there, from the outside in.
    """
    found = 0
    called: list[str] = []
    todo: list[object] = [node]
    while todo:
        one = todo.pop()
        kind: type = type(one)
        if kind is tuple:
            todo += cast("tuple[object, ...]", one)
            continue
        if kind is Call:
            called.append(cast("Call", one).function)
        weight, inner, single = _within(kind)
        found += weight
        if single:
            todo.append(inner(one))
        else:
            todo += inner(one)
    return found, tuple(called)


def size(node: object) -> int:
    """Return the number of nodes in a node or in some nodes."""
    return size_and_calls(node)[0]


def calls(node: object) -> tuple[str, ...]:
    """The names of the functions called in a node or in some nodes, from the outside in."""
    return size_and_calls(node)[1]


def call_graph(functions: tuple[LoweredFunction, ...]) -> Calls:
    """Return the call graph of some functions."""
    return {function.name: calls(function.body) for function in functions}


def reachable(functions: tuple[LoweredFunction, ...], called: tuple[str, ...]) -> tuple[LoweredFunction, ...]:
    """Return the functions reachable from some names, in their order."""
    found = reachable_names(call_graph(functions), called)
    return tuple(function for function in functions if function.name in found)


def reachable_names(called: Calls, names: tuple[str, ...]) -> set[str]:
    """Return the names of functions reachable from some, themselves included."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += called[name]
    return found


def callees_first(called: Calls) -> tuple[str, ...]:
    """Return the functions in postorder of the call graph, without functions on cycles."""
    found: dict[str, None] = {}
    entered: set[str] = set()

    def enter(name: str) -> None:
        if name not in entered:
            entered.add(name)
            for inner in called[name]:
                enter(inner)
            found[name] = None

    for name in called:
        enter(name)
    return tuple(found)


# ------------------------------------------------------------------- step budget


MOST_WORK: Final = 4_096
"""The greatest number of nodes that a loop or a function may evaluate without counting steps."""
WORK_OF_A_STEP: Final = 64
"""The largest number of nodes in a step: longer work counts as several steps."""

Counted = tuple[tuple[Statement, ...], int]
"""Statements in which steps are counted, and the greatest number of nodes that they evaluate without counting."""


@dataclass(frozen=True, slots=True)
class Meter:
    """The word that holds the number of steps left, the number that each call from outside may take, and the reason of the trap
    when none are left.
    """

    word: int
    budget: int
    reason: int

    def count(self, work: int) -> tuple[Statement, ...]:
        """Emit code that counts the steps of a piece of work."""
        place = Const(self.word)
        return (
            Store(place, minus(load(place), Const(1 + work // WORK_OF_A_STEP))),
            If(compare("<", load(place), ZERO), (Trap(self.reason),), ()),
        )


def meter(module: Module, meter: Meter) -> Module:
    """Return a module whose exported functions stop when they have used up their steps."""
    called = call_graph(module.functions)
    by_name = {function.name: function for function in module.functions}
    work: dict[str, int] = {}
    made: dict[str, LoweredFunction] = {}
    counting = _Counting(meter, work)
    for name in callees_first(called):
        body, cost = counting.block(by_name[name].body)
        if name in reachable_names(called, called[name]) or cost > MOST_WORK:
            body, cost = (*meter.count(cost), *body), 1
        work[name] = cost
        made[name] = replace(by_name[name], body=body)
    gates = tuple(_wrap_export(by_name[inside], meter) for _, inside in module.exports)
    exports = tuple((outside, gate.name) for (outside, _), gate in zip(module.exports, gates, strict=True))
    return replace(module, functions=(*(made[name] for name in by_name), *gates), exports=exports)


def _wrap_export(function: LoweredFunction, meter: Meter) -> LoweredFunction:
    """Wrap an exported function so that it begins with the whole budget of steps."""
    given: tuple[Value, ...] = tuple(map(Var, function.parameters))
    body = (Store(Const(meter.word), Const(meter.budget)), Return(Call(function.name, given)))
    return LoweredFunction(f"from_outside_{function.name}", function.parameters, (), body)


@dataclass(frozen=True, slots=True)
class _Counting:
    """Goes through statements. `work` has the uncounted steps of the functions gone through so far."""

    meter: Meter
    work: Mapping[str, int]

    def block(self, body: tuple[Statement, ...]) -> Counted:
        counted = [self.statement(statement) for statement in body]
        return tuple(statement for statement, _ in counted), sum(cost for _, cost in counted)

    def statement(self, statement: Statement) -> tuple[Statement, int]:
        match statement:
            case Assign() | Store() | StoreByte() | StoreFloat() | CallStatement() | Return():
                return statement, self.plain(statement)
            case If(test=test, then=then, otherwise=otherwise):
                (one, of_one), (other, of_other) = self.block(then), self.block(otherwise)
                return If(test, one, other), self.plain(test) + max(of_one, of_other)
            case Loop(body=body, most=most):
                inside, cost = self.block(body)
                if most is not None and most * cost <= MOST_WORK:
                    return Loop(inside, most), most * cost
                count = self.meter.count(cost)
                return Loop((*self.again(inside, count), *count), most), 1
            case Break() | Continue() | Trap():
                return statement, 1
            case _:
                assert_never(statement)

    def again(self, body: tuple[Statement, ...], count: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """Return the body of a loop with `count` inserted before each `Continue`."""
        found: list[Statement] = []
        for statement in body:
            match statement:
                case Continue():
                    found += (*count, statement)
                case If(test=test, then=then, otherwise=otherwise):
                    found.append(If(test, self.again(then, count), self.again(otherwise, count)))
                case Break() | Trap() | Return() | Loop() | Assign() | Store() | StoreByte() | StoreFloat() | CallStatement():
                    found.append(statement)
                case _:
                    assert_never(statement)
        return tuple(found)

    def plain(self, node: object) -> int:
        """Return the work of a node that has no statements in it."""
        found, called = size_and_calls(node)
        return found + sum([self.work.get(name, 0) for name in called]) if called else found
