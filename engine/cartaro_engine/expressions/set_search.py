"""The sets of cards that fit what is known of them: code that goes through them, from the lowest mask up.

Sets with a total are found depth first, each by its highest card and then those below it, so that they come in the order of
their masks; they are laid on the stack and taken from there one by one.  Which totals the cards below each card reach is noted
before, as bits of a word, so that the search goes nowhere in vain, and whether there is a set at all is told without listing
them.  What has been noted serves until it is asked of other cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cartaro_engine.expressions.bounds import Bounds
from cartaro_engine.expressions.sets import weighing
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
    ones,
    plus,
    set_of,
    single,
    without,
)
from cartaro_engine.ir.nodes import AsNumber, Call, Const, Lookup, Ones, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import TOTAL_WORDS
from cartaro_engine.memory.traps import FULL

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

MOST_FREE: Final = 16
"""Sets without a total are looked for among so many cards at most."""
MOST_REACHED: Final = 62
"""Totals up to this are bits of a word."""
ANYTHING: Final = (-(1 << 62), 1 << 62)

Inner = Callable[[], None]
Weights = tuple[int, ...]


def choose_set(lo: Lowering, w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner, *, any_will_do: bool) -> None:
    """Write what is done with each set of a domain that fits; where `any_will_do`, done once if there is one, without telling
    which.
    """
    if bounds.exactly is not None:
        _the_one(lo, w, bounds, among, chosen, inner)
        return
    if bounds.weights is None:
        _free_sets(w, bounds, among, chosen, inner)
        return
    least, most = extent(lo, bounds.total)
    total = w.let(bounds.total, "total")
    with w.when(TRUE if least >= 0 else compare(">=", total, ZERO)):
        if bounds.high == 1 and not bounds.most and not bounds.least:
            _one_card(lo, w, bounds.weights, among, total, most, chosen, inner, any_will_do=any_will_do)
        elif any_will_do and bounds.fixed_number() and min(bounds.weights) > 0:
            function = reaching(lo, bounds.weights, most, several=bounds.low > 1)
            with w.when(set_of(Call(function, (among, total)))):
                inner()
        else:
            _listed(lo, w, bounds, among, total, most, chosen, inner)


def _the_one(lo: Lowering, w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner) -> None:
    assert bounds.exactly is not None
    w.assign(chosen, bounds.exactly)
    weight = () if bounds.weights is None else (equal(Call(weighing(lo, bounds.weights), (chosen,)), bounds.total),)
    with w.when(every(equal(without(chosen, among), ZERO), bounds.fits(chosen), *weight)):
        inner()


def _free_sets(w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner) -> None:
    """Every set of a few cards: the next higher one is made by subtracting the domain."""
    cards = w.let(among, "cards")
    with w.when(compare(">", ones(cards), Const(MOST_FREE))):
        w.trap(FULL)
    w.assign(chosen, ZERO)
    with w.loop():
        w.assign(chosen, common(minus(chosen, cards), cards))
        with w.when(equal(chosen, ZERO)):
            w.leave()
        with w.when(bounds.fits(chosen)):
            inner()


def _one_card(
    lo: Lowering, w: Writer, weights: Weights, among: Value, total: Value, most: int, chosen: Var, inner: Inner,
    *, any_will_do: bool,
) -> None:  # fmt: skip
    heaviest = max(weights)
    exactly = tuple(sum(1 << n for n, weight in enumerate(weights) if weight == t) for t in range(heaviest + 1))
    with w.when(TRUE if most <= heaviest else compare("<=", total, Const(heaviest))):
        fitting = common(among, lo.look_up(exactly, total))
        if any_will_do:
            with w.when(set_of(fitting)):
                inner()
            return
        with w.each(fitting, "card") as card:
            w.assign(chosen, single(card))
            inner()


def _listed(
    lo: Lowering, w: Writer, bounds: Bounds, among: Value, total: Value, most: int, chosen: Var, inner: Inner
) -> None:  # fmt: skip
    """All sets with the total, from the stack."""
    assert bounds.weights is not None
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    lay_sets(lo, w, bounds.weights, among, total, most)
    with w.count(first, w.variable(load(top), "end"), "place") as place:
        w.assign(chosen, load(place))
        with w.when(bounds.fits(chosen)):
            inner()
    w.store(top, first)


# ---------------------------------------------------------------------------------------------- totals


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
        w.assign(cards, common(cards, lo.look_up(upto, total)))
    return cards


def lay_sets(lo: Lowering, w: Writer, weights: Weights, cards: Value, total: Value, most: int) -> None:
    """Write that the sets of some cards with a total, which is not below 0 and `most` at most, are laid on the stack."""
    if max(weights) > MOST_REACHED:
        w.do(_listing(lo, weights, noted=False), cards, total, ZERO)
        return
    near: Test = TRUE
    if most > MOST_REACHED:
        near = compare("<=", total, Const(MOST_REACHED))
        with w.when(negation(near)):
            w.do(_listing(lo, weights, noted=False), cards, total, ZERO)
    with w.when(every(near, _is_reached(Call(_noting(lo, weights), (cards,)), total))):
        w.do(_listing(lo, weights, noted=True), cards, total, ZERO)


def reaching(lo: Lowering, weights: Weights, most: int, *, several: bool) -> str:
    """The function that says whether some of the cards, which all have a weight, have a total, `most` at most; or several."""

    def by_listing(w: Writer) -> None:
        top = w.variable(load(Const(lo.plan.top)), "top")
        cards = light(lo, w, weights, Var("cards"), Var("total"), int(several))
        w.do(_listing(lo, weights, noted=False), cards, Var("total"), ZERO)
        found = w.variable(number(differ(top, load(Const(lo.plan.top)))), "found")
        w.store(Const(lo.plan.top), top)
        w.give(found)

    def write(w: Writer) -> None:
        if max(weights) > MOST_REACHED:
            by_listing(w)
            return
        if most > MOST_REACHED:
            with w.when(compare(">", Var("total"), Const(MOST_REACHED))):
                by_listing(w)
        possible = every(
            compare(">", Var("total"), ZERO), _is_reached(Call(_noting(lo, weights), (Var("cards"),)), Var("total"))
        )
        if not several:
            w.give(number(possible))
            return
        with w.when(possible), w.each(light(lo, w, weights, Var("cards"), Var("total"), 1), "card") as card:
            rest = minus(Var("total"), lo.look_up(weights, card))
            with w.when(_is_reached(_below(lo, card), rest)):
                w.give(ONE)
        w.give(ZERO)

    return lo.define(("reaching", weights, several, most > MOST_REACHED), "reach", ("cards", "total"), write)


def _is_reached(reached: Value, total: Value) -> Test:
    return set_of(common(binary(">>", reached, total), ONE))


def _below(lo: Lowering, card: Value) -> Value:
    """The totals that the cards below one reach, as they have been noted."""
    return load(Const(lo.plan.totals + TOTAL_WORDS), card)


def _noting(lo: Lowering, weights: Weights) -> str:
    """The function that gives the totals that some cards reach, as bits, and notes those of the cards below each card."""
    whose, which, known = (Const(lo.plan.totals + n) for n in range(TOTAL_WORDS))
    lo.table(weights)
    index = Const(list(lo.tables).index(weights) + 1)
    within = Const((1 << MOST_REACHED + 1) - 1)

    def write(w: Writer) -> None:
        with w.when(every(equal(load(whose), Var("cards")), equal(load(which), index))):
            w.give(load(known))
        reached = w.variable(ONE, "reached")
        with w.each(Var("cards"), "card") as card:
            w.store(plus(Const(lo.plan.totals + TOTAL_WORDS), card), reached)
            w.assign(reached, common(within, joined(reached, binary("<<", reached, lo.look_up(weights, card)))))
        for place, value in ((whose, Var("cards")), (which, index), (known, reached)):
            w.store(place, value)
        w.give(reached)

    return lo.define(("noting", weights), "totals", ("cards",), write)


def _listing(lo: Lowering, weights: Weights, *, noted: bool) -> str:
    """The function that lays the sets of some cards with what is left of a total, each with those taken, on the stack."""
    cards, left, taken = Var("cards"), Var("left"), Var("taken")
    top = Const(lo.plan.top)

    def write(w: Writer) -> None:
        with w.each(light(lo, w, weights, cards, left), "card") as card:
            rest = w.variable(minus(left, lo.look_up(weights, card)), "rest")
            with w.when(_is_reached(_below(lo, card), rest) if noted else TRUE):
                more = w.variable(joined(taken, single(card)), "more")
                with w.when(equal(rest, ZERO)):
                    with w.when(compare(">=", load(top), Const(lo.plan.known))):
                        w.trap(FULL)
                    w.store(load(top), more)
                    w.store(top, plus(load(top), ONE))
                with w.when(compare(">=" if 0 in weights else ">", rest, ZERO)):
                    w.do(_listing(lo, weights, noted=noted), common(cards, minus(single(card), ONE)), rest, more)

    return lo.define(("listing", weights, noted), "sets", ("cards", "left", "taken"), write)
