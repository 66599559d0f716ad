"""Sets as bit masks (bit n is set if n is a member), decoded values of expressions, and sets of faces.

A state and a move hold plain integers, whose meaning depends on a type: a number for a card, a player, a side or a symbol; a
mask for a set. A group of cards is also a mask, although an act takes it as one argument. `decoded` returns values of different
Python types, so that a type checker finds confusions.

A mask of faces has a bit for each face of the deck (see `cartaro_grammar.faces`), that is, for each card in each reading. As
the cards are the first faces, a mask of cards is a mask of faces in which each card is read as itself. `FaceSets` returns the
cards of a mask of faces, and which of them are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Faces, Type

# ------------------------------------------------------------------------- masks


@dataclass(frozen=True, slots=True)
class Member:
    """The number of a card or face, player, side, symbol or answer; -1 is nobody."""

    number: int


@dataclass(frozen=True, slots=True)
class MemberSet:
    """A set of members, or the faces of a group of cards: a mask in which bit n is set if n is a member."""

    mask: int


Value = Member | MemberSet


def decoded(of: Type, value: int) -> Value:
    """Return the value that an integer of a state or move encodes for a type. A value of type `groups` cannot be decoded; it is
    a mask of places in a family.
    """
    assert of.kind != "groups"
    return MemberSet(value) if of.kind in ("cards", "group", "players", "sides", "symbols") else Member(value)


def as_set(value: Value) -> MemberSet:
    """Return a value as a set. A single value becomes a set with one member, nobody the empty set."""
    if isinstance(value, MemberSet):
        return value
    return MemberSet(1 << value.number if value.number >= 0 else 0)


@lru_cache(maxsize=1 << 16)
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers in a mask, in ascending order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


# --------------------------------------------------------------------- face sets


REMEMBERED = 1 << 14

Key = tuple[int, ...]
"""A set of faces, up to equal cards: the classes of its faces, in order."""


class FaceSets:
    """The faces of one deck; results are remembered."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self.pack = (1 << faces.pack) - 1
        self.read = faces.count > faces.pack
        self.plural = faces.plural
        self.base = tuple(face.card for face in faces.faces)
        self.expansion = tuple(mask_of(numbers) for numbers in faces.of_card)
        classes: dict[tuple[int, int, tuple[tuple[str, int], ...]], int] = {}
        kind = faces.kind
        self.signs = tuple((kind[face.card], kind[face.like], face.settings) for face in faces.faces)
        self.class_of = tuple(classes.setdefault(sign, number) for number, sign in enumerate(self.signs))
        self.classes = tuple(sorted(set(self.class_of), key=lambda number: (kind[self.base[number]], number)))
        self.rank = {number: place for place, number in enumerate(self.classes)}
        self.of_class: dict[int, int] = {}
        for number, known in enumerate(self.class_of):
            self.of_class[known] = self.of_class.get(known, 0) | 1 << number
        self.classes_of_card = tuple(self._classes_of(mask) for mask in self.expansion)
        self._like: dict[int, int] = {}
        for number, face in enumerate(faces.faces):
            if face.like != face.card:
                self._like[kind[face.like]] = self._like.get(kind[face.like], 0) | 1 << number
        self.physical = lru_cache(maxsize=REMEMBERED)(self._physical)
        self.expanded = lru_cache(maxsize=REMEMBERED)(self._expanded)
        self.key = lru_cache(maxsize=REMEMBERED)(self._key)
        self.classes_of = lru_cache(maxsize=REMEMBERED)(self._classes_of)
        self.representatives = lru_cache(maxsize=REMEMBERED)(self._representatives)

    def _physical(self, mask: int) -> int:
        """Return the cards of some faces."""
        cards = mask & self.pack
        for number in members(mask & ~self.pack):
            cards |= 1 << self.base[number]
        return cards

    def _expanded(self, cards: int) -> int:
        """Return all faces of some cards."""
        faces = 0
        for card in members(cards):
            faces |= self.expansion[card]
        return faces

    def _key(self, mask: int) -> Key:
        """Return the key of a set of faces. Sets that differ only in equal cards have the same key."""
        return tuple(sorted([self.class_of[number] for number in members(mask)], key=self.rank.__getitem__))

    def _classes_of(self, mask: int) -> int:
        """Return the classes of some faces. A class has the number of its first face."""
        return mask_of(self.class_of[number] for number in members(mask))

    def _representatives(self, cards: int, distinguished: int) -> int:
        """Return the representatives of equal cards: the first card, and the first card that memory distinguishes."""
        seen: set[tuple[int, int]] = set()
        kept = 0
        for card in members(cards):
            sign = (self.class_of[card], distinguished >> self.base[card] & 1)
            if sign not in seen:
                seen.add(sign)
                kept |= 1 << card
        return kept

    def like_card(self, card: int) -> int:
        """Return the faces of other cards that are read as a card, or as its equal."""
        return self._like.get(self.faces.kind[card], 0)

    def faces_like(self, card: int, like: int | None) -> tuple[int, ...]:
        """Return the faces that a card's code may mean: the card read as `like` or, without `like`, as itself in any way. If no
        other card has the printed values of the card, all its faces are returned.
        """
        kind = self.faces.kind
        numbers = self.faces.of_card[card]
        if like is not None:
            return tuple(n for n in numbers if kind[self.faces.faces[n].like] == kind[like])
        if self.faces.deck.cards[card].kind is not None:
            return numbers
        return tuple(n for n in numbers if self.faces.faces[n].like == card)

    def taken_over(self, card: int, face: int) -> int:
        """Return the face of a card with the same reading as a given face. Return the card as itself if it cannot be read
        so.
        """
        wanted = self.faces.faces[face]
        like = self.faces.kind[wanted.like]
        for number in self.faces.of_card[card]:
            own = self.faces.faces[number]
            if self.faces.kind[own.like] == like and own.settings == wanted.settings:
                return number
        return card
