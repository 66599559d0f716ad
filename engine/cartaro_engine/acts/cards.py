"""Cards that move: functions that take them from wherever they lie, lay them down, deal, and shuffle.

A card is taken out of the zone where it lies before it is put elsewhere.  Where the order matters, onto a pile, the cards are
first noted on the stack in the order in which they lie, zone after zone, a pile from the top down.
"""

from __future__ import annotations

from cartaro_engine.acts import chance, groups
from cartaro_engine.expressions import faces
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    compare,
    equal,
    load,
    lowest,
    minus,
    negation,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer


def moving(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that moves cards, out of some zones or of any, to where a zone that is no pile is kept."""

    def write(w: Writer) -> None:
        cards = _take_away(lo, w, zones)
        lo.cards.store(w, Var("to"), lo.cards.joined(lo.cards.at(Var("to")), cards))

    return lo.define(("moving", zones), "move", ("cards", "to"), write)


def taking_away(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that takes cards, whatever they are read as, out of some zones or of wherever they lie."""

    def write(w: Writer) -> None:
        _take_away(lo, w, zones)

    return lo.define(("taking_away", zones), "take_away", ("cards",), write)


def _take_away(lo: Lowering, w: Writer, zones: frozenset[str] | None = None) -> Value:
    cards = groups.lift(lo, w, Var("cards"), zones)
    for slot in _holders(lo, zones):
        at = lo.plan.kept(slot)
        if slot in lo.plan.piles:
            with w.when(lo.cards.meet(lo.cards.at(at), cards)):
                w.do(_taking(lo), at, Const(lo.plan.piles[slot]), cards, ZERO)
        else:
            lo.cards.store(w, at, lo.cards.without(lo.cards.at(at), cards))
    return cards


def _holders(lo: Lowering, zones: frozenset[str] | None) -> tuple[int, ...]:
    """The cells of some zones, or of all."""
    layout = lo.rules.layout
    places = (layout.places[name] for name in zones or ())
    those = {place.slot + owner for place in places for owner in range(place.count)}
    return tuple(slot for slot in layout.holders if zones is None or slot in those)


def _taking(lo: Lowering) -> str:
    """The function that takes cards out of a pile, first from its top, where they mostly lie; from `noted` on, unless it is 0,
    they are noted from the top down.
    """
    slot, pile, cards, noted = Var("slot"), Var("pile"), Var("cards"), Var("noted")

    def write(w: Writer) -> None:
        number = w.let(load(pile), "number")
        with w.when(set_of(noted)):
            _note_pile(lo, w, pile, cards, noted, number)
        left = w.variable(number, "left")
        with w.loop():
            with w.when(some(equal(left, ZERO), negation(lo.cards.has(cards, load(left, pile))))):
                w.leave()
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        taken = lo.cards.size(lo.cards.common(lo.cards.at(slot), cards))
        with w.when(compare("<", minus(number, left), taken)):
            _take_from_below(lo, w, left)
        lo.cards.store(w, slot, lo.cards.without(lo.cards.at(slot), cards))

    return lo.define("taking", "take_from_pile", ("slot", "pile", "cards", "noted"), write)


def _take_from_below(lo: Lowering, w: Writer, left: Var) -> None:
    """Write that cards are taken out of a pile with so many left."""
    pile, kept = Var("pile"), w.variable(ZERO, "kept")
    with w.count(ONE, plus(left, ONE), "place") as place:
        card = w.variable(load(place, pile), "card")
        with w.when(negation(lo.cards.has(Var("cards"), card))):
            w.assign(kept, plus(kept, ONE))
            w.store(plus(kept, pile), card)
    w.store(pile, kept)


def _note_pile(lo: Lowering, w: Writer, pile: Var, cards: Var, noted: Var, number: Value) -> None:
    with w.count(ZERO, number, "under") as under:
        card = w.variable(load(minus(plus(pile, number), under)), "lifted")
        with w.when(lo.cards.has(cards, card)):
            w.store(noted, card)
            w.assign(noted, plus(noted, ONE))


def stacking(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that moves cards, out of some zones or of any, onto a pile: together, as they lay, and on its top."""
    slot, pile, sets = Var("slot"), Var("pile"), lo.cards

    def write(w: Writer) -> None:
        cards = groups.lift(lo, w, Var("cards"), zones)
        noted = w.variable(load(Const(lo.plan.top)), "noted")
        first = w.variable(noted, "first")
        for holder in _holders(lo, zones):
            at = lo.plan.kept(holder)
            here = w.variable(sets.common(sets.at(at), cards), "here")
            if holder in lo.plan.piles:
                with w.when(sets.filled(here)):
                    w.do(_taking(lo), at, Const(lo.plan.piles[holder]), here, noted)
                    w.assign(noted, plus(noted, sets.size(here)))
            else:
                sets.store(w, at, sets.without(sets.at(at), here))
                with sets.each(w, here, "card") as card:
                    w.store(noted, card)
                    w.assign(noted, plus(noted, ONE))
        with w.loop():
            with w.when(equal(noted, first)):
                w.leave()
            w.assign(noted, minus(noted, ONE))
            w.store(pile, plus(load(pile), ONE))
            w.store(plus(load(pile), pile), load(noted))
        sets.store(w, slot, sets.joined(sets.at(slot), cards))

    return lo.define(("stacking", zones), "put_on_pile", ("slot", "pile", "cards"), write)


def dealing(lo: Lowering) -> str:
    """The function that takes up to a number of cards off the top of a pile and gives their set."""
    slot, pile, number = Var("slot"), Var("pile"), Var("number")

    def write(w: Writer) -> None:
        dealt, left = lo.cards.begin(w, "dealt"), w.variable(load(pile), "left")
        end = w.variable(minus(left, number), "end")
        with w.loop():
            with w.when(some(compare("<=", left, end), compare("<=", left, ZERO))):
                w.leave()
            lo.cards.insert(w, dealt, load(left, pile))
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        lo.cards.store(w, slot, lo.cards.without(lo.cards.at(slot), dealt))
        w.give(dealt)

    return lo.define("dealing", "deal", ("slot", "pile", "number"), write, keeps=True)


def deal_to_pile(lo: Lowering, w: Writer, source: tuple[Value, Value], to: tuple[Value, Value], number: Value) -> None:
    """Write that up to a number of cards go from the top of one pile onto another, one by one; each is (cell, array)."""
    with w.count(ZERO, number, "dealt"):
        with w.when(equal(load(source[1]), ZERO)):
            w.leave()
        card = w.variable(Call(dealing(lo), (*source, ONE)), "card")
        lo.cards.store(w, to[0], lo.cards.joined(lo.cards.at(to[0]), card))
        w.store(to[1], plus(load(to[1]), ONE))
        w.store(plus(load(to[1]), to[1]), lo.cards.only(card) if lo.plan.width > 1 else lowest(card))


def shuffling(lo: Lowering) -> str:
    """The function that shuffles cards, from wherever they lie, under a pile: noted in the deck's order, then exchanged from
    the last down, each with one of those before it or itself.
    """
    slot, pile = Var("slot"), Var("pile")

    def write(w: Writer) -> None:
        cards = w.let(faces.cards_of(lo, Var("cards")), "cards")
        w.do(moving(lo), cards, slot)
        first = w.variable(load(Const(lo.plan.top)), "first")
        end = w.variable(first, "end")
        with lo.cards.each(w, cards, "card") as card:
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
