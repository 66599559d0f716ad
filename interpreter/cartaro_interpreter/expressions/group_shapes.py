"""What groups of cards there can be: all sets of faces that a condition lets pass, found from the condition's own words.

Takes a condition on one set of cards that depends on nothing else (its patterns, counts and kinds); gives a `Shapes`: the
sets that fit, up to equal cards, which of them can be made of given cards, and what can be added to one.  The sets are found
by building them up card by card, in the order of a measure where the condition asks that they be consecutive in it; what is
left aside on the way is only what no larger set can mend (two cards not alike where all must be, one wild card too many).
Every set found is tested by the condition itself as the interpreter means it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from cartaro_grammar import TRUTH, Expr, Operation, Pattern
from cartaro_interpreter.expressions.code import CodeScope, Frames, at, constant
from cartaro_interpreter.expressions.set_conditions import MOST_SHAPES, THE_SET, branches, lasting, too_many_shapes
from cartaro_interpreter.state.face_sets import FaceSets, Key
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.masks import mask_of, members

if TYPE_CHECKING:
    from cartaro_interpreter.expressions.expressions import Compiler

MOST_TRIED = 200_000
REMEMBERED = 1 << 12

Test = Callable[[int], bool]
"""Whether a mask of faces passes."""


@dataclass(slots=True)
class _Node:
    """A place in the tree of shapes: the cards that lead on, as bits, where to, and whether a shape ends here."""

    bits: int
    ahead: dict[int, list[tuple[int, _Node]]]
    ends: bool


class Shapes:
    """The sets of faces that pass a condition on `THE_SET`, up to equal cards (`keys`), once they are found."""

    def __init__(self, c: Compiler, condition: Expr) -> None:
        self._compiler = c
        self._condition = condition
        self.faces: FaceSets = c.layout.faces
        self.keys: frozenset[Key] = frozenset()
        self._root = _Node(0, {}, False)
        self._more: dict[Key, int] = {}
        self._additions: dict[int, int] = {}
        kinds = sorted(set(self.faces.faces.kind))
        self._place_of = {kind: place for place, kind in enumerate(kinds)}
        self._copies = max((self.faces.faces.kind.count(kind) for kind in kinds), default=1)
        self._by_class = {(self.faces.base[n], known): n for n, known in enumerate(self.faces.class_of)}
        self.made_of = lru_cache(maxsize=REMEMBERED)(self._made_of)

    def find(self) -> None:
        """Find the sets.  May raise `Faulted`: they are too many, or the condition does not lead to them."""
        try:
            self.keys = _found(self._compiler, self._condition)
        except Faulted as fault:
            raise Faulted(fault.code, fault.message, fault.span or self._condition.span, fault.help) from None
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
            self._additions[mask] = found = self._more.get(self.faces.key(mask), 0)
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
        kind = self.faces.faces.kind
        for key in sorted(keys):
            node, before, nth = self._root, -1, 0
            for index, known in enumerate(key):
                here = kind[self.faces.base[known]]
                nth = nth + 1 if here == before else 0
                before = here
                node = _child(node, self._place_of[here] * self._copies + nth, known)
                rest = key[:index] + key[index + 1 :]
                self._more[rest] = self._more.get(rest, 0) | self.faces.of_class[known]
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


# ---------------------------------------------------------------------------------------------- finding them


def _found(c: Compiler, condition: Expr) -> frozenset[Key]:
    """All sets that fit, up to equal cards."""
    whole = _test(c, condition)
    found: set[Key] = set()
    tried = 0
    for branch in branches(c, condition):
        for mask in _candidates(c, branch):
            tried += 1
            if tried > MOST_TRIED or len(found) > MOST_SHAPES:
                raise too_many_shapes()
            if whole(mask):
                found.add(c.layout.faces.key(mask))
    return frozenset(found)


def _test(c: Compiler, condition: Expr) -> Test:
    frames = Frames()
    place = frames.place()
    run = c.code(condition, CodeScope(frames, constant(-1), {THE_SET: at(place)})).run
    frame = [0] * frames.size

    def test(mask: int) -> bool:
        frame[place] = mask
        return bool(run((), frame))

    return test


def _candidates(c: Compiler, branch: list[Expr]) -> Iterator[int]:
    """The sets that may fit an alternative, at least all that do."""
    kept = [expr for expr in branch if lasting(expr)]
    bound = _test(c, Operation("and", tuple(kept), TRUTH, kept[0].span)) if kept else _anything
    order = next((expr.attribute for expr in branch if isinstance(expr, Pattern) and expr.pattern == "consecutive"), None)
    classes = c.layout.faces.classes
    if order is None:
        yield from _built(c, bound, [*classes], 0)
        return
    values = c.game.faces.measure(order) if order in c.game.measure else _numbers(c, order)
    by_value: dict[int, list[int]] = {}
    for known in classes:
        value = values[known]
        if value is not None:
            by_value.setdefault(value, []).append(known)
    for value in sorted(by_value):
        yield from _chained(c, bound, by_value, value, 0)


def _anything(mask: int) -> bool:
    return True


def _numbers(c: Compiler, attribute: str) -> tuple[int | None, ...]:
    names = c.game.faces.attribute(attribute)
    return tuple(None if name is None else c.symbol(attribute, name) for name in names)


def _chained(c: Compiler, bound: Test, by_value: dict[int, list[int]], value: int, mask: int) -> Iterator[int]:
    """Sets of one face of each value, from a value on."""
    for known in by_value.get(value, ()):
        more = _with(c.layout.faces, mask, known)
        if more and bound(more):
            yield more
            yield from _chained(c, bound, by_value, value + 1, more)


def _built(c: Compiler, bound: Test, classes: list[int], mask: int) -> Iterator[int]:
    """Sets of faces in the order of their classes; those left over after one are those that can still be added."""
    possible = [(known, more) for known in classes if (more := _with(c.layout.faces, mask, known)) and bound(more)]
    left = [known for known, _ in possible]
    for index, (_, more) in enumerate(possible):
        yield more
        yield from _built(c, bound, left[index:], more)


def _with(faces: FaceSets, mask: int, known: int) -> int:
    """A set and one more face of a class, of a card that is not in it; 0 where there is none."""
    taken = faces.expanded(faces.physical(mask))
    free = faces.of_class[known] & ~taken
    return mask | (free & -free) if free else 0
