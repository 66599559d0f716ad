"""The parser library behind one interface: read a text with the tables of `syntax.lark`, or say where it fails.

The LALR(1) tables are made once from the grammar (about a second), then kept in the cache folder under a digest of the grammar,
this code and the library; they hold plain values only.  The library's exceptions end here.  It is imported by the functions
that call it: a run that finds all its trees in the cache never needs it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from cartaro_grammar.syntax import cache_folder
from cartaro_grammar.syntax.cache_folder import code_digest, installation_id
from cartaro_grammar.text.frozen import frozen

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.lexer import TerminalDef

PACKAGE = Path(__file__).parents[1]
GRAMMAR = Path(__file__).with_name("syntax.lark")

StartRule = Literal["start", "rest"]
"""The start rule: a whole file, or what follows a file's header."""


@frozen
class ParseFailure:
    """The offset at which parsing fails, the kind of token there ("" for a character that begins none, "uneven" for a line that
    returns to no earlier indentation), and the kinds that the grammar accepts there.
    """

    start: int
    kind: str
    accepts: frozenset[str]


INVALID_CHARACTER = "\0"
"""A character that begins no token; no text contains it."""

WORD_BOUNDARY = "(?![a-zà-öø-ÿ0-9_])"
"""The end of a keyword, so that `uses` is never `use` and a name `s`."""


def _match_whole_word(terminal: TerminalDef) -> None:
    from lark.lexer import PatternRE

    if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_BOUNDARY)
        terminal.priority = 1


@cache
def parser() -> Lark:
    """Return the LALR(1) parser of the language, from the cached tables where they are."""
    name, key = f"syntax-{installation_id(PACKAGE)}.tables", code_digest(PACKAGE)
    kept = cache_folder.read(name, key)
    restored = None if kept is None else _restore(kept)
    if restored is not None:
        return restored
    from lark import Lark

    from cartaro_grammar.syntax.line_layout import LineIndenter

    made = Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        start=["start", "rest"],
        postlex=LineIndenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_match_whole_word,
    )
    tables = io.BytesIO()
    made.save(tables, exclude_options=("edit_terminals", "postlex"))  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped; all else is plain values
    cache_folder.write(name, key, tables.getvalue())
    return made


def _restore(kept: bytes) -> Lark | None:
    """Return the parser of cached tables, or None where they cannot be used."""
    from lark import Lark

    from cartaro_grammar.syntax.line_layout import LineIndenter

    try:
        tables = cast("dict[str, dict[str, dict[str, object]]]", cache_folder.unpickle(kept, ()))
        tables["data"]["options"]["postlex"] = LineIndenter()
        return Lark.load(tables)  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    except Exception:  # whatever is wrong with them, they are made again
        return None


def _parse(text: str, rule: StartRule) -> Tree[Token]:
    parse = cast("Callable[[str, str], Tree[Token]]", parser().parse)  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    return parse(text, rule)


def parse_text(text: str, rule: StartRule = "start") -> Tree[Token] | ParseFailure:
    """Parse a text without comments that ends in a line feed."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken
    from lark.indenter import DedentError

    try:
        return _parse(text, rule)
    except UnexpectedToken as error:
        token = cast("Token", error.token)
        place = token.end_pos if token.type == "_INDENT" else token.start_pos
        start = len(text) if token.type == "$END" or place is None else place
        return ParseFailure(start, token.type, frozenset(error.accepts or error.expected))
    except UnexpectedCharacters as error:
        return ParseFailure(cast("int", error.pos_in_stream), "", frozenset(error.allowed or ()))
    except DedentError as error:
        return ParseFailure(int(str(error)), "uneven", frozenset())


def acceptable_after(text: str) -> frozenset[str] | ParseFailure:
    """Return the kinds of tokens that may follow the beginning of a file, or the failure in it. The text has no comments and
    may end anywhere but within a word.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken
    from lark.indenter import DedentError

    try:
        _parse(text + INVALID_CHARACTER, "start")
    except UnexpectedCharacters as error:
        start = cast("int", error.pos_in_stream)
        if start < len(text):
            return ParseFailure(start, "", frozenset())
        accepts = cast("Callable[[], set[str]]", error.interactive_parser.accepts)
        return frozenset(accepts())
    except UnexpectedToken as error:
        token = cast("Token", error.token)
        return ParseFailure(len(text) if token.start_pos is None else token.start_pos, token.type, frozenset())
    except DedentError as error:
        return ParseFailure(int(str(error)), "uneven", frozenset())
    return ParseFailure(len(text), "", frozenset())


@cache
def literal_terminals() -> dict[str, str]:
    """Return the text of each kind of token that is always the same keyword or sign."""
    terminals = cast("list[TerminalDef]", parser().terminals)
    texts = {t.name: t.pattern.value.removesuffix(WORD_BOUNDARY) for t in terminals}
    words = {t.name for t in terminals if t.pattern.type == "re" and t.pattern.value.endswith(WORD_BOUNDARY)}
    signs = {t.name for t in terminals if t.pattern.type == "str"}
    return {name: text for name, text in texts.items() if name in signs or (name in words and text.isalpha())}


@cache
def keywords() -> tuple[str, ...]:
    """Return the keywords of the language, in alphabetical order."""
    terminals = cast("list[TerminalDef]", parser().terminals)
    words = {t.pattern.value.removesuffix(WORD_BOUNDARY) for t in terminals}
    return tuple(sorted({word for word in words if word.isalpha()} | {"start", "end", "count"}))


@cache
def terminal_pattern(terminal: str) -> str:
    """Return the regular expression of a terminal."""
    terminals = cast("list[TerminalDef]", parser().terminals)
    return next(t.pattern.to_regexp() for t in terminals if t.name == terminal)


NOISE_WORDS = ("the", "an", "a")
"""Words that may stand anywhere and mean nothing."""
