"""Nouns and noun phrases, and references inside a sentence: to a clause, an option, a card, an unnamed or an English word.

While a sentence is put together, references in it are enclosed in characters of the private use area.  `clean` removes these
characters from every author's text, so that no author's text can forge one.  `fragments` takes the references apart again.

An author writes a noun with its article, in singular and plural, and the properties that the form hides in brackets:

"la mano / le mani"          feminine, by its article
"l'asso (m) / gli assi"      the bracket gives the gender that an elided article leaves open
"le prese (pl)"              only a plural; with both, "les tiers (m pl)"
"la tavola (su)"             a preposition in brackets is the one for being there: on the table
"denari"                     no article: a name
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

# -------------------------------------------------------------------- references


FragmentKind = Literal["text", "clause", "option", "card", "word", "english", "keys"]

_OPEN, _KEY, _BODY, _CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
_CODES: dict[str, FragmentKind] = {"c": "clause", "o": "option", "k": "card", "w": "word", "e": "english", "s": "keys"}
_LETTERS = {kind: letter for letter, kind in _CODES.items()}
RELATIVE = "\ue010"
"""Stands for the subject of a relative clause until it is known whether the clause begins with it."""
MARK = f"(?:{_OPEN}[^{_BODY}]*{_BODY})?"
"""The opening of a mark, which may come before the first letter of a word without being read; for regular expressions."""
_MARKED = re.compile(f"{_OPEN}(.){_KEY}(.*?){_BODY}(.*?){_CLOSE}", re.DOTALL)
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_FORBIDDEN = re.compile("[\ue000-\uf8ff\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a sentence: its text, and for a reference the name of its target."""

    kind: FragmentKind
    text: str
    key: str = ""


def clean(text: str) -> str:
    """Return an author's text without characters that mark references, control the terminal or change the text direction."""
    return _FORBIDDEN.sub("", text)


def marked(kind: FragmentKind, key: str, text: str) -> str:
    """Return a reference for a sentence under construction; references within it are read with it."""
    return f"{_OPEN}{_LETTERS[kind]}{_KEY}{clean(key)}{_BODY}{clean(plain(text))}{_CLOSE}"


def fragments(text: str) -> tuple[Fragment, ...]:
    """Return the sentence taken apart, in order; nothing is lost."""
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
    """Return the sentence as it is read aloud."""
    return _MARKED.sub(lambda found: found[3], text)


def unmarked(text: str) -> str:
    """Return the sentence as it is read aloud, for a page: without any character that marks references, whole marks or not."""
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


ARTICLES: dict[str, dict[str, str]] = {
    "it": {"il": "m", "lo": "m", "i": "m", "gli": "m", "la": "f", "le": "f", "l'": "", "l’": ""},
    "fr": {"le": "m", "la": "f", "les": "", "l'": "", "l’": ""},
    "en": {"the": "m"},
}
PREPOSITIONS: dict[str, tuple[str, ...]] = {
    "it": ("in", "su", "a", "sotto", "presso", "davanti a"),
    "en": ("in", "on", "at", "under", "by", "in front of"),
    "fr": ("dans", "sur", "à", "sous", "devant"),
}
PLURAL_ARTICLES = ("i", "gli", "le", "les")
_BRACKET = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun without its article; `named` is false for a name, which takes none."""

    singular: str
    plural: str
    feminine: bool = False
    only_plural: bool = False
    place: str = ""
    named: bool = True

    def form(self, plural: bool) -> str:
        return self.plural if plural or self.only_plural else self.singular


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase ready for a sentence, and the properties with which other words agree."""

    text: str
    feminine: bool = False
    plural: bool = False

    def append(self, more: str) -> Phrase:
        return replace(self, text=self.text + more)


def _split(form: str, language: str) -> tuple[str, str]:
    """Return the article (empty when there is none) and the rest."""
    articles = ARTICLES.get(language, {})
    for elided in ("l'", "l’"):
        if elided in articles and form.lower().startswith(elided):
            return ("l'", form[len(elided) :].strip())
    head, _, rest = form.partition(" ")
    return (head.lower(), rest.strip()) if head.lower() in articles and rest else ("", form)


def _flags(text: str, language: str) -> tuple[str, list[str]]:
    """Return the text without the brackets that are flags, and the flags; other brackets are the author's."""
    known = {"m", "f", "pl", *PREPOSITIONS.get(language, ())}
    flags: list[str] = []

    def taken(found: re.Match[str]) -> str:
        inside = [flag.strip() for flag in found[1].split(",")]
        if not known.issuperset(inside):
            inside = found[1].replace(",", " ").split()
        if not known.issuperset(inside):
            return found[0]
        flags.extend(inside)
        return ""

    return _BRACKET.sub(taken, text), flags


def unflagged(text: str, language: str) -> str:
    """Return a name as it is read: its first form, with its article and without flags."""
    return " ".join(_flags(clean(text), language)[0].split(" / ")[0].split())


def _is_plural(article: str, language: str) -> bool:
    return article in PLURAL_ARTICLES and not (language == "fr" and article == "le")


@lru_cache(maxsize=8192)
def noun(text: str, language: str) -> Noun:
    """Return the noun that a text describes in a language."""
    forms_text, flags = _flags(clean(text), language)
    forms = [part.strip() for part in forms_text.split(" / ")]
    parts = [_split(" ".join(form.split()), language) for form in forms]
    articles, bare = [article for article, _ in parts], [word for _, word in parts]
    genders = [ARTICLES.get(language, {}).get(article, "") for article in articles]
    gender = next((g for g in [*(f for f in flags if f in ("m", "f")), *genders] if g), "m")
    return Noun(
        singular=bare[0],
        plural=bare[1] if len(bare) > 1 else bare[0],
        feminine=gender == "f",
        only_plural="pl" in flags or (len(bare) == 1 and _is_plural(articles[0], language)),
        place=next((f for f in flags if f not in ("m", "f", "pl", "")), ""),
        named=bool(articles[0]),
    )
