"""Which functions are written where they are called: those called at one place, and small ones, unless they call themselves.

A WebAssembly block gives a value and can be left with one, so that any body can stand in the place of its call.  What stands in
a small function counts with it; the text therefore grows by a bounded factor.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from typing import Final, cast

from cartaro_engine.ir.nodes import Function, Module
from cartaro_engine.ir.reach import calls, reachable

SMALL: Final = 120
"""Nodes of a small function, with all that is written in place in it."""


def in_place(module: Module) -> frozenset[str]:
    """The names of the functions that are written in place."""
    sites = Counter(name for function in module.functions for name in calls(function.body))
    found: set[str] = set()
    sizes: dict[str, int] = {}
    for function in _callees_first(module):
        called = [name for name in calls(function.body) if name in found]
        sizes[function.name] = size(function.body) + sum(sizes[name] for name in called)
        if not _calls_itself(module, function) and (sites[function.name] == 1 or sizes[function.name] <= SMALL):
            found.add(function.name)
    return frozenset(found)


def size(node: object) -> int:
    """How many nodes there are in a node or in some nodes."""
    if isinstance(node, tuple):
        return sum(map(size, cast("tuple[object, ...]", node)))
    return 1 + sum(size(getattr(node, f.name)) for f in fields(node)) if is_dataclass(node) else 0


def _calls_itself(module: Module, function: Function) -> bool:
    """Whether a function comes to be called by what it calls."""
    names = {one.name for one in reachable(module.functions, tuple(calls(function.body)))}
    return function.name in names


def _callees_first(module: Module) -> tuple[Function, ...]:
    """The functions, each after those that it calls, as far as there is such an order."""
    by_name = {function.name: function for function in module.functions}
    found: dict[str, Function] = {}
    entered: set[str] = set()

    def enter(name: str) -> None:
        if name not in entered:
            entered.add(name)
            for called in calls(by_name[name].body):
                enter(called)
            found[name] = by_name[name]

    for name in by_name:
        enter(name)
    return tuple(found.values())
