"""The parts of a checked game's trees, found without the verifier's own walk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from cartaro_grammar.text.source import Span


def nodes(tree: object) -> Iterator[object]:
    """A node and all nodes inside it."""
    if isinstance(tree, tuple):
        for item in cast("tuple[object, ...]", tree):
            yield from nodes(item)
    elif is_dataclass(tree) and not isinstance(tree, Span | type):
        yield tree
        for field in fields(tree):
            yield from nodes(getattr(tree, field.name))


def has(tree: object, *kinds: type) -> bool:
    """Return whether a node of one of these kinds is anywhere inside."""
    return any(isinstance(node, kinds) for node in nodes(tree))
