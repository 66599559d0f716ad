"""Looking through the checked game: every part of an expression, an effect or a clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Clause, Game
from cartaro_grammar.source import Span


def parts(node: object) -> Iterator[object]:
    """A node and all nodes inside it, from the outside in."""
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from parts(item)
    elif is_dataclass(node) and not isinstance(node, Span | type):
        yield node
        for field in fields(node):
            yield from parts(getattr(node, field.name))


def mentions(node: object, *kinds: type) -> bool:
    """Whether a node of one of these kinds is anywhere inside."""
    return any(isinstance(part, kinds) for part in parts(node))


def permissions(game: Game, act: str) -> tuple[Clause, ...]:
    """The standing clauses that permit an act, exemptions from prohibitions aside."""
    found = ((clause, clause.sentence) for clause in game.standing)
    return tuple(c for c, s in found if isinstance(s, g.Permission) and s.act == act and not s.lifts)
