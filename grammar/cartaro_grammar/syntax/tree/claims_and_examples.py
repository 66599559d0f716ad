"""The tree: claims and examples, line by line."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.expressions import ActPhrase, Codes, Expr
from cartaro_grammar.syntax.tree.words import Texts, Word, WordRow
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Under:
    """`under OPTION is VALUE or VALUE`: the house rules, or numbers of players, that a claim or an example is of."""

    option: Word
    values: WordRow
    span: Span = field(compare=False)


@frozen
class UnderEvery:
    option: Word
    span: Span = field(compare=False)


@frozen
class Always:
    """`always …`, `never …`."""

    never: bool
    condition: Expr
    span: Span = field(compare=False)


HandMoment = Literal["start", "end", "count"]


@frozen
class AtEvery:
    moment: HandMoment
    period: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class BeforeEvery:
    act: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class AfterEvery:
    act: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class Possible:
    """`it can happen …`, `it can happen after ACT, …`."""

    after: Word | None
    condition: Expr
    span: Span = field(compare=False)


@frozen
class ExtremeClaim:
    """`greatest points at end of hand is 21`."""

    which: Literal["greatest", "least"]
    amount: Expr
    moment: HandMoment
    period: Word
    value: Word
    span: Span = field(compare=False)


ClaimLine = Under | UnderEvery | Always | AtEvery | BeforeEvery | AfterEvery | Possible | ExtremeClaim


@frozen
class Claim:
    """`claim …`; where it is told as false, `refuted` says how its author reads the rules instead."""

    name: Word
    cites: WordRow
    names: Texts
    refuted: Texts | None
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@frozen
class Holds:
    """What a zone holds; of a family of zones, what each holds."""

    zone: Expr
    held: tuple[Codes, ...]
    span: Span = field(compare=False)


@frozen
class Given:
    cell: Expr
    value: Expr
    span: Span = field(compare=False)


@frozen
class May:
    subject: Expr
    phrase: ActPhrase
    span: Span = field(compare=False)


@frozen
class MayNot:
    subject: Expr
    phrase: ActPhrase
    because: WordRow
    span: Span = field(compare=False)


@frozen
class MayOnly:
    subject: Expr
    phrases: tuple[ActPhrase, ...]
    span: Span = field(compare=False)


@frozen
class Do:
    phrase: ActPhrase
    despite: WordRow
    ruled: WordRow
    span: Span = field(compare=False)


@frozen
class Shuffled:
    """What the next shuffle gives, the top first."""

    cards: Codes
    span: Span = field(compare=False)


@frozen
class Check:
    condition: Expr
    span: Span = field(compare=False)


ExampleLine = Under | Holds | Given | May | MayNot | MayOnly | Shuffled | Do | Check


@frozen
class Example:
    name: Word
    cites: WordRow
    names: Texts
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)
