"""Messages to the author: English text that remembers its form and slots, so that it can be translated (decision 0017).

A `Message` is a `str` in English. Its form is the English text with `{slots}`, which is also the key of its translation in the
catalogue. A form that has no translation, or a plain text, stays English.

A message quotes the language between backticks or as a `Phrase` in a slot. The quotation is written in English key words, and
printed in the key words of the text that the message is about (decision 0082). A slot that is a plain text holds words of the
author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import LiteralString, Self

from cartaro_grammar.text.catalogue import ENGLISH, diagnostics
from cartaro_grammar.text.key_phrases import nouns_in, phrase_in, requoted

Slots = Mapping[str, "str | int"]
NO_SLOTS: Slots = MappingProxyType({})


class Message(str):
    """An English text with the form that it was made by and the values of its slots."""

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


class WordedMessage(Message):
    """A message about a text whose key words are not English: its quotations of the language are in those words."""

    __slots__ = ("key_words",)
    key_words: str

    def __new__(cls, form: str, slots: Slots, key_words: str) -> Self:
        text = requoted(form, key_words)
        made = str.__new__(cls, text.format_map(slots) if slots else text)
        made.form, made.slots, made.key_words = form, slots, key_words
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[str, dict[str, str | int], str]]:  # type: ignore[override]  # one part more
        return WordedMessage, (self.form, dict(self.slots), self.key_words)


class Phrase(Message):
    """A piece of the language with slots for the author's words, in English key words; it is printed in the key words of a
    text.
    """

    __slots__ = ("key_words",)
    key_words: str

    def __new__(cls, form: str, slots: Slots = NO_SLOTS, key_words: str = ENGLISH) -> Self:
        text = form if key_words == ENGLISH else phrase_in(form, key_words)
        made = str.__new__(cls, text.format_map(slots) if slots else text)
        made.form, made.slots, made.key_words = form, slots, key_words
        return made

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, dict[str, str | int], str]]:  # type: ignore[override]  # one part more
        return Phrase, (self.form, dict(self.slots), self.key_words)


def phrase(form: LiteralString, /, **slots: str | int) -> Phrase:
    """Return a piece of the language, to be quoted in a message: `form` is in English key words, the slots hold names."""
    return Phrase(form, slots)


def in_key_words(text: str, key_words: str) -> str:
    """Return a message whose quotations of the language are in the key words of a language; a message that already has key
    words keeps them. A text without a form is a name of the author's, or one of the nouns of the language.
    """
    if not isinstance(text, Message):
        return nouns_in(text, key_words)
    if isinstance(text, WordedMessage):
        return text
    if isinstance(text, Phrase) and text.key_words != ENGLISH:
        return text
    slots = {name: in_key_words(value, key_words) if isinstance(value, str) else value for name, value in text.slots.items()}
    return Phrase(text.form, slots, key_words) if isinstance(text, Phrase) else WordedMessage(text.form, slots, key_words)


def msg(form: LiteralString, /, **slots: str | int) -> Message:
    """Return the message of a form, its slots filled by the author's text, by numbers or by other messages."""
    return Message(form, slots)


def join_or(parts: Iterable[str]) -> str:
    """Join texts with *or*."""
    return _join(lambda one, other: msg("{one} or {other}", one=one, other=other), parts)


def join_and(parts: Iterable[str]) -> str:
    """Join texts with *and*."""
    return _join(lambda one, other: msg("{one} and {other}", one=one, other=other), parts)


def join_commas(parts: Iterable[str]) -> str:
    """Join texts with commas."""
    return _join(lambda one, other: msg("{one}, {other}", one=one, other=other), parts)


LANGUAGE_NAMES: Mapping[str, Message] = {"it": msg("Italian"), "en": msg("English"), "fr": msg("French")}


def join_languages(codes: Iterable[str]) -> str:
    """Join the names of languages: *Italian, English and French*; a code without a name is quoted."""
    names = [LANGUAGE_NAMES.get(code, f"`{code}`") for code in codes]
    return join_and([join_commas(names[:-1]), names[-1]]) if len(names) > 1 else join_and(names)


def join_semicolons(parts: Iterable[str]) -> str:
    """Join texts with semicolons."""
    return _join(lambda one, other: msg("{one}; {other}", one=one, other=other), parts)


def _join(joint: Callable[[str, str], str], parts: Iterable[str]) -> str:
    """Join texts in pairs, and the pairs in pairs again, so that the nesting of the message is only logarithmic in the number
    of texts. Return "" for no texts.
    """
    found = list(parts)
    while len(found) > 1:
        pairs = zip(found[::2], found[1::2], strict=False)
        found = [joint(one, other) for one, other in pairs] + (found[-1:] if len(found) % 2 else [])
    return found[0] if found else ""


def truncate(text: str, most: int) -> str:
    """Cut a text to at most `most` characters, keeping its form if it has one."""
    if len(text) <= most:
        return text
    return Message(text.form, text.slots, most) if isinstance(text, Message) else shorten(text, most)


def shorten(text: str, most: int = 40) -> str:
    """Cut a text that is longer than `most` characters, so that it can be quoted in a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


def translate(text: str, language: str) -> str:
    """Translate a message. A part without a translation stays English."""
    if not isinstance(text, Message) or isinstance(text, Phrase) or language == ENGLISH:
        return text
    form = diagnostics(language).get(text.form)
    if form is None:
        return text
    if isinstance(text, WordedMessage):
        form = requoted(form, text.key_words)
    return form.format_map(
        {name: translate(value, language) if isinstance(value, str) else value for name, value in text.slots.items()}
    )
