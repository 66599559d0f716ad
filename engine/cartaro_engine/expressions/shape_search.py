"""The tables of the interpreter in which the sets stand that a condition lets pass: which conditions have one, and what can be
added to a group.

What can be added is found by a number made of the classes of the group's faces.  That number only narrows the choice: the
condition itself is tested for each card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cartaro_engine.expressions.bounds import ScopedCondition
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    binary,
    common,
    compare,
    equal,
    plus,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import has_pattern, of_a_sum, on_the_set, shapes_of

ShapeKey = tuple[int, ...]

PRIME: Final = (1 << 36) - 5
"""What the numbers of groups are taken by: sums of some hundred, and the number of a set of cards, stay within a word."""


NEVER: Final = 0xFFFF
"""More than there are cards of a kind."""


def keys_of(lo: Lowering, condition: Expr) -> frozenset[ShapeKey]:
    """The shapes that a condition lets pass."""
    return shapes_of(lo.rules.compiler, condition).keys


def tabulated(lo: Lowering, parameter: g.Parameter, left: list[ScopedCondition]) -> Expr | None:
    """The condition whose table has the sets for a parameter, made of those on it alone, which are taken off the list."""
    c, own = lo.rules.compiler, frozenset((parameter.name,))
    named = [(one, one.word(parameter.name)) for one in left if one.needs() == own]
    wholes = [(one, whole) for one, word in named if (whole := on_the_set(c, [one.expr], word)) is not None]
    if not any(parameter.freely or has_pattern(c, whole) for _, whole in wholes):
        return None
    made = wholes[0][1] if len(wholes) == 1 else on_the_set(c, [one.expr for one, _ in wholes], named[0][1])
    if made is None:
        return None
    for one, _ in wholes:
        left.remove(one)
    return made


@dataclass(frozen=True, slots=True)
class ShapeTree:
    """The nodes of a tree of shapes, from the top down: each one's class, kind, how many of the kind are above it, how deep it
    is, whether a shape ends with it, and the node that follows all below it.
    """

    classes: tuple[int, ...]
    kinds: tuple[int, ...]
    nth: tuple[int, ...]
    depths: tuple[int, ...]
    ends: tuple[int, ...]
    after: tuple[int, ...]


def shape_tree(lo: Lowering, keys: frozenset[ShapeKey]) -> ShapeTree:
    base, kind = lo.rules.layout.faces.base, lo.game.faces.kind
    kind_of = [kind[card] for card in base]
    rows: list[list[int]] = []
    path: list[int] = []
    before: ShapeKey = ()
    for key in sorted(keys):
        shared = next((n for n, (a, b) in enumerate(zip(before, key, strict=False)) if a != b), min(len(before), len(key)))
        for row in path[shared:]:
            rows[row][5] = len(rows)
        del path[shared:]
        kinds = [kind_of[known] for known in key]
        for depth in range(shared, len(key)):
            path.append(len(rows))
            rows.append([key[depth], kinds[depth], kinds[:depth].count(kinds[depth]), depth, int(depth + 1 == len(key)), 0])
        before = key
    for row in path:
        rows[row][5] = len(rows)
    columns = tuple(zip(*rows, strict=True)) if rows else ((0,), (0,), (NEVER,), (0,), (0,), (1,))
    return ShapeTree(*columns)


def narrowed(lo: Lowering, among: Value, condition: ScopedCondition, parameter: str) -> Value:
    """The faces that may pass a condition on a card together with other cards, as its table tells."""
    c = lo.rules.compiler
    known = of_a_sum(c, condition.expr, condition.word(parameter))
    if known is None or not has_pattern(c, known[0]):
        return among
    others = lo.cards.joined(*(lo.value(other, condition.scope) for other in known[1]))
    return lo.cards.common(among, Call(_adding(lo, known[0]), (others,)))


def _adding(lo: Lowering, condition: Expr) -> str:
    """The function from a set to the faces any one of which makes a set that passes, with it."""

    def write(w: Writer) -> None:
        own, rows = _additions(lo, condition)
        if not rows:  # no group of this pack passes
            w.give(lo.cards.constant(0))
            return
        masks = sorted(set(rows.values()))
        index_of = {mask: n for n, mask in enumerate(masks)}
        bits = len(masks).bit_length()
        table, longest = _hashed({wanted: wanted << bits | index_of[mask] for wanted, mask in rows.items()})
        wanted = w.variable(ZERO, "wanted")
        with lo.cards.each(w, Var("cards"), "face") as face:
            w.assign(wanted, plus(wanted, lo.look_up(own, face)))
        place = w.variable(wanted, "place")
        with w.loop(longest + 1):
            w.assign(place, common(place, Const(len(table) - 1)))
            entry = w.variable(lo.look_up(table, place), "entry")
            with w.when(equal(binary(">>", entry, Const(bits)), wanted)):
                w.give(lo.cards.look_up(masks, common(entry, Const((1 << bits) - 1))))
            with w.when(compare("<", entry, ZERO)):
                w.give(lo.cards.constant(0))
            w.assign(place, plus(place, ONE))

    return lo.define(("adding", condition), "added_to", ("cards",), write, keeps=True)


def _additions(lo: Lowering, condition: Expr) -> tuple[tuple[int, ...], dict[int, int]]:
    """A number for each face, and by the sum of these of each set that can be added to, what can be added."""
    more = shapes_of(lo.rules.compiler, condition).more
    weights = _weights(lo, frozenset(more))
    rows = {sum([weights[n] for n in rest]): mask for rest, mask in more.items()}
    return tuple(weights[known] for known in lo.rules.layout.faces.class_of), rows


def _hashed(entries: Mapping[int, int]) -> tuple[tuple[int, ...], int]:
    """A table in which an entry is found by a number, from the place that its last bits say on, before the next that is -1; and
    how many entries stand one behind the other at most.
    """
    size = 2 << len(entries).bit_length()
    found = [-1] * size
    longest = 0
    for wanted, entry in sorted(entries.items()):
        passed = 0
        while found[(wanted + passed) % size] >= 0:
            passed += 1
        found[(wanted + passed) % size] = entry
        longest = max(longest, passed + 1)
    return tuple(found), longest


def _weights(lo: Lowering, keys: frozenset[ShapeKey]) -> tuple[int, ...]:
    """A number for each class, so that the sums of all keys differ: powers of a base, modulo a prime."""
    of = 3
    while True:
        weights = tuple(pow(of, n + 1, PRIME) for n in range(lo.game.faces.count))
        if len({sum([weights[n] for n in key]) for key in keys}) == len(keys):
            return weights
        of += 2
