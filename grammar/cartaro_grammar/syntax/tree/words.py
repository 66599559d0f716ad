"""The tree: words and texts of the author's."""

from __future__ import annotations

from dataclasses import field

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Word:
    """A word of the author's, where it stands."""

    text: str
    span: Span = field(compare=False)


WordRow = tuple[Word, ...]


@frozen
class Texts:
    """A text in one or several languages: pairs (language, text); the language "" stands for all."""

    entries: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@frozen
class DeclarationLabel:
    """The names of a declaration and what it cites; `ours` is the reason of a clause that no source states."""

    names: Texts | None
    cites: WordRow
    ours: Texts | None = None
