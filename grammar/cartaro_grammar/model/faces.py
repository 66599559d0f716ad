"""Faces: the cards of a deck, and every other way in which one of them may be read.

A face is known by a number: that of its card where the card is read as itself, a number beyond the deck's otherwise.  So a
set of cards with a reading for each is a set of faces, and what is printed on a face (its attributes, its measures) is looked
up like what is printed on a card.  A deck without readings has just its cards as faces.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property

from cartaro_grammar.model.deck import Deck
from cartaro_grammar.text.frozen import frozen


@frozen
class Face:
    """A way to read a card: `card` is its number, `like` that of the card it is read as (its own where read as itself),
    `settings` the measures that this reading changes.
    """

    card: int
    like: int
    settings: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Faces:
    """All faces of a deck, by their numbers; the first `pack` of them are the cards themselves."""

    deck: Deck
    faces: tuple[Face, ...]

    @property
    def pack(self) -> int:
        """How many cards there are."""
        return len(self.deck.cards)

    @property
    def count(self) -> int:
        """How many faces there are."""
        return len(self.faces)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """How a face is written: `7♥`, `JK/7♥`; with a number that its reading changes, `A♥/1`."""
        return tuple(self._code(face) for face in self.faces)

    def _code(self, face: Face) -> str:
        cards = self.deck.cards
        like = f"/{cards[face.like].code}" if face.like != face.card else ""
        return f"{cards[face.card].code}{like}" + "".join(f"/{number}" for _, number in face.settings[:1])

    @cached_property
    def numbered(self) -> Mapping[str, int]:
        """The number of each face by its code."""
        return {code: number for number, code in enumerate(self.codes)}

    @cached_property
    def of_card(self) -> tuple[tuple[int, ...], ...]:
        """The faces of each card: itself first."""
        found: list[list[int]] = [[] for _ in self.deck.cards]
        for number, face in enumerate(self.faces):
            found[face.card].append(number)
        return tuple(tuple(numbers) for numbers in found)

    @cached_property
    def kind(self) -> tuple[int, ...]:
        """For each card the first of the cards equal to it: the same in all that is printed on them."""
        first: dict[tuple[object, ...], int] = {}
        cards = enumerate(self.deck.cards)
        return tuple(first.setdefault((card.attributes, card.kind), number) for number, card in cards)

    @cached_property
    def plural(self) -> bool:
        """Whether some cards are equal."""
        return len(set(self.kind)) < self.pack

    @cached_property
    def _attributes(self) -> dict[str, tuple[str | None, ...]]:
        return {}

    @cached_property
    def _measures(self) -> dict[str, tuple[int | None, ...]]:
        return {}

    def attribute(self, name: str) -> tuple[str | None, ...]:
        """An attribute of each face: of the card that it is read as, or else of its own."""
        if name not in self._attributes:
            own = [dict(card.attributes) for card in self.deck.cards]
            self._attributes[name] = tuple(own[face.like].get(name) or own[face.card].get(name) for face in self.faces)
        return self._attributes[name]

    def measure(self, name: str) -> tuple[int | None, ...]:
        """A measure of each face: as its reading sets it, or as on the card that it is read as."""
        if name not in self._measures:
            table = next(measure.values for measure in self.deck.measures if measure.name == name)
            self._measures[name] = tuple(dict(face.settings).get(name, table[face.like]) for face in self.faces)
        return self._measures[name]


def faces_of(deck: Deck, standing: Container[str]) -> Faces:
    """The faces of a deck, by the readings of the clauses that stand: first those of a card as itself with other measures, then
    those as any other card; each in the order of the deck.
    """
    cards = range(len(deck.cards))
    readings = [reading for reading in deck.readings if reading.clause in standing]
    own = [Face(n, n, ()) for n in cards]
    changed = [Face(n, n, r.settings) for n in cards for r in readings if r.settings and n in r.cards]
    wild = [n for n in cards if any(not r.settings and n in r.cards for r in readings)]
    plain = [face for face in (*own, *changed) if deck.cards[face.card].kind is None and deck.cards[face.card].copy == 0]
    read = [Face(n, face.card, face.settings) for n in wild for face in plain if _differs(deck, n, face.card)]
    return Faces(deck, (*own, *changed, *read))


def _differs(deck: Deck, card: int, other: int) -> bool:
    return deck.cards[card].attributes != deck.cards[other].attributes
