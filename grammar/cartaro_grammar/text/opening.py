"""The first line of a text, which names the language of its key words; English if there is none."""

from __future__ import annotations

import re
from collections.abc import Mapping

ENGLISH = "en"
OPENINGS: Mapping[str, str] = {"in italiano": "it", "en français": "fr"}
"""The possible first lines, each with its language."""

KEY_WORD_LANGUAGES = (ENGLISH, *OPENINGS.values())
FIRST_LINE = re.compile(r"(?:[ \t]*(?:--[^\n]*)?\n)*(?P<line>[^\n]*)")


def opening_line(text: str) -> tuple[str, int, int]:
    """Return the language of a text's key words, and the range of the words that name it (empty in English)."""
    found = FIRST_LINE.match(text)
    if found is not None:
        words = found["line"].partition("--")[0].rstrip()
        language = OPENINGS.get(words)
        if language is not None:
            return language, found.start("line"), found.start("line") + len(words)
    return ENGLISH, 0, 0


def key_word_language(text: str) -> str:
    """Return the language of a text's key words."""
    return opening_line(text)[0]
