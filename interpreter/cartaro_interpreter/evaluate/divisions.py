"""Divisions of cards into groups of one kind: an exact cover, decided over the numbers of equal cards.

`s splits into KIND` asks whether there are groups, each of which is of the kind, that hold every card of `s` once; of the spare
cards, each at most once.  Equal cards can stand for each other, so that the search counts kinds of cards and forgets which are
which.  A group that can be divided into smaller ones of the kind is never needed (of sequences of at least three cards, those
of three, four and five are enough): the others are the *pieces*.

Depth first, each kind of card that is still needed in turn: first one that at most one piece fits, else the one that the
fewest pieces fit for its weight (Knuth, “Dancing links”, 2000, with counts for items).  A kind gains weight where the search
fails with it, so that it soon stays where the difficulty lies, and does not lay the rest of the table anew each time
(Boussemart,
Hemery, Lecoutre and Sais, “Boosting systematic search by weighting constraints”, 2004).  An attempt that takes long is begun
anew with the weights that it has found (Gomes, Selman and Kautz, “Boosting combinatorial search through randomization”, 1998);
cards left over that could not be covered are not tried again.

Shared by the interpreter, the engine, the verifier and whoever draws a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from cartaro_grammar import msg
from cartaro_interpreter.evaluate.card_groups import Shapes
from cartaro_interpreter.state.card_sets import Key, mask_of, members
from cartaro_interpreter.state.faults import Faulted

MOST_POSITIONS = 50_000
"""The greatest number of sets of cards left over that a search visits."""
FIRST_LIMIT = 128
"""The positions of the first attempt; each later one may visit half as many again as the one before."""
WEIGHT, FAILED, EXHAUSTED = 10, 10, 3
"""The weight of a kind at first; what it gains where no piece fits it, and where all that fit it fail."""
REMEMBERED = 1 << 14
LANE = 16
"""The bits in which the pieces that fit one kind of card are counted: more than a table of shapes has bits."""

Counts = tuple[int, ...]
"""How many cards of each kind, in the order of the kinds."""


class _Position(NamedTuple):
    """A position of the search: the needed cards, those that are there, the pieces that fit, the kind that is covered, and its
    pieces that are still to be tried, the next one last.
    """

    needed: int
    there: int
    pieces: Sequence[int]
    place: int
    options: list[int]


@dataclass(slots=True)
class _Search:
    """The memory of a search: the weights of the kinds, and the cards left over that cannot be covered; how many positions were
    tried, and whether all were.
    """

    weights: list[int]
    dead: set[tuple[int, int]]
    tried: int
    exhausted: bool = False

    def count(self) -> None:
        """Count a position.  May raise `Faulted`."""
        self.tried += 1
        if self.tried > MOST_POSITIONS:
            raise _too_long()


class Divisions:
    """The divisions of cards into groups that satisfy one condition, read freely.

    Every query may raise `Faulted`: the condition does not narrow the groups, or the search becomes too long.
    """

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._faces = shapes.faces
        kind = shapes.faces.faces.kind
        self._kinds = tuple(dict.fromkeys(kind))
        self._cards = tuple(mask_of(card for card, k in enumerate(kind) if k == one) for one in self._kinds)
        self._place = {one: place for place, one in enumerate(self._kinds)}
        self._width = max((mask.bit_count() for mask in self._cards), default=1).bit_length() + 1
        self._lows = sum(1 << place * self._width for place in range(len(self._kinds)))
        self._guards = self._lows << self._width - 1
        self.divides = lru_cache(maxsize=REMEMBERED)(self._divides)

    # ------------------------------------------------------------------------------ queries

    def _divides(self, cards: int, spare: int) -> bool:
        """Return whether some cards, with any of the spare ones, can be divided."""
        return self._cover(cards, spare) is not None

    def groups(self, cards: int) -> tuple[int, ...] | None:
        """Return one division of some cards, always the same, as masks of faces, the group of the first card first; None where
        there is none.  Groups that are one group together are.
        """
        found = self._cover(cards, 0)
        if found is None:
            return None
        lists = self._merged(found)
        left = dict(zip(self._kinds, map(list, map(members, self._cards_of(cards))), strict=True))
        made = [self._faces_of(kinds, left) for kinds in sorted(lists)]
        return tuple(sorted(made, key=lambda mask: min(members(self._faces.physical(mask)))))

    def pieces(self) -> tuple[Counts, ...]:
        """Return the groups that no others make together: how many cards of each kind."""
        return tuple(map(self._unpacked, self._pieces))

    def _unpacked(self, packed: int) -> Counts:
        return tuple(packed >> place * self._width & (1 << self._width) - 1 for place in range(len(self._kinds)))

    def divided(self, most: int) -> tuple[Counts, ...] | None:
        """Return all numbers of cards of each kind that can be divided; None where they are more than `most`."""
        pack = self._packed((1 << self._faces.faces.pack) - 1) | self._guards
        found, todo = {0}, [0]
        while todo:
            before = todo.pop()
            for piece in self._pieces:
                more = before + piece
                if (pack - more) & self._guards == self._guards and more not in found:
                    found.add(more)
                    todo.append(more)
                    if len(found) > most:
                        return None
        return tuple(map(self._unpacked, sorted(found)))

    @property
    def cards_of_kinds(self) -> tuple[int, ...]:
        """The cards of each kind, in the order of `Counts`."""
        return self._cards

    # ------------------------------------------------------------------------------- pieces

    @cached_property
    def _keys(self) -> dict[Key, Key]:
        """For the kinds of a group's cards, in order, its faces: the first of several readings."""
        kind, base = self._faces.faces.kind, self._faces.base
        found: dict[Key, Key] = {}
        for key in sorted(self._shapes.keys):
            found.setdefault(tuple(sorted(kind[base[known]] for known in key)), key)
        found.pop((), None)
        return found

    @cached_property
    def _pieces(self) -> tuple[int, ...]:
        """The groups that cannot be divided further, packed, the smallest first."""
        found: list[int] = []
        for kinds in sorted(self._keys, key=lambda kinds: (len(kinds), kinds)):
            piece = self._packed_kinds(kinds)
            if self._search(piece, piece, found) is None:
                found.append(piece)
        return tuple(found)

    @cached_property
    def _by_piece(self) -> dict[int, Key]:
        return {self._packed_kinds(kinds): kinds for kinds in self._keys}

    def _packed_kinds(self, kinds: Iterable[int]) -> int:
        return sum(1 << self._place[kind] * self._width for kind in kinds)

    @cached_property
    def _lanes(self) -> dict[int, int]:
        """For each piece a number with a lane for each kind of card, 1 where the piece has such a card."""
        return {self._packed_kinds(kinds): sum(1 << self._place[k] * LANE for k in set(kinds)) for kinds in self._keys}

    # ------------------------------------------------------------------------------- search

    def _cards_of(self, cards: int) -> tuple[int, ...]:
        return tuple(cards & of_kind for of_kind in self._cards)

    def _packed(self, cards: int) -> int:
        """Return how many cards of each kind there are, in fields of `_width` bits whose highest is 0."""
        packed = 0
        for place, of_kind in enumerate(self._cards):
            packed |= (cards & of_kind).bit_count() << place * self._width
        return packed

    def _cover(self, cards: int, spare: int) -> list[Key] | None:
        """Return the kinds of the cards of each group of a division; None where there is none."""
        own, added = self._faces.physical(cards), self._faces.physical(spare)
        found = self._search(self._packed(own), self._packed(own | added), self._pieces)
        return None if found is None else [self._by_piece[piece] for piece in found]

    def _search(self, needed: int, there: int, pieces: Sequence[int]) -> tuple[int, ...] | None:
        """Return pieces that together have the needed cards, and no more than are there; None where none do."""
        search = _Search([WEIGHT] * len(self._kinds), set(), 0)
        limit = FIRST_LIMIT
        while (found := self._attempt(search, needed, there, pieces, limit)) is None and not search.exhausted:
            limit += limit // 2
        return found

    def _attempt(self, search: _Search, needed: int, there: int, pieces: Sequence[int], limit: int) -> tuple[int, ...] | None:
        """Return the pieces that are found within so many positions.  For each depth the rest of what is to be tried is on a
        stack of its own, so that Python's is not needed.
        """
        guards, width, weights, dead = self._guards, self._width, search.weights, search.dead
        chosen, ahead = list[int](), list[_Position]()
        tried = 0
        while needed:
            if (needed, there) not in dead:
                tried += 1
                if tried > limit:
                    return None
                search.count()
                full = there | guards
                pieces = [piece for piece in pieces if (full - piece) & guards == guards]
                place = self._place_to_cover(needed, pieces, weights)
                bit = (1 << width) - 1 << place * width
                options = [piece for piece in pieces if piece & bit]
                weights[place] += 0 if options else FAILED
                ahead.append(_Position(needed, there, pieces, place, options[::-1]))
            else:
                chosen.pop()
            while ahead and not ahead[-1].options:
                failed = ahead.pop()
                weights[failed.place] += EXHAUSTED
                dead.add((failed.needed, failed.there))
                if chosen:
                    chosen.pop()
            if not ahead:
                search.exhausted = True
                return None
            needed, there, pieces, _, left = ahead[-1]
            piece = left.pop()
            chosen.append(piece)
            there -= piece
            short = (needed | guards) - piece
            enough = short & guards
            needed = short & (enough - (enough >> width - 1))
        return tuple(chosen)

    def _place_to_cover(self, needed: int, pieces: Sequence[int], weights: Sequence[int]) -> int:
        """Return the place of the needed kind to be covered next; of one that no piece fits, or one alone, at once."""
        lanes, width = self._lanes, self._width
        counts, field, lane = sum([lanes[piece] for piece in pieces]), (1 << width) - 1, (1 << LANE) - 1
        best, fewest, weight, alone = 0, 0, 0, -1
        while needed:
            place = ((needed & -needed).bit_length() - 1) // width
            needed &= ~(field << place * width)
            count = counts >> place * LANE & lane
            if not count:
                return place
            if count == 1:
                alone = place if alone < 0 else alone
            elif not weight or count * weight < fewest * weights[place]:
                best, fewest, weight = place, count, weights[place]
        return best if alone < 0 else alone

    # ------------------------------------------------------------------------------- groups

    def _merged(self, found: list[Key]) -> list[Key]:
        """Return groups of which no two are one group together."""
        merged = sorted(found)
        for number, one in enumerate(merged):
            for other in range(number + 1, len(merged)):
                together = tuple(sorted((*one, *merged[other])))
                if together in self._keys:
                    rest = [kinds for place, kinds in enumerate(merged) if place not in (number, other)]
                    return self._merged([*rest, together])
        return merged

    def _faces_of(self, kinds: Key, left: dict[int, list[int]]) -> int:
        """Return the faces of a group, with cards taken from those that are left of each kind."""
        kind, base, of_card = self._faces.faces.kind, self._faces.base, self._faces.faces.of_card
        mask = 0
        for known in self._keys[kinds]:
            card = left[kind[base[known]]].pop(0)
            mask |= 1 << next(face for face in of_card[card] if self._faces.class_of[face] == known)
        return mask


def _too_long() -> Faulted:
    message = msg("there are more than {n} ways to divide these cards into groups", n=MOST_POSITIONS)
    return Faulted("C0828", message, None, msg("a kind whose groups are smaller, or of fewer cards, is decided sooner"))
