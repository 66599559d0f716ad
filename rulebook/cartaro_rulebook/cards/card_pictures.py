"""The cards of one game as pictures: their corner and their suit as text, and the drawings that its pack names."""

from __future__ import annotations

from collections.abc import Iterable

from cartaro_grammar import game as g
from cartaro_rulebook.cards.drawings import FIGURE, SIGN, drawn
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.words.card_colours import by_size, tone
from cartaro_rulebook.words.naming import Naming, in_language

MOST_PIPS = 10


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
        face = self.naming.game.faces.faces[number]
        corner, suit = self._signs(face.card)
        inside = tag("b", escaped(corner)) + (tag("i", escaped(suit)) if suit else "")
        reading = self._reading(face.like) if face.like != face.card else ""
        reading += "".join(escaped(f" {value}" if reading else str(value)) for _, value in face.settings[:1])
        if reading:
            inside += tag("small", reading, class_=self._ink(face.like))
        classes = ("playing-card", self._ink(face.card), self._shape(face.card, size), "reading" if reading else "", size)
        name = self.naming.language.forms.polish(self.naming.face_text(number))
        return tag("span", inside, class_=" ".join(filter(None, classes)), role="img", aria_label=name)

    def row(self, cards: Iterable[int], empty: str = "—") -> str:
        """Cards side by side."""
        shown = "".join(self.picture(n) for n in cards)
        return tag("span", shown or escaped(empty), class_="card-row")

    def _reading(self, card: int) -> str:
        corner, suit = self._signs(card)
        return escaped(corner) + tag("u", escaped(suit))

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
