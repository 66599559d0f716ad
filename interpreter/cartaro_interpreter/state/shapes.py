"""The sets of faces that pass a condition: which of them can be made of given cards, and what can be added to one.

Takes the sets themselves, up to equal cards, from whoever finds them; keeps them in a tree, so that only what the cards at hand
allow is gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from cartaro_interpreter.state.face_sets import FaceSets, Key
from cartaro_interpreter.state.masks import mask_of, members

REMEMBERED = 1 << 12


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
        self.made_of = lru_cache(maxsize=REMEMBERED)(self._made_of)

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
            if len(self._additions) >= REMEMBERED:
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
