"""Divisions of cards into groups of a kind: the interpreter's search (`divisions.py` there), as one function that calls itself.

The number of cards of each kind is stored in bit fields of a few words. The highest bit of each field is free, so that one
subtraction tests whether a set of cards is contained in another. The groups that cannot be divided are numbered; a mask of a
few words has those groups which fit. Remaining cards that could not be covered are noted in a hash table, as long as it has
room near their place. An attempt with more than `MOST_STEPS` steps is a trap, and the interpreter plays the hand instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    any_of,
    binary,
    compare,
    difference,
    equal,
    intersection,
    load,
    lowest_bit,
    minus,
    plus,
    popcount,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.memory.layout import DEAD_ENDS, FIELD_BITS, MEMBERS_IN_A_WORD, DivisionsPlan, Scope
from cartaro_engine.memory.traps import FULL, Construct, LoweringRefused
from cartaro_grammar import Expr, parts
from cartaro_grammar import game as g
from cartaro_interpreter import EXHAUSTED, FAILED, FIRST_LIMIT, RECENT, WEIGHT, Divisions, Faulted, on_the_set

MOST_STEPS: Final = 1_000_000
MOST_PIECES: Final = 1_000
PROBED: Final = 8
"""The number of places in the table of dead ends that are tried for an entry."""
COVERED: Final = Const(-1)


def splits(lo: Lowering, expr: g.Splits, scope: Scope) -> Value:
    """Return whether cards can be divided into groups of a kind, perhaps with some of the spare ones."""
    condition = on_the_set(lo.game, [expr.kind], expr.variable)
    if condition is None:
        raise LoweringRefused(Construct.OTHER, expr.span)
    try:
        form = _Form(lo.rules.compiler.divisions_of(condition), lo.plan.divisions)
    except Faulted:
        raise LoweringRefused(Construct.DIVISION, expr.span) from None
    if len(form.pieces) > MOST_PIECES:
        raise LoweringRefused(Construct.DIVISION, expr.span)
    cards = faces.cards_of(lo, lo.value(expr.cards, scope))
    spare = lo.cards.constant(0) if expr.spare is None else faces.cards_of(lo, lo.value(expr.spare, scope))

    def write(w: FunctionBuilder) -> None:
        needed = [w.variable(ZERO, "needed") for _ in form.words]
        with lo.cards.each(w, Var("cards"), "card") as card:
            for word, own in zip(needed, form.of_card, strict=True):
                w.assign(word, plus(word, lo.look_up(own, card)))
        with w.if_(equal(union(*needed), ZERO)):
            w.return_(ONE)
        there = [w.variable(word, "there") for word in needed]
        with lo.cards.each(w, Var("spare"), "card") as card:
            with w.if_(lo.cards.contains(Var("cards"), card)):
                w.continue_()
            for word, own in zip(there, form.of_card, strict=True):
                w.assign(word, plus(word, lo.look_up(own, card)))
        _recall(lo, w, form, _number_of(lo, condition), needed, there)
        w.return_(Call(_searching(lo, form), (*needed, *there)))

    return Call(lo.define(("divides", condition), "divides", ("cards", "spare"), write), (cards, spare))


def _number_of(lo: Lowering, condition: Expr) -> int:
    """Return the number of a kind of group among the kinds into which the game divides cards, from 1 on."""
    tests = [part for part in parts((lo.game.clauses, lo.game.acts)) if isinstance(part, g.Splits)]
    return 1 + list(dict.fromkeys(on_the_set(lo.game, [test.kind], test.variable) for test in tests)).index(condition)


class _Form:
    """The layout of numbers of cards in words, and the tables of the pieces."""

    def __init__(self, divisions: Divisions, plan: DivisionsPlan) -> None:
        self.plan = plan
        self.pieces = divisions.pieces()
        kinds = divisions.cards_of_kinds
        self.kinds = len(kinds)
        self.words = range(plan.fields)
        cards = sum(mask.bit_count() for mask in kinds)
        self.of_card = [
            tuple(self._packed(word, tuple(mask >> card & 1 for mask in kinds)) for card in range(cards)) for word in self.words
        ]
        """For each word, the amount that a card adds to it."""
        self.guards = [self._packed(word, (1 << plan.width - 1,) * len(kinds)) for word in self.words]
        bits = range(FIELD_BITS)
        self.field_of = tuple(self.field << bit // plan.width * plan.width for bit in bits)
        """The field of each bit of a word."""
        self.packed = [tuple(self._packed(word, piece) for piece in self.pieces) for word in self.words]
        """For each word the word of each piece."""
        self.masks = range(-(-len(self.pieces) // MEMBERS_IN_A_WORD))
        self.with_kind = [tuple(self._mask(part, kind, 1) for kind in range(len(kinds))) for part in self.masks]
        """For each word of a mask the pieces that have a kind of card."""
        self.at_most = [
            tuple(self._mask(part, kind, 0, number) for kind in range(len(kinds)) for number in range(self.numbers))
            for part in self.masks
        ]
        """For each word of a mask the pieces that have at most a given number of cards of a kind."""
        has = [[kind for kind, count in enumerate(piece) if count] for piece in self.pieces]
        self.first = tuple(sum(map(len, has[:number])) for number in range(len(has) + 1))
        """For each piece, the index of its first kind in the list of the kinds of all pieces."""
        self.kind_at = tuple(kind for own in has for kind in own)
        self.most = max(map(len, has), default=0)

    @property
    def field(self) -> int:
        """The bits of the first field of a word."""
        return (1 << self.plan.width) - 1

    @property
    def numbers(self) -> int:
        """The entries of a table for one kind of card, with one entry for each number of its cards."""
        return 1 << self.plan.width - 1

    def place_of(self, word: int) -> tuple[int, ...]:
        """The kind of each bit of a word."""
        return tuple(min(word * self.plan.in_a_word + bit // self.plan.width, self.kinds - 1) for bit in range(FIELD_BITS))

    def _packed(self, word: int, counts: tuple[int, ...]) -> int:
        own = counts[word * self.plan.in_a_word : (word + 1) * self.plan.in_a_word]
        return sum(count << place * self.plan.width for place, count in enumerate(own))

    def _mask(self, part: int, kind: int, fewest: int, most: int | None = None) -> int:
        own = self.pieces[part * MEMBERS_IN_A_WORD : (part + 1) * MEMBERS_IN_A_WORD]
        fits = (fewest <= piece[kind] and (most is None or piece[kind] <= most) for piece in own)
        return sum(1 << number for number, fit in enumerate(fits) if fit)

    def within(self, fewer: Sequence[Value], more: Sequence[Value]) -> Test:
        """Test whether the first set of counts has at most as many cards of each kind as the second."""
        return all_of(
            *(
                equal(intersection(minus(union(two, Const(guard)), one), Const(guard)), Const(guard))
                for one, two, guard in zip(fewer, more, self.guards, strict=True)
            )
        )


# ----------------------------------------------------------------------- remembered


def _loads(address: Value, count: int) -> list[Value]:
    return [load(address, Const(n)) for n in range(count)]


def _recall(
    lo: Lowering, w: FunctionBuilder, form: _Form, number: int, needed: Sequence[Value], there: Sequence[Value]
) -> None:
    """Emit the answer of a query from the last divisions. The answer is positive if one of them has all needed cards and no
    more than are there, and negative if fewer cards could not be divided though more were there.
    """
    plan, fields = form.plan, form.plan.fields
    with w.if_(unequal(load(Const(plan.query + 1)), Const(number))):
        w.store(Const(plan.query + 1), Const(number))
        with w.count(Const(plan.made), Const(plan.dead), "word") as word:
            w.store(word, ZERO)
    with w.count(ZERO, Const(RECENT), "nth") as nth:
        cover = _loads(w.variable(plus(Const(plan.made), binary("*", nth, Const(fields))), "cover"), fields)
        with w.if_(all_of(form.within(needed, cover), form.within(cover, there))):
            w.return_(ONE)
    with w.count(ZERO, Const(RECENT), "nth") as nth:
        before = _loads(w.variable(plus(Const(plan.failed), binary("*", nth, Const(2 * fields))), "before"), 2 * fields)
        with w.if_(all_of(form.within(before[:fields], needed), form.within(there, before[fields:]))):
            w.return_(ZERO)


def _note(w: FunctionBuilder, counter: int, first: int, words: Sequence[Value]) -> None:
    """Emit that words are noted instead of the oldest entry."""
    nth = w.variable(load(Const(counter)), "nth")
    w.store(Const(counter), binary("%", plus(nth, ONE), Const(RECENT)))
    at = w.variable(plus(Const(first), binary("*", nth, Const(len(words)))), "at")
    for place, word in enumerate(words):
        w.store(plus(at, Const(place)), word)


def _dead_end(lo: Lowering, form: _Form) -> str:
    """Define a function that returns whether remaining cards are a dead end of this query, and notes them if `noting`."""
    plan, fields = form.plan, form.plan.fields
    names = [*(f"needed_{word}" for word in form.words), *(f"there_{word}" for word in form.words)]

    def write(w: FunctionBuilder) -> None:
        hashed = w.variable(ZERO, "hashed")
        for name in names:
            w.mix(hashed, Var(name))
        with w.count(ZERO, Const(PROBED), "probe") as probe:
            place = intersection(plus(hashed, probe), Const(DEAD_ENDS - 1))
            at = w.variable(plus(Const(plan.dead), binary("*", place, Const(1 + 2 * fields))), "at")
            with w.if_(unequal(load(at), load(Const(plan.query)))):
                with w.if_(unequal(Var("noting"), ZERO)):
                    w.store(at, load(Const(plan.query)))
                    for number, name in enumerate(names):
                        w.store(plus(at, Const(1 + number)), Var(name))
                w.return_(ZERO)
            with w.if_(all_of(*(equal(load(at, Const(1 + number)), Var(name)) for number, name in enumerate(names)))):
                w.return_(ONE)
        w.return_(ZERO)

    return lo.define("dead_end", "dead_end", (*names, "noting"), write)


# --------------------------------------------------------------------------- search


def _searching(lo: Lowering, form: _Form) -> str:
    """Define a function that returns whether the pieces have all needed cards and use no more than there are; it retries with
    an increasing number of steps.
    """
    plan = form.plan
    needed = [Var(f"needed_{word}") for word in form.words]
    there = [Var(f"there_{word}") for word in form.words]

    def write(w: FunctionBuilder) -> None:
        w.store(Const(plan.query), plus(load(Const(plan.query)), ONE))
        for kind in range(form.kinds):
            w.store(Const(plan.weights + kind), Const(WEIGHT))
        fitting = [w.variable(Const(-1), "fitting") for _ in form.masks]
        for kind in range(form.kinds):
            word, place = divmod(kind, plan.in_a_word)
            number = intersection(binary(">>", there[word], Const(place * plan.width)), Const(form.field))
            entry = w.variable(plus(Const(kind * form.numbers), number), "entry")
            for fits, row in zip(fitting, form.at_most, strict=True):
                w.assign(fits, intersection(fits, lo.look_up(row, entry)))
        limit, found = w.variable(Const(FIRST_LIMIT), "limit"), w.variable(ZERO, "found")
        with w.loop(64):
            w.assign(found, Call(_covering(lo, form), (*needed, *there, *fitting, limit)))
            with w.if_(unequal(found, ZERO)):
                w.break_()
            w.assign(limit, plus(limit, binary(">>", limit, ONE)))
            with w.if_(compare(">", limit, Const(MOST_STEPS))):
                w.trap(FULL)
        with w.if_(compare("<", found, ZERO)):
            made = [minus(word, load(Const(plan.left + place))) for place, word in enumerate(there)]
            _note(w, plan.query + 2, plan.made, made)
            w.return_(ONE)
        _note(w, plan.query + 3, plan.failed, [*needed, *there])
        w.return_(ZERO)

    names = tuple(variable.name for variable in (*needed, *there))
    return lo.define(("searching", form.pieces), "searching", names, write)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The kind to cover next, with the values by which it was chosen; -1 if no kind has been chosen yet."""

    best: Var
    alone: Var
    fewest: Var
    weight: Var


