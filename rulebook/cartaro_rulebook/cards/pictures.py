"""Cards as HTML: the drawings that a pack names, cards with the text of corner and suit, sentences with small pictures.

A sign represents a suit and a figure a card; a ruleset chooses them (its `pictures`).  The stylesheet contains each drawing
once, embedded so that it needs no request.  A sign's `color` is the colour of its suit everywhere.  `tag` and `escaped` make
elements in which an author's text is never markup.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cartaro_grammar import game as g
from cartaro_rulebook.words.naming import Naming, attributes_by_size, card_color, in_language
from cartaro_rulebook.words.nouns import Fragment, fragments, unmarked

# ---------------------------------------------------------------------- drawings


SIGN, FIGURE = "sign", "figure"
FOLDERS = {SIGN: "signs", FIGURE: "figures"}
_COLOUR = re.compile(r'<svg\b[^>]*\bcolor="([^"]*)"')
_URI_ESCAPES = str.maketrans({'"': "'", "%": "%25", "#": "%23", "<": "%3C", ">": "%3E", "\n": None})
"""Replacements for characters that a quoted picture in a stylesheet cannot contain."""


@cache
def drawings(kind: str) -> dict[str, str]:
    """Return a map from names to the drawings of a kind, in alphabetical order."""
    folder = files("cartaro_rulebook").joinpath("assets", "drawings", FOLDERS[kind])
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".svg")), key=lambda each: each.name)
    return {each.name.removesuffix(".svg"): each.read_text(encoding="utf-8") for each in found}


CLASSES = {SIGN: "s-", FIGURE: "f-"}
"""The prefixes of the drawings' classes.  They are short because every card of every page repeats them."""


def drawn(kind: str, name: str | None) -> str:
    """Return the class of a drawing; empty if no drawing has this name."""
    return f"{CLASSES[kind]}{name}" if name in drawings(kind) else ""


def is_drawn(name: str) -> bool:
    """Return whether there is a drawing of this name."""
    return any(name in drawings(kind) for kind in FOLDERS)


def drawing_styles() -> str:
    """Return the part of the stylesheet that has the drawings, a class for each."""
    return "".join(_style(kind, name, picture) for kind in FOLDERS for name, picture in drawings(kind).items())


def _style(kind: str, name: str, picture: str) -> str:
    colour = _COLOUR.search(picture)
    ink = f" color: {colour[1]};" if colour else ""
    return f'.{CLASSES[kind]}{name} {{ --{kind}: url("data:image/svg+xml,{picture.strip().translate(_URI_ESCAPES)}");{ink} }}\n'


# ---------------------------------------------------------------------- elements


APART = frozenset({"td", "th", "dt", "dd", "caption", "summary"})
"""Elements that are followed by a space.  Without the layout, as in a search or on a text screen, nothing else separates their
texts.
"""


def escaped(text: str) -> str:
    """Return the text as HTML: no markup of its own, no marks of references, no line end, no braces that a template
    could read.
    """
    one_line = " ".join(unmarked(text).split("\n"))
    return html.escape(one_line, quote=True).replace("{", "&#123;").replace("}", "&#125;")


def tag(name: str, inside: str, **attributes: str) -> str:
    """Return an element; `inside` is HTML already, while attributes are plain text."""
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{escaped(v)}"' for key, v in attributes.items())
    return f"<{name}{shown}>{inside}</{name}>" + (" " if name in APART else "")


# ----------------------------------------------------------------- card pictures


MOST_PIPS = 10


@dataclass(frozen=True, slots=True)
class ReadAsSigns:
    """The reading of a card: the signs of the card that it represents, the settings of the reading, and the class of
    its ink.
    """

    corner: str
    suit: str
    settled: str
    ink: str


@dataclass(frozen=True, slots=True)
class CardSigns:
    """The parts of a card's picture: its classes, the texts in its corner and for its suit, and its reading."""

    classes: tuple[str, ...]
    corner: str
    suit: str
    read_as: ReadAsSigns | None


