"""The checked game: places, memory, acts, definitions, options, articles and sources."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.model.effects import Effect
from cartaro_grammar.model.expressions import Expr
from cartaro_grammar.model.types import Names, Owner, Period, Type
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Zone:
    """A place for cards; `ordered` for a pile, `family` for a growing list of zones on the table."""

    name: str
    owner: Owner
    ordered: bool
    family: bool
    names: Names
    span: Span = field(compare=False)


@frozen
class Cell:
    """A cell of memory, of the table or of each player or side; it is cleared when its period begins.

    A counter begins at 0, a flag false, a mark empty, a reference at nobody or at `initial`.  `annex` says that an annex
    keeps it for its claims, and no rule reads it.
    """

    name: str
    kind: Literal["counter", "flag", "reference", "mark"]
    owner: Owner
    period: Period
    type: Type
    initial: Expr | None
    names: Names
    annex: bool
    span: Span = field(compare=False)


@frozen
class Parameter:
    """A parameter of an act: one card, a non-empty set, or all, of a domain; or one of some answers.

    A card chosen `unseen` is settled by chance when the act is done; no condition of the act speaks of it.
    """

    name: str
    preposition: str | None
    choice: Literal["one", "some", "all", "either"]
    domain: Expr | None
    answers: tuple[str, ...]
    freely: bool
    unseen: bool
    type: Type
    span: Span = field(compare=False)


@frozen
class Act:
    """An act of a player (or, as a finding, of the arbiter): its parameters, wording and effects."""

    name: str
    parameters: tuple[Parameter, ...]
    says: Names
    effects: tuple[Effect, ...]
    finding: bool
    cites: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Function:
    """A definition as a whole: its type and its clauses, by name.  In force is the one applying clause to which no
    other applying one is preferred; two such with different values clash, none is a gap (false, for a truth).
    """

    name: str
    parameters: tuple[Type, ...]
    result: Type
    clauses: tuple[str, ...]
    names: Names


@frozen
class Option:
    """A house rule: its values, the default, and why that."""

    name: str
    default: str
    values: tuple[str, ...]
    names: Names
    cites: tuple[str, ...]
    reason: Names
    article: str
    span: Span = field(compare=False)


@frozen
class Article:
    """An article as printed: its number, title, and (`declares`) the places, memory, acts and options in it, in order.

    `home` is the ruleset or library whose article it is; `see` names the articles it refers to, as "home/number".
    """

    key: str
    number: str
    home: str
    names: Names
    cites: tuple[str, ...]
    see: tuple[str, ...]
    declares: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Date:
    """A day, or only a month or a year, as a ruleset declares it; what is not said is 0."""

    year: int
    month: int
    day: int


@frozen
class Edition:
    """Which edition of its rules a ruleset says it is, and of when."""

    name: str
    date: Date | None


@frozen
class Quotation:
    """What a source says in one of its rows: its language, a text for each paragraph."""

    row: str
    language: str
    paragraphs: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class SourceInfo:
    """A source document: its letter, its title, and the rows that it has, each with its own article where given.

    `publisher` and `date` are what the ruleset says of the document, "" and None where it says nothing.  `quotations` are its
    own words, where they are given, in the order of the rows.
    `owed` are the rows that the ruleset itself and its annexes name, and so answer for; the others are of what it builds on.
    """

    letter: str
    title: str
    rows: tuple[tuple[str, str | None], ...]
    owed: tuple[str, ...]
    publisher: str = ""
    date: Date | None = None
    quotations: tuple[Quotation, ...] = ()


@frozen
class Wording:
    """What the telling says of some declarations together, or of the `aim`, where `under` holds; `home` says whose words."""

    names: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    texts: Names
    home: str
    span: Span = field(compare=False)