def _covering(lo: Lowering, form: _Form) -> str:
    """Define the search. It returns -1 if there are pieces that contain all needed cards and no card that is missing. Otherwise
    it returns the number of remaining steps, or 0 if the steps do not suffice.
    """
    plan = form.plan
    needed = [Var(f"needed_{word}") for word in form.words]
    there = [Var(f"there_{word}") for word in form.words]
    fitting = [Var(f"fitting_{part}") for part in form.masks]
    steps = Var("steps")
    names = tuple(variable.name for variable in (*needed, *there, *fitting, steps))

    def write(w: FunctionBuilder) -> None:
        with w.if_(equal(union(*needed), ZERO)):
            for place, cards in enumerate(there):
                w.store(Const(plan.left + place), cards)
            w.return_(COVERED)
        with w.if_(compare("<=", steps, ONE)):
            w.return_(ZERO)
        with w.if_(unequal(Call(_dead_end(lo, form), (*needed, *there, ZERO)), ZERO)):
            w.return_(steps)
        w.assign(steps, minus(steps, ONE))
        chosen = _Chosen(
            w.variable(NOBODY, "best"), w.variable(NOBODY, "alone"), w.variable(ZERO, "fewest"), w.variable(ZERO, "weight")
        )
        for word in form.words:
            _choose(lo, w, form, word, needed[word], fitting, chosen)
        with w.if_(compare(">=", chosen.alone, ZERO)):
            w.assign(chosen.best, chosen.alone)
        for part, (fits, row) in enumerate(zip(fitting, form.with_kind, strict=True)):
            with w.each(intersection(fits, lo.look_up(row, chosen.best)), "bit") as bit:
                piece = w.variable(plus(bit, Const(part * MEMBERS_IN_A_WORD)), "piece")
                _try(lo, w, form, piece, (needed, there, fitting, steps))
        at = w.variable(plus(Const(plan.weights), chosen.best), "at")
        w.store(at, plus(load(at), Const(EXHAUSTED)))
        w.call(_dead_end(lo, form), *needed, *there, ONE)
        w.return_(steps)

    return lo.define(("covering", form.pieces), "covering", names, write)


