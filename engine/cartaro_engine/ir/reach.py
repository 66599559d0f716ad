"""What a function calls, and which functions are called at all: what was lowered only to see if it is constant is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from cartaro_engine.ir.nodes import Call, Function


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


def reachable(functions: tuple[Function, ...], called: tuple[str, ...]) -> tuple[Function, ...]:
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
