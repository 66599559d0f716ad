"""The parser library behind one interface: read a text with the tables of `syntax.lark`, or return the place where it fails.

The LALR(1) tables are made once from the grammar, which takes about a second. They are kept in the cache folder under a digest
of the grammar, this code and the library, and hold plain values only. No exception of the library leaves this module. The
functions that call the library import it, so that a run that finds all its trees in the cache never loads it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from cartaro_grammar.syntax import cache_folder
from cartaro_grammar.syntax.cache_folder import cache_key, code_digest, installation_id
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.key_phrases import phrase_in
from cartaro_grammar.text.opening import ENGLISH

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.lexer import TerminalDef

PACKAGE = Path(__file__).parents[1]
GRAMMAR = Path(__file__).with_name("syntax.lark")

StartRule = Literal["start", "rest"]
"""The start rule: a whole file, or the text after a file's header."""


@frozen
class ParseFailure:
    """The offset at which parsing fails, the kind of token there, and the kinds that the grammar accepts there. The kind is ""
    for a character with which no token begins, and "uneven" for a line whose indentation matches no earlier line.
    """

    start: int
    kind: str
    accepts: frozenset[str]


INVALID_CHARACTER = "\0"
"""A character that does not begin any token and that no text contains."""

WORD_BOUNDARY = "(?![a-zà-öø-ÿ0-9_])"
"""The end of a keyword, so that `uses` is not read as `use` followed by a name `s`."""


@cache
def parser(language: str = ENGLISH) -> Lark:
    """Return the LALR(1) parser of the language with the key words of a language, from the cached tables if there are any."""
    name, key = f"syntax-{language}-{installation_id(PACKAGE)}.tables", cache_key(code_digest(PACKAGE), language.encode())
    kept = cache_folder.read(name, key)
    restored = None if kept is None else _restore(kept, language)
    if restored is not None:
        return restored
    tables = _tables(language)
    cache_folder.write(name, key, tables)
    made = _restore(tables, language)
    assert made is not None
    return made


@cache
def whole_parser(language: str) -> Lark:
    """Return the parser whose trees keep every token, including key words and signs."""
    name, key = f"syntax-{language}-{installation_id(PACKAGE)}.tables", cache_key(code_digest(PACKAGE), language.encode())
    parser(language)
    kept = cache_folder.read(name, key)
    made = _restore(_tables(language) if kept is None else kept, language, whole=True)
    assert made is not None
    return made


def _tables(language: str) -> bytes:
    """Make the tables of a language's grammar, as plain values."""
    from lark import Lark

    from cartaro_grammar.syntax.key_words import edit_terminal, grammar_text
    from cartaro_grammar.syntax.line_layout import LineIndenter

    made = Lark(
        GRAMMAR.read_text(encoding="utf-8") if language == ENGLISH else grammar_text(language),
        parser="lalr",
        start=["start", "rest"],
        postlex=LineIndenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=partial(edit_terminal, language),
    )
    tables = io.BytesIO()
    made.save(tables, exclude_options=("edit_terminals", "postlex"))  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped; all else is plain values
    return tables.getvalue()


def _restore(kept: bytes, language: str, *, whole: bool = False) -> Lark | None:
    """Return the parser of cached tables, or None if they cannot be used."""
    from lark import Lark

    from cartaro_grammar.syntax.line_layout import LineIndenter

    try:
        tables = cast("dict[str, dict[str, dict[str, object]]]", cache_folder.unpickle(kept, ()))
        tables["data"]["options"]["postlex"] = LineIndenter(_ending_lists(language))
        for entry in cast("Iterable[dict[str, dict[str, object]]]", tables["memo"].values() if whole else ()):
            if "expand1" in entry.get("options", {}):
                entry["options"]["keep_all_tokens"] = True
        return Lark.load(tables)  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    except Exception:  # if the cached tables cannot be read, they are built again
        return None


def _ending_lists(language: str) -> frozenset[str]:
    """Return the kinds of the key words that end a list."""
    return frozenset(keyword_kind(word, language) for word in ("and", "or", "when", "unless"))


def keyword_kind(word: str, language: str) -> str:
    """Return the kind of token of an English key word in a language: the kind of the first word of its translation."""
    return _phrase(word, language)[0].upper()


def _phrase(run: str, language: str) -> tuple[str, ...]:
    if language == ENGLISH:
        return tuple(run.split())
    from cartaro_grammar.syntax.key_words import key_word_table

    table = key_word_table(language)
    return table.parsed_words(table.phrase("", run))


