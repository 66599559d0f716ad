"""The cards of one game as pictures: their corner and their suit as text, and the drawings that its pack names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cartaro_grammar import game as g
from cartaro_rulebook.cards.drawings import FIGURE, SIGN, drawn
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.words.card_colours import by_size, tone
from cartaro_rulebook.words.naming import Naming, in_language

MOST_PIPS = 10


@dataclass(frozen=True, slots=True)
class ReadAsSigns:
    """What a card is read as: the signs of that card, what was settled with it, and the class of its ink."""

    corner: str
    suit: str
    settled: str
    ink: str


@dataclass(frozen=True, slots=True)
class CardSigns:
    """What a picture of a card is made of: its classes, the texts in its corner and for its suit, and what it is read as."""

    classes: tuple[str, ...]
    corner: str
    suit: str
    read_as: ReadAsSigns | None


class CardPictures:
    """The cards of one game in one language.

    A card shows its signs, and its name to those who cannot see it; one that is read as another shows that one too.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.deck = naming.game.deck
        attributes = by_size(self.deck)
        self.main = attributes[0].name if attributes else ""
        self.second = attributes[1] if len(attributes) > 1 else None
        self.symbols = {(a.name, v.name): v for a in attributes for v in a.values}
        self._drawn = dict[tuple[int, str], str]()

    def picture(self, number: int, size: str = "") -> str:
        """One card, or one face of it: as what it is read, in its corner."""
        if (number, size) not in self._drawn:
            self._drawn[number, size] = self._picture(number, size)
        return self._drawn[number, size]

    def _picture(self, number: int, size: str) -> str:
        signs = self.signs(number, size)
        inside = tag("b", escaped(signs.corner)) + (tag("i", escaped(signs.suit)) if signs.suit else "")
        if signs.read_as is not None:
            inside += _small(signs.read_as)
        name = self.naming.language.forms.polish(self.naming.face_text(number))
        return tag("span", inside, class_=" ".join(signs.classes), role="img", aria_label=name)

    def signs(self, number: int, size: str = "") -> CardSigns:
        """What the picture of a card, or of one face of it, is made of."""
        face = self.naming.game.faces.faces[number]
        corner, suit = self._signs(face.card)
        read_as = self._read_as(number)
        classes = ("playing-card", self._ink(face.card), self._shape(face.card, size), "reading" if read_as else "", size)
        return CardSigns(tuple(filter(None, classes)), corner, suit, read_as)

    def row(self, cards: Iterable[int], empty: str = "—") -> str:
        """Cards side by side."""
        shown = "".join(self.picture(n) for n in cards)
        return tag("span", shown or escaped(empty), class_="card-row")

    def _read_as(self, number: int) -> ReadAsSigns | None:
        face = self.naming.game.faces.faces[number]
        other = face.like != face.card
        settled = "".join(f" {value}" if other else str(value) for _, value in face.settings[:1])
        if not other and not settled:
            return None
        corner, suit = self._signs(face.like) if other else ("", "")
        return ReadAsSigns(corner, suit, settled, self._ink(face.like))

    def _values(self, card: int) -> tuple[g.SymbolInfo | None, g.SymbolInfo | None]:
        """The values of a card: of the attribute with most values, which is in its corner, and of the next, its suit."""
        values = dict(self.deck.cards[card].attributes)
        second = self.second.name if self.second is not None else ""
        suit = self.symbols[second, values[second]] if second in values else None
        main = values.get(self.main)
        return (None if main is None else self.symbols[self.main, main]), suit

    def _signs(self, card: int) -> tuple[str, str]:
        """What stands on a card: the sign of its rank and that of its suit; its code and a star, where it has neither."""
        rank, suit = self._values(card)
        if rank is None:
            return self.deck.cards[card].code.rstrip("'"), "★"
        corner = in_language(rank.corner, self.naming.language.code)
        return corner or rank.sign, suit.sign if suit is not None else ""

    def _ink(self, card: int) -> str:
        """The class of its suit's drawing, or of its colour where there is none."""
        _, suit = self._values(card)
        return (drawn(SIGN, suit.drawing) if suit is not None else "") or f"tone-{tone(self.deck, card)}"

    def _shape(self, card: int, size: str) -> str:
        """The class of its figure, or of its number of pips, which a small card has not."""
        rank, _ = self._values(card)
        if rank is None:
            special = (self.symbols[pair].drawing for pair in self.deck.cards[card].attributes)
            return next(filter(None, (drawn(FIGURE, name) for name in special)), "")
        if rank.sign.isascii() and rank.sign.isdecimal() and 1 <= int(rank.sign) <= MOST_PIPS:
            return "" if size else f"pips-{int(rank.sign)}"
        return drawn(FIGURE, rank.drawing)


def _small(read: ReadAsSigns) -> str:
    """What a card is read as, in its corner."""
    other = escaped(read.corner) + tag("u", escaped(read.suit)) if read.corner else ""
    return tag("small", other + escaped(read.settled), class_=read.ink)
