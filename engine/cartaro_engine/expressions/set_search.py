"""The sets of cards that fit what is known of them: code that goes through them, from the lowest mask up.

Sets with a total are found depth first, each by its highest card and then those below it, so that they come in the order of
their masks; they are laid on the stack and taken from there one by one.  Whether there is one at all is told without listing
them, from the totals that can be reached, as bits of one word.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
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
    negation,
    number,
    ones,
    plus,
    set_of,
    single,
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
        free = _free_sets if lo.plan.width == 1 else _free_sets_of_many
        free(lo, w, bounds, among, chosen, inner)
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
    with w.when(every(lo.cards.within(chosen, among), bounds.fits(lo.cards, chosen), *weight)):
        inner()


def _free_sets(lo: Lowering, w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner) -> None:
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


def _free_sets_of_many(lo: Lowering, w: Writer, bounds: Bounds, among: Value, chosen: Var, inner: Inner) -> None:
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
    lo: Lowering, w: Writer, weights: tuple[int, ...], among: Value, total: Value, chosen: Var, inner: Inner
) -> None:  # fmt: skip
    sets = lo.cards
    exactly = tuple(sum(1 << n for n, weight in enumerate(weights) if weight == t) for t in range(max(weights) + 1))
    fitting = sets.common(among, sets.look_up(exactly, total))
    with w.when(compare("<=", total, Const(max(weights)))), sets.each(w, fitting, "card") as card:
        before = sets.pass_by(w, None)
        w.assign(chosen, sets.single(card))
        inner()
        sets.pass_by(w, before)


def _light(lo: Lowering, w: Writer, weights: tuple[int, ...], among: Value, total: Value, less: int) -> Value:
    """The cards of a domain that are not too heavy to be in a set with a total; `less` is kept for a further card."""
    heaviest = max(weights)
    upto = tuple(sum(1 << n for n, weight in enumerate(weights) if weight <= t - less) for t in range(heaviest + less))
    cards = w.variable(among, "light")
    with w.when(compare("<", total, Const(len(upto)))):
        w.assign(cards, lo.cards.common(cards, lo.cards.look_up(upto, total)))
    return cards


def _reaching(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The function that says whether some of the cards have a total; it is not 0 or less than none."""

    def write(w: Writer) -> None:
        with w.when(negation(lo.cards.filled(Var("cards")))):
            w.give(ZERO)
        with w.when(compare(">", Var("total"), Const(MOST_REACHED))):
            top = w.variable(load(Const(lo.plan.top)), "top")
            w.do(listing(lo, weights), Var("cards"), Var("total"), lo.cards.constant(0))
            found = w.variable(number(differ(top, load(Const(lo.plan.top)))), "found")
            w.store(Const(lo.plan.top), top)
            w.give(found)
        reached = w.variable(ONE, "reached")
        within = Const((1 << MOST_REACHED + 1) - 1)
        with lo.cards.each(w, Var("cards"), "card") as card:
            w.assign(reached, common(within, joined(reached, binary("<<", reached, lo.look_up(weights, card)))))
        w.give(common(binary(">>", reached, Var("total")), ONE))

    if max(weights) > MOST_REACHED:
        return _reaching_far(lo, weights)
    return lo.define(("reaching", weights), "reach", ("cards", "total"), write)


def _reaching_far(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The same for weights that are larger than a word has bits: by listing."""

    def write(w: Writer) -> None:
        top = w.variable(load(Const(lo.plan.top)), "top")
        w.do(listing(lo, weights), Var("cards"), Var("total"), lo.cards.constant(0))
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
    w.do(listing(lo, bounds.weights), among, total, lo.cards.constant(0))
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


def listing(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The function that lays the sets of some cards with what is left of a total, each with those taken, on the stack."""
    cards, left, taken = Var("cards"), Var("left"), Var("taken")
    top = Const(lo.plan.top)

    sets = lo.cards
    below = tuple((1 << card) - 1 for card in range(len(weights)))

    def write(w: Writer) -> None:
        with sets.each(w, _light(lo, w, weights, cards, left, 0), "card") as card:
            before = sets.pass_by(w, None)
            rest = w.variable(minus(left, lo.look_up(weights, card)), "rest")
            more = w.variable(sets.joined(taken, sets.single(card)), "more")
            with w.when(equal(rest, ZERO)):
                with w.when(compare(">", load(top), Const(lo.plan.known - lo.plan.width))):
                    w.trap(FULL)
                sets.store(w, load(top), more)
                w.store(top, plus(load(top), Const(lo.plan.width)))
            with w.when(compare(">=" if 0 in weights else ">", rest, ZERO)):
                lower = minus(single(card), ONE) if lo.plan.width == 1 else sets.look_up(below, card)
                w.do(listing(lo, weights), sets.common(cards, lower), rest, more)
            sets.pass_by(w, before)

    return lo.define(("listing", weights), "sets", ("cards", "left", "taken"), write)
