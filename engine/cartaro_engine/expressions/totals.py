"""Sets of cards with a total: listed on the stack, or told whether there is one.

They are found depth first, each by its highest card and then those below it, so that they come in the order of their masks.
Where a set is one word, the totals that the cards below each card reach are noted before, as bits of a word, so that the search
goes nowhere in vain; what has been noted serves until it is asked of other cards.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    binary,
    common,
    compare,
    differ,
    equal,
    every,
    joined,
    load,
    minus,
    negation,
    number,
    plus,
    set_of,
    single,
)
from cartaro_engine.ir.nodes import AsNumber, Call, Const, Lookup, Ones, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import TOTAL_WORDS
from cartaro_engine.memory.traps import FULL

MOST_REACHED: Final = 62
"""Totals up to this are bits of a word."""
WITHIN: Final = Const((1 << MOST_REACHED + 1) - 1)
ANYTHING: Final = (-(1 << 62), 1 << 62)

Weights = tuple[int, ...]


def extent(lo: Lowering, value: Value) -> tuple[int, int]:
    """Between which numbers a value lies, as far as its form tells."""
    match value:
        case Const(value=known):
            return known, known
        case Lookup(table=table):
            entries = next(values for values, name in lo.tables.items() if name == table)
            return min(entries), max(entries)
        case Ones():
            return 0, 63
        case AsNumber():
            return 0, 1
        case _:
            return ANYTHING


def light(lo: Lowering, w: Writer, weights: Weights, among: Value, total: Value, less: int = 0) -> Value:
    """The cards of a domain that are not too heavy to be in a set with a total; `less` is kept for a further card."""
    heaviest = max(weights)
    upto = tuple(sum(1 << n for n, weight in enumerate(weights) if weight <= t - less) for t in range(heaviest + less))
    cards = w.variable(among, "light")
    with w.when(compare("<", total, Const(len(upto)))):
        w.assign(cards, lo.cards.common(cards, lo.cards.look_up(upto, total)))
    return cards


def lay_sets(lo: Lowering, w: Writer, weights: Weights, cards: Value, total: Value, most: int) -> None:
    """Write that the sets of some cards with a total, which is not below 0 and `most` at most, are laid on the stack."""
    nothing = lo.cards.constant(0)
    if lo.plan.width > 1 or max(weights) > MOST_REACHED:
        w.do(_listing(lo, weights, noted=False), cards, total, nothing)
        return
    near: Test = TRUE
    if most > MOST_REACHED:
        near = compare("<=", total, Const(MOST_REACHED))
        with w.when(negation(near)):
            w.do(_listing(lo, weights, noted=False), cards, total, nothing)
    with w.when(every(near, _is_reached(Call(_noting(lo, weights), (cards,)), total))):
        w.do(_listing(lo, weights, noted=True), cards, total, nothing)


def reaching(lo: Lowering, weights: Weights, most: int, *, several: bool) -> str:
    """The function that says whether some of the cards, which all have a weight, have a total, `most` at most; or several."""
    cards, total = Var("cards"), Var("total")

    def by_listing(w: Writer) -> None:
        top = w.variable(load(Const(lo.plan.top)), "top")
        w.do(_listing(lo, weights, noted=False), light(lo, w, weights, cards, total, int(several)), total, lo.cards.constant(0))
        found = w.variable(number(differ(top, load(Const(lo.plan.top)))), "found")
        w.store(Const(lo.plan.top), top)
        w.give(found)

    def write(w: Writer) -> None:
        if max(weights) > MOST_REACHED:
            by_listing(w)
            return
        if most > MOST_REACHED:
            with w.when(compare(">", total, Const(MOST_REACHED))):
                by_listing(w)
        if lo.plan.width > 1:
            _in_one_pass(lo, w, weights, light(lo, w, weights, cards, total, int(several)), total)
            return
        possible = every(compare(">", total, ZERO), _is_reached(Call(_noting(lo, weights), (cards,)), total))
        if not several:
            w.give(number(possible))
            return
        with w.when(possible), w.each(light(lo, w, weights, cards, total, 1), "card") as card:
            rest = minus(total, lo.look_up(weights, card))
            with w.when(_is_reached(_below(lo, card), rest)):
                w.give(ONE)
        w.give(ZERO)

    return lo.define(("reaching", weights, several, most > MOST_REACHED), "reach", ("cards", "total"), write)


def _in_one_pass(lo: Lowering, w: Writer, weights: Weights, cards: Value, total: Value) -> None:
    """Write that it is told whether some cards reach a total, and nothing is noted."""
    with w.when(negation(lo.cards.filled(cards))):
        w.give(ZERO)
    reached = w.variable(ONE, "reached")
    with lo.cards.each(w, cards, "card") as card:
        w.assign(reached, _with_one_more(lo, weights, reached, card))
    w.give(common(binary(">>", reached, total), ONE))


def _is_reached(reached: Value, total: Value) -> Test:
    return set_of(common(binary(">>", reached, total), ONE))


def _below(lo: Lowering, card: Value) -> Value:
    """The totals that the cards below one reach, as they have been noted."""
    return load(Const(lo.plan.totals + TOTAL_WORDS), card)


def _with_one_more(lo: Lowering, weights: Weights, reached: Value, card: Value) -> Value:
    """The totals that are reached with one card more."""
    return common(WITHIN, joined(reached, binary("<<", reached, lo.look_up(weights, card))))


def _noting(lo: Lowering, weights: Weights) -> str:
    """The function that gives the totals that some cards reach, as bits, and notes those of the cards below each card."""
    whose, which, known = (Const(lo.plan.totals + n) for n in range(TOTAL_WORDS))
    lo.table(weights)
    index = Const(list(lo.tables).index(weights) + 1)

    def write(w: Writer) -> None:
        with w.when(every(equal(load(whose), Var("cards")), equal(load(which), index))):
            w.give(load(known))
        reached = w.variable(ONE, "reached")
        with w.each(Var("cards"), "card") as card:
            w.store(plus(Const(lo.plan.totals + TOTAL_WORDS), card), reached)
            w.assign(reached, _with_one_more(lo, weights, reached, card))
        for place, value in ((whose, Var("cards")), (which, index), (known, reached)):
            w.store(place, value)
        w.give(reached)

    return lo.define(("noting", weights), "totals", ("cards",), write)


def _listing(lo: Lowering, weights: Weights, *, noted: bool) -> str:
    """The function that lays the sets of some cards with what is left of a total, each with those taken, on the stack."""
    cards, left, taken = Var("cards"), Var("left"), Var("taken")
    top, sets = Const(lo.plan.top), lo.cards
    below = tuple((1 << card) - 1 for card in range(len(weights)))

    def write(w: Writer) -> None:
        with sets.each(w, light(lo, w, weights, cards, left), "card") as card:
            before = sets.pass_by(w, None)
            rest = w.variable(minus(left, lo.look_up(weights, card)), "rest")
            with w.when(_is_reached(_below(lo, card), rest) if noted else TRUE):
                more = w.variable(sets.joined(taken, sets.single(card)), "more")
                with w.when(equal(rest, ZERO)):
                    with w.when(compare(">", load(top), Const(lo.plan.known - lo.plan.width))):
                        w.trap(FULL)
                    sets.store(w, load(top), more)
                    w.store(top, plus(load(top), Const(lo.plan.width)))
                with w.when(compare(">=" if 0 in weights else ">", rest, ZERO)):
                    lower = minus(single(card), ONE) if lo.plan.width == 1 else sets.look_up(below, card)
                    w.do(_listing(lo, weights, noted=noted), sets.common(cards, lower), rest, more)
            sets.pass_by(w, before)

    return lo.define(("listing", weights, noted), "sets", ("cards", "left", "taken"), write)