def _try(lo: Lowering, w: FunctionBuilder, form: _Form, piece: Var, given: tuple[list[Var], list[Var], list[Var], Var]) -> None:
    """Emit the search for a cover of the rest after a piece. The function returns when it has found a division, or when no
    steps remain.
    """
    needed, there, fitting, steps = given
    taken = [w.variable(lo.look_up(row, piece), "taken") for row in form.packed]
    kept, rest = list[Var](), [w.variable(minus(cards, own), "rest") for cards, own in zip(there, taken, strict=True)]
    for cards, own, guard in zip(needed, taken, form.guards, strict=True):
        short = w.variable(minus(union(cards, Const(guard)), own), "short")
        enough = w.variable(intersection(short, Const(guard)), "enough")
        whole = minus(enough, binary(">>", enough, Const(form.plan.width - 1)))
        kept.append(w.variable(intersection(short, whole), "kept"))
    fit = [w.variable(fits, "fit") for fits in fitting]
    ends = lo.look_up(form.first, piece), lo.look_up(form.first, plus(piece, ONE))
    with w.count(*ends, "nth", form.most) as nth:
        kind = w.variable(lo.look_up(form.kind_at, nth), "kind")
        word = w.variable(rest[0], "word")
        for later, cards in enumerate(rest[1:], 1):
            with w.if_(compare(">=", kind, Const(later * form.plan.in_a_word))):
                w.assign(word, cards)
        place = binary("%", kind, Const(form.plan.in_a_word))
        number = intersection(binary(">>", word, binary("*", place, Const(form.plan.width))), Const(form.field))
        entry = w.variable(plus(binary("*", kind, Const(form.numbers)), number), "entry")
        for fits, row in zip(fit, form.at_most, strict=True):
            w.assign(fits, intersection(fits, lo.look_up(row, entry)))
    found = w.variable(Call(_covering(lo, form), (*kept, *rest, *fit, steps)), "found")
    with w.if_(compare("<=", found, ZERO)):
        w.return_(found)
    w.assign(steps, found)


