"""Turn the indentation of lines into tokens for the parser, also inside brackets; and distinguish the commas of lists from
others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from lark import Token
from lark.indenter import DedentError, Indenter


class LineIndenter(Indenter):
    """Turn the indentation of lines into tokens, also inside brackets.

    The parser tables share states between places in which a comma continues a list (`one of donna, re`) and other places, so
    that the lexer cannot distinguish them. Here a comma outside such a list becomes a plain comma.
    """

    def __init__(self, ending_lists: frozenset[str] = frozenset({"AND", "OR", "WHEN", "UNLESS"})) -> None:
        super().__init__()
        self.ending_lists = ending_lists

    def process(self, stream: Iterator[Token]) -> Generator[Token]:
        tokens: Generator[Token] = super().process(_with_plain_commas(stream, self.ending_lists))  # type: ignore[no-untyped-call]  # lark's is untyped
        return tokens

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
        """Yield the token and the tokens of its line's indentation. Raise a DedentError with the offset of an uneven line."""
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            error.args = ((token.end_pos or 1) - 1,)
            raise


def _with_plain_commas(stream: Iterator[Token], ending_lists: frozenset[str]) -> Iterator[Token]:
    """Yield the tokens, each comma outside a list after `one of` as a plain one; a list ends with its clause's part."""
    in_list = [False]
    for token in stream:
        match token.type:
            case "ONE_OF":
                in_list[-1] = True
            case "LPAR":
                in_list.append(False)
            case "RPAR" if len(in_list) > 1:
                in_list.pop()
            case kind if kind in ending_lists:
                in_list[-1] = False
            case "_NL":
                in_list = [False]
            case "_LISTED" if not in_list[-1]:
                token.type = "COMMA"
            case _:
                pass
        yield token
