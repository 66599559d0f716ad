"""The sets that a condition lets pass and that can be made of some cards.

The shapes of a table, up to equal cards, are the ways down a tree over kinds of cards.  The tree lies in tables, node after
node, each before what lies below it, with the node to go on with where its card is not there: going through it is one loop.
The ways found are noted.  Of some of the same cards, only those can be made, and the tree is not gone through again: a hand
from which cards have been laid down is looked through often.

For each shape found, of each kind of card the first are taken, and where memory tells equal cards apart, one choice for each
way to do so.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.set_search import each_stacked
from cartaro_engine.expressions.sets import bits
from cartaro_engine.expressions.shape_search import ShapeTree, keys_of, shape_tree
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    binary,
    common,
    compare,
    equal,
    every,
    joined,
    load,
    minus,
    negation,
    number,
    plus,
    set_of,
    some,
    without,
)
from cartaro_engine.ir.nodes import Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import MADE_WORDS, MEMBERS_IN_A_WORD, MOST_MADE
from cartaro_engine.memory.traps import FULL
from cartaro_grammar import Expr

FIELD_BITS: Final = 16
FIELD: Final = Const((1 << FIELD_BITS) - 1)
"""The largest number of a field: more than there are cards."""
KIND, NTH, CLASS = range(3)
"""The fields of what is noted of a node on the way to a shape: its kind, how many of the kind are above it, its class."""
WAY_WORDS: Final = 2
"""What is noted of a way before its nodes: how deep it is, and the bits of its kinds, by which it is soon seen if one lacks."""


def _packed(*columns: Sequence[int]) -> tuple[int, ...]:
    """A table of several columns, all but the last of numbers up to a field's, in one: a node is then read at once."""
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


@dataclass(frozen=True, slots=True)
class _Making:
    """What the function that makes sets works with: the tree and the kinds of its nodes, and, as variables, where the numbers
    of cards of each kind and the way down the tree lie, and the function's own sets.
    """

    tree: ShapeTree
    rows: tuple[int, ...]
    kind_of: tuple[int, ...]
    depth: int
    counts: Var
    way: Var
    told: Var
    taken: Var

    @property
    def stride(self) -> int:
        """The words of a way that is noted."""
        return self.depth + WAY_WORDS

    @property
    def bits_of_kinds(self) -> tuple[int, ...]:
        """A word with a bit for each kind; where there are many, some have the same."""
        return tuple(1 << kind % MEMBERS_IN_A_WORD for kind in range(max(self.kind_of) + 1))

    @property
    def bits_of_cards(self) -> tuple[int, ...]:
        """The same for each card."""
        return tuple(self.bits_of_kinds[kind] for kind in self.kind_of)

    def lay(self, lo: Lowering, w: Writer, deep: Value) -> None:
        """Write that the sets of the shape at the end of the way are laid on the stack."""
        w.do(_laying(lo, self.depth), self.way, ZERO, deep, Var("cards"), self.told, self.taken)


def _making(lo: Lowering, condition: Expr) -> str:
    """The function that lays the sets that pass and can be made of some cards on the stack.

    On the stack lie, until they are made, how many cards there are of each kind, then the nodes of the way down the tree, and
    for each of them the number, among its equals, of the card chosen.
    """
    tree = shape_tree(lo, keys_of(lo, condition))
    kinds = faces.equal_to(lo)
    row_of = {next(iter(bits(members))): n for n, members in enumerate(kinds)}
    rows = tuple(row_of[kind] for kind in lo.game.faces.kind)
    depth = max(tree.depths) + 1
    top, which = Const(lo.plan.top), Const(lo.plan.made)

    def write(w: Writer) -> None:
        index = Const(len(lo.made))
        noted = w.variable(number(every(equal(load(which), index), lo.cards.within(Var("cards"), _of(lo)))), "noted")
        with w.when(every(set_of(noted), equal(load(_end(lo)), Const(_first(lo))))):
            w.give(ZERO)
        counts = w.variable(load(top), "counts")
        way = w.variable(plus(counts, Const(len(kinds))), "way")
        sets = w.variable(plus(way, Const(2 * depth)), "sets")
        with w.when(compare(">", sets, Const(lo.plan.known - lo.plan.width))):
            w.trap(FULL)
        told = w.variable(lo.cards.common(faces.told_apart(lo), Var("cards")), "told")
        making = _Making(
            tree, tuple(row_of[kind] for kind in tree.kinds), rows, depth, counts, way, told, lo.cards.begin(w, "taken")
        )
        w.store(top, sets)
        with w.when(set_of(noted)):
            _make_noted(lo, w, making, kinds)
        with w.when(equal(noted, ZERO)):
            with w.count(counts, way, "place", len(kinds)) as place:
                w.store(place, ZERO)
            with lo.cards.each(w, Var("cards"), "card") as card:
                at = w.variable(plus(counts, lo.look_up(rows, card)), "at")
                w.store(at, plus(load(at), ONE))
            _make_all(lo, w, making, index)
        w.do(_moving_down(lo), sets, counts)

    return lo.define(("making", condition), "sets_made_of", ("cards",), write)


