"""Every part of a checked expression, effect, clause or act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import cast

from cartaro_grammar.text.source import Span

LEAVES = {"str", "int", "bool", "Span", "str | None", "int | None", "bool | None", "Span | None"}
"""The declared types of fields that hold no nodes."""

_held: dict[type, tuple[str, ...] | None] = {}
_inner: dict[type, Callable[[object], tuple[object, ...]] | None] = {}


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    todo = [node]
    while todo:
        one = todo.pop()
        kind = type(one)
        if kind is tuple:
            todo += cast("tuple[object, ...]", one)[::-1]
            continue
        if kind not in _inner:
            _inner[kind] = _getter(kind)
        get = _inner[kind]
        if get is not None:
            todo += get(one)
            yield one


def children(node: object) -> tuple[object, ...]:
    """Return the direct children of a node, or the items of a tuple; nothing for anything else."""
    if isinstance(node, tuple):
        return cast("tuple[object, ...]", node)
    kind = type(node)
    if kind not in _held:
        _held[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) and kind is not Span else None
    return tuple([getattr(node, name) for name in _held[kind] or ()])


def _getter(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """Return a function for the fields of a class that may be or hold nodes, the last first; None for a class that is no
    node.
    """
    if not is_dataclass(kind) or kind is Span:
        return None
    names = [f.name for f in reversed(fields(kind)) if f.type not in LEAVES]
    if not names:
        return lambda one: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda one: (get(one),)
