"""The tree: sentences, and the clauses that say them."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.effects import EffectLine
from cartaro_grammar.syntax.tree.expressions import ActPhrase, Expr
from cartaro_grammar.syntax.tree.words import DeclarationLabel, Texts, Word, WordRow
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Permission:
    positive: bool
    subject: Expr
    phrase: ActPhrase
    by: Word | None


@frozen
class Obligation:
    subject: Expr
    condition: Expr


@frozen
class Reading:
    """`jolly may be read as any card` (no settings), `asso may be read as place 14, points 11`."""

    subject: Expr
    settings: tuple[tuple[Word, Word], ...]


StepPlace = tuple[Literal["before", "after"], Word]


@frozen
class TurnStep:
    period: Word
    place: StepPlace | None
    actor: Expr
    acts: WordRow
    must: bool
    often: bool


@frozen
class Definition:
    truth: bool
    subject: Expr
    value: Expr


@frozen
class Counts:
    positive: bool
    subject: Expr
    kind: Word


@frozen
class Sees:
    viewer: Expr
    each: bool
    positive: bool
    zone: Expr


@frozen
class TakesPart:
    subject: Expr


@frozen
class Scores:
    subject: Expr
    each: bool
    amount: Expr


@frozen
class Course:
    """`the play begins with P`, `the turn passes to P`, `the hand ends`."""

    verb: Literal["begins", "passes", "ends"]
    what: Expr
    value: Expr | None


@frozen
class PlayerCount:
    counts: tuple[int, ...]


@frozen
class Runs:
    subject: Expr
    direction: Word


@frozen
class SidesAre:
    arrangement: Literal["single", "opposite"]
    subject: Expr


@frozen
class PackRegular:
    copies: int
    attributes: WordRow


@frozen
class PackSpecial:
    copies: int
    name: Word
    sign: str
    settings: tuple[tuple[Word, Word], ...]
    names: Texts | None


@frozen
class MakeGood:
    """`the player must take with card`."""

    subject: Expr
    phrase: ActPhrase
    span: Span = field(compare=False)


@frozen
class Breach:
    prohibition: Word
    noticed: Literal["once", "later"]
    remedy: Literal["take_back", "stand"] | MakeGood


@frozen
class Conduct:
    text: Texts


@frozen
class Row:
    name: Word
    sign: str
    numbers: tuple[int, ...]
    names: Texts | None


@frozen
class AttributeTable:
    name: Word
    measures: WordRow
    rows: tuple[Row, ...]


@frozen
class Columns:
    attribute: Word
    measures: WordRow
    rows: tuple[tuple[Word, tuple[int, ...]], ...]


Event = tuple[Literal["after", "start", "end", "count"], WordRow]


@frozen
class Consequence:
    """What happens at an event; `event` is None inside a course, which gives it."""

    event: Event | None
    effects: tuple[EffectLine, ...]


Sentence = (
    Permission | Obligation | Reading | TurnStep | Definition | Counts | Sees | TakesPart | Scores | Course
    | PlayerCount | Runs | SidesAre | PackRegular | PackSpecial | Breach | Conduct | AttributeTable | Columns
    | Consequence
)  # fmt: skip


@frozen
class Clause:
    name: Word
    label: DeclarationLabel
    despite: WordRow
    subject_to: WordRow
    sentence: Sentence
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)
