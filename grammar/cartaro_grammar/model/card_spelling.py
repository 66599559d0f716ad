"""Find the cards that people mean when they type `QS`, `10d`, `TH`, `q♠` or `7♡`. The names come from the deck.

A card's code is made of the signs of its values. Instead of a sign, people write its small letter, the outline of a suit, or
the first letter of the value's name in their language. `cards_typed` returns the cards that a text can mean. `cards_near`
returns the cards whose codes are nearest to a misspelt code; all of them have the value that the text ends with.
`with_codes` replaces the names of cards in a line, such as *queen of spades* or *2 di spade*, by their codes.
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
MOST_IN_LINE = 500
"""The longest line in which names of cards are sought, in characters."""

MOST_LINKING = 3
"""The longest word between the two words of a card's name: `of`, `di`, `de`, `the`."""
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


def with_codes(deck: Deck, line: str, languages: Sequence[str]) -> str:
    """Replace each card in a line that is named in words, a value, a short word and another value, by its code, with its
    article. The words are
    those of the deck in any of the languages, tried in their order.
    """
    written = re.sub(r"\b(\w)['’](?=\w)", r"\1 ", line[:MOST_IN_LINE]).split()
    result, at, replaced = list[str](), 0, False
    while at < len(written):
        found = next((card for card in _named_at(deck, written[at : at + 4], tuple(languages))), None)
        if found is not None and result and _bare(result[-1]) in _articles(deck):
            result.pop()
        result.append(written[at] if found is None else found[0])
        at += 1 if found is None else found[1]
        replaced |= found is not None
    return " ".join(result) if replaced else line


def _named_at(deck: Deck, words: Sequence[str], languages: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the code of the card that is named at the beginning of some words, and the number of its words."""
    for length in (3, 4):
        if len(words) < length or not all(len(word) <= MOST_LINKING for word in words[1 : length - 1]):
            continue
        for language in (*dict.fromkeys(languages), OF_THE_RULES):
            pairs = [_values_of(deck, words[end], language, languages) for end in (0, length - 1)]
            codes = [
                card.code
                for card in deck.cards
                if card.copy == 0
                and len(card.attributes) == 2
                and any({one, other} == {*card.attributes} for one in pairs[0] for other in pairs[1])
            ]
            if len(codes) == 1:
                yield codes[0], length
                return


def _values_of(deck: Deck, word: str, language: str, languages: tuple[str, ...]) -> set[tuple[str, str]]:
    """Return the values of cards that a word names in a language; if it names nothing in any, those whose names in any language
    differ only in the last letter, as *dama* and *dame*.
    """
    sought = _bare(word)
    found = {value for name, value in _value_names(deck, language) if name == sought}
    if found or len(sought) < 4 or any(name == sought for code in languages for name, _ in _value_names(deck, code)):
        return found
    return {value for code in languages for name, value in _value_names(deck, code) if name[:-1] == sought[:-1]}


@lru_cache(maxsize=64)
def _value_names(deck: Deck, language: str) -> tuple[tuple[str, tuple[str, str]], ...]:
    """Return the words for the values of cards in a language, without articles and accents, and their signs."""
    found = list[tuple[str, tuple[str, str]]]()
    for attribute in deck.attributes:
        for value in attribute.values:
            names = [value.name] if language == OF_THE_RULES else [text for code, text in value.names if code in (language, "")]
            forms = [form for text in names for form in re.sub(r"\([^()]*\)", "", text).split("/")]
            words = [_bare(form.replace("'", " ").split()[-1]) for form in forms if form.strip()]
            found += ((word, (attribute.name, value.name)) for word in dict.fromkeys((*words, value.sign.casefold())))
    return tuple(found)


@lru_cache(maxsize=8)
def _articles(deck: Deck) -> frozenset[str]:
    """Return the articles before the names of values, in all languages."""
    titles = (text for attribute in deck.attributes for value in attribute.values for _, text in value.names)
    forms = (form.replace("'", " ").split() for title in titles for form in title.split("/"))
    return frozenset(_bare(words[0]) for words in forms if len(words) == 2)


def _bare(word: str) -> str:
    """Return a word in lower case and without accents and ligatures."""
    folded = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe").strip(",."))
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


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
