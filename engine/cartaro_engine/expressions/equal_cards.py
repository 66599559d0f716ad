"""Equal cards: of those that nothing tells apart, one stands for all, the first.

What tells cards from their equals are the marks and references of memory, and the rules that name a card by its code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cartaro_engine.ir.folding import ZERO, common, compare, joined, load, minus, single, without
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_grammar import Expr, InZone, Parameter, parts

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering


def apart(lo: Lowering, parameter: Parameter, among: Value) -> Value:
    """The cards of a domain from which one is chosen, without those for which an equal one stands; in a pile equal ones differ
    in their place.
    """
    faces = lo.rules.layout.faces
    if not faces.plural or parameter.type.kind != "card" or _out_of_a_pile(lo, parameter.domain):
        return among
    classes = [members for members in faces.of_class.values() if members.bit_count() > 1]
    cards, told = Var("cards"), Var("told")

    def write(w: Writer) -> None:
        kept = w.variable(without(cards, Const(sum(classes))), "kept")
        for members in classes:
            equals = w.variable(common(cards, Const(members)), "equals")
            w.assign(kept, joined(kept, _first(without(equals, told)), _first(common(equals, told))))
        w.give(kept)

    name = lo.define("apart", "one_of_equals", ("cards", "told"), write)
    return Call(name, (among, Call(_told(lo), ())))


def _first(cards: Value) -> Value:
    """The set of the first card of a set, or the empty one."""
    return common(cards, minus(ZERO, cards))


def _out_of_a_pile(lo: Lowering, domain: Expr | None) -> bool:
    return any(isinstance(part, InZone) and lo.game.zone[part.zone].ordered for part in parts(domain))


def _told(lo: Lowering) -> str:
    """The function that gives the cards that are told from their equals now."""

    def write(w: Writer) -> None:
        found = w.variable(Const(lo.rules.compiler.named), "found")
        for slot in lo.rules.layout.memory.values():
            places = [Const(slot.slot + owner) for owner in range(slot.count)]
            if slot.cell.kind == "mark":
                w.assign(found, joined(found, *map(load, places)))
            if slot.cell.kind == "reference" and slot.cell.type.kind == "card":
                for place in places:
                    with w.when(compare(">=", load(place), ZERO)):
                        w.assign(found, joined(found, single(load(place))))
        w.give(found)

    return lo.define("told", "told_apart", (), write)
