"""The first line of a text, which names the language of its key words. The result is English if the text does not name a
language.

A translated text also states the language of the names that it declares: `in italiano, nomi in inglese`. Any text may state the
edition of the language for which it was written: `in english, edition 1`, `in italiano, edizione 1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

ENGLISH = "en"
OPENINGS: Mapping[str, str] = {"in italiano": "it", "en français": "fr"}
"""The possible first lines, and their languages."""

NAMES_IN: Mapping[tuple[str, str], str] = {
    ("en", "it"): "in english, names in italian",
    ("en", "fr"): "in english, names in french",
    ("it", "en"): "in italiano, nomi in inglese",
    ("it", "fr"): "in italiano, nomi in francese",
    ("fr", "en"): "en français, noms en anglais",
    ("fr", "it"): "en français, noms en italien",
}
"""The first line of a text whose declared names are in another language than its key words."""

EDITION = 1
"""The present edition of the language and its libraries (0104). Texts of all earlier editions are read too."""

EDITION_WORDS: Mapping[str, str] = {ENGLISH: "edition", "it": "edizione", "fr": "édition"}
ENGLISH_OPENING = "in english"
"""The first line of an English text that names its edition; no other needs one."""

KEY_WORD_LANGUAGES = (ENGLISH, *OPENINGS.values())
FIRST_LINE = re.compile(r"(?:[ \t]*(?:--[^\n]*)?\n)*(?P<line>[^\n]*)")

_LANGUAGES = {
    ENGLISH_OPENING: (ENGLISH, ENGLISH),
    **{line: (code, code) for line, code in OPENINGS.items()},
    **{line: codes for codes, line in NAMES_IN.items()},
}
_WORDS = re.compile(r"(?P<languages>.*?)(?:, (?P<word>edition|edizione|édition) (?P<number>0|[1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class Opening:
    """The first line of a text: the language of its key words, the language of the names that it declares, the edition of the
    language for which it was written (by default the present one), and the range of these words (empty if there are none).
    """

    key_words: str = ENGLISH
    names: str = ENGLISH
    edition: int | None = None
    start: int = 0
    end: int = 0


def opening(text: str) -> Opening:
    """Return what the first line of a text names."""
    found = FIRST_LINE.match(text)
    words = found["line"].partition("--")[0].rstrip() if found is not None else ""
    parts = _WORDS.fullmatch(words)
    languages = _LANGUAGES.get(parts["languages"]) if parts is not None else None
    if found is None or parts is None or languages is None or parts["word"] not in (None, EDITION_WORDS[languages[0]]):
        return Opening()
    edition = None if parts["number"] is None else int(parts["number"])
    return Opening(*languages, edition, found.start("line"), found.start("line") + len(words))


def with_edition(line: str, language: str, edition: int | None) -> str:
    """Return the first line of a text with an edition, if there is one."""
    return line if edition is None else f"{line or ENGLISH_OPENING}, {EDITION_WORDS[language]} {edition}"


def opening_line(text: str) -> tuple[str, int, int]:
    """Return the language of a text's key words, and the range of the words that name it (empty without them)."""
    found = opening(text)
    return found.key_words, found.start, found.end


def names_language(text: str) -> str:
    """Return the language of the names that a text declares. It is the language of its key words, unless its first line names
    another.
    """
    return opening(text).names


def key_word_language(text: str) -> str:
    """Return the language of a text's key words."""
    return opening(text).key_words
