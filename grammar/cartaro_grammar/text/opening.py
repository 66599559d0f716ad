"""The first line of a text, which names the language of its key words. The result is English if the text does not name a
language.

A translated text also states the language of the names that it declares: `in italiano, nomi in inglese`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

ENGLISH = "en"
OPENINGS: Mapping[str, str] = {"in italiano": "it", "en français": "fr"}
"""The possible first lines, each with its language."""

NAMES_IN: Mapping[tuple[str, str], str] = {
    ("en", "it"): "in english, names in italian",
    ("en", "fr"): "in english, names in french",
    ("it", "en"): "in italiano, nomi in inglese",
    ("it", "fr"): "in italiano, nomi in francese",
    ("fr", "en"): "en français, noms en anglais",
    ("fr", "it"): "en français, noms en italien",
}
"""The first line of a text whose declared names are in another language than its key words."""

_LANGUAGES = {**{line: (code, code) for line, code in OPENINGS.items()}, **{line: codes for codes, line in NAMES_IN.items()}}

KEY_WORD_LANGUAGES = (ENGLISH, *OPENINGS.values())
FIRST_LINE = re.compile(r"(?:[ \t]*(?:--[^\n]*)?\n)*(?P<line>[^\n]*)")


def opening_line(text: str) -> tuple[str, int, int]:
    """Return the language of a text's key words, and the range of the words that name it (empty in English)."""
    found = FIRST_LINE.match(text)
    if found is not None:
        words = found["line"].partition("--")[0].rstrip()
        languages = _LANGUAGES.get(words)
        if languages is not None:
            return languages[0], found.start("line"), found.start("line") + len(words)
    return ENGLISH, 0, 0


def names_language(text: str) -> str:
    """Return the language of the names that a text declares. It is the language of its key words, unless its first line names
    another.
    """
    language, start, end = opening_line(text)
    return _LANGUAGES.get(text[start:end], (language, language))[1]


def key_word_language(text: str) -> str:
    """Return the language of a text's key words."""
    return opening_line(text)[0]