class CardPictures:
    """The cards of one game in one language.

    A card shows its signs, and has its name as text for readers who cannot see it.  A card that is read as another card also
    shows the signs of that card.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.deck = naming.game.deck
        attributes = attributes_by_size(self.deck)
        self.main = attributes[0].name if attributes else ""
        self.second = attributes[1] if len(attributes) > 1 else None
        self.symbols = {(a.name, v.name): v for a in attributes for v in a.values}
        self._drawn = dict[tuple[int, str], str]()

    def picture(self, number: int, size: str = "") -> str:
        """Return the picture of one card or of one of its faces, with the reading in its corner."""
        if (number, size) not in self._drawn:
            self._drawn[number, size] = self._picture(number, size)
        return self._drawn[number, size]

    def _picture(self, number: int, size: str) -> str:
        signs = self.signs(number, size)
        inside = escaped(signs.corner) + (tag("i", escaped(signs.suit)) if signs.suit else "")
        if signs.read_as is not None:
            inside += _small(signs.read_as)
        name = self.naming.language.forms.polish(self.naming.face_text(number))
        return tag("b", inside, class_=" ".join(signs.classes), role="img", aria_label=name)

    def signs(self, number: int, size: str = "") -> CardSigns:
        """Return the parts of the picture of a card, or of one of its faces."""
        face = self.naming.game.faces.faces[number]
        corner, suit = self._signs(face.card)
        read_as = self._read_as(number)
        classes = ("face", self._ink(face.card), self._shape(face.card, size), "reading" if read_as else "", size)
        return CardSigns(tuple(filter(None, classes)), corner, suit, read_as)

    def cards(self, cards: Iterable[int]) -> str:
        """Return a sequence of cards, or a dash if there are no cards."""
        return "".join(map(self.picture, cards)) or "—"

    def grouped(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return cards in an order in which those with the same value in their corner are together, the most first."""
        value = {card: dict(self.deck.cards[card].attributes).get(self.main) for card in cards}
        counts, first = Counter(value.values()), list(value.values())
        return tuple(sorted(cards, key=lambda card: (-counts[value[card]], first.index(value[card]))))

    def row(self, cards: Iterable[int]) -> str:
        """Return cards side by side, as one group that is separate from others."""
        return tag("span", self.cards(cards), class_="strip")

    def _read_as(self, number: int) -> ReadAsSigns | None:
        face = self.naming.game.faces.faces[number]
        other = face.like != face.card
        settled = "".join(f" {value}" if other else str(value) for _, value in face.settings[:1])
        if not other and not settled:
            return None
        corner, suit = self._signs(face.like) if other else ("", "")
        return ReadAsSigns(corner, suit, settled, self._ink(face.like))

    def _values(self, card: int) -> tuple[g.SymbolInfo | None, g.SymbolInfo | None]:
        """Return two values of a card.  The first is its value of the attribute with most values and is shown in the corner;
        the second, of the next attribute, is its suit.
        """
        values = dict(self.deck.cards[card].attributes)
        second = self.second.name if self.second is not None else ""
        suit = self.symbols[second, values[second]] if second in values else None
        main = values.get(self.main)
        return (None if main is None else self.symbols[self.main, main]), suit

    def _signs(self, card: int) -> tuple[str, str]:
        """Return the texts printed on a card: the signs of rank and suit, or its code and a star if it has neither."""
        rank, suit = self._values(card)
        if rank is None:
            return self.deck.cards[card].code.rstrip("'"), "★"
        corner = in_language(rank.corner, self.naming.language.code)
        return corner or rank.sign, suit.sign if suit is not None else ""

    def _ink(self, card: int) -> str:
        """Return the class of the drawing of a card's suit, or of its colour if there is no drawing."""
        _, suit = self._values(card)
        return (drawn(SIGN, suit.drawing) if suit is not None else "") or f"tone-{card_color(self.deck, card)}"

    def _shape(self, card: int, size: str) -> str:
        """Return the class of a card's figure, or of its number of pips; a small card has no pips."""
        rank, _ = self._values(card)
        if rank is None:
            special = (self.symbols[pair].drawing for pair in self.deck.cards[card].attributes)
            return next(filter(None, (drawn(FIGURE, name) for name in special)), "")
        if rank.sign.isascii() and rank.sign.isdecimal() and 1 <= int(rank.sign) <= MOST_PIPS:
            return "" if size else f"p-{int(rank.sign)}"
        return drawn(FIGURE, rank.drawing)


def _small(read: ReadAsSigns) -> str:
    """Render a card's reading, for its corner."""
    other = escaped(read.corner) + tag("u", escaped(read.suit)) if read.corner else ""
    return tag("small", other + escaped(read.settled), class_=read.ink)


# ------------------------------------------------------------------- marked text


def inline(text: str, pictures: CardPictures, named: bool = True) -> str:
    """Return a sentence as HTML: references as links, cards with their pictures (and their names, when `named`)."""
    shown, found = "", list(fragments(text))
    for place, fragment in enumerate(found):
        stop = _stop_after(found, place)
        drawn = _fragment(fragment, pictures, named)
        # a line may begin after a picture, but not with the comma that follows it
        shown += tag("span", drawn + stop, class_="nb") if stop else drawn.removeprefix(_stop_after(found, place - 1))
    return shown


def _stop_after(found: Sequence[Fragment], place: int) -> str:
    """Return the punctuation mark that follows a card, if one does."""
    if place < 0 or found[place].kind != "card" or place + 1 == len(found):
        return ""
    following = found[place + 1]
    return following.text[0] if following.kind == "text" and following.text[:1] in set(".,;:") else ""


def _fragment(found: Fragment, pictures: CardPictures, named: bool) -> str:
    match found.kind:
        case "text":
            return escaped(found.text)
        case "clause":
            return tag("a", escaped(found.text), href=f"#c-{found.key}")
        case "option":
            return tag("a", escaped(found.text), href=f"#o-{found.key}", class_="option")
        case "word":
            return tag("em", escaped(found.text), class_="word")
        case "keys":
            keys, _, place = found.key.partition("@")
            shown = keys.replace(" ", " · ") + (f" ({place})" if place else "")
            return tag("small", escaped(shown), class_="keys", data_keys=keys, data_place=place)
        case "english":
            return tag("span", escaped(found.text), lang="en", class_="foreign")
        case "card":
            picture = pictures.picture(int(found.key), "small")
            if not named:
                return picture
            return tag("span", tag("span", escaped(found.text), aria_hidden="true") + " " + picture, class_="named-card")
