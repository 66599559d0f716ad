"""The language's colours as a TextMate grammar, for editors and pages that colour words by patterns alone.

Made from the parser's own table of words and signs; what names mean, the semantic tokens say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from cartaro_grammar import terminal_pattern, words_of_the_language

SCOPE = "source.cartaro"
DECLARED_BY: Sequence[str] = (
    "game", "library", "variant", "annex", "zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "finding",
    "option", "claim", "example",
)  # fmt: skip
"""The words after which a name is declared."""

SILENT = ("the", "an", "a")
BEFORE, AFTER = "(?<![\\wà-öø-ÿ])", "(?![a-zà-öø-ÿ0-9_])"


class TextMateRule(TypedDict):
    """A pattern, with the scope of all that fits it, or of its groups."""

    match: str
    name: NotRequired[str]
    captures: NotRequired[dict[str, dict[str, str]]]


class TextMateGrammar(TypedDict):
    """The form that editors read."""

    name: str
    scopeName: str
    fileTypes: list[str]
    patterns: list[TextMateRule]


def text_mate_grammar() -> TextMateGrammar:
    """The patterns of the language, the first that fits at a place being the one."""
    name = terminal_pattern("NAME")
    rules: list[TextMateRule] = [
        {"name": f"comment.line.double-dash.{SCOPE}", "match": "--.*$"},
        {"name": f"string.quoted.double.{SCOPE}", "match": '"[^"\\n]*"?'},
        {"match": f'^\\s*({name})(?=[^":]*(?:"[^"]*"[^":]*)*:)', "captures": _captures("entity.name.function.clause")},
        {
            "match": f"{BEFORE}({_either(DECLARED_BY)}){AFTER}\\s+({name})",
            "captures": _captures("keyword.other", "entity.name.type"),
        },
        {
            "match": f"{BEFORE}(source|quotes)\\s+({terminal_pattern('LETTER')})",
            "captures": _captures("keyword.other", "constant.other.citation"),
        },
        {"name": f"constant.other.citation.{SCOPE}", "match": f"{BEFORE}{terminal_pattern('CITE')}(?![\\w♠♥♦♣])"},
        {"name": f"constant.language.card.{SCOPE}", "match": BEFORE + terminal_pattern("CODE")},
        {"name": f"constant.numeric.{SCOPE}", "match": BEFORE + terminal_pattern("NUMBER")},
        {"name": f"keyword.other.{SCOPE}", "match": f"{BEFORE}(?:{_either((*words_of_the_language(), *SILENT))}){AFTER}"},
        {"name": f"variable.other.{SCOPE}", "match": BEFORE + name},
    ]
    return {"name": "Cartaro", "scopeName": SCOPE, "fileTypes": ["regole"], "patterns": rules}


def _captures(*names: str) -> dict[str, dict[str, str]]:
    return {str(number): {"name": f"{name}.{SCOPE}"} for number, name in enumerate(names, 1)}


def _either(words: Iterable[str]) -> str:
    """Any of some words, a longer one before its own beginning."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
