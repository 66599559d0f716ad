"""Syntax colours: semantic tokens, which depend on the meaning of names, and a TextMate grammar, which uses only patterns.

The TextMate grammar is made from the parser's own table of words and signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NotRequired, TypedDict, get_args

from cartaro_grammar import (
    OPENINGS,
    NameKind,
    Occurrence,
    Source,
    Span,
    is_too_large,
    key_word_language,
    keywords,
    noise_words,
    phrase_in,
    terminal_pattern,
)
from cartaro_workbench.editing.document import Document, Position, position_in, units

# ------------------------------------------------------------------------ tokens


TokenType = Literal[
    "comment", "string", "number", "keyword", "card", "citation", "zone", "variable", "act", "parameter", "option", "value",
    "attribute", "definition", "clause", "claim", "ruleset",
]  # fmt: skip
TOKEN_TYPES: tuple[TokenType, ...] = get_args(TokenType)
"""The kinds of words, in a fixed order."""

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
    """A word: its position, its length in units, its type, and whether it is declared there."""

    position: Position
    length: int
    type: TokenType
    declares: bool


def tokens(document: Document) -> tuple[Token, ...]:
    """Return every token of a text, in its order, or none if the text is too large to be read."""
    source, named = document.source, {one.span.start: one for one in document.occurrences}
    if is_too_large(source.text):
        return ()
    words = _keywords(key_word_language(source.text))
    return tuple(token for piece in _piece().finditer(source.text) for token in _of(source, piece, named, words))


@cache
def _piece() -> re.Pattern[str]:
    """Return the token of a comment, text, citation, card, number or word."""
    citation, card = terminal_pattern("CITE"), terminal_pattern("CODE")
    return re.compile(
        r'(?P<comment>--[^\n]*)|(?P<string>"[^"\n]*"?)'
        rf"|(?P<citation>{citation}(?![\w♠♥♦♣♡♢♤♧]))|(?P<card>{card})|(?P<number>[0-9]+)|(?P<word>\w+)"
    )


@cache
def _keywords(language: str) -> frozenset[str]:
    return frozenset({*keywords(language), *noise_words(language)})


def _of(source: Source, piece: re.Match[str], named: dict[int, Occurrence], words: frozenset[str]) -> Iterator[Token]:
    one, kind = named.get(piece.start()), piece.lastgroup
    type_: TokenType
    if one is not None:
        span, type_ = one.span, OF_KIND[one.declaration.kind]
    elif kind == "word":
        if piece[0] not in words:
            return
        span, type_ = Span(source, *piece.span()), "keyword"
    else:
        span = Span(source, *piece.span())
        type_ = next(name for name in TOKEN_TYPES if name == kind)
    yield Token(position_in(source, span.start), units(span.text), type_, one is not None and one.declares)


# --------------------------------------------------------------------- text mate


SCOPE = "source.cartaro"
DECLARED_BY: Sequence[str] = (
    "game", "library", "variant", "annex", "zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "finding",
    "option", "claim", "example",
)  # fmt: skip
"""The words after which a name is declared."""

BEFORE, AFTER = "(?<![\\wà-öø-ÿ])", "(?![a-zà-öø-ÿ0-9_])"


class TextMateRule(TypedDict):
    """A rule of the grammar: a pattern with the scope of a match or of its groups; or patterns that apply from a first line to
    the end; or the name of a group of patterns.
    """

    match: NotRequired[str]
    name: NotRequired[str]
    captures: NotRequired[dict[str, dict[str, str]]]
    begin: NotRequired[str]
    end: NotRequired[str]
    beginCaptures: NotRequired[dict[str, dict[str, str]]]
    patterns: NotRequired[list[TextMateRule]]
    include: NotRequired[str]


class TextMatePatterns(TypedDict):
    """Patterns to be included by name."""

    patterns: list[TextMateRule]


class TextMateGrammar(TypedDict):
    """The grammar in the form that editors read; `repository` has the patterns for the key words of each language."""

    name: str
    scopeName: str
    fileTypes: list[str]
    patterns: list[TextMateRule]
    repository: dict[str, TextMatePatterns]


def text_mate_grammar() -> TextMateGrammar:
    """Return the patterns of the language; the first pattern that matches at a position applies.  After a line that names
    another language of key words, the patterns of that language apply to the end.
    """
    others: list[TextMateRule] = [
        {
            "begin": f"^({opening}(?:, [^-]+?)?) *(?=--|$)",
            "end": "(?!)",
            "beginCaptures": _captures("keyword.control"),
            "patterns": [{"include": f"#{code}"}],
        }
        for opening, code in OPENINGS.items()
    ]
    return {
        "name": "Cartaro",
        "scopeName": SCOPE,
        "fileTypes": ["regole"],
        "patterns": [*others, {"include": "#en"}],
        "repository": {code: {"patterns": _patterns(code)} for code in ("en", *OPENINGS.values())},
    }


def _patterns(language: str) -> list[TextMateRule]:
    name = terminal_pattern("NAME")

    def in_text(*words: str) -> str:
        return _either(words if language == "en" else (phrase_in(word, language) for word in words))

    words = _either((*keywords(language), *noise_words(language)))
    return [
        {"name": f"comment.line.double-dash.{SCOPE}", "match": "--.*$"},
        {"name": f"string.quoted.double.{SCOPE}", "match": '"[^"\\n]*"?'},
        {"match": f'^\\s*({name})(?=[^":]*(?:"[^"]*"[^":]*)*:)', "captures": _captures("entity.name.function.clause")},
        {
            "match": f"{BEFORE}({in_text(*DECLARED_BY)}){AFTER}\\s+({name})",
            "captures": _captures("keyword.other", "entity.name.type"),
        },
        {
            "match": f"{BEFORE}({in_text('source', 'quotes')})\\s+({terminal_pattern('LETTER')})",
            "captures": _captures("keyword.other", "constant.other.citation"),
        },
        {"name": f"constant.other.citation.{SCOPE}", "match": f"{BEFORE}{terminal_pattern('CITE')}(?![\\w♠♥♦♣♡♢♤♧])"},
        {"name": f"constant.language.card.{SCOPE}", "match": BEFORE + terminal_pattern("CODE")},
        {"name": f"constant.numeric.{SCOPE}", "match": BEFORE + terminal_pattern("NUMBER")},
        {"name": f"keyword.other.{SCOPE}", "match": f"{BEFORE}(?:{words}){AFTER}"},
        {"name": f"variable.other.{SCOPE}", "match": BEFORE + name},
    ]


def _captures(*names: str) -> dict[str, dict[str, str]]:
    return {str(number): {"name": f"{name}.{SCOPE}"} for number, name in enumerate(names, 1)}


def _either(words: Iterable[str]) -> str:
    """Return a pattern that matches any of some words, with longer words before their own prefixes."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
