"""Rewriting of a text in the key words of another language: the same sentences, names and comments.

Takes a source that parses; guarantees a text that parses to the same tree (spans apart), which the formatter lays out. It works
on the parser's tree with every token in it: each run of key words of a rule becomes that rule's phrase in the other language,
and the other language's tables decide whether a name has to be written with its marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Protocol, cast

from lark import Token, Tree

from cartaro_grammar.syntax.edit_buffer import EditBuffer, depth
from cartaro_grammar.syntax.key_words import (
    KEPT,
    KeyWordTable,
    NamePlace,
    english_runs,
    english_token,
    key_word_table,
    placed_names,
    with_slots,
)
from cartaro_grammar.syntax.lark_parser import literal_terminals, whole_parser
from cartaro_grammar.text.key_phrases import VOWELS
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.source import COMMENT, Source

if TYPE_CHECKING:
    from lark.parsers.lalr_interactive_parser import InteractiveParser


class _ParseTable(Protocol):
    states: Mapping[object, Mapping[str, object]]


class _ParseConf(Protocol):
    parse_table: _ParseTable


class _ParserState(Protocol):
    """The part of the library's state that is used; the library types it in part."""

    parse_conf: _ParseConf
    position: object


LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
WordKind = Literal["key", "noun", "own"]


@dataclass(slots=True)
class Word:
    """A word of the new text, on its line of the old one: a key word or article, a name of the language, or the author's."""

    line: int
    text: str
    kind: WordKind


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the new text: its line, its words, and the kinds of tokens that its parser reads in it."""

    line: int
    words: tuple[str, ...]
    kind: WordKind
    tokens: tuple[str, ...]
    place: NamePlace = "own"


def rewrite_key_words(source: Source, language: str) -> str:
    """Return a text that parses in the key words of a language; each line keeps its meaning."""
    words = _agreeing(key_word_table(language), _with_marks(_pieces(source, language), language))
    return _laid_out(source, words, language)


# ------------------------------------------------------------------------------------------- reading


def _pieces(source: Source, language: str) -> Iterator[Piece]:
    """Yield the parts of the new text in their order."""
    old = key_word_language(source.text)
    parsed = whole_parser(old).parse(EditBuffer.from_text(source.text).text, start="start")  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    names: dict[int, tuple[NamePlace, bool]] = {id(one.token): (one.place, one.article) for one in placed_names(parsed)}
    yield from _Reader(source, key_word_table(old), key_word_table(language), names).pieces(parsed)


@dataclass(frozen=True, slots=True)
class _Reader:
    source: Source
    old: KeyWordTable
    new: KeyWordTable
    names: Mapping[int, tuple[NamePlace, bool]]
    joined: dict[int, int] = field(default_factory=dict[int, int])
    """The lines that go on after a token, or after key words of one run, that began on an earlier line; each with that earlier
    line.
    """
    act_texts: set[int] = field(default_factory=set[int])
    """The identities of the texts of acts, whose slots are names."""

    def pieces(self, node: Tree[Token]) -> Iterator[Piece]:
        """Yield the parts of a rule: its key words by runs, everything else separately."""
        rule, _, kept = str(node.data).partition(KEPT)
        if rule == "says":
            self.act_texts.update(id(text) for names in node.find_data("names") for text in names.children)
        run: list[Token] = []
        for child in cast("list[Token | Tree[Token] | None]", node.children):
            if isinstance(child, Token) and child.type in _words(self.old.language):
                run.append(child)
                continue
            if run:
                yield self._phrase(rule, kept, run)
                run = []
            if isinstance(child, Tree):
                yield from self.pieces(child)
            elif child is not None:
                yield self._token(child)
        if run:
            yield self._phrase(rule, kept, run)

    def _line(self, token: Token) -> int:
        start, end = (self.source.line(at or 0) for at in (token.start_pos, token.end_pos))
        line = self.joined.get(start, start)
        if end != start and token.type not in LAYOUT:
            self.joined[end] = line
        return line

    def _phrase(self, rule: str, kept: str, run: list[Token]) -> Piece:
        said = tuple(_words(self.old.language)[token.type] for token in run)
        english = kept.replace(KEPT, " ") or " ".join(said)
        if not kept and self.old.language != ENGLISH:
            english = english_runs(self.old.language)[rule, said]
        phrase = self.new.phrase(rule, english)
        parsed = tuple(english.split()) if self.new.language == ENGLISH else self.new.parsed_words(phrase)
        line, last = self._line(run[0]), self.source.line(run[-1].start_pos or 0)
        if last != self.source.line(run[0].start_pos or 0):
            self.joined[last] = line
        return Piece(line, tuple(phrase.split()), "key", tuple(_kinds(self.new.language)[word] for word in parsed))

    def _token(self, token: Token) -> Piece:
        line = self._line(token)
        if token.type in {"MOMENT", "ROUNDED", "ALL_WITH", "FIRST_PLAYER", "ONE_OF"}:
            english = str(token) if self.old.language == ENGLISH else english_token(self.old, token)
            plain = " ".join(english.split())
            said = self.new.tokens.get(token.type, {}).get(plain, plain)
            return Piece(line, tuple(said.split()), "key", (token.type,))
        if id(token) in self.act_texts and token.type == "STRING":
            english = token if self.old.language == ENGLISH else with_slots(token, self.old.english_names["name"])
            slots = {name: phrase.split()[-1] for name, phrase in self.new.names.items()}
            return Piece(line, (with_slots(english, slots),), "own", ("STRING",))
        if token.type != "NAME":
            return Piece(line, () if token.type in LAYOUT else (str(token),), "own", (token.type,))
        place, article = self.names[id(token)]
        name = str(token) if self.old.language == ENGLISH else self.old.english_names[place].get(token)
        phrase = None if name is None else self.new.name(name, place)
        if phrase is not None:
            words = phrase.split()
            return Piece(line, tuple(words if article else words[-1:]), "noun", ("NAME",), place)
        if name is not None and name != token:
            return Piece(line, (name,), "noun", ("NAME",), place)
        return Piece(line, (token.strip("`"),), "own", ("NAME",), place)


@cache
def _words(language: str) -> dict[str, str]:
    """Return the key words by their kinds of tokens."""
    return {kind: text for kind, text in literal_terminals(language).items() if text.isalpha()}


@cache
def _kinds(language: str) -> dict[str, str]:
    """Return the kind of token of each key word."""
    return {text: kind for kind, text in _words(language).items()}


# -------------------------------------------------------------------------------------------- marks


def _with_marks(pieces: Iterator[Piece], language: str) -> Iterator[Word]:
    """Yield the words, with marks around the author's names that would be read as something else at their place."""
    parser = whole_parser(language)
    table = key_word_table(language)
    forms = _forms(language)
    bound = table.bound
    state = parser.parse_interactive("", start="start")  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    for piece in pieces:
        words = piece.words
        if piece.kind == "own" and piece.tokens == ("NAME",):
            (name,) = words
            accepted = _accepted(state)
            marked = name in bound or name in table.english_names[piece.place] or bool(forms.get(name, frozenset()) & accepted)
            words = (f"`{name}`",) if marked else words
        for kind in piece.tokens:
            state.feed_token(Token(_kind(kind, accepted=_accepted(state)), piece.words[-1] if piece.words else ""))
        yield from (Word(piece.line, word, piece.kind) for word in words)