def _make_all(lo: Lowering, w: Writer, making: _Making, index: Const) -> None:
    """Write that the tree is gone through; the ways found are noted, if there is room for them."""
    tree, which = making.tree, Const(lo.plan.made)
    w.store(which, ZERO)
    node, end = w.variable(ZERO, "node"), w.variable(Const(_first(lo)), "end")
    with w.loop():
        with w.when(compare(">=", node, Const(len(tree.classes)))):
            w.leave()
        ahead = w.variable(lo.look_up(_packed(making.rows, tree.nth, tree.after), node), "ahead")
        with w.when(compare("<=", load(making.counts, _field(ahead, 0)), _field(ahead, 1))):
            w.assign(node, _field(ahead, 2))
            w.again()
        deep = w.variable(lo.look_up(_packed(tree.depths, tree.ends), node), "deep")
        ends = w.variable(_field(deep, 1), "ends")
        w.assign(deep, _field(deep, 0))
        w.store(plus(making.way, deep), lo.look_up(_packed(making.rows, tree.nth, tree.classes), node))
        with w.when(set_of(ends)):
            with w.when(compare("<=", end, Const(_first(lo) + MOST_MADE - making.stride))):
                w.store(end, deep)
                found = w.variable(ZERO, "found")
                with w.count(ZERO, plus(deep, ONE), "nth", making.depth) as nth:
                    passed = w.variable(load(making.way, nth), "passed")
                    w.store(plus(end, nth, Const(WAY_WORDS)), passed)
                    w.assign(found, joined(found, lo.look_up(making.bits_of_kinds, _field(passed, KIND))))
                w.store(plus(end, ONE), found)
            w.assign(end, plus(end, Const(making.stride)))
            making.lay(lo, w, deep)
        w.assign(node, plus(node, ONE))
    with w.when(compare("<=", end, Const(_first(lo) + MOST_MADE))):
        w.store(which, index)
        w.store(_end(lo), end)
        lo.cards.store(w, plus(which, Const(MADE_WORDS)), Var("cards"))


def _make_noted(lo: Lowering, w: Writer, making: _Making, kinds: tuple[int, ...]) -> None:
    """Write that the ways noted are gone through, of which some cards, given by their kinds, may be missing now."""
    at, end = w.variable(Const(_first(lo)), "at"), w.variable(load(_end(lo)), "end")
    present = w.variable(ZERO, "present")
    with lo.cards.each(w, Var("cards"), "card") as card:
        w.assign(present, joined(present, lo.look_up(making.bits_of_cards, card)))
    with w.loop():
        with w.when(compare(">=", at, end)):
            w.leave()
        there = w.variable(number(equal(without(load(at, ONE), present), ZERO)), "there")
        with w.when(set_of(there)):
            deep = w.variable(load(at), "deep")
            before = lo.cards.pass_by(w, None)
            with w.count(ZERO, plus(deep, ONE), "nth", making.depth) as nth:
                node = w.variable(load(at, nth, Const(WAY_WORDS)), "node")
                w.store(plus(making.way, nth), node)
                with w.when(_lacks(lo, w, node, kinds)):
                    w.assign(there, ZERO)
                    w.leave()
            lo.cards.pass_by(w, before)
            with w.when(set_of(there)):
                making.lay(lo, w, deep)
        w.assign(at, plus(at, Const(making.stride)))


def _lacks(lo: Lowering, w: Writer, node: Value, kinds: tuple[int, ...]) -> Test:
    """Whether there are no more cards of the kind of a node than stand above it on its way."""
    members = w.variable(lo.cards.look_up(kinds, _field(node, KIND)), "members")
    above = w.variable(_field(node, NTH), "above")
    few = compare("<=", lo.cards.size(lo.cards.common(Var("cards"), members)), above)
    return some(negation(lo.cards.meet(Var("cards"), members)), every(set_of(above), few))


def _end(lo: Lowering) -> Const:
    """The word that has where the ways noted end."""
    return Const(lo.plan.made + 1)


def _of(lo: Lowering) -> Value:
    """The cards of which the ways noted can be made."""
    return lo.cards.at(Const(lo.plan.made + MADE_WORDS))


def _first(lo: Lowering) -> int:
    """Where the ways noted begin."""
    return lo.plan.made + MADE_WORDS + lo.plan.width


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
        known = w.variable(_field(load(way, nth), CLASS), "known")
        first = w.variable(ZERO, "first")
        with w.when(compare(">", nth, ZERO)):
            above = w.variable(_field(load(way, minus(nth, ONE)), CLASS), "above")
            with w.when(equal(lo.look_up(row, above), lo.look_up(row, known))):
                w.assign(first, plus(load(way, Const(depth), minus(nth, ONE)), ONE))
        passes = plus(ONE, number(sets.filled(told)))
        with w.count(ZERO, passes, "apart", 2) as apart, w.count(first, Const(most), "equal") as one:
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
