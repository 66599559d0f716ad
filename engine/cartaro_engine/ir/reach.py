"""What a function calls, and which functions are called at all: what was lowered only to see if it is constant is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, cast, get_args, get_type_hints

from cartaro_engine.ir.nodes import Call, LoweredFunction

Calls = Mapping[str, tuple[str, ...]]
"""By each function, those that it calls, once for each place."""


@cache
def _within(kind: type) -> tuple[int, Callable[[object], Any], bool]:
    """Of a kind of node: how much it counts, with its names and numbers; how the nodes and rows in it are had, as one or as a
    row; and whether it has one.
    """
    hints = get_type_hints(kind) if is_dataclass(kind) else {}
    names = [name for name, hint in hints.items() if _holds_nodes(hint)]
    return 1 + len(hints) - len(names), attrgetter(*names) if names else _nothing, len(names) == 1


def _nothing(_: object) -> tuple[()]:
    return ()


def _holds_nodes(hint: object) -> bool:
    return is_dataclass(hint) or any(map(_holds_nodes, get_args(hint)))


def size_and_calls(node: object) -> tuple[int, tuple[str, ...]]:
    """How many nodes there are in a node or in some nodes, names and numbers counted as such; and the names of the functions
    called there, from the outside in.
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
    """How many nodes there are in a node or in some nodes."""
    return size_and_calls(node)[0]


def calls(node: object) -> tuple[str, ...]:
    """The names of the functions called in a node or in some nodes, from the outside in."""
    return size_and_calls(node)[1]


def called_by(functions: tuple[LoweredFunction, ...]) -> Calls:
    """What each of some functions calls."""
    return {function.name: calls(function.body) for function in functions}


def reachable(functions: tuple[LoweredFunction, ...], called: tuple[str, ...]) -> tuple[LoweredFunction, ...]:
    """The functions that are called, from some on, in their order."""
    found = reached(called_by(functions), called)
    return tuple(function for function in functions if function.name in found)


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
