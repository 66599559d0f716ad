"""Words that authors write for those of the language: plain English of another wording, Italian, French (`synonyms.toml`).

Takes the words of a sentence in their order; gives the phrases among them that the language says otherwise, each with what it
says instead.  It does not know which of them are names of the author's own: whoever asks tries the sentence anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, cast

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg

SynonymTable = Literal["en", "it", "fr"]
SYNONYM_TABLES: tuple[SynonymTable, ...] = ("en", "it", "fr")
FILE = Path(__file__).parent / "synonyms.toml"
WORD = re.compile(r"[\w']+")

LANGUAGE_NAMES: Mapping[str, Message] = {"it": msg("Italian"), "fr": msg("French")}


@frozen
class Synonym:
    """A phrase that stands for words of the language: from which word of a sentence up to which (not included), and what the
    language says, by replacement.
    """

    first: int
    end: int
    replacements: tuple[str, ...]


@frozen
class WordAdvice:
    """What to write where the language has no word of its own; only where a sort of word is awaited (`where`), or after a word
    or sign (`after`), if these are given.
    """

    text: str
    where: str
    after: str


Phrases = Mapping[tuple[str, ...], tuple[str, ...]]


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    import tomllib  # the words are read only where something is wrong

    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def phrases(name: SynonymTable) -> Phrases:
    """What the language says for each phrase, split into words."""
    table = cast("Mapping[str, list[str]]", _table()[name])
    return {tuple(WORD.findall(phrase)): tuple(replacements) for phrase, replacements in table.items()}


@cache
def advice() -> Mapping[str, WordAdvice]:
    """What to write for words that the language has not."""
    table = cast("Mapping[str, Mapping[str, str]]", _table()["advice"])
    return {word: WordAdvice(entry["text"], entry.get("where", ""), entry.get("after", "")) for word, entry in table.items()}


def find_synonyms(words: Sequence[str], name: SynonymTable) -> Iterator[Synonym]:
    """The phrases of a sentence that are the language's in other words, the longest first at each place, without overlaps."""
    table = phrases(name)
    most = max(map(len, table))
    at = 0
    while at < len(words):
        sizes = range(min(most, len(words) - at), 0, -1)
        size = next((n for n in sizes if tuple(w.casefold() for w in words[at : at + n]) in table), 0)
        if size:
            yield Synonym(at, at + size, table[tuple(w.casefold() for w in words[at : at + size])])
        at += size or 1


def is_synonym(word: str) -> bool:
    """Whether a word is in one of the tables, and so no misspelling of another."""
    folded = word.casefold()
    return folded in advice() or any((folded,) in phrases(table) for table in SYNONYM_TABLES)


def advice_on_name(word: str) -> Message | None:
    """What to write for a word that stands for nothing in a ruleset."""
    names = cast("Mapping[str, str]", _table()["names"])
    meant = translate_word(word)
    if meant is not None:
        return msg("in the language's own words, `{word}` ({tongue}) is `{meant}`", word=word, tongue=meant[1], meant=meant[0])
    said = names.get(word.casefold())
    return None if said is None else Message(said)


def translate_word(word: str) -> tuple[str, str] | None:
    """What the language says for one word of another table, and which table that is."""
    for table in SYNONYM_TABLES[1:]:
        replacements = phrases(table).get((word.casefold(),), ())
        if len(replacements) == 1:
            return replacements[0], LANGUAGE_NAMES[table]
    return None