def _kind(kind: str, accepted: frozenset[str]) -> str:
    """Return the kind of a comma: the tables distinguish commas of lists from others only in places that allow both."""
    if kind in {"COMMA", "_LISTED"} and kind not in accepted:
        return "_LISTED" if kind == "COMMA" else "COMMA"
    return kind


def _accepted(state: InteractiveParser) -> frozenset[str]:
    """Return the kinds of tokens that the parser has an entry for at its position."""
    at = cast("_ParserState", state.parser_state)  # pyright: ignore[reportUnknownMemberType] - lark types it in part
    return frozenset(at.parse_conf.parse_table.states[at.position])


@cache
def _forms(language: str) -> dict[str, frozenset[str]]:
    """Return the kinds of tokens that a word may be, for each key word in each of its forms."""
    table = key_word_table(language)
    found: dict[str, set[str]] = {}
    for kind, word in _words(language).items():
        for form in table.forms_of(word):
            found.setdefault(form, set()).add(kind)
    for kind, said in table.tokens.items():
        for word, *more in map(table.read_words, said.values()):
            if not more:
                found.setdefault(word, set()).add(kind)
    return {form: frozenset(kinds) for form, kinds in found.items()}


# ------------------------------------------------------------------------------------------- writing


def _agreeing(table: KeyWordTable, words: Iterator[Word]) -> list[Word]:
    """Return the words as they are written side by side: no article after words that take none, contracted prepositions,
    plurals.
    """
    found: list[Word] = []
    for word in words:
        before = found[-1] if found else None
        article = word.kind != "own" and word.text in table.silent and word.text not in table.forms
        if article and before is not None and before.text in table.undetermined:
            continue
        if (
            article
            and before is not None
            and before.kind == "key"
            and before.text in table.contracted
            and word.text in table.articles
        ):
            before.text = table.contracted[before.text][table.articles.index(word.text)]
            continue
        found.append(word)
    for word, after in pairwise(found):
        if word.kind == "key" and word.text in table.elided and after.kind != "own" and after.text[0] in VOWELS:
            word.text = table.elided[word.text]
    for at, word in enumerate(found):
        if word.kind == "key" and word.text in table.plural and _is_plural(table, found, at):
            word.text = table.plural[word.text]
    return found


def _is_plural(table: KeyWordTable, words: Sequence[Word], at: int) -> bool:
    """Return whether a verb is plural: a noun before it has the article of a plural, or a number or `all` follows."""
    if words[at - 1].text == table.impersonal:
        follows = words[at + 1].text if at + 1 < len(words) else ""
        return (follows.isdigit() and follows != "1") or follows == table.phrases["all of"].split()[0]
    if words[at - 1].text == table.negation:
        at -= 1
    if words[at - 1].text in table.plural_words:
        return True
    subject = at > 1 and words[at - 1].kind == words[at - 2].kind == "noun" and words[at - 2].text in table.plural_articles
    return subject and (at < 3 or words[at - 3].text != table.phrases["in"])


_ELIDED = re.compile(r"(?<!\S)((?:[a-z]* )?[a-z]*(?:l|d|n|qu|un)') (?=[a-zà-öø-ÿ])")
"""A word that is written together with the next."""


def _laid_out(source: Source, words: list[Word], language: str) -> str:
    """Return the words on their original lines, with the comments of these lines."""
    table = key_word_table(language)
    lines = EditBuffer.from_text(source.text).lines
    by_line: dict[int, list[str]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word.text)
    written = [table.opening] if table.opening else []
    for number in range(len(source.text.split("\n"))):
        line = lines[number] if number < len(lines) else ""
        text = _ELIDED.sub(r"\1", " ".join(by_line.get(number + 1, ())))
        comment = next((m[1] for m in COMMENT.finditer(source.line_text(number + 1)) if m[1]), "")
        margin = depth(line) if line.strip() else depth(source.line_text(number + 1))
        whole = f"{text}  {comment}".strip()
        written.append(" " * margin + whole if whole else "")
    return "\n".join(written).rstrip("\n") + "\n"
