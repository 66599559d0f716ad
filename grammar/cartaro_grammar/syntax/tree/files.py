"""The tree: whole files."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.articles import Amendment, Article, Pictures, Quotes, SetOption, Telling, Words
from cartaro_grammar.syntax.tree.claims_and_examples import Claim, Example
from cartaro_grammar.syntax.tree.words import Texts, Word, WordRow
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Source, Span

Item = Article | Amendment | SetOption | Words | Pictures | Telling | Quotes | Claim | Example


CoveredRows = tuple[Word, Word | None, str | None]
"""The first row of a source that is covered, the last, and what is said of them."""


@frozen
class EditionDecl:
    """Which edition of the rules a file is; the date is as written."""

    name: str
    date: Word | None
    span: Span = field(compare=False)


@frozen
class SourceDecl:
    letter: Word
    title: str
    publisher: str | None
    date: Word | None
    covers: tuple[CoveredRows, ...]
    span: Span = field(compare=False)


@frozen
class Comment:
    text: str
    span: Span = field(compare=False)


@frozen
class File:
    """A whole file: `kind`, its name, the ruleset it is of (variants, annexes), and what it says."""

    kind: Literal["game", "library", "variant", "annex"]
    name: Word
    base: Word | None
    mixins: WordRow
    title: Texts | None
    editions: tuple[EditionDecl, ...]
    sources: tuple[SourceDecl, ...]
    uses: WordRow
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    source: Source
    span: Span = field(compare=False)


@frozen
class ReadablePart:
    """A file without the sentences that cannot be read, and the words of these."""

    file: File
    unread: frozenset[str]
