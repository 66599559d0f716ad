"""The words and signs of a text, each with what it is: for colours that know what a name means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from cartaro_grammar import NameKind, Occurrence, Span, terminal_pattern, words_of_the_language
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Position, position_in, units

TokenType = Literal[
    "comment", "string", "number", "keyword", "card", "citation", "zone", "variable", "act", "parameter", "option", "value",
    "attribute", "definition", "clause", "claim", "ruleset",
]  # fmt: skip
TOKEN_TYPES: tuple[TokenType, ...] = get_args(TokenType)
"""What a word can be, in one order."""

OF_KIND: dict[NameKind, TokenType] = {
    "game": "ruleset", "library": "ruleset", "variant": "ruleset", "annex": "ruleset", "source": "citation", "row": "citation",
    "article": "number", "zone": "zone", "pile": "zone", "family": "zone", "counter": "variable", "flag": "variable",
    "mark": "variable", "reference": "variable", "act": "act", "finding": "act", "parameter": "parameter", "answer": "value",
    "option": "option", "value of an option": "value", "attribute": "attribute", "value of an attribute": "value",
    "measure": "attribute", "definition": "definition", "clause": "clause", "heading": "clause", "claim": "claim",
    "example": "claim", "local": "parameter", "text": "clause", "word of the language": "keyword",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A word where it begins, how many units it takes, what it is, and whether it is declared there."""

    position: Position
    length: int
    type: TokenType
    declares: bool


def tokens(document: Document) -> tuple[Token, ...]:
    """Every word of a text that is something, in its order."""
    named = {one.span.start: one for one in document.occurrences}
    return tuple(token for piece in _piece().finditer(document.source.text) for token in _of(document, piece, named))


@cache
def _piece() -> re.Pattern[str]:
    """A comment, text, citation, card, number or word."""
    citation, card = terminal_pattern("CITE"), terminal_pattern("CODE")
    return re.compile(
        r'(?P<comment>--[^\n]*)|(?P<string>"[^"\n]*"?)'
        rf"|(?P<citation>{citation}(?![\w♠♥♦♣]))|(?P<card>{card})|(?P<number>[0-9]+)|(?P<word>\w+)"
    )


@cache
def _keywords() -> frozenset[str]:
    return frozenset({*words_of_the_language(), "the", "a", "an"})


def _of(document: Document, piece: re.Match[str], named: dict[int, Occurrence]) -> Iterator[Token]:
    one = named.get(piece.start())
    source, kind = document.source, piece.lastgroup
    type_: TokenType
    if one is not None:
        span, type_ = one.span, OF_KIND[one.of.kind]
    elif kind == "word":
        if piece[0] not in _keywords():
            return
        span, type_ = Span(source, *piece.span()), "keyword"
    else:
        span = Span(source, *piece.span())
        type_ = next(name for name in TOKEN_TYPES if name == kind)
    yield Token(position_in(source, span.start), units(span.text), type_, one is not None and one.declares)
