"""The indentation of lines as tokens, for the parser; brackets do not hide it."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.indenter import DedentError, Indenter


class LineIndenter(Indenter):
    """Turn the indentation of lines into tokens; brackets do not hide it."""

    @property
    def NL_type(self) -> str:  # noqa: N802 - the library's name
        return "_NL"

    @property
    def OPEN_PAREN_types(self) -> list[str]:  # noqa: N802 - the library's name
        return []

    @property
    def CLOSE_PAREN_types(self) -> list[str]:  # noqa: N802 - the library's name
        return []

    @property
    def INDENT_type(self) -> str:  # noqa: N802 - the library's name
        return "_INDENT"

    @property
    def DEDENT_type(self) -> str:  # noqa: N802 - the library's name
        return "_DEDENT"

    @property
    def tab_len(self) -> int:
        return 1

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - the library's name
        """Yield the token and those of its line's indentation; raise a DedentError with the offset of an uneven line."""
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            error.args = ((token.end_pos or 1) - 1,)
            raise
