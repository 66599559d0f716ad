"""The groups of a family: a group put among them or taken from them, cards taken out of the groups in which they lie.

The groups lie in the family's first places, in the order of their sets, up to an empty one: what is behind it means nothing.
Cards are kept in a group as they are read there; out of it they are themselves again.
"""

from __future__ import annotations

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.expressions import groups_there
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import NOBODY, ONE, ZERO, compare, minus, negation, ones, plus
from cartaro_engine.ir.nodes import Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.traps import FULL
from cartaro_interpreter import Place


def lift(lo: Lowering, w: Writer, cards: Var, zones: frozenset[str] | None = None) -> Value:
    """Write that cards, which lie in some zones or in any, are taken out of the groups in which they lie and laid out of sight;
    they are given as themselves.
    """
    if not lo.rules.layout.faces.read and not lo.rules.layout.families:
        return cards
    physical = w.variable(faces.cards_of(lo, cards), "cards")
    if not any(zones is None or place.zone.name in zones for place in lo.rules.layout.families):
        return physical
    w.do(_lifting(lo), physical, faces.all_faces(lo, physical))
    return physical


def there(lo: Lowering, family: Place) -> Value:
    """The places in which groups lie."""
    return groups_there(lo, family.zone.name)


def _lifting(lo: Lowering) -> str:
    sets, cards, read = lo.cards, Var("cards"), Var("faces")
    hidden = lo.plan.kept(lo.rules.layout.holders[0])

    def write(w: Writer) -> None:
        for place in lo.rules.layout.families:
            count = w.variable(ones(there(lo, place)), "count")
            with w.count(ZERO, count, "nth") as nth:
                at = w.variable(lo.plan.kept(place.slot, minus(minus(count, ONE), nth)), "at")
                with w.when(sets.meet(sets.at(at), read)):
                    sets.store(w, hidden, sets.joined(sets.at(hidden), sets.common(faces.cards_of(lo, sets.at(at)), cards)))
                    left = sets.own(w, sets.without(sets.at(at), read), "left")
                    w.do(removing(lo, place), minus(minus(count, ONE), nth))
                    with w.when(sets.filled(left)):
                        w.do(inserting(lo, place), left)

    return lo.define("lifting", "lift", ("cards", "faces"), write)


def removing(lo: Lowering, place: Place) -> str:
    """The function that takes the group in a place away; those behind it move up."""

    def write(w: Writer) -> None:
        with w.count(Var("nth"), Const(place.count - 1), "to") as to:
            following = lo.cards.at(lo.plan.kept(place.slot, plus(to, ONE)))
            lo.cards.store(w, lo.plan.kept(place.slot, to), following)
            with w.when(negation(lo.cards.filled(following))):
                w.give(ZERO)
        lo.cards.store(w, lo.plan.kept(place.slot, Const(place.count - 1)), lo.cards.constant(0))

    return lo.define(("removing", place.slot), f"remove_from_{place.zone.name}", ("nth",), write)


def inserting(lo: Lowering, place: Place) -> str:
    """The function that puts a group in its place."""
    sets, group = lo.cards, Var("group")

    def write(w: Writer) -> None:
        to = w.variable(ones(there(lo, place)), "to")
        with w.when(compare(">=", to, Const(place.count))):
            w.trap(FULL)
        with w.when(compare("<", to, Const(place.count - 1))):
            sets.store(w, lo.plan.kept(place.slot, plus(to, ONE)), sets.constant(0))
        with w.loop(place.count + 1):
            with w.when(compare("<=", to, ZERO)):
                w.leave()
            before = w.variable(lo.plan.kept(place.slot, minus(to, ONE)), "before")
            with w.when(negation(sets.below(group, sets.at(before)))):
                w.leave()
            sets.store(w, lo.plan.kept(place.slot, to), sets.at(before))
            w.assign(to, minus(to, ONE))
        sets.store(w, lo.plan.kept(place.slot, to), group)

    return lo.define(("inserting", place.slot), f"insert_into_{place.zone.name}", ("group",), write)


def place_of(lo: Lowering, place: Place) -> str:
    """The function that finds the place of a group in a family, or nobody's."""

    def write(w: Writer) -> None:
        with w.each(there(lo, place), "nth") as nth:
            other = lo.cards.at(lo.plan.kept(place.slot, nth))
            with w.when(lo.cards.same(other, Var("group"))):
                w.give(nth)
        w.give(NOBODY)

    return lo.define(("place_of_group", place.slot), f"place_in_{place.zone.name}", ("group",), write)
