"""The sets of cards that fit what is known of them: code that goes through them, from the lowest mask up.

Sets with a total are found depth first, each by its highest card and then those below it, so that they come in the order of
their masks; they are laid on the stack and taken from there one by one.  Whether there is one at all is told without listing
them, from the totals that can be reached, as bits of one word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cartaro_engine.expressions.bounds import Bounds
from cartaro_engine.expressions.sets import weighing
from cartaro_engine.ir.folding import (
    ONE,
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
    number,
    ones,
    plus,
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
MOST_REACHED: Final = 62
"""Totals up to this are bits of a word."""

Inner = Callable[[], None]


def choose_set(lo: Lowering, w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner, *, any_will_do: bool) -> None:
    """Write what is done with each set of a domain that fits; where `any_will_do`, done once if there is one, without telling
    which.
    """
    if bounds.exactly is not None:
        _the_one(lo, w, bounds, among, chosen, inner)
    elif bounds.weights is None:
        _free_sets(w, bounds, among, chosen, inner)
    else:
        total = w.let(bounds.total, "total")
        with w.when(compare(">=", total, ZERO)):
            if bounds.high == 1 and not bounds.most and not bounds.least:
                _one_card(lo, w, bounds.weights, among, total, chosen, inner)
            elif any_will_do and bounds.fixed_number() and min(bounds.weights) > 0:
                cards = _light(lo, w, bounds.weights, among, total, bounds.low - 1)
                with w.when(set_of(Call(_reaching(lo, bounds.weights), (cards, total)))):
                    inner()
            else:
                _listed(lo, w, bounds, among, total, chosen, inner)


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
    lo: Lowering, w: Writer, weights: tuple[int, ...], among: Value, total: Value, chosen: Var, inner: Inner
) -> None:  # fmt: skip
    exactly = tuple(sum(1 << n for n, weight in enumerate(weights) if weight == t) for t in range(max(weights) + 1))
    with w.when(compare("<=", total, Const(max(weights)))), w.each(common(among, lo.look_up(exactly, total)), "card") as card:
        w.assign(chosen, single(card))
        inner()


def _light(lo: Lowering, w: Writer, weights: tuple[int, ...], among: Value, total: Value, less: int) -> Value:
    """The cards of a domain that are not too heavy to be in a set with a total; `less` is kept for a further card."""
    heaviest = max(weights)
    upto = tuple(sum(1 << n for n, weight in enumerate(weights) if weight <= t - less) for t in range(heaviest + less))
    cards = w.variable(among, "light")
    with w.when(compare("<", total, Const(len(upto)))):
        w.assign(cards, common(cards, lo.look_up(upto, total)))
    return cards


def _reaching(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The function that says whether some of the cards have a total; it is not 0 or less than none."""

    def write(w: Writer) -> None:
        with w.when(equal(Var("cards"), ZERO)):
            w.give(ZERO)
        with w.when(compare(">", Var("total"), Const(MOST_REACHED))):
            top = w.variable(load(Const(lo.plan.top)), "top")
            w.do(listing(lo, weights), Var("cards"), Var("total"), ZERO)
            found = w.variable(number(differ(top, load(Const(lo.plan.top)))), "found")
            w.store(Const(lo.plan.top), top)
            w.give(found)
        reached = w.variable(ONE, "reached")
        within = Const((1 << MOST_REACHED + 1) - 1)
        with w.each(Var("cards"), "card") as card:
            w.assign(reached, common(within, joined(reached, binary("<<", reached, lo.look_up(weights, card)))))
        w.give(common(binary(">>", reached, Var("total")), ONE))

    if max(weights) > MOST_REACHED:
        return _reaching_far(lo, weights)
    return lo.define(("reaching", weights), "reach", ("cards", "total"), write)


def _reaching_far(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The same for weights that are larger than a word has bits: by listing."""

    def write(w: Writer) -> None:
        top = w.variable(load(Const(lo.plan.top)), "top")
        w.do(listing(lo, weights), Var("cards"), Var("total"), ZERO)
        found = w.variable(number(differ(top, load(Const(lo.plan.top)))), "found")
        w.store(Const(lo.plan.top), top)
        w.give(found)

    return lo.define(("reaching", weights), "reach", ("cards", "total"), write)


def _listed(
    lo: Lowering, w: Writer, bounds: Bounds, among: Value, total: Value, chosen: Var, inner: Inner
) -> None:  # fmt: skip
    """All sets with the total, from the stack."""
    assert bounds.weights is not None
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    w.do(listing(lo, bounds.weights), among, total, ZERO)
    with w.count(first, w.variable(load(top), "end"), "place") as place:
        w.assign(chosen, load(place))
        with w.when(bounds.fits(chosen)):
            inner()
    w.store(top, first)


def listing(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The function that lays the sets of some cards with what is left of a total, each with those taken, on the stack."""
    cards, left, taken = Var("cards"), Var("left"), Var("taken")
    top = Const(lo.plan.top)

    def write(w: Writer) -> None:
        with w.each(_light(lo, w, weights, cards, left, 0), "card") as card:
            rest = w.variable(minus(left, lo.look_up(weights, card)), "rest")
            more = w.variable(joined(taken, single(card)), "more")
            with w.when(equal(rest, ZERO)):
                with w.when(compare(">=", load(top), Const(lo.plan.known))):
                    w.trap(FULL)
                w.store(load(top), more)
                w.store(top, plus(load(top), ONE))
            with w.when(compare(">=" if 0 in weights else ">", rest, ZERO)):
                w.do(listing(lo, weights), common(cards, minus(single(card), ONE)), rest, more)

    return lo.define(("listing", weights), "sets", ("cards", "left", "taken"), write)
