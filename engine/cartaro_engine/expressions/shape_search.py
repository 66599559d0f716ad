"""Groups that cards can make, looked up in the interpreter's tables of the sets that a condition lets pass.

The shapes of a table, up to equal cards, are the ways down a tree over kinds of cards.  The tree lies in tables, node after
node, each before what lies below it, with the node to go on with where its card is not there: going through it is one loop.
For each shape found, of each kind of card the first are taken, and where memory tells equal cards apart, one choice for each
way to do so.

What can be added to a group stands in a table too, found by a number made of the classes of the group's faces.  That number
only narrows the choice: the condition itself is tested for each card.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.bounds import ScopedCondition
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.set_search import each_stacked
from cartaro_engine.expressions.sets import bits
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    binary,
    common,
    compare,
    differ,
    equal,
    every,
    load,
    minus,
    number,
    plus,
    set_of,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.traps import FULL
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import has_pattern, of_a_sum, on_the_set, shapes_of

Key = tuple[int, ...]

PRIME: Final = (1 << 44) - 17
"""What the numbers of groups are taken by: sums of some hundred stay within a word."""
FIELD_BITS: Final = 16
FIELD: Final = Const((1 << FIELD_BITS) - 1)
"""The largest number of a field: more than there are cards."""


def keys_of(lo: Lowering, condition: Expr) -> frozenset[Key]:
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


# ---------------------------------------------------------------------------------------------- sets made of given cards


@dataclass(frozen=True, slots=True)
class _Tree:
    """The nodes of a tree of shapes, from the top down: each one's class, kind, how many of the kind are above it, how deep it
    is, whether a shape ends with it, and the node that follows all below it.
    """

    classes: tuple[int, ...]
    kinds: tuple[int, ...]
    nth: tuple[int, ...]
    depths: tuple[int, ...]
    ends: tuple[int, ...]
    after: tuple[int, ...]


def _tree(lo: Lowering, keys: frozenset[Key]) -> _Tree:
    base, kind = lo.rules.layout.faces.base, lo.game.faces.kind
    rows: list[list[int]] = []
    path: list[int] = []
    before: Key = ()
    for key in sorted(keys):
        shared = next((n for n, (a, b) in enumerate(zip(before, key, strict=False)) if a != b), min(len(before), len(key)))
        for row in path[shared:]:
            rows[row][5] = len(rows)
        del path[shared:]
        for depth in range(shared, len(key)):
            of = kind[base[key[depth]]]
            nth = sum(kind[base[other]] == of for other in key[:depth])
            path.append(len(rows))
            rows.append([key[depth], of, nth, depth, int(depth + 1 == len(key)), 0])
        before = key
    for row in path:
        rows[row][5] = len(rows)
    columns = tuple(zip(*rows, strict=True)) if rows else ((0,), (0,), (FIELD.value,), (0,), (0,), (1,))
    return _Tree(*columns)


def _packed(*columns: Sequence[int]) -> tuple[int, ...]:
    """A table of three columns, two of them of numbers up to a field's, in one: a node is then read at once."""
    return tuple(sum(number << FIELD_BITS * n for n, number in enumerate(row)) for row in zip(*columns, strict=True))


def _field(entry: Value, number: int) -> Value:
    """One of the numbers of such an entry."""
    shifted = binary(">>", entry, Const(FIELD_BITS * number)) if number else entry
    return shifted if number > 1 else common(shifted, FIELD)


@contextmanager
def each_made(lo: Lowering, w: Writer, condition: Expr, among: Value, chosen: Var) -> Generator[None, None, None]:
    """What is done with each set that a condition lets pass and that can be made of some cards."""
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    w.do(_making(lo, condition), faces.cards_of(lo, among))
    with each_stacked(lo, w, first, chosen):
        yield
    w.store(top, first)


