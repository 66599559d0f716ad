"""What is told to an author, in English that remembers how it was made, and in the other languages (decision 0017).

A `Message` is its English text, and knows its form and what fills the form's slots.  The form is the English itself, with
`{slots}`; its words in another language are in the catalogue, which is read when that language is needed.
A form that a table lacks, or a text without a form, stays English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import LiteralString, Self

from cartaro_grammar.text.catalogue import ENGLISH, diagnostics

Slots = Mapping[str, "str | int"]
NO_SLOTS: Slots = MappingProxyType({})


class Message(str):
    """An English text that remembers the form it was made by, and what fills its slots."""

    __slots__ = ("form", "slots")
    form: str
    slots: Slots

    def __new__(cls, form: str, slots: Slots = NO_SLOTS, limit: int | None = None) -> Self:
        text = form.format_map(slots) if slots else form
        made = super().__new__(cls, text if limit is None else shorten(text, limit))
        made.form, made.slots = form, slots
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[str, dict[str, str | int]]]:
        return Message, (self.form, dict(self.slots))


def msg(form: LiteralString, /, **slots: str | int) -> Message:
    """A message of a form, whose slots are filled by the author's text, by numbers, or by other messages."""
    return Message(form, slots)


def join_or(parts: Iterable[str]) -> str:
    """Texts with *or* between them."""
    return _join(lambda one, other: msg("{one} or {other}", one=one, other=other), parts)


def join_and(parts: Iterable[str]) -> str:
    """Texts with *and* between them."""
    return _join(lambda one, other: msg("{one} and {other}", one=one, other=other), parts)


def join_commas(parts: Iterable[str]) -> str:
    """Texts with commas between them."""
    return _join(lambda one, other: msg("{one}, {other}", one=one, other=other), parts)


def join_semicolons(parts: Iterable[str]) -> str:
    """Texts with semicolons between them."""
    return _join(lambda one, other: msg("{one}; {other}", one=one, other=other), parts)


def _join(joint: Callable[[str, str], str], parts: Iterable[str]) -> str:
    """Texts joined in pairs, and these in pairs again, so that a message of many lies in few others; none is the empty text."""
    found = list(parts)
    while len(found) > 1:
        pairs = zip(found[::2], found[1::2], strict=False)
        found = [joint(one, other) for one, other in pairs] + (found[-1:] if len(found) % 2 else [])
    return found[0] if found else ""


def truncate(text: str, most: int) -> str:
    """A text of at most so many characters, which still knows its form if it had one."""
    if len(text) <= most:
        return text
    return Message(text.form, text.slots, most) if isinstance(text, Message) else shorten(text, most)


def shorten(text: str, most: int = 40) -> str:
    """A text, cut where it is longer than `most` characters, so that it can be quoted in a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


def translate(text: str, language: str) -> str:
    """A message in a language; what has no words there in English."""
    if not isinstance(text, Message) or language == ENGLISH:
        return text
    form = diagnostics(language).get(text.form)
    if form is None:
        return text
    return form.format_map(
        {name: translate(value, language) if isinstance(value, str) else value for name, value in text.slots.items()}
    )
