"""Divisions of cards into groups of one kind: an exact cover, searched over the counts of equal cards.

`s splits into KIND` is true if there are groups of that kind that together hold every card of `s` exactly once, and each spare
card at most once. Equal cards can replace each other, so the search counts kinds of cards and ignores their identity. A group
that can be divided into smaller ones of the kind is never needed (for sequences of at least three cards, lengths three, four
and five are enough). The groups that cannot be divided are the *pieces*.

The search goes depth first and covers one needed kind of card at a time. It prefers a kind that at most one piece fits; if
there is none, it takes the kind with the fewest fitting pieces for its weight (Knuth, “Dancing links”, 2000, with counts for
items). A kind gains weight when the search fails at it, so that the search soon concentrates on the difficult kinds and does
not repeat its work on the rest of the table (Boussemart, Hemery, Lecoutre and Sais, “Boosting systematic search by weighting
constraints”, 2004). An attempt that takes long is restarted with the weights found so far (Gomes, Selman and Kautz, “Boosting
combinatorial search through randomization”, 1998). A remainder that could not be covered is not tried again.

Between later attempts the kinds are covered in a fixed order, in sweeps from the first kind and from the last. In such a sweep,
two remainders differ only by the pieces that reach from covered kinds to others, so there are few remainders (as in van Rijn,
Takes and Vis, “The complexity of Rummikub problems”, 2015). The order is chosen so that pieces reach few kinds that are not yet
covered.

Queries about one table are similar: the cards of a hand are added to it one by one, and the next turn adds only a few.
So the latest divisions are remembered, and the latest cards that could not be divided. A remembered division is also an answer
for any cards that include its needed cards and do not exceed the cards that are there. After a failed search, the kinds that it
tried to cover are remembered with the fitting pieces. A later query also fails if it needs at least as many cards of these
kinds and has no more cards of any kind that shares a piece with them.

Shared by the interpreter, the engine, the verifier and the code that draws a table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from cartaro_grammar import msg
from cartaro_interpreter.evaluate.card_groups import Shapes
from cartaro_interpreter.state.card_sets import Key, mask_of, members
from cartaro_interpreter.state.faults import Faulted

MOST_POSITIONS = 200_000
"""The greatest number of remainders that a search visits."""
FIRST_LIMIT = 128
"""The limit of positions of the first attempt. The limit of each later attempt is half as large again."""
SWEPT_FROM, FIRST_SWEEP = 2_000, 1_000
"""Sweeps are made between attempts whose limit exceeds the first number. The second number is the limit of positions of the
first sweep; it doubles for each later sweep.
"""
WEIGHT, FAILED, EXHAUSTED = 10, 10, 3
"""The initial weight of a kind, its gain if no piece fits it, and its gain if all fitting pieces fail."""
REMEMBERED = 1 << 14
RECENT = 32
"""The number of latest divisions, and of latest failures, that are compared with a query before a search."""

Counts = tuple[int, ...]
"""The number of cards of each kind, in the order of the kinds."""


class _Position(NamedTuple):
    """A position of the search: the needed cards, the cards that are there, the fitting pieces, the kind to be covered, and its
    pieces that are still to be tried.
    """

    needed: int
    there: int
    fitting: int
    place: int
    options: int


class _Pieces:
    """Groups that cannot be divided, numbered. A set of them is a mask. The numbers of cards of each kind are packed into one
    number, in fields of `width` bits whose highest bit is 0.
    """

    def __init__(self, kinds: int, width: int) -> None:
        self.width = width
        self.packed: list[int] = []
        self.needs: list[tuple[tuple[int, int], ...]] = []
        """For each piece, the places of its kinds, and the shifts that give the number of cards of each kind."""
        self.with_kind = [0] * kinds
        self.fields = [(1 << width) - 1 << place * width for place in range(kinds)]
        self.near = [0] * kinds
        """For each kind, the fields of all kinds that share a piece with it."""
        self.at_most = [[0] * (1 << width - 1) for _ in range(kinds)]
        """For each kind and each number of cards, the pieces that have at most this number of cards of the kind."""

    def add(self, piece: int) -> None:
        """Add the next piece."""
        bit = 1 << len(self.packed)
        self.packed.append(piece)
        counts = [piece >> place * self.width & (1 << self.width) - 1 for place in range(len(self.with_kind))]
        self.needs.append(tuple((place, place * self.width) for place, count in enumerate(counts) if count))
        fields = sum(self.fields[place] for place, count in enumerate(counts) if count)
        for place, count in enumerate(counts):
            self.near[place] |= fields if count else 0
            self.with_kind[place] |= bit if count else 0
            for more in range(count, len(self.at_most[place])):
                self.at_most[place][more] |= bit

    def fitting(self, there: int) -> int:
        """Return the pieces that can be made of the cards that are there."""
        field, found = (1 << self.width) - 1, (1 << len(self.packed)) - 1
        for at_most in self.at_most:
            found &= at_most[there & field]
            there >>= self.width
        return found

    def around(self, kinds: int) -> tuple[int, int]:
        """Return the fields of some kinds, and of all kinds that share a piece with one of them."""
        core = sum(self.fields[place] for place in members(kinds))
        near = 0
        for place in members(kinds):
            near |= self.near[place]
        return core, near

    def still_fitting(self, fitting: int, chosen: int, there: int) -> int:
        """Return the pieces that still fit after one was chosen and these cards are left."""
        field = (1 << self.width) - 1
        for place, shift in self.needs[chosen]:
            fitting &= self.at_most[place][there >> shift & field]
        return fitting


@dataclass(slots=True)
class _Search:
    """The memory of a search: the weights of the kinds; the remainders that cannot be covered; the number of positions tried;
    and whether all positions were tried.
    """

    weights: list[int]
    dead: set[tuple[int, int]]
    tried: int
    covered: int = 0
    exhausted: bool = False

    def count(self) -> None:
        """Count a position.  May raise `Faulted`."""
        self.tried += 1
        if self.tried > MOST_POSITIONS:
            raise _too_long()


class _Sweep:
    """A search that always covers the first needed kind of a fixed order."""

    def __init__(self, pieces: _Pieces, order: Sequence[int]) -> None:
        self._width, self._order = pieces.width, order
        self._field = (1 << pieces.width) - 1
        self._guards = sum(1 << at * pieces.width + pieces.width - 1 for at in range(len(order)))
        self._packed = [self._in_order(piece) for piece in pieces.packed]
        self._with_kind = [members(pieces.with_kind[place]) for place in order]
        self._near = [self._in_order(pieces.near[place]) for place in order]
        for at in reversed(range(len(order) - 1)):
            self._near[at] |= self._near[at + 1]

    def _in_order(self, packed: int) -> int:
        """Return packed numbers with their fields rearranged to the order."""
        found = 0
        for at, place in enumerate(self._order):
            found |= (packed >> place * self._width & self._field) << at * self._width
        return found

    def attempt(self, search: _Search, needed: int, there: int, dead: set[tuple[int, int]], limit: int) -> tuple[int, ...]:
        """Return the numbers of the pieces found within `limit` positions, or none. Cards that are there are distinguished only
        if their kind shares a piece with the first needed kind or a later one.
        """
        guards, tried = self._guards, 0
        chosen, ahead = list[int](), list[tuple[int, int, Iterator[int]]]()
        needed, there = self._in_order(needed), self._in_order(there)
        while True:
            at = ((needed & -needed).bit_length() - 1) // self._width
            there &= self._near[at]
            if (needed, there) in dead:
                chosen.pop()
            else:
                tried += 1
                if tried > limit:
                    return ()
                search.count()
                ahead.append((needed, there, iter(self._with_kind[at])))
            while True:
                needed, there, options = ahead[-1]
                full = there | guards
                number = next((one for one in options if (full - self._packed[one]) & guards == guards), None)
                if number is not None:
                    break
                dead.add((needed, there))
                ahead.pop()
                if not ahead:
                    search.exhausted = True
                    return ()
                chosen.pop()
            piece = self._packed[number]
            chosen.append(number)
            there -= piece
            short = (needed | guards) - piece
            enough = short & guards
            needed = short & (enough - (enough >> self._width - 1))
            if not needed:
                return tuple(chosen)


Sweeps = tuple[_Sweep, ...]


class Divisions:
    """The divisions of cards into groups that satisfy one condition, read freely. Every query may raise `Faulted`, if the
    condition does not narrow the groups or the search becomes too long.
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
        self._made = deque[int](maxlen=RECENT)
        self._failed = deque[tuple[int, int, int]](maxlen=RECENT)
        self.divides = lru_cache(maxsize=REMEMBERED)(self._divides)

    # ------------------------------------------------------------------------------ queries

    def _divides(self, cards: int, spare: int) -> bool:
        """Return whether some cards, with any of the spare ones, can be divided."""
        needed, there = self._query(cards, spare)
        if any(self._within(needed, made) and self._within(made, there) for made in self._made):
            return True
        if any(self._within(fewer, needed) and self._within(there & near, more) for fewer, more, near in self._failed):
            return False
        search = self._begun()
        found = self._search(search, needed, there, self._pieces, self._sweeps)
        if found is None:
            core, near = self._pieces.around(search.covered)
            self._failed.append((needed & core, there & near, near))
        else:
            self._made.append(sum(found))
        return found is not None

    def groups(self, cards: int) -> tuple[int, ...] | None:
        """Return one division of some cards, always the same one, as masks of faces; the group of the first card comes first.
        Return None if there is no division. Groups that together form one group are merged.
        """
        found = self._cover(cards, 0)
        if found is None:
            return None
        lists = self._merged(found)
        left = dict(zip(self._kinds, map(list, map(members, self._cards_of(cards))), strict=True))
        made = [self._faces_of(kinds, left) for kinds in sorted(lists)]
        return tuple(sorted(made, key=lambda mask: min(members(self._faces.physical(mask)))))

    def pieces(self) -> tuple[Counts, ...]:
        """Return the groups that cannot be divided, as numbers of cards of each kind."""
        return tuple(map(self._unpacked, self._pieces.packed))

    def _unpacked(self, packed: int) -> Counts:
        return tuple(packed >> place * self._width & (1 << self._width) - 1 for place in range(len(self._kinds)))

    def divided(self, most: int) -> tuple[Counts, ...] | None:
        """Return all combinations of numbers of cards of each kind that can be divided. Return None if there are more than
        `most`.
        """
        pack = self._packed((1 << self._faces.faces.pack) - 1)
        found, todo = {0}, [0]
        while todo:
            before = todo.pop()
            for piece in self._pieces.packed:
                more = before + piece
                if self._within(more, pack) and more not in found:
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
        """A map from the ordered kinds of a group's cards to its faces. If there are several readings, the first is used."""
        kind, base = self._faces.faces.kind, self._faces.base
        found: dict[Key, Key] = {}
        for key in sorted(self._shapes.keys):
            found.setdefault(tuple(sorted(kind[base[known]] for known in key)), key)
        found.pop((), None)
        return found

    @cached_property
    def _pieces(self) -> _Pieces:
        """The groups that cannot be divided further, the smallest first."""
        found = _Pieces(len(self._kinds), self._width)
        for kinds in sorted(self._keys, key=lambda kinds: (len(kinds), kinds)):
            piece = self._packed_kinds(kinds)
            if self._search(self._begun(), piece, piece, found, ()) is None:
                found.add(piece)
        return found

    @cached_property
    def _by_piece(self) -> dict[int, Key]:
        return {self._packed_kinds(kinds): kinds for kinds in self._keys}

    def _packed_kinds(self, kinds: Iterable[int]) -> int:
        return sum(1 << self._place[kind] * self._width for kind in kinds)

    # ------------------------------------------------------------------------------- search

    def _cards_of(self, cards: int) -> tuple[int, ...]:
        return tuple(cards & of_kind for of_kind in self._cards)

    def _packed(self, cards: int) -> int:
        """Return the number of cards of each kind, packed in fields of `_width` bits whose highest bit is 0."""
        packed = 0
        for of_byte, byte in zip(self._of_bytes, cards.to_bytes(len(self._of_bytes), "little"), strict=True):
            packed += of_byte[byte]
        return packed

    @cached_property
    def _of_bytes(self) -> tuple[tuple[int, ...], ...]:
        """For each byte of a mask of cards, the amount that each value of the byte adds to the packed numbers."""
        own = [0] * (-(-self._faces.faces.pack // 8) * 8)
        for place, of_kind in enumerate(self._cards):
            for card in members(of_kind):
                own[card] = 1 << place * self._width
        eights = (own[start : start + 8] for start in range(0, len(own), 8))
        return tuple(tuple(sum(eight[bit] for bit in members(byte)) for byte in range(256)) for eight in eights)

    def _query(self, cards: int, spare: int) -> tuple[int, int]:
        """Return the needed cards, and all cards that are there, packed."""
        own, added = self._faces.physical(cards), self._faces.physical(spare)
        return self._packed(own), self._packed(own | added)

    def _within(self, fewer: int, more: int) -> bool:
        """Return whether each kind has at most as many cards in `fewer` as in `more`."""
        return ((more | self._guards) - fewer) & self._guards == self._guards

    def _cover(self, cards: int, spare: int) -> list[Key] | None:
        """Return the kinds of the cards of each group of a division. Return None if there is no division."""
        found = self._search(self._begun(), *self._query(cards, spare), self._pieces, self._sweeps)
        return None if found is None else [self._by_piece[piece] for piece in found]

    def _begun(self) -> _Search:
        return _Search([WEIGHT] * len(self._kinds), set(), 0)

    def _search(self, search: _Search, needed: int, there: int, pieces: _Pieces, sweeps: Sweeps) -> tuple[int, ...] | None:
        """Return groups that contain exactly the needed cards. Return None if there are no such pieces."""
        limit, swept, dead = FIRST_LIMIT, FIRST_SWEEP, [set[tuple[int, int]]() for _ in sweeps]
        while True:
            found = self._attempt(search, needed, there, pieces, limit)
            if found is not None or search.exhausted:
                return found
            limit += limit // 2
            if limit <= SWEPT_FROM:
                continue
            for sweep, known in zip(sweeps, dead, strict=True):
                numbers = sweep.attempt(search, needed, there, known, swept)
                if numbers or search.exhausted:
                    search.covered = (1 << len(self._kinds)) - 1
                    return tuple(pieces.packed[number] for number in numbers) or None
            swept *= 2

    @cached_property
    def _sweeps(self) -> Sweeps:
        """The sweeps from either end of the best order. The possible orders sort the kinds by one of their attributes,
        beginning with any of its values.
        """
        faces = self._faces.faces
        orders = [list(range(len(self._kinds)))]
        for attribute in faces.deck.attributes:
            value = [faces.attribute(attribute.name)[kind] for kind in self._kinds]
            first = [value.index(one) for one in value]
            order = sorted(orders[0], key=first.__getitem__)
            starts = (at for at in range(1, len(order)) if first[order[at]] != first[order[at - 1]])
            orders += [order[at:] + order[:at] for at in (0, *starts)]
        best = min(orders, key=self._reached)
        return tuple(_Sweep(self._pieces, order) for order in (best, best[::-1]))

    def _reached(self, order: Sequence[int]) -> int:
        """Return a measure of an order: the number of uncovered kinds that pieces reach from the covered kinds, summed over all
        places.
        """
        reached = covered = total = 0
        for place in order:
            reached |= self._pieces.near[place]
            covered |= self._pieces.fields[place]
            total += (reached & ~covered).bit_count()
        return total

    def _attempt(self, search: _Search, needed: int, there: int, pieces: _Pieces, limit: int) -> tuple[int, ...] | None:
        """Return the pieces found within `limit` positions. The options still to be tried at each depth are kept on an explicit
        stack, so that Python's stack does not limit the depth.
        """
        guards, width, weights, dead = self._guards, self._width, search.weights, search.dead
        chosen, ahead = list[int](), list[_Position]()
        fitting, tried = pieces.fitting(there), 0
        while needed:
            if (needed, there) not in dead:
                tried += 1
                if tried > limit:
                    return None
                search.count()
                place = _place_to_cover(needed, fitting, pieces, weights)
                options = fitting & pieces.with_kind[place]
                search.covered |= 1 << place
                weights[place] += 0 if options else FAILED
                ahead.append(_Position(needed, there, fitting, place, options))
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
            needed, there, fitting, place, options = ahead[-1]
            number = (options & -options).bit_length() - 1
            ahead[-1] = _Position(needed, there, fitting, place, options & options - 1)
            piece = pieces.packed[number]
            chosen.append(piece)
            there -= piece
            fitting = pieces.still_fitting(fitting, number, there)
            short = (needed | guards) - piece
            enough = short & guards
            needed = short & (enough - (enough >> width - 1))
        return tuple(chosen)

    # ------------------------------------------------------------------------------- groups

    def _merged(self, found: list[Key]) -> list[Key]:
        """Return groups of which no two can be merged."""
        merged = sorted(found)
        for number, one in enumerate(merged):
            for other in range(number + 1, len(merged)):
                together = tuple(sorted((*one, *merged[other])))
                if together in self._keys:
                    rest = [kinds for place, kinds in enumerate(merged) if place not in (number, other)]
                    return self._merged([*rest, together])
        return merged

    def _faces_of(self, kinds: Key, left: dict[int, list[int]]) -> int:
        """Return the faces of a group; its cards are taken from the cards left of each kind."""
        kind, base, of_card = self._faces.faces.kind, self._faces.base, self._faces.faces.of_card
        mask = 0
        for known in self._keys[kinds]:
            card = left[kind[base[known]]].pop(0)
            mask |= 1 << next(face for face in of_card[card] if self._faces.class_of[face] == known)
        return mask


def _place_to_cover(needed: int, fitting: int, pieces: _Pieces, weights: Sequence[int]) -> int:
    """Return the next place that a group of the needed kind must cover. A kind that no piece fits, or only one, is taken at
    once.
    """
    best, fewest, weight, alone = 0, 0, 0, -1
    for place, (field, with_kind) in enumerate(zip(pieces.fields, pieces.with_kind, strict=True)):
        if not needed & field:
            continue
        count = (fitting & with_kind).bit_count()
        if not count:
            return place
        if count == 1:
            alone = place if alone < 0 else alone
        elif not weight or count * weight < fewest * weights[place]:
            best, fewest, weight = place, count, weights[place]
    return best if alone < 0 else alone


def _too_long() -> Faulted:
    message = msg("there are more than {n} ways to divide these cards into groups", n=MOST_POSITIONS)
    return Faulted("C0828", message, None, msg("make the groups of this kind smaller, or divide fewer cards"))
