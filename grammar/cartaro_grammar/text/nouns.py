"""Nouns as authors write them: with an article, in singular and plural, and with properties in brackets.

"la mano / le mani"          feminine, by its article
"l'asso (m) / gli assi"      the bracket gives the gender that an elided article leaves open
"le prese (pl)"              only a plural; with both, "les tiers (m pl)"
"la tavola (su)"             a preposition in brackets is the one for being there: on the table
"denari"                     no article: a name
"il totale (1/2)"            counted in halves: at the table, 15 is shown as 7½; thirds and quarters likewise (0150)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

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
FRACTIONS = {"1/2": 2, "1/3": 3, "1/4": 4}
_BRACKET = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun without its article; `named` is false for a name, which has no article. `articles` are the articles of the
    singular and plural, if they are written.  `of_card` is true for a place that has at most one card, which has its name. A
    number with this noun counts parts of one, as many as `parts` make it.
    """

    singular: str
    plural: str
    feminine: bool = False
    only_plural: bool = False
    place: str = ""
    named: bool = True
    articles: tuple[str, str] = field(default=("", ""), compare=False)
    of_card: bool = False
    parts: int = 1

    def form(self, plural: bool) -> str:
        return self.plural if plural or self.only_plural else self.singular


def _split(form: str, language: str) -> tuple[str, str]:
    """Return the article (an empty text if there is none) and the rest."""
    articles = ARTICLES.get(language, {})
    for elided in ("l'", "l’"):
        if elided in articles and form.lower().startswith(elided):
            return ("l'", form[len(elided) :].strip())
    head, _, rest = form.partition(" ")
    return (head.lower(), rest.strip()) if head.lower() in articles and rest else ("", form)


def split_flags(text: str, language: str) -> tuple[str, list[str]]:
    """Return the text without the brackets that are flags, and the flags. Other brackets belong to the text."""
    known = {"m", "f", "pl", *FRACTIONS, *PREPOSITIONS.get(language, ())}
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


def _is_plural(article: str, language: str) -> bool:
    return article in PLURAL_ARTICLES and not (language == "fr" and article == "le")


_AFTER_HEAD = re.compile(
    " (?:of|in|on|for|from|to|at|by|with|without|under|over|between|among|within|against|per|after|before|since|as|that|which"
    "|who|whom|whose|when) "
)


def _is_english_plural(form: tuple[str, str], language: str) -> bool:
    """Return whether the article and noun of an English name are plural: *the cards of the bout*."""
    head = _AFTER_HEAD.split(form[1])[0]
    return language == "en" and bool(form[0]) and re.search("(?<![suia])s$", head) is not None


@lru_cache(maxsize=8192)
def noun(text: str, language: str) -> Noun:
    """Return the noun that a text describes in a language."""
    forms_text, flags = split_flags(text, language)
    forms = [part.strip() for part in forms_text.split(" / ")]
    parts = [_split(" ".join(form.split()), language) for form in forms]
    articles, bare = [article for article, _ in parts], [word for _, word in parts]
    genders = [ARTICLES.get(language, {}).get(article, "") for article in articles]
    gender = next((g for g in [*(f for f in flags if f in ("m", "f")), *genders] if g), "m")
    only_plural = "pl" in flags or (
        len(bare) == 1 and (_is_plural(articles[0], language) or _is_english_plural(parts[0], language))
    )
    return Noun(
        singular=bare[0],
        plural=bare[1] if len(bare) > 1 else bare[0],
        feminine=gender == "f",
        only_plural=only_plural,
        place=next((f for f in flags if f not in ("m", "f", "pl", "") and f not in FRACTIONS), ""),
        named=bool(articles[0]),
        articles=(articles[0], articles[1] if len(articles) > 1 else articles[0] if only_plural else ""),
        parts=next((FRACTIONS[f] for f in flags if f in FRACTIONS), 1),
    )
