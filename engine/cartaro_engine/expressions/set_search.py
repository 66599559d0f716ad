"""The sets of cards that fit what is known of them: code that goes through them, from the lowest mask up.

Sets with a total are laid on the stack (`totals`) and taken from there one by one.  Whether there is one at all is told without
listing them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cartaro_engine.expressions.bounds import Bounds
from cartaro_engine.expressions.sets import weighing
from cartaro_engine.expressions.totals import extent, lay_sets, reaching
from cartaro_engine.ir.folding import (
    TRUE,
    ZERO,
    common,
    compare,
    equal,
    every,
    load,
    minus,
    ones,
    set_of,
    single,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.traps import FULL

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

MOST_FREE: Final = 16
"""Sets without a total are looked for among so many cards at most."""

Inner = Callable[[], None]


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
    lo: Lowering, w: Writer, weights: tuple[int, ...], among: Value, total: Value, most: int, chosen: Var, inner: Inner,
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
