"""The parser's tables: made once from `syntax.lark` (about a second), then kept beside it.

The library names them by the grammar and its own version, so stale ones are made again; where the folder cannot be
written they are made for each run.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lark import Lark, Token
from lark.indenter import Indenter

FOLDER = Path(__file__).parent
GRAMMAR = FOLDER / "syntax.lark"
KEPT = FOLDER / "syntax.tables"


class Layout(Indenter):
    """Turns the indentation of lines into tokens; brackets do not hide it."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the library's own form
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012 - the library's own form
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@cache
def parser() -> Lark:
    """The LALR(1) parser of the language."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=str(KEPT),
    )


def lexed(text: str) -> Iterator[Token]:
    """The tokens of a text, indentation included, as far as the lexer gets."""
    return parser().lex(text)