def _parse(text: str, rule: StartRule, language: str) -> Tree[Token]:
    parse = cast("Callable[[str, str], Tree[Token]]", parser(language).parse)  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    return parse(text, rule)


def parse_text(text: str, rule: StartRule = "start", language: str = ENGLISH) -> Tree[Token] | ParseFailure:
    """Parse a text without comments that ends in a line feed. The caller converts a tree in another language to the English
    form (`key_words.to_english`).
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken
    from lark.indenter import DedentError

    try:
        return _parse(text, rule, language)
    except UnexpectedToken as error:
        token = cast("Token", error.token)
        place = token.end_pos if token.type == "_INDENT" else token.start_pos
        start = len(text) if token.type == "$END" or place is None else place
        return ParseFailure(start, token.type, frozenset(error.accepts or error.expected))
    except UnexpectedCharacters as error:
        return ParseFailure(cast("int", error.pos_in_stream), "", frozenset(error.allowed or ()))
    except DedentError as error:
        return ParseFailure(int(str(error)), "uneven", frozenset())


def acceptable_after(text: str, language: str = ENGLISH) -> frozenset[str] | ParseFailure:
    """Return the kinds of tokens that may follow the beginning of a file, or the failure in it. The text has no comments and
    may end anywhere but within a word.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken
    from lark.indenter import DedentError

    try:
        _parse(text + INVALID_CHARACTER, "start", language)
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
def literal_terminals(language: str = ENGLISH) -> dict[str, str]:
    """Return the text of each kind of token that is always the same keyword or sign."""
    terminals = cast("list[TerminalDef]", parser(language).terminals)
    if language != ENGLISH:
        words = {word.upper(): word for word in _heard_words(language)}
        signs = {t.name: t.pattern.value for t in terminals if t.pattern.type == "str"}
        return signs | {t.name: words[t.name] for t in terminals if t.name in words}
    texts = {t.name: t.pattern.value.removesuffix(WORD_BOUNDARY) for t in terminals}
    words_ = {t.name for t in terminals if t.pattern.type == "re" and t.pattern.value.endswith(WORD_BOUNDARY)}
    plain = {t.name for t in terminals if t.pattern.type == "str"}
    return {name: text for name, text in texts.items() if name in plain or (name in words_ and text.isalpha())}


def _heard_words(language: str) -> frozenset[str]:
    from cartaro_grammar.syntax.key_words import key_word_table, runs

    table = key_word_table(language)
    return frozenset(word for words in runs().values() for run in words for word in table.parsed_words(table.phrase(*run)))


@cache
def keywords(language: str = ENGLISH) -> tuple[str, ...]:
    """Return the keywords in alphabetical order. In a language other than English, return all their forms."""
    if language != ENGLISH:
        from cartaro_grammar.syntax.key_words import key_word_table

        table = key_word_table(language)
        return tuple(sorted(word for word in table.words - {*table.silent} if word.isalpha()))
    terminals = cast("list[TerminalDef]", parser().terminals)
    words = {t.pattern.value.removesuffix(WORD_BOUNDARY) for t in terminals}
    return tuple(sorted({word for word in words if word.isalpha()} | {"start", "end", "count"}))


@cache
def can_be_name(word: str, language: str = ENGLISH) -> bool:
    """Return whether a word without marks is read as a name in an expression: `last` is not, because `player` has to follow."""
    if word not in keywords(language):
        return True
    article, means, number_of = (
        english if language == ENGLISH else phrase_in(english, language) for english in ("article", "means", "number of")
    )
    probe = f'{article} 1 "A"\n  a1: a2 {means} {number_of} {word} = 1\n'
    return not isinstance(parse_text(probe, "rest", language), ParseFailure)


@cache
def terminal_pattern(terminal: str, language: str = ENGLISH) -> str:
    """Return the regular expression of a terminal."""
    terminals = cast("list[TerminalDef]", parser(language).terminals)
    return next(t.pattern.to_regexp() for t in terminals if t.name == terminal)


def noise_words(language: str) -> tuple[str, ...]:
    """Return the words that are allowed anywhere and have no meaning."""
    if language == ENGLISH:
        return NOISE_WORDS
    from cartaro_grammar.syntax.key_words import key_word_table

    return tuple(word for word in key_word_table(language).silent if word.isalpha())


NOISE_WORDS = ("the", "an", "a")
"""Words that are allowed anywhere and have no meaning, in English."""
