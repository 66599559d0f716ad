"""Effects on groups of cards: a new group of a family, cards added to one, a card exchanged for another.

What is given is the set of faces as it was before; cards are taken from where they lie before they are put among others.
"""

from __future__ import annotations

from cartaro_engine.acts import cards, groups
from cartaro_engine.expressions import faces
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ONE, ZERO, compare, differ, equal, load, negation, number, plus, some
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer


def form(lo: Lowering, w: Writer, family: str, of: Value, zones: frozenset[str] | None) -> None:
    """Write that cards, which lie in some zones or in any, become a new group."""
    group = lo.cards.own(w, of, "group")
    with w.when(lo.cards.filled(group)):
        w.do(cards.taking_away(lo, zones), group)
        w.do(groups.inserting(lo, lo.rules.layout.places[family]), group)


def add_to_group(lo: Lowering, w: Writer, of: Value, to: Value, zones: frozenset[str] | None) -> None:
    """Write that cards, which lie in some zones or in any, go into a group; nothing moves where it is no longer there."""
    added, group = lo.cards.own(w, of, "added"), lo.cards.own(w, to, "group")
    done = w.variable(number(negation(lo.cards.filled(added))), "done")
    for place in lo.rules.layout.families:
        with w.when(equal(done, ZERO)):
            nth = w.variable(Call(groups.place_of(lo, place), (group,)), "nth")
            with w.when(compare(">=", nth, ZERO)):
                w.assign(done, ONE)
                w.do(groups.removing(lo, place), nth)
                w.do(cards.taking_away(lo, zones), added)
                lo.cards.add(w, group, added)
                w.do(groups.inserting(lo, place), group)


def exchanging(lo: Lowering) -> str:
    """The function that lays each of two cards where the other lies; two of one place stay where they are.

    Where a card lies is the address of a group or of a zone's cards.  That of a group may be another once the first card is
    laid: it is then found by what is in it.
    """
    sets, names = lo.cards, ("first", "second")

    def write(w: Writer) -> None:
        with w.when(some(*(compare("<", Var(name), ZERO) for name in names))):
            w.give(ZERO)
        one, other = (w.variable(faces.card_of(lo, Var(name)), "card") for name in names)
        here, there = (w.variable(Call(_whereabouts(lo), (card,)), "place") for card in (one, other))
        with w.when(differ(here, there)):
            before, after = (sets.own(w, sets.at(place), "lying") for place in (here, there))
            w.do(_putting(lo), here, before, one, other)
            w.do(_putting(lo), there, after, other, one)

    return lo.define("exchanging", "exchange", names, write)


def _whereabouts(lo: Lowering) -> str:
    """The function that finds where a card lies."""
    sets = lo.cards

    def write(w: Writer) -> None:
        read = w.variable(faces.all_faces(lo, sets.single(Var("card"))), "faces")
        for place in lo.rules.layout.families:
            with w.each(groups.there(lo, place), "nth") as nth:
                at = lo.plan.kept(place.slot, nth)
                with w.when(sets.meet(sets.at(at), read)):
                    w.give(at)
        for slot in lo.rules.layout.holders:
            with w.when(sets.has(sets.at(lo.plan.kept(slot)), Var("card"))):
                w.give(lo.plan.kept(slot))

    return lo.define("whereabouts", "whereabouts", ("card",), write)


def _putting(lo: Lowering) -> str:
    """The function that lays a card in the place of another, which lies among some cards that are kept at an address."""
    sets = lo.cards
    at, lying, leaves, comes = names = tuple(map(Var, ("at", "lying", "leaves", "comes")))

    def write(w: Writer) -> None:
        for place in lo.rules.layout.families:
            nth = w.variable(Call(groups.place_of(lo, place), (lying,)), "nth")
            with w.when(compare(">=", nth, ZERO)):
                read = sets.common(lying, faces.all_faces(lo, sets.single(leaves)))
                met = w.variable(sets.only(read), "met")
                w.do(groups.removing(lo, place), nth)
                left = w.variable(sets.without(lying, sets.single(met)), "left")
                w.do(groups.inserting(lo, place), sets.joined(left, sets.single(faces.taken_over(lo, comes, met))))
                w.give(ZERO)
        sets.store(w, at, sets.joined(sets.without(lying, sets.single(leaves)), sets.single(comes)))
        for slot, pile in lo.plan.piles.items():
            number_of = load(Const(pile))
            with w.when(equal(at, lo.plan.kept(slot))), w.count(ONE, plus(number_of, ONE), "deep") as deep:
                there = plus(Const(pile), deep)
                with w.when(equal(load(there), leaves)):
                    w.store(there, comes)

    return lo.define("putting", "put_for", tuple(name.name for name in names), write)
