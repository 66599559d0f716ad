"""Which sets of cards have a given total and number: a search with pruning, its results remembered.

Takes a mask of cards, gives the masks of all sets that fit, from the lowest up.  Refuses to list more than `MOST` sets.

The sets of faces that pass a condition: which of them can be made of given cards, and what can be added to one.

Takes the sets themselves, up to equal cards, from whoever finds them; keeps them in a tree, so that only what the cards at hand
allow is gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb

from cartaro_grammar import msg
from cartaro_interpreter.state.card_sets import FaceSets, Key, mask_of, members
from cartaro_interpreter.state.faults import Faulted

# ----------------------------------------------------------------------- subsets


MOST = 100_000
MOST_TRIED = 1_000_000
REMEMBERED = 1 << 16

SubsetSearch = Callable[[int, int, int, int], tuple[int, ...]]
"""From a domain, a total, and the least and greatest number of cards, to the sets that fit."""


def subset_sums(weights: tuple[int, ...]) -> SubsetSearch:
    """The search for one measure of the cards."""
    if any(weight < 0 for weight in weights):
        return _blind_sums(weights)

    heaviest = max(weights, default=0)
    exactly = [mask_of([c for c, weight in enumerate(weights) if weight == w]) for w in range(heaviest + 1)]
    upto = [mask_of([c for c, weight in enumerate(weights) if weight <= w]) for w in range(heaviest + 1)]
    weightless = 0 in weights

    @lru_cache(maxsize=REMEMBERED)
    def several(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        return _search(sorted(((weights[c], 1 << c) for c in members(domain)), reverse=True), total, least, most)

    def fitting(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        if total < 0 or most < least:
            return ()
        if most == 1:
            return singles(domain & exactly[total]) if total <= heaviest else ()
        within = total if weightless or least < 2 else total - 1
        if within < heaviest:
            domain &= upto[within]
        return several(domain, total, least, most) if domain.bit_count() >= least else ()

    return fitting


@lru_cache(maxsize=REMEMBERED)
def singles(domain: int) -> tuple[int, ...]:
    """The sets of one card of a domain."""
    return tuple([1 << card for card in members(domain)])


def _search(cards: list[tuple[int, int]], total: int, least: int, most: int) -> tuple[int, ...]:
    """Depth first over cards from the heaviest down; what is left must still be able to fill the total."""
    count = len(cards)
    ahead = [0] * (count + 1)
    for index in range(count - 1, -1, -1):
        ahead[index] = ahead[index + 1] + cards[index][0]
    found: list[int] = []
    weightless = bool(cards) and cards[-1][0] == 0
    tried = 0

    def extend(start: int, left: int, taken: int, mask: int) -> None:
        nonlocal tried
        tried += 1
        if tried > MOST_TRIED:
            raise too_many()
        if left == 0:
            if taken >= least:
                found.append(mask)
                if len(found) > MOST:
                    raise too_many()
            if not weightless:
                return
        if taken == most:
            return
        for index in range(start, count):
            weight, bit = cards[index]
            if ahead[index] < left:
                return
            if weight <= left:
                extend(index + 1, left - weight, taken + 1, mask | bit)

    extend(0, total, 0, 0)
    return tuple(sorted(found))


def subsets_within(weights: tuple[int, ...]) -> SubsetSearch:
    """The search for the sets whose total is at most so much, under a measure that is nowhere below 0."""

    @lru_cache(maxsize=REMEMBERED)
    def fitting(domain: int, heaviest: int, least: int, most: int) -> tuple[int, ...]:
        cards = sorted((weights[c], 1 << c) for c in members(domain) if weights[c] <= heaviest)
        if len(cards) < least or sum(weight for weight, _ in cards[: max(least, 0)]) > heaviest:
            return ()
        if sum(weight for weight, _ in cards) <= heaviest:
            return subsets(sum(bit for _, bit in cards), least, most)
        found: list[int] = []
        tried = 0

        def extend(start: int, left: int, taken: int, mask: int) -> None:
            nonlocal tried
            tried += 1
            if taken >= least and taken <= most:
                found.append(mask)
            if len(found) > MOST or tried > MOST_TRIED:
                raise too_many()
            for index in range(start, len(cards) if taken < most else start):
                weight, bit = cards[index]
                if weight > left:
                    return
                extend(index + 1, left - weight, taken + 1, mask | bit)

        extend(0, heaviest, 0, 0)
        return tuple(sorted(found))

    return fitting


def _blind_sums(weights: tuple[int, ...]) -> SubsetSearch:
    """With weights below 0 no branch can be cut off: every set is tried."""

    @lru_cache(maxsize=REMEMBERED)
    def fitting(domain: int, total: int, least: int, most: int) -> tuple[int, ...]:
        return tuple(m for m in subsets(domain, least, most) if sum(weights[c] for c in members(m)) == total)

    return fitting


@lru_cache(maxsize=1 << 10)
def subsets(domain: int, least: int, most: int) -> tuple[int, ...]:
    """All sets of at least and at most so many cards of a domain."""
    cards = members(domain)
    sizes = range(max(least, 0), min(most, len(cards)) + 1)
    if sum(comb(len(cards), size) for size in sizes) > MOST:
        raise too_many()
    return tuple(sorted(sum(1 << c for c in chosen) for size in sizes for chosen in combinations(cards, size)))


def too_many() -> Faulted:
    """The fault of a choice that has too many ways to list."""
    advice = msg("a condition on the total or the number of the cards would narrow the choice")
    return Faulted("C0804", msg("there are more than {n} ways to choose the cards of an act", n=MOST), None, advice)


# ------------------------------------------------------------------------ shapes


SHAPES_REMEMBERED = 1 << 12


@dataclass(slots=True)
class _Node:
    """A place in the tree of shapes: the cards that lead on, as bits, where to, and whether a shape ends here."""

    bits: int
    ahead: dict[int, list[tuple[int, _Node]]]
    ends: bool


class Shapes:
    """The sets of faces that pass a condition, up to equal cards (`keys`), once `search` has found them."""

    def __init__(self, faces: FaceSets, search: Callable[[], frozenset[Key]]) -> None:
        self.faces = faces
        self._search = search
        self.keys: frozenset[Key] = frozenset()
        self._root = _Node(0, {}, False)
        self.more: dict[Key, int] = {}
        """By a set, up to equal cards, the faces any one of which makes a set that fits, with those in it."""
        self._additions: dict[int, int] = {}
        kinds = sorted(set(self.faces.faces.kind))
        self._place_of = {kind: place for place, kind in enumerate(kinds)}
        self._copies = max((self.faces.faces.kind.count(kind) for kind in kinds), default=1)
        self._by_class = {(self.faces.base[n], known): n for n, known in enumerate(self.faces.class_of)}
        self.made_of = lru_cache(maxsize=SHAPES_REMEMBERED)(self._made_of)

    def find(self) -> None:
        """Find the sets.  May raise `Faulted`: they are too many, or the condition does not lead to them."""
        self.keys = self._search()
        self._plant(self.keys)

    def fits(self, mask: int) -> bool:
        """Whether a set of faces passes the condition."""
        return self.faces.key(mask) in self.keys

    def additions(self, mask: int) -> int:
        """The faces any one of which makes a set that fits, with those given."""
        found = self._additions.get(mask)
        if found is None:
            if len(self._additions) >= SHAPES_REMEMBERED:
                self._additions.clear()
            self._additions[mask] = found = self.more.get(self.faces.key(mask), 0)
        return found

    # ------------------------------------------------------------------ made of given cards

    def _made_of(self, cards: int, told: int) -> tuple[int, ...]:
        """The sets that fit and are made of some cards, in order; of equal cards that memory does not tell apart, the first."""
        held: dict[int, list[int]] = {}
        for card in members(cards):
            held.setdefault(self.faces.faces.kind[card], []).append(card)
        have = mask_of(self._place_of[k] * self._copies + n for k, own in held.items() for n in range(len(own)))
        shapes: list[Key] = []
        _walk(self._root, have, (), shapes)
        found: set[int] = set()
        for shape in shapes:
            found.update(self._masks(shape, held, told))
        return tuple(sorted(found))

    def _masks(self, shape: Key, held: dict[int, list[int]], told: int) -> Iterator[int]:
        """The sets of one shape: for each kind of card, which of the equal ones."""
        kind = self.faces.faces.kind
        wanted: dict[int, list[int]] = {}
        for known in shape:
            wanted.setdefault(kind[self.faces.base[known]], []).append(known)
        ways: list[list[int]] = []
        for k, classes in wanted.items():
            own = held[k]
            if not told or not any(told >> card & 1 for card in own) or len(own) == len(classes) == 1:
                chosen = [tuple(own[: len(classes)])]
            else:
                chosen = _unlike(combinations(own, len(classes)), told)
            ways.append([mask_of(self._by_class[c, known] for c, known in zip(one, classes, strict=True)) for one in chosen])
        for parts in product(*ways):
            yield sum(parts)

    def _plant(self, keys: frozenset[Key]) -> None:
        """The tree of shapes, and what can be added to each set."""
        kind, of_class, more = self.faces.faces.kind, self.faces.of_class, self.more
        kind_of = [kind[card] for card in self.faces.base]
        for key in sorted(keys):
            node, before, nth = self._root, -1, 0
            for index, known in enumerate(key):
                here = kind_of[known]
                nth = nth + 1 if here == before else 0
                before = here
                node = _child(node, self._place_of[here] * self._copies + nth, known)
                rest = key[:index] + key[index + 1 :]
                more[rest] = more.get(rest, 0) | of_class[known]
            node.ends = True


def _walk(node: _Node, have: int, shape: Key, found: list[Key]) -> None:
    """The shapes from a node on for which there are the cards."""
    if node.ends:
        found.append(shape)
    here = node.bits & have
    while here:
        low = here & -here
        here ^= low
        for known, inner in node.ahead[low]:
            _walk(inner, have, (*shape, known), found)


def _child(node: _Node, bit: int, known: int) -> _Node:
    ways = node.ahead.setdefault(1 << bit, [])
    node.bits |= 1 << bit
    for other, inner in ways:
        if other == known:
            return inner
    made = _Node(0, {}, False)
    ways.append((known, made))
    return made


def _unlike(chosen: Iterator[tuple[int, ...]], told: int) -> list[tuple[int, ...]]:
    """Of several choices among equal cards, one for each way in which memory tells them apart."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for one in chosen:
        found.setdefault(tuple(told >> card & 1 for card in one), one)
    return list(found.values())
