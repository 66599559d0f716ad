"""Every part of a checked expression, effect, clause or act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from cartaro_grammar.text.source import Span

Inside = Callable[[Any], tuple[object, ...]]


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    todo = [node]
    while todo:
        one = todo.pop()
        kind: type = type(one)
        inside = _backwards(kind)
        if inside is not None:
            todo += inside(one)
            if not isinstance(one, tuple):
                yield one


def children(node: object) -> tuple[object, ...]:
    """What a node or a row of nodes holds directly; nothing where it is neither."""
    kind: type = type(node)
    inside = _forwards(kind)
    return () if inside is None else inside(node)


@cache
def _forwards(kind: type) -> Inside | None:
    """How what is in a node of a class, or in a row, is had; None where it is neither."""
    return tuple if issubclass(kind, tuple) else _fields(kind, 1)


@cache
def _backwards(kind: type) -> Inside | None:
    """The same, the last first."""
    return itemgetter(slice(None, None, -1)) if issubclass(kind, tuple) else _fields(kind, -1)


def _fields(kind: type, step: int) -> Inside | None:
    """What gives the fields of a class of nodes as a row."""
    if not is_dataclass(kind) or kind is Span:
        return None
    names = [field.name for field in fields(kind)][::step]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple([getattr(node, name) for name in names])
