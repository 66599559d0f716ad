"""Divisions of cards into groups of a kind: the interpreter's search (`divisions.py` there), as one function that calls itself.

How many cards of each kind there are stands in fields of a few words, the highest bit of each field free: one subtraction tells
whether a piece fits.  Cards left over that could not be covered are not remembered; an attempt of more than `MOST_STEPS` steps
is a trap, and its hand is left to the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    compare,
    difference,
    equal,
    intersection,
    load,
    lowest_bit,
    minus,
    negation,
    plus,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.memory.layout import Scope
from cartaro_engine.memory.traps import FULL, Construct, LoweringRefused
from cartaro_grammar import game as g
from cartaro_interpreter import EXHAUSTED, FAILED, FIRST_LIMIT, WEIGHT, Divisions, Faulted, on_the_set

MOST_STEPS: Final = 50_000
MOST_PIECES: Final = 4_000
BITS: Final = 60
"""The bits of a word that hold fields."""
COVERED: Final = Const(-1)


def splits(lo: Lowering, expr: g.Splits, scope: Scope) -> Value:
    """Return whether cards can be divided into groups of a kind, maybe with some of the spare ones."""
    condition = on_the_set(lo.game, [expr.kind], expr.variable)
    if condition is None:
        raise LoweringRefused(Construct.OTHER, expr.span)
    try:
        form = _Form(lo.rules.compiler.divisions_of(condition))
    except Faulted:
        raise LoweringRefused(Construct.DIVISION, expr.span) from None
    if len(form.pieces) > MOST_PIECES:
        raise LoweringRefused(Construct.DIVISION, expr.span)
    cards = faces.cards_of(lo, lo.value(expr.cards, scope))
    spare = lo.cards.constant(0) if expr.spare is None else faces.cards_of(lo, lo.value(expr.spare, scope))

    def write(w: FunctionBuilder) -> None:
        needed = [w.variable(ZERO, "needed") for _ in form.words]
        with lo.cards.each(w, Var("cards"), "card") as card:
            for word, own in zip(needed, form.fields, strict=True):
                w.assign(word, plus(word, lo.look_up(own, card)))
        there = [w.variable(word, "there") for word in needed]
        with lo.cards.each(w, Var("spare"), "card") as card:
            with w.if_(lo.cards.contains(Var("cards"), card)):
                w.continue_()
            for word, own in zip(there, form.fields, strict=True):
                w.assign(word, plus(word, lo.look_up(own, card)))
        for kind in range(len(form.first) - 1):
            w.store(Const(lo.plan.weights + kind), Const(WEIGHT))
        limit, found = w.variable(Const(FIRST_LIMIT), "limit"), w.variable(ZERO, "found")
        with w.loop(64):
            w.assign(found, Call(_covering(lo, form), (*needed, *there, limit)))
            with w.if_(unequal(found, ZERO)):
                w.break_()
            w.assign(limit, plus(limit, binary(">>", limit, ONE)))
            with w.if_(compare(">", limit, Const(MOST_STEPS))):
                w.trap(FULL)
        w.return_(as_number(compare("<", found, ZERO)))

    return Call(lo.define(("divides", condition), "divides", ("cards", "spare"), write), (cards, spare))


class _Form:
    """The layout of the numbers of cards of each kind in words: `width` bits a kind, so many kinds a word."""

    def __init__(self, divisions: Divisions) -> None:
        self.pieces = divisions.pieces()
        kinds = divisions.cards_of_kinds
        self.width = max(mask.bit_count() for mask in kinds).bit_length() + 1
        self.in_a_word = BITS // self.width
        self.words = range(-(-len(kinds) // self.in_a_word))
        cards = sum(mask.bit_count() for mask in kinds)
        self.fields = [
            tuple(self._of(word, tuple(mask >> card & 1 for mask in kinds)) for card in range(cards)) for word in self.words
        ]
        """For each word what a card adds to it."""
        guards = tuple(1 << self.width - 1 for _ in kinds)
        self.guards = [self._of(word, guards) for word in self.words]
        with_kind = [[piece for piece in self.pieces if piece[kind]] for kind in range(len(kinds))]
        self.first = tuple(sum(map(len, with_kind[:kind])) for kind in range(len(kinds) + 1))
        """The first of the pieces with a kind, in the row of these for all kinds."""
        self.most = max(map(len, with_kind))
        bits = range(BITS)
        self.field_of = tuple((1 << self.width) - 1 << bit // self.width * self.width for bit in bits)
        self.rows = [tuple(self._of(word, piece) for pieces in with_kind for piece in pieces) for word in self.words]

    def place_of(self, word: int) -> tuple[int, ...]:
        """The kind of each bit of a word."""
        last = len(self.first) - 2
        return tuple(min(word * self.in_a_word + bit // self.width, last) for bit in range(BITS))

    def _of(self, word: int, counts: tuple[int, ...]) -> int:
        own = counts[word * self.in_a_word : (word + 1) * self.in_a_word]
        return sum(count << place * self.width for place, count in enumerate(own))


Fits = Callable[[Value], Test]
"""Whether a piece, by its place in the rows, has no more cards than are there."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The kind that is covered next, and what it was chosen for; -1 as long as there is none."""

    best: Var
    alone: Var
    fewest: Var
    weight: Var


