"""The tree: declarations, and the articles and amendments that they stand in."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.effects import EffectLine
from cartaro_grammar.syntax.tree.expressions import Expr
from cartaro_grammar.syntax.tree.sentences import Clause, Event, StepPlace
from cartaro_grammar.syntax.tree.words import DeclarationLabel, Texts, Word, WordRow
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class ZoneDecl:
    kind: Literal["zone", "pile", "family"]
    name: Word
    owner: Word | None
    label: DeclarationLabel
    span: Span = field(compare=False)


@frozen
class CellDecl:
    kind: Literal["counter", "flag", "mark", "reference"]
    name: Word
    owner: Word | None
    refers_to: Word | None
    period: Word
    label: DeclarationLabel
    at_first: Expr | None
    span: Span = field(compare=False)


@frozen
class Domain:
    choice: Literal["one", "some", "all", "either"]
    of: Expr | None
    answers: WordRow
    freely: bool
    unseen: bool
    span: Span = field(compare=False)


ParameterWord = tuple[str | None, Word]


ParameterWords = tuple[ParameterWord, ...]
"""The parameters of an act, each with its preposition, or None for the one that has none."""


@frozen
class ActDecl:
    finding: bool
    name: Word
    parameters: ParameterWords
    cites: WordRow
    says: Texts | None
    domains: tuple[tuple[Word, Domain], ...]
    effects: tuple[EffectLine, ...]
    span: Span = field(compare=False)


@frozen
class OptionDecl:
    name: Word
    label: DeclarationLabel
    default: Word
    values: WordRow
    reason: Texts | None
    span: Span = field(compare=False)


@frozen
class ArticleRef:
    number: Word
    home: Word | None
    span: Span = field(compare=False)


@frozen
class CourseBlock:
    event: Event
    items: tuple[Clause | UnderBlock, ...]
    span: Span = field(compare=False)


@frozen
class UnderBlock:
    option: Word
    values: WordRow
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class See:
    article: ArticleRef
    cites: WordRow
    span: Span = field(compare=False)


ArticleItem = Clause | ZoneDecl | CellDecl | ActDecl | OptionDecl | CourseBlock | UnderBlock | See


@frozen
class Article:
    number: Word
    label: DeclarationLabel
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class Amendment:
    """`add` (with a placing), `replace`, `repeal` or `repeal article`; `names` are the clauses replaced or repealed."""

    action: Literal["add", "replace", "repeal", "repeal article"]
    article: ArticleRef
    names: WordRow
    placing: StepPlace | None
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class SetOption:
    name: Word
    value: Word
    among: WordRow
    reason: Texts | None
    span: Span = field(compare=False)


@frozen
class Words:
    entries: tuple[tuple[Word, Texts], ...]
    span: Span = field(compare=False)


@frozen
class Picture:
    """How a value of an attribute is drawn: the name of a drawing, and what stands in a card's corner, by language."""

    name: Word
    drawing: str
    corner: Texts | None


@frozen
class Pictures:
    entries: tuple[Picture, ...]
    span: Span = field(compare=False)


@frozen
class Wording:
    """What the telling says of some declarations together; `mark` is that of their text."""

    names: WordRow
    mark: Word | None
    texts: Texts
    span: Span = field(compare=False)


@frozen
class ToldUnder:
    """Wordings for where a house rule has one of some values."""

    option: Word
    values: WordRow
    items: tuple[Wording | ToldUnder, ...]
    span: Span = field(compare=False)


@frozen
class Quotation:
    """What a source says in some of its rows, a text for each paragraph."""

    rows: WordRow
    paragraphs: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Quotes:
    """The words of a source, in its own language."""

    letter: Word
    language: Word
    items: tuple[Quotation, ...]
    span: Span = field(compare=False)


@frozen
class Telling:
    items: tuple[Wording | ToldUnder, ...]
    span: Span = field(compare=False)
