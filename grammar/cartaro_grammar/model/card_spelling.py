"""Find the cards that people mean when they type `QS`, `10d`, `TH`, `q♠` or `7♡`. The names come from the deck.

A card's code is made of the signs of its values. Instead of a sign, people write its small letter, the outline of a suit, or
the first letter of the value's name in their language. `cards_typed` returns the cards that a text can mean. `cards_near`
returns the cards whose codes are nearest to a misspelt code; all of them have the value that the text ends with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from cartaro_grammar.model.declarations import Card, Deck, SymbolInfo
from cartaro_grammar.text.characters import without_presentation
from cartaro_grammar.text.spelling import edit_distance

MOST_TYPED = 20
"""The longest text that is compared with cards, in characters."""

MOST_OFFERED = 4
COPY_SIGN = "'"
OF_THE_RULES = "*"
"""Used in place of a language for the names that the rules themselves use."""

TEN = ("10", "t")
"""A sign of two digits, and the letter that notations of cards use instead."""


def cards_typed(deck: Deck, text: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of the cards that a text can mean: its code, signs that look like it, or initials in the first language
    that has such a card. The result has several cards if the text is ambiguous, and none if it is not a card.
    """
    typed = _folded(text)
    base = typed.rstrip(COPY_SIGN)
    if not base or len(base) > MOST_TYPED:
        return ()
    copy = typed[len(base) :]
    for language in ("", *dict.fromkeys(languages), OF_THE_RULES):
        found = [code + copy for code in _spellings(deck, language).get(base, ()) if _has(deck, code + copy)]
        if found:
            return tuple(found)
    return ()


def cards_near(deck: Deck, text: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of which a text may be a misspelling: all codes that are equally near, if they are few. The text must
    end with the value at the end of the code.
    """
    typed = _folded(text).rstrip(COPY_SIGN)
    if len(typed) < 2 or len(typed) > MOST_TYPED:
        return ()
    near: dict[int, list[str]] = {}
    ends = _ends_typed(deck, typed, languages)
    if not ends and not typed[-1].isalnum():
        return ()
    for card in deck.cards:
        if card.copy == 0 and (not ends or (card.attributes and card.attributes[-1] in ends)):
            near.setdefault(edit_distance(typed, card.code.casefold(), 1), []).append(card.code)
    found = near.get(1, [])
    return tuple(found) if len(found) <= MOST_OFFERED else ()


def _ends_typed(deck: Deck, typed: str, languages: Sequence[str]) -> set[tuple[str, str]]:
    """Return the values at the end of a code with which a text may end."""
    last = {card.attributes[-1][0] for card in deck.cards if card.attributes and card.kind is None}
    return {
        (attribute.name, value.name)
        for attribute in deck.attributes
        if attribute.name in last
        for value in attribute.values
        if any(typed.endswith(written) for language in ("", *languages, OF_THE_RULES) for written in _written(value, language))
    }


def _has(deck: Deck, code: str) -> bool:
    return any(card.code == code for card in deck.cards)


def _folded(text: str) -> str:
    return "".join(map(_filled, without_presentation(text))).casefold()


def _filled(character: str) -> str:
    """Return the filled form of a sign for which Unicode has an outline, as ♥ for ♡; any other sign unchanged."""
    name = unicodedata.name(character, "")
    if not name.startswith("WHITE "):
        return character
    try:
        return unicodedata.lookup(f"BLACK {name.removeprefix('WHITE ')}")
    except KeyError:
        return character


@lru_cache(maxsize=64)
def _spellings(deck: Deck, language: str) -> dict[str, tuple[str, ...]]:
    """Return the codes of the first copies of the cards by their typed forms. With the language "", only signs are used; else
    also the initials in that language.
    """
    values = {(info.name, value.name): value for info in deck.attributes for value in info.values}
    found: dict[str, list[str]] = {}
    for card in deck.cards:
        if card.copy == 0:
            for written in _spelt(card, values, language):
                if card.code not in found.setdefault(written, []):
                    found[written].append(card.code)
    return {written: tuple(codes) for written, codes in found.items()}


def _spelt(card: Card, values: dict[tuple[str, str], SymbolInfo], language: str) -> Iterator[str]:
    parts = [values.get(pair) for pair in card.attributes]
    if not parts or any(part is None for part in parts):
        yield card.code.casefold()
        return
    yield from map("".join, product(*(_written(part, language) for part in parts if part is not None)))


def _written(value: SymbolInfo, language: str) -> tuple[str, ...]:
    """Return the forms in which a value may be typed: its sign, and in a language the initial of its name."""
    sign = value.sign.casefold()
    letter = TEN[1:] if sign == TEN[0] else ()
    return (sign, *letter, *(initial for initial in _initials(value, language) if initial != sign))


def _initials(value: SymbolInfo, language: str) -> Iterator[str]:
    """Yield the initial of a value's name in a language. It is the initial of the last word, since articles come first. Yield
    nothing for a number.
    """
    if value.sign.isdigit():
        return
    names = ((OF_THE_RULES, value.name),) if language == OF_THE_RULES else value.names
    for code, title in names:
        words = re.findall(r"[^\W\d_]+", title.split("/")[0])
        if language and code in (language, "") and words:
            yield words[-1][0].casefold()
