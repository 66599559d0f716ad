"""Synonyms of keywords: other English wordings, Italian and French words that authors write (`synonyms.toml`).

Takes the words of a sentence; returns the phrases among them that the language words differently, each with the replacements.
It does not know which of them are names of the author's, so the caller parses the sentence again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, cast

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.opening import ENGLISH

SynonymTable = Literal["en", "it", "fr", "in_it", "in_fr"]
SYNONYM_TABLES: tuple[SynonymTable, ...] = ("en", "it", "fr")
FILE = Path(__file__).parent / "synonyms.toml"
WORD = re.compile(r"[\w']+")

LANGUAGE_NAMES: Mapping[str, Message] = {"it": msg("Italian"), "fr": msg("French")}


@frozen
class Synonym:
    """A phrase of a sentence, from word `first` up to `end` (not included), with the language's own wordings
    for that phrase.
    """

    first: int
    end: int
    replacements: tuple[str, ...]


@frozen
class WordAdvice:
    """Advice on a word that the language lacks. If `where` is given, the advice applies only when this kind of token is
    expected; if `after` is given, only after this word or sign.
    """

    text: str
    where: str
    after: str


Phrases = Mapping[tuple[str, ...], tuple[str, ...]]


@cache
def _table() -> Mapping[str, Mapping[str, object]]:
    import tomllib  # imported late: the synonyms are only needed to report a mistake

    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def phrases(name: SynonymTable) -> Phrases:
    """Return the language's wordings for each phrase of a table. The phrase is split into words."""
    table = cast("Mapping[str, list[str]]", _table()[name])
    return {tuple(WORD.findall(phrase)): tuple(replacements) for phrase, replacements in table.items()}


OWN_WORDINGS: Mapping[str, SynonymTable] = {"it": "in_it", "fr": "in_fr"}
"""The table of other wordings in texts whose key words are in a language."""


@cache
def advice(language: str = ENGLISH) -> Mapping[str, WordAdvice]:
    """Return the advice on words that the language lacks, by the words of texts in a language; a key is one word, or two."""
    table = cast("Mapping[str, Mapping[str, str]]", _table()["advice"])
    known = {word: WordAdvice(entry["text"], entry.get("where", ""), entry.get("after", "")) for word, entry in table.items()}
    if language == ENGLISH:
        return known
    own = cast("Mapping[str, str]", _table()[f"advice_{language}"])
    return {word: known[english] for word, english in own.items()}


def find_synonyms(words: Sequence[str], name: SynonymTable) -> Iterator[Synonym]:
    """Yield the synonyms in a sentence, the longest first at each word, without overlaps."""
    table = phrases(name)
    most = max(map(len, table))
    at = 0
    while at < len(words):
        sizes = range(min(most, len(words) - at), 0, -1)
        size = next((n for n in sizes if tuple(w.casefold() for w in words[at : at + n]) in table), 0)
        if size:
            yield Synonym(at, at + size, table[tuple(w.casefold() for w in words[at : at + size])])
        at += size or 1


def is_synonym(word: str, language: str = ENGLISH) -> bool:
    """Return whether a word is in one of the tables for texts in a language and is therefore not a misspelling."""
    folded = word.casefold()
    tables = SYNONYM_TABLES if language == ENGLISH else (OWN_WORDINGS[language],)
    return folded in advice(language) or any((folded,) in phrases(table) for table in tables)


def advice_on_name(word: str) -> Message | None:
    """Return advice on a word that is not a name of the ruleset, or None."""
    names = cast("Mapping[str, str]", _table()["names"])
    meant = translate_word(word)
    if meant is not None:
        return msg("the language's word for `{word}` ({tongue}) is `{meant}`", word=word, tongue=meant[1], meant=meant[0])
    sentence = names.get(word.casefold())
    return None if sentence is None else Message(sentence)


def translate_word(word: str) -> tuple[str, str] | None:
    """Return the keyword for an Italian or French word, and the name of that language. Return None unless there is
    exactly one.
    """
    for table in SYNONYM_TABLES[1:]:
        replacements = phrases(table).get((word.casefold(),), ())
        if len(replacements) == 1:
            return replacements[0], LANGUAGE_NAMES[table]
    return None
