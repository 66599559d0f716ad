"""Which functions are written where they are called: those called at one place, and small ones, unless they call themselves.

A WebAssembly block gives a value and can be left with one, so that any body can stand in the place of its call.  What stands in
a small function counts with it; the text therefore grows by a bounded factor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.reach import calls, children

Calls = Mapping[str, tuple[str, ...]]
"""By each function, those that it calls, once for each place."""

SMALL: Final = 120
"""Nodes of a small function, with all that is written in place in it."""


def in_place(module: Module) -> frozenset[str]:
    """The names of the functions that are written in place."""
    called = {function.name: tuple(calls(function.body)) for function in module.functions}
    own = {function.name: size(function.body) for function in module.functions}
    sites = Counter(name for names in called.values() for name in names)
    found: set[str] = set()
    sizes: dict[str, int] = {}
    for name in _callees_first(called):
        sizes[name] = own[name] + sum(sizes[inner] for inner in called[name] if inner in found)
        if name not in _reached(called, called[name]) and (sites[name] == 1 or sizes[name] <= SMALL):
            found.add(name)
    return frozenset(found)


def size(node: object) -> int:
    """How many nodes there are in a node or in some nodes."""
    found, todo = 0, [node]
    while todo:
        one = todo.pop()
        todo += children(one)
        found += not isinstance(one, tuple)
    return found


def _reached(called: Calls, names: tuple[str, ...]) -> set[str]:
    """The functions that some functions come to call, and themselves."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += called[name]
    return found


def _callees_first(called: Calls) -> tuple[str, ...]:
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
