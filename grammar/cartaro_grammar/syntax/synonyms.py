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

Tongue = Literal["said", "it", "fr"]
TONGUES: tuple[Tongue, ...] = ("said", "it", "fr")
FILE = Path(__file__).parent / "synonyms.toml"
WORD = re.compile(r"[\w']+")

CALLED: Mapping[str, Message] = {"it": msg("Italian"), "fr": msg("French")}


@frozen
class Near:
    """A phrase that stands for words of the language: from which word of a sentence up to which (not included), and what the
    language says, by reading.
    """

    first: int
    end: int
    readings: tuple[str, ...]


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
def phrases(tongue: Tongue) -> Phrases:
    """What the language says for each phrase, split into words."""
    table = cast("Mapping[str, list[str]]", _table()[tongue])
    return {tuple(WORD.findall(phrase)): tuple(readings) for phrase, readings in table.items()}


@cache
def advice() -> Mapping[str, WordAdvice]:
    """What to write for words that the language has not."""
    table = cast("Mapping[str, Mapping[str, str]]", _table()["advice"])
    return {word: WordAdvice(entry["text"], entry.get("where", ""), entry.get("after", "")) for word, entry in table.items()}


def found(words: Sequence[str], tongue: Tongue) -> Iterator[Near]:
    """The phrases of a sentence that are the language's in other words, the longest first at each place, without overlaps."""
    table = phrases(tongue)
    most = max(map(len, table))
    at = 0
    while at < len(words):
        sizes = range(min(most, len(words) - at), 0, -1)
        size = next((n for n in sizes if tuple(w.casefold() for w in words[at : at + n]) in table), 0)
        if size:
            yield Near(at, at + size, table[tuple(w.casefold() for w in words[at : at + size])])
        at += size or 1


def known(word: str) -> bool:
    """Whether a word is in one of the tables, and so no misspelling of another."""
    folded = word.casefold()
    return folded in advice() or any((folded,) in phrases(tongue) for tongue in TONGUES)


def for_a_name(word: str) -> Message | None:
    """What to write for a word that stands for nothing in a ruleset."""
    names = cast("Mapping[str, str]", _table()["names"])
    meant = in_the_language(word)
    if meant is not None:
        return msg("in the language's own words, `{word}` ({tongue}) is `{meant}`", word=word, tongue=meant[1], meant=meant[0])
    said = names.get(word.casefold())
    return None if said is None else Message(said)


def in_the_language(word: str) -> tuple[str, str] | None:
    """What the language says for one word of another tongue, and which tongue that is."""
    for tongue in TONGUES[1:]:
        readings = phrases(tongue).get((word.casefold(),), ())
        if len(readings) == 1:
            return readings[0], CALLED[tongue]
    return None
