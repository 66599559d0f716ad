"""References inside a sentence: to a clause, an option, a card, or a word that has no name in this language; English words.

While a sentence is put together they travel in the text between characters of the private use area, which `clean`
takes out of everything an author wrote, so no author's string can forge one.  `fragments` takes them apart again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

FragmentKind = Literal["text", "clause", "option", "card", "word", "english", "keys"]

_OPEN, _KEY, _BODY, _CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
_CODES: dict[str, FragmentKind] = {"c": "clause", "o": "option", "k": "card", "w": "word", "e": "english", "s": "keys"}
_LETTERS = {kind: letter for letter, kind in _CODES.items()}
RELATIVE = "\ue010"
"""Stands for the subject of a relative clause until it is known whether the clause begins with it."""
MARK = f"(?:{_OPEN}[^{_BODY}]*{_BODY})?"
"""What may stand, unheard, before the first letter of a word: the opening of a mark; for regular expressions."""
_MARKED = re.compile(f"{_OPEN}(.){_KEY}(.*?){_BODY}(.*?){_CLOSE}", re.DOTALL)
_FORBIDDEN = re.compile("[\ue000-\uf8ff\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a sentence: what is read, and for a reference the name of what it points to."""

    kind: FragmentKind
    text: str
    key: str = ""


def clean(text: str) -> str:
    """An author's text without characters that mark references, control the terminal or turn the direction round."""
    return _FORBIDDEN.sub("", text)


def marked(kind: FragmentKind, key: str, text: str) -> str:
    """A reference, to be put into a sentence under construction."""
    return f"{_OPEN}{_LETTERS[kind]}{_KEY}{clean(key)}{_BODY}{clean(text)}{_CLOSE}"


def fragments(text: str) -> tuple[Fragment, ...]:
    """The sentence taken apart, in order; nothing is lost."""
    parts: list[Fragment] = []
    at = 0
    for found in _MARKED.finditer(text):
        if found.start() > at:
            parts.append(Fragment("text", text[at : found.start()]))
        parts.append(Fragment(_CODES[found[1]], found[3], found[2]))
        at = found.end()
    if at < len(text):
        parts.append(Fragment("text", text[at:]))
    return tuple(parts)


def plain(text: str) -> str:
    """The sentence as it is read aloud."""
    return _MARKED.sub(lambda found: found[3], text)


def capital(text: str) -> str:
    """The sentence with its first letter raised, wherever marks and quotes put it."""
    at, inside_key = 0, False
    while at < len(text):
        char = text[at]
        if char == _OPEN:
            inside_key = True
        elif char == _BODY:
            inside_key = False
        elif not inside_key and char.isalnum():
            return text[:at] + char.upper() + text[at + 1 :]
        at += 1
    return text
