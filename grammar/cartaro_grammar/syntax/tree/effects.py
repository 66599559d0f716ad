"""The tree: effects, and the lines that they stand on."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.expressions import Expr
from cartaro_grammar.syntax.tree.words import Word
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class MoveCards:
    cards: tuple[Expr, ...]
    to: Expr


@frozen
class Deal:
    count: Expr
    source: Expr
    to: Expr


@frozen
class DealEach:
    """`deal 3 from stock to each hand`: `zone` is the name of a zone that players or sides have."""

    count: Expr
    source: Expr
    zone: Expr


@frozen
class Shuffle:
    cards: tuple[Expr, ...]
    into: Expr


@frozen
class Add:
    """`add 1 to points`, `subtract 1 from points`."""

    sign: Literal["+", "-"]
    amount: Expr
    cell: Expr


@frozen
class Become:
    cell: Expr
    value: Expr


@frozen
class MarkAs:
    cards: tuple[Expr, ...]
    mark: Word


@frozen
class Form:
    family: Word
    cards: Expr


@frozen
class Exchange:
    first: Expr
    second: Expr


@frozen
class Show:
    cards: tuple[Expr, ...]


@frozen
class Seat:
    players: tuple[Expr, ...]


@frozen
class Repeat:
    clause: Word


@frozen
class End:
    """`end hand`; `void hand`, which then does not count."""

    void: bool
    period: Word


@frozen
class Nothing:
    """An effect that is none."""


EffectBody = (
    MoveCards | Deal | DealEach | Shuffle | Add | Become | MarkAs | Form | Exchange | Show | Seat | Repeat | End | Nothing
)  # fmt: skip


@frozen
class EffectLine:
    """One effect, with its own conditions where it stands on a line of its own."""

    body: EffectBody
    for_each: Word | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)
