"""Every part of a checked expression, effect, clause or act."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast

from cartaro_grammar.text.source import Span


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    todo = [node]
    while todo:
        one = todo.pop()
        todo += reversed(children(one))
        if not isinstance(one, tuple) and _inside(cast(Hashable, type(one))) is not None:
            yield one


def children(node: object) -> tuple[object, ...]:
    """What a node or a row of nodes holds directly; nothing where it is neither."""
    if isinstance(node, tuple):
        return cast("tuple[object, ...]", node)
    return tuple(getattr(node, name) for name in _inside(cast(Hashable, type(node))) or ())


@cache
def _inside(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a class of nodes; None where it is none."""
    if not isinstance(kind, type) or not is_dataclass(kind) or kind is Span:
        return None
    return tuple(f.name for f in fields(kind))
