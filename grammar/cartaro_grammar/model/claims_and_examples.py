"""The checked game: what is claimed of it, and the positions with their answers."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.model.expressions import Expr, InZone, Recall
from cartaro_grammar.model.types import Names, Period
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Always:
    condition: Expr
    never: bool


@frozen
class AtEvery:
    """At the start of every hand (or turn): when its course is done; at the end of every hand: before the count."""

    moment: Literal["start", "end", "count"]
    period: Period
    condition: Expr


@frozen
class BeforeEvery:
    """Of every legal act of this name, in the state where it is done; the act's parameters are Locals."""

    act: str
    condition: Expr


@frozen
class AfterEvery:
    """After every act of this name and its consequences, before the turn ends."""

    act: str
    condition: Expr


@frozen
class Possible:
    """Somewhere where a move is awaited, or after an act of the name `after`, whose parameters are then Locals."""

    condition: Expr
    after: str = ""


@frozen
class ExtremeClaim:
    """The greatest (least) value that an expression takes at the end of a hand, over all sides where it speaks of the
    Local `side`.
    """

    which: Literal["greatest", "least"]
    amount: Expr
    moment: Literal["start", "end", "count"]
    period: Period
    value: int


ClaimLine = Always | AtEvery | BeforeEvery | AfterEvery | Possible | ExtremeClaim


@frozen
class Claim:
    """A statement about the game; `under` lists options with the values to decide it for (empty: every value).  Where
    `refuted` says how the rules read instead, it is told as false: another's statement, which a play refutes.
    """

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, tuple[str, ...]], ...]
    refuted: Names
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@frozen
class MoveLit:
    """A move or a finding written out: its act and its arguments by parameter: card numbers, the answer's name for `either`,
    an expression for players, sides and values of an attribute.  `readings` has, by parameter, what its cards are written to be
    read as, where some are (see `Cards`).
    """

    act: str
    arguments: tuple[tuple[str, tuple[int, ...] | str | Expr], ...]
    span: Span = field(compare=False)
    readings: tuple[tuple[str, tuple[int | None, ...]], ...] = ()


@frozen
class Holds:
    """A zone with its cards; a family with those of each of its groups, and what they are read as (see `Cards`)."""

    zone: InZone
    cards: tuple[tuple[int, ...], ...]
    span: Span = field(compare=False)
    readings: tuple[tuple[int | None, ...], ...] = ()


@frozen
class Given:
    cell: Recall
    value: Expr
    span: Span = field(compare=False)


@frozen
class MayDo:
    move: MoveLit


@frozen
class MayNot:
    move: MoveLit
    because: tuple[str, ...]


@frozen
class MayOnly:
    moves: tuple[MoveLit, ...]


@frozen
class Do:
    """A legal move, or a finding; with `despite`, a move that just these prohibitions bar, done as if nobody noticed; with
    `ruled`, one that is noticed at once, and these clauses rule on it.
    """

    move: MoveLit
    despite: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()


@frozen
class Shuffled:
    """The order that the next shuffle of these cards gives, the top first."""

    cards: tuple[int, ...]
    span: Span = field(compare=False)


@frozen
class Check:
    condition: Expr
    span: Span = field(compare=False)


ExampleLine = Holds | Given | MayDo | MayNot | MayOnly | Shuffled | Do | Check


@frozen
class Example:
    """A concrete position with its answer.  The player whose turn it is sits in seat 1 unless `player is …` is given.
    A `may only` lists all legal moves with the cards it names.
    """

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, str], ...]
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)
