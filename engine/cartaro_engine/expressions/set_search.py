"""The sets of cards that fit what is known of them: code that goes through them, from the lowest mask up.

Those with a total (`totals`) are laid on the stack and taken from there one by one; whether there is one at all is told without
listing them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from cartaro_engine.expressions.bounds import LoweredBounds
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.sets import weighing
from cartaro_engine.expressions.totals import Weights, extent, lay_sets, reaching
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    binary,
    common,
    compare,
    equal,
    every,
    load,
    minus,
    ones,
    plus,
    set_of,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.traps import FULL

MOST_FREE: Final = 16
"""Sets without a total are looked for among so many cards at most."""
Inner = Callable[[], None]


def choose_set(
    lo: Lowering, w: Writer, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner, *, any_will_do: bool
) -> None:
    """Write what is done with each set of a domain that fits; where `any_will_do`, done once if there is one, without telling
    which.
    """
    if bounds.exactly is not None:
        _the_one(lo, w, bounds, among, chosen, inner)
    elif bounds.weights is None:
        free = _free_sets if lo.plan.width == 1 else _free_sets_of_many
        free(lo, w, bounds, among, chosen, inner)
    else:
        _with_total(lo, w, bounds, bounds.weights, among, chosen, inner, any_will_do=any_will_do)


def _with_total(
    lo: Lowering,
    w: Writer,
    bounds: LoweredBounds,
    weights: Weights,
    among: Value,
    chosen: Var,
    inner: Inner,
    *,
    any_will_do: bool,
) -> None:
    least, most = extent(lo, bounds.total)
    total = w.let(bounds.total, "total")
    with w.when(TRUE if least >= 0 else compare(">=", total, ZERO)):
        if bounds.high == 1 and not bounds.most and not bounds.least:
            _one_card(lo, w, weights, among, total, most, chosen, inner, any_will_do=any_will_do)
        elif any_will_do and bounds.fixed_number() and min(weights) > 0:
            function = reaching(lo, weights, most, several=bounds.low > 1)
            with w.when(set_of(Call(function, (among, total)))):
                inner()
        else:
            _listed(lo, w, bounds, weights, among, total, most, chosen, inner)


def _the_one(lo: Lowering, w: Writer, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner) -> None:
    assert bounds.exactly is not None
    w.assign(chosen, bounds.exactly)
    weight = () if bounds.weights is None else (equal(Call(weighing(lo, bounds.weights), (chosen,)), bounds.total),)
    with w.when(every(lo.cards.within(chosen, among), bounds.fits(lo.cards, chosen), *weight)):
        inner()


def _free_sets(lo: Lowering, w: Writer, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner) -> None:
    """Every set of a few cards: the next higher one is made by subtracting the domain."""
    cards = w.let(among, "cards")
    with w.when(compare(">", ones(cards), Const(MOST_FREE))):
        w.trap(FULL)
    w.assign(chosen, ZERO)
    with w.loop():
        w.assign(chosen, common(minus(chosen, cards), cards))
        with w.when(equal(chosen, ZERO)):
            w.leave()
        with w.when(bounds.fits(lo.cards, chosen)):
            inner()


def _free_sets_of_many(lo: Lowering, w: Writer, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner) -> None:
    """The same of sets of several words: the cards are noted on the stack, and their places chosen."""
    top, sets = Const(lo.plan.top), lo.cards
    first = w.variable(load(top), "first")
    end = w.variable(first, "end")
    with sets.each(w, among, "card") as card:
        with w.when(compare(">=", minus(end, first), Const(MOST_FREE))):
            w.trap(FULL)
        w.store(end, card)
        w.assign(end, plus(end, ONE))
    w.store(top, end)
    with w.count(ONE, binary("<<", ONE, minus(end, first)), "places") as places:
        before = sets.pass_by(w, None)
        w.assign(chosen, sets.begin(w, "chosen"))
        with w.each(places, "place") as place:
            sets.insert(w, chosen, load(first, place))
        with w.when(bounds.fits(sets, chosen)):
            inner()
        sets.pass_by(w, before)
    w.store(top, first)


def _one_card(
    lo: Lowering, w: Writer, weights: Weights, among: Value, total: Value, most: int, chosen: Var, inner: Inner,
    *, any_will_do: bool,
) -> None:  # fmt: skip
    sets, heaviest = lo.cards, max(weights)
    exactly = tuple(sum(1 << n for n, weight in enumerate(weights) if weight == t) for t in range(heaviest + 1))
    with w.when(TRUE if most <= heaviest else compare("<=", total, Const(heaviest))):
        fitting = sets.common(among, sets.look_up(exactly, total))
        if any_will_do:
            with w.when(sets.filled(fitting)):
                inner()
            return
        with sets.each(w, fitting, "card") as card:
            before = sets.pass_by(w, None)
            w.assign(chosen, sets.single(card))
            inner()
            sets.pass_by(w, before)


def _listed(
    lo: Lowering,
    w: Writer,
    bounds: LoweredBounds,
    weights: Weights,
    among: Value,
    total: Value,
    most: int,
    chosen: Var,
    inner: Inner,
) -> None:
    """All sets with the total, from the stack."""
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    lay_sets(lo, w, weights, among, total, most)
    with each_stacked(lo, w, first, chosen), w.when(bounds.fits(lo.cards, chosen)):
        inner()
    w.store(top, first)


@contextmanager
def each_stacked(lo: Lowering, w: Writer, first: Var, chosen: Var) -> Generator[None, None, None]:
    """What is done with each of the sets that lie on the stack from a place on."""
    end = w.variable(load(Const(lo.plan.top)), "end")
    if lo.plan.width == 1:
        with w.count(first, end, "place") as place:
            w.assign(chosen, load(place))
            yield
        return
    place = w.variable(first, "place")
    with w.loop():
        with w.when(compare(">=", place, end)):
            w.leave()
        before = lo.cards.pass_by(w, None)
        w.assign(chosen, lo.cards.at(place))
        w.assign(place, plus(place, Const(lo.plan.width)))
        yield
        lo.cards.pass_by(w, before)
