"""Nouns and noun phrases, and references inside a sentence: to a clause, an option, a card, an unnamed or an English word.

While a sentence is put together, references in it are enclosed in characters of Unicode's private use area. `clean` removes
these characters from every author's text, so that no author's text can forge one. `fragments` separates the references again.

`cartaro_grammar` reads nouns as authors write them (`text/nouns.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from cartaro_grammar import Noun, split_flags
from cartaro_grammar import noun as read_noun

# -------------------------------------------------------------------- references


FragmentKind = Literal["text", "clause", "option", "card", "word", "english", "keys"]

_OPEN, _KEY, _BODY, _CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
_CODES: dict[str, FragmentKind] = {"c": "clause", "o": "option", "k": "card", "w": "word", "e": "english", "s": "keys"}
_LETTERS = {kind: letter for letter, kind in _CODES.items()}
RELATIVE = "\ue010"
"""A placeholder for the subject of a relative clause until it is known whether the clause begins with it."""
MARK = f"(?:{_OPEN}[^{_BODY}]*{_BODY})?"
"""The opening of a mark, for regular expressions.  It may come before the first letter of a word, but is not part of the text
that is read.
"""
_MARKED = re.compile(f"{_OPEN}(.){_KEY}(.*?){_BODY}(.*?){_CLOSE}", re.DOTALL)
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_FORBIDDEN = re.compile("[\ue000-\uf8ff\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a sentence: its text and, for a reference, the name of its target."""

    kind: FragmentKind
    text: str
    key: str = ""


def clean(text: str) -> str:
    """Return an author's text without characters that mark references, control the terminal or change the text direction."""
    return _FORBIDDEN.sub("", text)


def marked(kind: FragmentKind, key: str, text: str) -> str:
    """Return a reference for a sentence under construction; references inside its text are read together with it."""
    return f"{_OPEN}{_LETTERS[kind]}{_KEY}{clean(key)}{_BODY}{clean(plain(text))}{_CLOSE}"


def fragments(text: str) -> tuple[Fragment, ...]:
    """Return the parts of the sentence in order, without any loss."""
    parts: list[Fragment] = []
    text, at = _flat(text), 0
    for found in _MARKED.finditer(text):
        if found.start() > at:
            parts.append(Fragment("text", text[at : found.start()]))
        parts.append(Fragment(_CODES[found[1]], found[3], found[2]))
        at = found.end()
    if at < len(text):
        parts.append(Fragment("text", text[at:]))
    return tuple(parts)


def plain(text: str) -> str:
    """Return the sentence in the form in which it is read aloud."""
    return _MARKED.sub(lambda found: found[3], _flat(text))


def _flat(text: str) -> str:
    """Return a sentence without the references inside other references: their texts are read together with the outer ones."""
    kept, depth, in_key = list[str](), 0, False
    for char in text:
        if char == _OPEN:
            depth += 1
            in_key = depth > 1
        elif char == _CLOSE:
            depth -= 1
        ends_key = in_key and char == _BODY
        inner_end = char == _CLOSE and depth > 0
        if not (in_key or inner_end):
            kept.append(char)
        in_key = in_key and not ends_key
    return "".join(kept)


def unmarked(text: str) -> str:
    """Return the sentence as it is read aloud, for a page, without any character that marks references, even if marks are
    incomplete.
    """
    return _PRIVATE.sub("", plain(text))


def capitalized(text: str) -> str:
    """Return the sentence with its first letter in upper case, after any marks and quotes."""
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


# ------------------------------------------------------------------------- nouns


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase for use in a sentence, and the properties with which other words agree."""

    text: str
    feminine: bool = False
    plural: bool = False

    def append(self, more: str) -> Phrase:
        return replace(self, text=self.text + more)


def unflagged(text: str, language: str) -> str:
    """Return a name as it is read: its first form, with its article and without flags."""
    return " ".join(split_flags(clean(text), language)[0].split(" / ")[0].split())


def noun(text: str, language: str) -> Noun:
    """Return the noun that an author's text describes in a language."""
    return read_noun(clean(text), language)
