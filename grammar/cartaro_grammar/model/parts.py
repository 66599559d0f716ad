"""Every part of a checked expression, effect, clause or act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from cartaro_grammar.text.source import Span

_known: dict[type, tuple[str, ...] | None] = {}


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += cast("tuple[object, ...]", one)[::-1]
        elif (names := _inside(type(one))) is not None:
            todo += [getattr(one, name) for name in names[::-1]]
            yield one


def children(node: object) -> tuple[object, ...]:
    """What a node or a row of nodes holds directly; nothing where it is neither."""
    if isinstance(node, tuple):
        return cast("tuple[object, ...]", node)
    return tuple([getattr(node, name) for name in _inside(type(node)) or ()])


def _inside(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of nodes; None where it is none."""
    if kind not in _known:
        _known[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) and kind is not Span else None
    return _known[kind]
