"""The checked ruleset: effects, each with its own conditions."""

from __future__ import annotations

from dataclasses import field

from cartaro_grammar.model.expressions import Expr, InZone, Owner, Period, Recall
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class MoveCards:
    """Each of these cards leaves its zone and goes to the zone `to`. With `under`, the cards go beneath a pile."""

    cards: tuple[Expr, ...]
    to: Expr
    under: bool
    span: Span = field(compare=False)


@frozen
class Deal:
    """A deal of `count` cards from the top of a pile to a zone. If `each` is set, they are dealt to each owner's zone in turn,
    in the order of play from `first` or from the player who begins; `to.owner` is then a Local of that name. A pile with fewer
    cards is emptied.
    """

    count: Expr
    source: Expr
    to: InZone
    each: Owner | None
    first: Expr | None
    span: Span = field(compare=False)


@frozen
class Shuffle:
    """These cards, from any places, are put in a random order under the cards of a pile."""

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
    """The players take the seats in this order. Everything that belongs to a player moves with the player."""

    players: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Repeat:
    """Go back to a clause of the same course, and perform it and all clauses after it again."""

    clause: str
    span: Span = field(compare=False)


@frozen
class End:
    """End a period now. With `void`, the period is treated as not played and is not counted."""

    period: Period
    void: bool
    span: Span = field(compare=False)


@frozen
class Nothing:
    span: Span = field(compare=False)


EffectBody = MoveCards | Deal | Shuffle | Add | Become | MarkAs | Form | Exchange | Show | Seat | Repeat | End | Nothing


@frozen
class Effect:
    """An effect, performed if all of `when` hold and none of `unless`. If `each` is set, it is performed once for each player
    or side, to whom the body refers as the Local of that name.
    """

    body: EffectBody
    each: Owner | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)
