"""What a function calls, and which functions are called at all: what was lowered only to see if it is constant is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from cartaro_engine.ir.nodes import Call, LoweredFunction

Calls = Mapping[str, tuple[str, ...]]
"""By each function, those that it calls, once for each place."""


def children(node: object) -> tuple[object, ...]:
    """What a node or a row of nodes holds: nodes, rows, names and numbers."""
    if isinstance(node, tuple):
        return cast("tuple[object, ...]", node)
    return tuple([getattr(node, name) for name in getattr(type(node), "__match_args__", ())])


def calls(node: object) -> Iterator[str]:
    """The names of the functions called in a node or in some nodes, from the outside in."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, Call):
            yield one.function
        todo += children(one)


def called_by(functions: tuple[LoweredFunction, ...]) -> Calls:
    """What each of some functions calls."""
    return {function.name: tuple(calls(function.body)) for function in functions}


def reachable(functions: tuple[LoweredFunction, ...], called: tuple[str, ...]) -> tuple[LoweredFunction, ...]:
    """The functions that are called, from some on, in their order."""
    by_name = {function.name: function for function in functions}
    found: set[str] = set()
    todo = list(called)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += calls(by_name[name].body)
    return tuple(function for function in functions if function.name in found)


def size(node: object) -> int:
    """How many nodes there are in a node or in some nodes."""
    found, todo = 0, [node]
    while todo:
        one = todo.pop()
        todo += children(one)
        found += not isinstance(one, tuple)
    return found


def reached(called: Calls, names: tuple[str, ...]) -> set[str]:
    """The functions that some functions come to call, and themselves."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += called[name]
    return found


def callees_first(called: Calls) -> tuple[str, ...]:
    """The functions, each after those that it calls, as far as there is such an order."""
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
