"""A lexer for Pygments, so that tools which use it colour rules: `pygmentize`, Sphinx, wikis, Rich.

It applies the patterns of the TextMate grammar, so the colours are those of editors. Pygments finds it by its entry point, for
files `*.regole` and the name `cartaro`. No other module imports this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, String, Text, _TokenType  # pyright: ignore[reportPrivateUsage] - the type of tokens has no public name

from cartaro_grammar import opening_line
from cartaro_workbench.editing.tokens import text_mate_grammar

KINDS: Mapping[str, _TokenType] = MappingProxyType(
    {
        "comment": Comment.Single,
        "string": String.Double,
        "keyword": Keyword,
        "entity.name.function": Name.Function,
        "entity.name.type": Name.Class,
        "constant.other": Name.Label,
        "constant.language": Name.Constant,
        "constant.numeric": Number.Integer,
        "variable": Name.Variable,
    }
)
"""The kind of token for each beginning of a scope of the TextMate grammar."""

Pattern = tuple[re.Pattern[str], dict[int, _TokenType]]


class CartaroLexer(Lexer):  # type: ignore[misc]  # the library has no types
    """The rules of card games, in the key words of the language that the first line names."""

    name = "Cartaro"
    aliases: ClassVar[Sequence[str]] = ["cartaro"]
    filenames: ClassVar[Sequence[str]] = ["*.regole"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield the place, the kind and the text of each token."""
        language, opens, ends = opening_line(text)
        patterns, start = _patterns(language), 0
        for line in text.splitlines(keepends=True):
            if opens < ends and start <= opens < start + len(line):
                yield opens, Keyword, text[opens:ends]
                yield ends, Text, text[ends : start + len(line)]
            else:
                for at, kind, words in _tokens(line, patterns):
                    yield start + at, kind, words
            start += len(line)


def _tokens(line: str, patterns: tuple[Pattern, ...]) -> Iterator[tuple[int, _TokenType, str]]:
    """Yield the tokens of a line: at each place the pattern that matches first, in the order of the patterns."""
    at = 0
    while at < len(line):
        found = ((form.search(line, at), kinds) for form, kinds in patterns)
        matches = [(match, kinds) for match, kinds in found if match is not None and match[0]]
        if not matches:
            break
        match, kinds = min(matches, key=lambda one: one[0].start())
        for number, kind in kinds.items():
            begin, end = match.span(number)
            if begin >= at:
                if begin > at:
                    yield at, Text, line[at:begin]
                yield begin, kind, line[begin:end]
                at = end
        if match.end() > at:
            yield at, Text, line[at : match.end()]
            at = match.end()
    if at < len(line):
        yield at, Text, line[at:]


@cache
def _patterns(language: str) -> tuple[Pattern, ...]:
    found: list[Pattern] = []
    for rule in text_mate_grammar()["repository"][language]["patterns"]:
        scopes = {int(number): one["name"] for number, one in rule.get("captures", {}).items()} or {0: rule.get("name", "")}
        found.append((re.compile(rule.get("match", "(?!)")), {number: _kind(scope) for number, scope in scopes.items()}))
    return tuple(found)


def _kind(scope: str) -> _TokenType:
    return next((kind for begins, kind in KINDS.items() if scope.startswith(begins)), Text)