def _covering(lo: Lowering, form: _Form) -> str:
    """Define the search: -1 where pieces have all needed cards and no more than are there, else the steps that are left; 0
    where they do not suffice.
    """
    needed = [Var(f"needed_{word}") for word in form.words]
    there = [Var(f"there_{word}") for word in form.words]
    steps = Var("steps")
    names = tuple(variable.name for variable in (*needed, *there, steps))

    def fits(entry: Value) -> Test:
        return all_of(
            *(
                equal(intersection(minus(union(cards, Const(guard)), lo.look_up(row, entry)), Const(guard)), Const(guard))
                for cards, row, guard in zip(there, form.rows, form.guards, strict=True)
            )
        )

    def write(w: FunctionBuilder) -> None:
        with w.if_(equal(union(*needed), ZERO)):
            w.return_(COVERED)
        with w.if_(compare("<=", steps, ONE)):
            w.return_(ZERO)
        w.assign(steps, minus(steps, ONE))
        chosen = _Chosen(
            w.variable(NOBODY, "best"), w.variable(NOBODY, "alone"), w.variable(ZERO, "fewest"), w.variable(ZERO, "weight")
        )
        for word in form.words:
            _choose(lo, w, form, word, needed[word], fits, chosen)
        with w.if_(compare(">=", chosen.alone, ZERO)):
            w.assign(chosen.best, chosen.alone)
        ends = (lo.look_up(form.first, chosen.best), lo.look_up(form.first, plus(chosen.best, ONE)))
        with w.count(*ends, "entry", form.most) as entry:
            with w.if_(negation(fits(entry))):
                w.continue_()
            left, taken = list[Value](), [lo.look_up(row, entry) for row in form.rows]
            for cards, piece, guard in zip(needed, taken, form.guards, strict=True):
                short = w.variable(minus(union(cards, Const(guard)), piece), "short")
                enough = w.variable(intersection(short, Const(guard)), "enough")
                kept = minus(enough, binary(">>", enough, Const(form.width - 1)))
                left.append(w.variable(intersection(short, kept), "kept"))
            rest = [minus(cards, piece) for cards, piece in zip(there, taken, strict=True)]
            found = w.variable(Call(_covering(lo, form), (*left, *rest, steps)), "found")
            with w.if_(compare("<=", found, ZERO)):
                w.return_(found)
            w.assign(steps, found)
        at = w.variable(plus(Const(lo.plan.weights), chosen.best), "at")
        w.store(at, plus(load(at), Const(EXHAUSTED)))
        w.return_(steps)

    return lo.define(("covering", form.pieces), "covering", names, write)


def _choose(lo: Lowering, w: FunctionBuilder, form: _Form, word: int, needed: Var, fits: Fits, chosen: _Chosen) -> None:
    """Emit the choice among the needed kinds of a word; where no piece fits one of them, the search returns."""
    left = w.variable(needed, "left")
    with w.loop(form.in_a_word + 1):
        with w.if_(equal(left, ZERO)):
            w.break_()
        bit = w.variable(lowest_bit(left), "bit")
        w.assign(left, difference(left, lo.look_up(form.field_of, bit)))
        kind, count = w.variable(lo.look_up(form.place_of(word), bit), "kind"), w.variable(ZERO, "count")
        own = w.variable(load(Const(lo.plan.weights), kind), "own")
        ends = (lo.look_up(form.first, kind), lo.look_up(form.first, plus(kind, ONE)))
        with w.count(*ends, "entry", form.most) as entry, w.if_(fits(entry)):
            w.assign(count, plus(count, ONE))
        with w.if_(equal(count, ZERO)):
            w.store(plus(Const(lo.plan.weights), kind), plus(own, Const(FAILED + EXHAUSTED)))
            w.return_(Var("steps"))
        with w.if_(all_of(equal(count, ONE), compare("<", chosen.alone, ZERO))):
            w.assign(chosen.alone, kind)
        better = compare("<", binary("*", count, chosen.weight), binary("*", chosen.fewest, own))
        with w.if_(all_of(compare(">", count, ONE), any_of(compare("<", chosen.best, ZERO), better))):
            w.assign(chosen.best, kind)
            w.assign(chosen.fewest, count)
            w.assign(chosen.weight, own)
