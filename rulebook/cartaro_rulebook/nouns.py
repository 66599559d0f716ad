"""Nouns as authors store them: with their article, in singular and plural, and in brackets what the form hides.

    "la mano / le mani"          feminine, by its article
    "l'asso (m) / gli assi"      the bracket settles what an elided article leaves open
    "le prese (pl)"              only a plural
    "la tavola (su)"             any other word in brackets is the preposition for being there: on the table
    "denari"                     no article: a name, used as it stands
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cartaro_rulebook.inline import clean

ARTICLES: dict[str, dict[str, str]] = {
    "it": {"il": "m", "lo": "m", "i": "m", "gli": "m", "la": "f", "le": "f", "l'": "", "l’": ""},
    "fr": {"le": "m", "la": "f", "les": "", "l'": "", "l’": ""},
    "en": {"the": "m"},
}
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
    """A noun phrase ready to stand in a sentence, and what agrees with it."""

    text: str
    feminine: bool = False
    plural: bool = False

    def then(self, more: str) -> Phrase:
        return replace(self, text=self.text + more)


def _split(form: str, language: str) -> tuple[str, str]:
    """The article (empty when there is none) and the rest."""
    articles = ARTICLES.get(language, {})
    for elided in ("l'", "l’"):
        if elided in articles and form.lower().startswith(elided):
            return ("l'", form[len(elided) :].strip())
    head, _, rest = form.partition(" ")
    return (head.lower(), rest.strip()) if head.lower() in articles and rest else ("", form)


def noun(text: str, language: str) -> Noun:
    """The noun that a text stands for in a language."""
    text = clean(text)
    flags = [flag.strip() for group in _BRACKET.findall(text) for flag in group.split(",")]
    forms = [part.strip() for part in _BRACKET.sub("", text).split(" / ")]
    articles, bare = zip(*(_split(" ".join(form.split()), language) for form in forms), strict=True)
    genders = [ARTICLES.get(language, {}).get(article, "") for article in articles]
    gender = next((g for g in [*(f for f in flags if f in ("m", "f")), *genders] if g), "m")
    return Noun(
        singular=bare[0],
        plural=bare[1] if len(bare) > 1 else bare[0],
        feminine=gender == "f",
        only_plural="pl" in flags,
        place=next((f for f in flags if f not in ("m", "f", "pl", "")), ""),
        named=bool(articles[0]),
    )
