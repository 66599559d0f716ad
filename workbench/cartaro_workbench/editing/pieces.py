"""Pieces of rules: a few lines each that authors can add to a game, offered wherever a clause can begin.

A piece is written in the language, as a variant in `lib/pieces` of the shipped rulesets. The variant's one amendment has the
piece's lines, its title names the piece, and its first wording explains the purpose. `pieces.toml` next to the variants has the
data of each piece that an editor needs, so that no piece is read or checked during typing. The data are the lines in each
language of key words, the names that they need, and the names that they declare (`service/published_pieces.py` writes the
file).

A piece fits a text if the text has all the names that the piece needs, and none of the names that it declares.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cartaro_grammar import Expectation, NameKind, key_word_language, phrase_in, shipped_folder

if TYPE_CHECKING:
    from cartaro_workbench.editing.document import Document

Need = tuple[str, str, str]
"""The kind, the owner and the name of a declaration."""

UNRELATED: frozenset[NameKind] = frozenset(
    {
        "local", "parameter", "answer", "value of an option", "row", "article", "text", "claim", "example", "source",
        "word of the language",
    }
)  # fmt: skip
"""The kinds of names that a text and a piece may share."""

REPEALABLE: frozenset[NameKind] = frozenset(
    {"zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "clause", "heading", "value of an attribute"}
)
"""The kinds of names that an amendment may remove."""

ENGLISH = "en"
NAMES = re.compile(r'\b[a-z]{2} "[^"]*"(?:\s+[a-z]{2} "[^"]*")+')
"""Names or texts for readers, in a sequence of languages."""
ONE_NAME = re.compile(r'([a-z]{2}) ("[^"]*")')
INDENT = "  "
"""The indentation of the lines of an article."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its title and purpose by language, its lines by language of key words, and what the lines need and declare."""

    name: str
    title: Mapping[str, str]
    purpose: Mapping[str, str]
    lines: Mapping[str, str]
    needs: frozenset[Need]
    declares: frozenset[str]
    once: frozenset[str]
    """The kinds of sentences in the piece of which a ruleset can have only one."""


def folder() -> Path:
    """Return the folder of the pieces, next to the shipped libraries."""
    return shipped_folder() / "lib" / "pieces"


@cache
def pieces() -> tuple[Piece, ...]:
    """Return the shipped pieces, in alphabetical order."""
    read = tomllib.loads((folder() / "pieces.toml").read_text(encoding="utf-8"))
    return tuple(
        Piece(
            name,
            one["title"],
            one["purpose"],
            one["lines"],
            frozenset(cast("Need", tuple(need)) for need in one["needs"]),
            frozenset(one["declares"]),
            frozenset(one["once"]),
        )
        for name, one in read.items()
    )


def begins_clause(text: str, fits: Expectation) -> bool:
    """Return whether the word at an offset begins a line in which a clause or a declaration of an article can begin."""
    before = text[text.rfind("\n", 0, fits.start) + 1 : fits.start]
    return bool(before) and not before.strip() and _in_words_of(text, "zone") in fits.keywords


def _in_words_of(text: str, word: str) -> str:
    language = key_word_language(text)
    return word if language == ENGLISH else phrase_in(word, language)


def fitting(document: Document) -> tuple[Piece, ...]:
    """Return the pieces that fit a text: it has all names that the piece's lines need, no name that they declare, and no
    sentence that excludes theirs.
    """
    partial = document.checked.partial
    if partial is None:
        return ()
    things = (partial.zones, partial.cells, partial.acts, partial.clauses)
    kept = {one.name for kind in things for one in kind}
    kept.update(value.name for attribute in partial.deck.attributes for value in attribute.values)
    known = {one.declaration for one in document.checked.occurrences}
    present = {one for one in known if one.kind not in REPEALABLE or one.name in kept}
    named = {(one.kind, one.owner, one.name) for one in present}
    taken = {one.name for one in known if one.kind not in UNRELATED}
    kinds = {type(one.sentence).__name__ for one in partial.clauses}
    return tuple(
        one for one in pieces() if one.needs <= named and one.declares.isdisjoint(taken) and one.once.isdisjoint(kinds)
    )


@dataclass(frozen=True, slots=True)
class OfferedPiece:
    """A piece for a place in a text: its lines with the indentation of that place, title and purpose in a language."""

    text: str
    title: str
    purpose: str


def offered_pieces(document: Document, offset: int, code: str) -> tuple[OfferedPiece, ...]:
    """Return the pieces that fit a text at an offset at which a clause begins, in the text's key words, sorted by title. A text
    whose own title is in one language gets names in one language.
    """
    source = document.source.text
    indent = source[source.rfind("\n", 0, offset) + 1 : offset]
    language, file = key_word_language(source), document.file
    many = file is not None and file.title is not None and len(file.title.entries) > 1
    found = [
        OfferedPiece(
            _indented(one.lines[language] if many else in_one_language(one.lines[language], code), indent),
            one.title[code],
            one.purpose[code],
        )
        for one in fitting(document)
    ]
    return tuple(sorted(found, key=lambda one: one.title))


def in_one_language(lines: str, code: str) -> str:
    """Return lines with names and texts for readers in a single language, and without the name of that language."""
    return NAMES.sub(lambda names: dict(ONE_NAME.findall(names[0]))[code], lines)


def _indented(lines: str, indent: str) -> str:
    shifted = (indent + line.removeprefix(INDENT) for line in lines.splitlines())
    return "\n".join(shifted).removeprefix(indent)
