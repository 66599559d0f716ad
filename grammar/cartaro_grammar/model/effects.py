"""The checked ruleset: effects, each with its own conditions."""

from __future__ import annotations

from dataclasses import field

from cartaro_grammar.model.expressions import Expr, InZone, Owner, Period, Recall
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class MoveCards:
    """Each of these cards leaves its zone and goes to the zone `to`; with `under` beneath a pile."""

    cards: tuple[Expr, ...]
    to: Expr
    under: bool
    span: Span = field(compare=False)


@frozen
class Deal:
    """`count` cards from the top of a pile to a zone; to each owner's zone in turn, in the order of play from `first`, or from
    the player who begins, when `each` is set (`to.owner` is then a Local of that name). A pile with fewer cards is emptied.
    """

    count: Expr
    source: Expr
    to: InZone
    each: Owner | None
    first: Expr | None
    span: Span = field(compare=False)


@frozen
class Shuffle:
    """These cards, from any places, in a random order, go under the pile's own."""

    cards: tuple[Expr, ...]
    into: Expr
    span: Span = field(compare=False)


@frozen
class Add:
    """Add an amount (negative to subtract) to a counter."""

    cell: Recall
    amount: Expr
    span: Span = field(compare=False)


@frozen
class Become:
    cell: Recall
    value: Expr
    span: Span = field(compare=False)


@frozen
class MarkAs:
    cards: tuple[Expr, ...]
    mark: str
    span: Span = field(compare=False)


@frozen
class Form:
    """A new member of a family of zones, made of these cards."""

    family: str
    cards: Expr
    span: Span = field(compare=False)


@frozen
class Exchange:
    first: Expr
    second: Expr
    span: Span = field(compare=False)


@frozen
class Show:
    cards: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Seat:
    """The players take the seats in this order; everything that belongs to a player goes along."""

    players: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Repeat:
    """Go back to a clause of the same course and do it and all clauses after it again."""

    clause: str
    span: Span = field(compare=False)


@frozen
class End:
    """End a period now (`void`: as if it had not been played, without a count)."""

    period: Period
    void: bool
    span: Span = field(compare=False)


@frozen
class Nothing:
    span: Span = field(compare=False)


EffectBody = MoveCards | Deal | Shuffle | Add | Become | MarkAs | Form | Exchange | Show | Seat | Repeat | End | Nothing


@frozen
class Effect:
    """An effect, done when all of `when` hold and none of `unless`; once for each player or side when `each` is set
    (the body then refers to it as the Local of that name).
    """

    body: EffectBody
    each: Owner | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)
