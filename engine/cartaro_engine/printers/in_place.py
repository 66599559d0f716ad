"""Which functions are written where they are called: those called at one place, and small ones, unless they call themselves.

A WebAssembly block gives a value and can be left with one, so that any body can stand in the place of its call.  What stands in
a small function counts with it; the text therefore grows by a bounded factor.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.reach import callees_first, reached, size_and_calls

SMALL: Final = 240
"""Nodes of a small function, with all that is written in place in it."""


def in_place(module: Module) -> frozenset[str]:
    """The names of the functions that are written in place."""
    walked = {function.name: size_and_calls(function.body) for function in module.functions}
    called = {name: inner for name, (_, inner) in walked.items()}
    sites = Counter(name for names in called.values() for name in names)
    found: set[str] = set()
    sizes: dict[str, int] = {}
    for name in callees_first(called):
        sizes[name] = walked[name][0] + sum(sizes[inner] for inner in called[name] if inner in found)
        if name not in reached(called, called[name]) and (sites[name] == 1 or sizes[name] <= SMALL):
            found.add(name)
    return frozenset(found)