def _making(lo: Lowering, condition: Expr) -> str:
    """The function that lays the sets that pass and can be made of some cards on the stack.

    On the stack lie, until they are made, how many cards there are of each kind, then the classes of the way down the tree, and
    for each of them the number, among its equals, of the card chosen.
    """
    tree = _tree(lo, keys_of(lo, condition))
    kinds = faces.equal_to(lo)
    row_of = {next(iter(bits(members))): n for n, members in enumerate(kinds)}
    rows = tuple(row_of[kind] for kind in lo.game.faces.kind)
    depth = max(tree.depths) + 1
    top = Const(lo.plan.top)

    def write(w: Writer) -> None:
        counts = w.variable(load(top), "counts")
        way = w.variable(plus(counts, Const(len(kinds))), "way")
        sets = w.variable(plus(way, Const(2 * depth)), "sets")
        with w.when(compare(">", sets, Const(lo.plan.known - lo.plan.width))):
            w.trap(FULL)
        with w.count(counts, way, "place", len(kinds)) as place:
            w.store(place, ZERO)
        with lo.cards.each(w, Var("cards"), "card") as card:
            at = w.variable(plus(counts, lo.look_up(rows, card)), "at")
            w.store(at, plus(load(at), ONE))
        told = w.variable(lo.cards.common(faces.told_apart(lo), Var("cards")), "told")
        taken = lo.cards.begin(w, "taken")
        w.store(top, sets)
        node, last = w.variable(ZERO, "node"), Const(len(tree.classes))
        with w.loop():
            with w.when(compare(">=", node, last)):
                w.leave()
            rows_of = tuple(row_of[kind] for kind in tree.kinds)
            ahead = w.variable(lo.look_up(_packed(rows_of, tree.nth, tree.after), node), "ahead")
            with w.when(compare("<=", load(counts, _field(ahead, 0)), _field(ahead, 1))):
                w.assign(node, _field(ahead, 2))
                w.again()
            here = w.variable(lo.look_up(_packed(tree.depths, tree.ends, tree.classes), node), "here")
            deep = w.variable(_field(here, 0), "deep")
            w.store(plus(way, deep), _field(here, 2))
            with w.when(set_of(_field(here, 1))):
                w.do(_laying(lo, depth), way, ZERO, deep, Var("cards"), told, taken)
            w.assign(node, plus(node, ONE))
        w.do(_moving_down(lo), sets, counts)

    return lo.define(("making", condition), "sets_made_of", ("cards",), write)


def _moving_down(lo: Lowering) -> str:
    """The function that moves all that lies on the stack from a place on down to another."""
    top = Const(lo.plan.top)

    def write(w: Writer) -> None:
        end = w.variable(load(top), "end")
        w.store(top, plus(Var("to"), minus(end, Var("source"))))
        with w.loop():
            with w.when(compare(">=", Var("source"), end)):
                w.leave()
            w.store(Var("to"), load(Var("source")))
            w.assign(Var("source"), plus(Var("source"), ONE))
            w.assign(Var("to"), plus(Var("to"), ONE))

    return lo.define("moving_down", "move_down", ("source", "to"), write)