def _choose(
    lo: Lowering, w: FunctionBuilder, form: _Form, word: int, needed: Var, fitting: Sequence[Var], chosen: _Chosen
) -> None:
    """Emit the choice among the needed kinds of a word. The function returns if no piece fits one of them."""
    weights, left = Const(form.plan.weights), w.variable(needed, "left")
    with w.loop(form.plan.in_a_word + 1):
        with w.if_(equal(left, ZERO)):
            w.break_()
        bit = w.variable(lowest_bit(left), "bit")
        w.assign(left, difference(left, lo.look_up(form.field_of, bit)))
        kind = w.variable(lo.look_up(form.place_of(word), bit), "kind")
        own = w.variable(load(weights, kind), "own")
        fit = (intersection(fits, lo.look_up(row, kind)) for fits, row in zip(fitting, form.with_kind, strict=True))
        count = w.variable(plus(*map(popcount, fit)), "count")
        with w.if_(equal(count, ZERO)):
            w.store(plus(weights, kind), plus(own, Const(FAILED + EXHAUSTED)))
            w.return_(Var("steps"))
        with w.if_(all_of(equal(count, ONE), compare("<", chosen.alone, ZERO))):
            w.assign(chosen.alone, kind)
        better = compare("<", binary("*", count, chosen.weight), binary("*", chosen.fewest, own))
        with w.if_(all_of(compare(">", count, ONE), any_of(compare("<", chosen.best, ZERO), better))):
            w.assign(chosen.best, kind)
            w.assign(chosen.fewest, count)
            w.assign(chosen.weight, own)
