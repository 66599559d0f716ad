"""Quotations of the language in messages, in the key words of the text that a message is about (decision 0055).

Takes a message's form, in English or translated; returns it with the text between backticks, except slots, in the words of a
language. It translates phrase by phrase, not by sentences: at each word it takes the longest phrase in the table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

FOLDER = Path(__file__).parents[1] / "syntax" / "key_words"
QUOTED = re.compile("`([^`]*)`")
PIECE = re.compile(r'(\s*)("[^"]*"|\{\w*\}|[^\W\d]+|[^\sa-z]+)')
AT_MOMENT = re.compile(r"\bat (?:the )?(start|end|count)\b")
SILENT = frozenset({"the", "a", "an"})
PHRASE_TERMINALS: Mapping[str, str] = {
    "ROUNDED": ", rounded down",
    "ALL_WITH": "players with",
    "FIRST_PLAYER": "first player",
    "SETS_OF_CARDS": "sets of cards",
    "ONE_OF": "one of",
    "AS_PRINTED": "as printed",
}
"""The terminals of the grammar that are several words, each with one of its texts."""
NOUNS = frozenset(
    {
        "player",
        "players",
        "side",
        "sides",
        "card",
        "cards",
        "none",
        "true",
        "false",
        "empty",
        "everyone",
        "nobody",
        "score",
        "top",
    }
)
"""The names of the language itself, which no ruleset declares. An author knows them in the key words of the text.
"""

RULES_IN_HELP = ("subtract", "form")
"""The rules that word a preposition in their own way in some language, and whose verb has the same name."""

VOWELS = frozenset("aeiouyàâéèêëîïôùûh")


@cache
def read_table(language: str) -> Mapping[str, Any]:
    """Return the table of a language as it is written; raise FileNotFoundError for an unknown one."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def _table(language: str) -> Mapping[str, Mapping[str, str]]:
    return cast("Mapping[str, Mapping[str, str]]", read_table(language))


@cache
def english_phrases(language: str) -> Mapping[str, str]:
    """Return a map from English to the phrases of a language, with their articles."""
    table = _table(language)
    tokens = cast("Iterable[Mapping[str, str]]", table["tokens"].values())
    return {**table["phrases"], **{english: phrase for row in tokens for english, phrase in row.items()}}


@cache
def requoted(form: str, language: str) -> str:
    """Return a message's form with the key words that it quotes in a language."""
    if language == "en":
        return form
    return QUOTED.sub(lambda quoted: f"`{phrase_in(quoted[1], language)}`", form)


@cache
def phrase_in(english: str, language: str) -> str:
    """Return a phrase or a sentence's form in the key words of a language; words that are not key words stay unchanged."""
    if language == "en" or english.startswith("cartaro "):
        return english
    table, phrases = _table(language), english_phrases(language)
    pieces = [(found[2], bool(found[1])) for found in PIECE.finditer(AT_MOMENT.sub(r"to \1", english))]
    words = [word for word, _ in pieces]
    found: list[tuple[str, bool]] = []
    at = 0
    while at < len(pieces):
        size = next((n for n in range(min(6, len(pieces) - at), 0, -1) if " ".join(words[at : at + n]) in phrases), 0)
        word, before = words[at], words[at - 1] if at else ""
        phrase = [word]
        within = cast("Mapping[str, Mapping[str, str]]", table["in"])
        ruled = next((rule for rule in RULES_IN_HELP if rule in words[:at] and word in within.get(rule, ())), "")
        if ruled and size < 2:
            phrase, size = within[ruled][word].split(), 1
        elif size:
            phrase = phrases[" ".join(words[at : at + size])].split()
            phrase = ["l'", *phrase] if word == "article" and before in {"in", "see", "repeal"} else phrase
        elif word in table["periods"] and before in SILENT:
            phrase = table["periods"][word].split()
        elif word in table["periods"] and words[max(0, at - 2) : at] == ["of", "every"]:
            phrase = table["periods"][word].split()[-1:]
        elif word in table["names"]:
            phrase = table["names"][word].split()[0 if before in SILENT else -1 :]
        elif word in SILENT:
            phrase = []
        elif word in table["placeholders"]:
            phrase = [table["placeholders"][word]]
        apart = pieces[at][1] and not (before in SILENT and not pieces[at - 1][1])
        found += ((one, number > 0 or apart) for number, one in enumerate(phrase))
        at += size or 1
    return _joined(found, table)


def _joined(words: Sequence[tuple[str, bool]], table: Mapping[str, Mapping[str, str]]) -> str:
    """Join words and contract prepositions. Each word is paired with whether a space precedes it."""
    contracted = cast("Mapping[str, Sequence[str]]", table["contracted"])
    articles = cast("Sequence[str]", table["articles"])
    phrase: list[tuple[str, bool]] = []
    for word, apart in words:
        before = phrase[-1][0] if phrase else ""
        if before in contracted and word in articles:
            phrase[-1] = contracted[before][articles.index(word)], phrase[-1][1]
        else:
            phrase.append((table["plural"].get(word, word) if before in table["plural_words"] else word, apart))
    elided = table.get("elided", {})
    for at, ((word, apart), (after, _)) in enumerate(pairwise(phrase)):
        if word in elided and after[:1] in VOWELS:
            phrase[at] = elided[word], apart
    text = ""
    for word, apart in phrase:
        text += f" {word}" if apart and text and not text.endswith("'") else word
    return text


def nouns_in(text: str, language: str) -> str:
    """Return a name, or a text with names between backticks, with the nouns of the language in the words of another."""
    if language == "en":
        return text
    names = _table(language)["names"]
    if text in NOUNS:
        return names[text].split()[-1]
    return QUOTED.sub(lambda name: f"`{names[name[1]].split()[-1]}`" if name[1] in NOUNS else name[0], text)


def declared_in(names: Sequence[str], language: str) -> list[str]:
    """Return names of one kind, such as those of acts. Periods and nouns of the language are written in a language, any other
    name as its author wrote it (an act may be called `play`).
    """
    periods = _table(language)["periods"]
    if set(names) <= {*periods}:
        return [periods[name].split()[-1] for name in names]
    return [nouns_in(name, language) for name in names]


def names_in(names: Iterable[str], language: str) -> list[str]:
    """Return names, with the names of the language itself as they are written in a language."""
    phrase = _table(language)["names"]
    return [phrase[name].split()[-1] if name in phrase else name for name in names]


def word_table(language: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return every phrase in English, its translation in a language, and the other forms that are read."""
    table = _table(language)
    forms = cast("Mapping[str, Sequence[str]]", table["forms"])
    names = cast("Mapping[str, Sequence[str]]", table["name_forms"])
    rules = cast("Iterable[Mapping[str, str]]", table["in"].values())
    more = [(english, phrase) for row in rules for english, phrase in row.items() if table["phrases"].get(english) != phrase]
    periods = [(f"the {english}", phrase) for english, phrase in table["periods"].items() if english not in table["names"]]
    rows = sorted({*english_phrases(language).items(), *table["phrases"].items(), *more, *table["names"].items(), *periods})
    return tuple(
        (
            english,
            _joined([(word, True) for word in phrase.split()], table),
            tuple(form for word in phrase.split() for form in (*forms.get(word, ()), *names.get(word, ()))),
        )
        for english, phrase in rows
    )
