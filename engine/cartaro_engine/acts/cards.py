"""Cards that move: functions that take them from wherever they lie, lay them down, deal, and shuffle.

A card is taken out of the zone where it lies before it is put elsewhere.  Where the order matters, onto a pile, the cards are
first noted on the stack in the order in which they lie, zone after zone, a pile from the top down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cartaro_engine.acts import chance
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    common,
    compare,
    equal,
    has,
    joined,
    load,
    lowest,
    minus,
    negation,
    ones,
    plus,
    set_of,
    single,
    some,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering


def moving(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that moves cards to a cell that is no pile's, out of some zones, or of any."""
    layout = lo.rules.layout
    places = (layout.places[name] for name in zones or ())
    those = {place.slot + owner for place in places for owner in range(place.count)}

    def write(w: Writer) -> None:
        for slot in (slot for slot in layout.holders if zones is None or slot in those):
            if slot in lo.plan.piles:
                with w.when(set_of(common(load(Const(slot)), Var("cards")))):
                    w.do(_taking(lo), Const(slot), Const(lo.plan.piles[slot]), Var("cards"), ZERO)
            else:
                w.store(Const(slot), without(load(Const(slot)), Var("cards")))
        w.store(Var("to"), joined(load(Var("to")), Var("cards")))

    return lo.define(("moving", zones), "move", ("cards", "to"), write)


def _taking(lo: Lowering) -> str:
    """The function that takes cards out of a pile; from `noted` on, unless it is 0, they are noted from the top down."""
    slot, pile, cards, noted = Var("slot"), Var("pile"), Var("cards"), Var("noted")

    def write(w: Writer) -> None:
        kept, number = w.variable(ZERO, "kept"), w.let(load(pile), "number")
        with w.when(set_of(noted)):
            _note_pile(w, pile, cards, noted, number)
        with w.count(ONE, plus(number, ONE), "place") as place:
            card = w.variable(load(place, pile), "card")
            with w.when(negation(has(cards, card))):
                w.assign(kept, plus(kept, ONE))
                w.store(plus(kept, pile), card)
        w.store(pile, kept)
        w.store(slot, without(load(slot), cards))

    return lo.define("taking", "take_from_pile", ("slot", "pile", "cards", "noted"), write)


def _note_pile(w: Writer, pile: Var, cards: Var, noted: Var, number: Value) -> None:
    with w.count(ZERO, number, "under") as under:
        card = w.variable(load(minus(plus(pile, number), under)), "lifted")
        with w.when(has(cards, card)):
            w.store(noted, card)
            w.assign(noted, plus(noted, ONE))


def stacking(lo: Lowering) -> str:
    """The function that moves cards onto a pile: together, as they lay, and on its top."""
    slot, pile, cards = Var("slot"), Var("pile"), Var("cards")

    def write(w: Writer) -> None:
        noted = w.variable(load(Const(lo.plan.top)), "noted")
        first = w.variable(noted, "first")
        for holder in lo.rules.layout.holders:
            here = w.variable(common(load(Const(holder)), cards), "here")
            if holder in lo.plan.piles:
                with w.when(set_of(here)):
                    w.do(_taking(lo), Const(holder), Const(lo.plan.piles[holder]), here, noted)
                    w.assign(noted, plus(noted, ones(here)))
            else:
                w.store(Const(holder), without(load(Const(holder)), here))
                with w.each(here, "card") as card:
                    w.store(noted, card)
                    w.assign(noted, plus(noted, ONE))
        with w.loop():
            with w.when(equal(noted, first)):
                w.leave()
            w.assign(noted, minus(noted, ONE))
            w.store(pile, plus(load(pile), ONE))
            w.store(plus(load(pile), pile), load(noted))
        w.store(slot, joined(load(slot), cards))

    return lo.define("stacking", "put_on_pile", ("slot", "pile", "cards"), write)


def dealing(lo: Lowering) -> str:
    """The function that takes up to a number of cards off the top of a pile and gives their set."""
    slot, pile, number = Var("slot"), Var("pile"), Var("number")

    def write(w: Writer) -> None:
        dealt, left = w.variable(ZERO, "dealt"), w.variable(load(pile), "left")
        end = w.variable(minus(left, number), "end")
        with w.loop():
            with w.when(some(compare("<=", left, end), compare("<=", left, ZERO))):
                w.leave()
            w.assign(dealt, joined(dealt, single(load(left, pile))))
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        w.store(slot, without(load(slot), dealt))
        w.give(dealt)

    return lo.define("dealing", "deal", ("slot", "pile", "number"), write)


def deal_to_pile(lo: Lowering, w: Writer, source: tuple[Value, Value], to: tuple[Value, Value], number: Value) -> None:
    """Write that up to a number of cards go from the top of one pile onto another, one by one; each is (cell, array)."""
    with w.count(ZERO, number, "dealt"):
        with w.when(equal(load(source[1]), ZERO)):
            w.leave()
        card = w.variable(Call(dealing(lo), (*source, ONE)), "card")
        w.store(to[0], joined(load(to[0]), card))
        w.store(to[1], plus(load(to[1]), ONE))
        w.store(plus(load(to[1]), to[1]), lowest(card))


def shuffling(lo: Lowering) -> str:
    """The function that shuffles cards, from wherever they lie, under a pile: noted in the deck's order, then exchanged from
    the last down, each with one of those before it or itself.
    """
    slot, pile, cards = Var("slot"), Var("pile"), Var("cards")

    def write(w: Writer) -> None:
        w.do(moving(lo), cards, slot)
        first = w.variable(load(Const(lo.plan.top)), "first")
        end = w.variable(first, "end")
        with w.each(cards, "card") as card:
            w.store(end, card)
            w.assign(end, plus(end, ONE))
        last = w.variable(minus(end, ONE), "last")
        with w.loop():
            with w.when(compare("<=", last, first)):
                w.leave()
            drawn = Call(chance.below(lo), (plus(minus(last, first), ONE),))
            other = w.variable(plus(first, drawn), "other")
            exchanged = w.variable(load(other), "exchanged")
            w.store(other, load(last))
            w.store(last, exchanged)
            w.assign(last, minus(last, ONE))
        _lay_under(w, pile, first, minus(end, first))

    return lo.define("shuffling", "shuffle", ("slot", "pile", "cards"), write)


def _lay_under(w: Writer, pile: Var, first: Var, count: Value) -> None:
    """Noted cards, the first of them the highest, come under what lies in a pile."""
    number, own = w.variable(count, "number"), w.variable(load(pile), "own")
    place = w.variable(own, "place")
    with w.loop():
        with w.when(equal(place, ZERO)):
            w.leave()
        w.store(plus(place, number, pile), load(place, pile))
        w.assign(place, minus(place, ONE))
    with w.count(ZERO, number, "next") as following:
        w.store(minus(plus(pile, number), following), load(first, following))
    w.store(pile, plus(own, number))