def _laying(lo: Lowering, depth: int) -> str:
    """The function that lays the sets of a shape on the stack: from a number of its classes on, cards are chosen, first one
    that is not told from its equals, then one that is.
    """
    names = ("way", "number", "last", "cards", "told", "taken")
    way, nth, last, cards, told, taken = map(Var, names)
    base, kind = lo.rules.layout.faces.base, lo.game.faces.kind
    kinds = [bits(members) for members in faces.equal_to(lo)]
    most = max(map(len, kinds))
    row_of = {own[0]: n for n, own in enumerate(kinds)}
    equals = tuple(card for own in kinds for card in (own + [-1] * most)[:most])
    row = tuple(row_of[kind[card]] * most for card in base)
    by_class = {(base[n], known): n for n, known in enumerate(lo.rules.layout.faces.class_of)}
    read = tuple(
        by_class.get((card, known), -1) if card >= 0 else -1
        for known in range(lo.game.faces.count)
        for card in (kinds[row_of[kind[base[known]]]] + [-1] * most)[:most]
    )
    top = Const(lo.plan.top)

    def write(w: Writer) -> None:
        sets = lo.cards
        with w.when(compare(">", nth, last)):
            with w.when(compare(">", load(top), Const(lo.plan.known - lo.plan.width))):
                w.trap(FULL)
            sets.store(w, load(top), taken)
            w.store(top, plus(load(top), Const(lo.plan.width)))
            w.give(ZERO)
        known = w.variable(load(way, nth), "known")
        first = w.variable(ZERO, "first")
        with w.when(compare(">", nth, ZERO)):
            above = w.variable(load(way, minus(nth, ONE)), "above")
            with w.when(equal(lo.look_up(row, above), lo.look_up(row, known))):
                w.assign(first, plus(load(way, Const(depth), minus(nth, ONE)), ONE))
        with w.count(ZERO, Const(2), "apart") as apart, w.count(first, Const(most), "equal") as one:
            card = w.variable(lo.look_up(equals, plus(lo.look_up(row, known), one)), "card")
            with w.when(compare("<", card, ZERO)):
                w.leave()
            with w.when(every(sets.has(cards, card), equal(number(sets.has(told, card)), apart))):
                face = w.variable(lo.look_up(read, plus(binary("*", known, Const(most)), one)), "face")
                more = sets.own(w, taken, "more")
                sets.insert(w, more, face)
                w.store(plus(way, Const(depth), nth), one)
                w.do(_laying(lo, depth), way, plus(nth, ONE), last, cards, told, more)
                w.leave()

    return lo.define(("laying", depth), "lay_sets", names, write)


# ---------------------------------------------------------------------------------------------- what can be added to a group


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
        masks = sorted({mask for _, mask in rows})
        index_of = {mask: n for n, mask in enumerate(masks)}
        numbers, indices = tuple(n for n, _ in rows), tuple(index_of[mask] for _, mask in rows)
        wanted = w.variable(ZERO, "wanted")
        with lo.cards.each(w, Var("cards"), "face") as face:
            w.assign(wanted, plus(wanted, lo.look_up(own, face)))
        low, high = w.variable(ZERO, "low"), w.variable(Const(len(rows)), "high")
        with w.loop(len(rows).bit_length() + 1):
            with w.when(compare(">=", plus(low, ONE), high)):
                w.leave()
            middle = w.variable(binary(">>", plus(low, high), ONE), "middle")
            above = w.variable(number(compare(">", lo.look_up(numbers, middle), wanted)), "above")
            with w.when(set_of(above)):
                w.assign(high, middle)
            with w.when(equal(above, ZERO)):
                w.assign(low, middle)
        with w.when(differ(lo.look_up(numbers, low), wanted)):
            w.give(lo.cards.constant(0))
        w.give(lo.cards.look_up(masks, lo.look_up(indices, low)))

    return lo.define(("adding", condition), "added_to", ("cards",), write, keeps=True)


def _additions(lo: Lowering, condition: Expr) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """A number for each face, and by the sum of these of each set that can be added to, in order, what can be added."""
    of_class = lo.rules.layout.faces.of_class
    more: dict[Key, int] = {}
    for key in keys_of(lo, condition):
        for index, known in enumerate(key):
            rest = key[:index] + key[index + 1 :]
            more[rest] = more.get(rest, 0) | of_class[known]
    weights = _weights(lo, frozenset(more))
    rows = sorted((sum([weights[n] for n in rest]), mask) for rest, mask in more.items()) or [(-1, 0)]
    return tuple(weights[known] for known in lo.rules.layout.faces.class_of), rows


def _weights(lo: Lowering, keys: frozenset[Key]) -> tuple[int, ...]:
    """A number for each class, so that the sums of all keys differ: powers of a base, modulo a prime."""
    of = 3
    while True:
        weights = tuple(pow(of, n + 1, PRIME) for n in range(lo.game.faces.count))
        if len({sum([weights[n] for n in key]) for key in keys}) == len(keys):
            return weights
        of += 2
