"""Players change seats: whatever belongs to a player goes along, and references follow.

Seat n is taken by player `seated[n]`; sides change with their players where whole sides change places.  The orders of players
and sides are noted on the stack, each also the other way round, for the references.
"""

from __future__ import annotations

from collections.abc import Iterable

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    compare,
    differ,
    equal,
    joined,
    load,
    plus,
    single,
    some,
)
from cartaro_engine.ir.nodes import Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import TURN_CELL
from cartaro_engine.memory.scope import Scope
from cartaro_engine.memory.traps import SEATS
from cartaro_grammar import game as g

ROOM = 16
"""Words for each of the four orders; there are at most so many players."""


def seat(lo: Lowering, w: Writer, body: g.Seat, scope: Scope) -> None:
    """Write that the players take the seats in this order."""
    start = w.variable(load(Const(lo.plan.top)), "start")
    count, seen = w.variable(ZERO, "count"), w.variable(ZERO, "seen")

    def sit(player: Value) -> None:
        with w.when(some(compare("<", player, ZERO), compare(">=", count, Const(lo.game.players)))):
            w.trap(SEATS)
        w.store(plus(start, count), player)
        w.assign(seen, joined(seen, single(player)))
        w.assign(count, plus(count, ONE))

    for named in body.players:
        value = lo.value(named, scope)
        if named.type.kind == "players":
            with w.each(value, "player") as player:
                sit(player)
        else:
            sit(w.variable(value, "player"))
    with w.when(differ(seen, Const((1 << lo.game.players) - 1))):
        w.trap(SEATS)
    w.do(_taking_seats(lo), start)


def _taking_seats(lo: Lowering) -> str:
    """The function that changes the state, when the order of the players has been noted."""
    layout, players, sides = lo.rules.layout, lo.game.players, lo.game.sides
    orders = {"player": Var("start"), "side": plus(Var("start"), Const(ROOM))}
    back = {"player": plus(Var("start"), Const(2 * ROOM)), "side": plus(Var("start"), Const(3 * ROOM))}

    def write(w: Writer) -> None:
        _note_sides(lo, w, orders["player"], orders["side"])
        for owner, count in (("player", players), ("side", sides)):
            for n in range(count):
                w.store(plus(back[owner], load(orders[owner], Const(n))), Const(n))
        for place in layout.places.values():
            if place.zone.owner != "table":
                for word in range(lo.plan.width):
                    at = plus(lo.plan.kept(place.slot), Const(word))
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.width)
                for word in _words(lo, place.order):
                    at = Const(lo.plan.piles[place.slot] + word)
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.pile_words)
        for slot in layout.memory.values():
            if slot.cell.owner != "table":
                width = lo.plan.width if slot.cell.kind == "mark" else 1
                for word in range(width):
                    start = plus(lo.plan.kept(slot.slot) if width > 1 else Const(slot.slot), Const(word))
                    _permute(lo, w, start, orders[slot.cell.owner], slot.count, width)
            if slot.cell.kind == "reference" and slot.cell.type.kind in back:
                for number in range(slot.count):
                    _follow(w, Const(slot.slot + number), back[slot.cell.type.kind])
        _follow(w, TURN_CELL, back["player"])

    return lo.define("taking_seats", "take_seats", ("start",), write)


def _words(lo: Lowering, order: int) -> Iterable[int]:
    return range(lo.plan.pile_words) if order else ()


def _note_sides(lo: Lowering, w: Writer, players: Value, sides: Value) -> None:
    """The order of the sides, by the player that comes to sit where each has its first; none where sides are broken up."""
    seen, side_of = w.variable(ZERO, "seen"), (-1, *lo.game.side_of)
    for side in range(lo.game.sides):
        first = load(players, Const(lo.game.side_of.index(side)))
        came = w.variable(lo.look_up(side_of, plus(first, ONE)), "came")
        w.store(plus(sides, Const(side)), came)
        w.assign(seen, joined(seen, single(came)))
    with w.when(differ(seen, Const((1 << lo.game.sides) - 1))):
        for side in range(lo.game.sides):
            w.store(plus(sides, Const(side)), Const(side))


def _permute(lo: Lowering, w: Writer, start: Value, order: Value, count: int, stride: int) -> None:
    """Write that each of some words, a stride apart, becomes the one that an order names for it."""

    def write(v: Writer) -> None:
        kept = [v.variable(load(Var("at"), Const(n * stride)), "kept") for n in range(count)]
        for n in range(count):
            came = v.variable(load(Var("order"), Const(n)), "came")
            for other, word in enumerate(kept):
                with v.when(equal(came, Const(other))):
                    v.store(plus(Var("at"), Const(n * stride)), word)

    w.do(lo.define(("permuting", count, stride), "permute", ("at", "order"), write), start, order)


def _follow(w: Writer, at: Value, back: Value) -> None:
    """Write that a reference follows whom it refers to."""
    with w.when(compare(">=", load(at), ZERO)):
        w.store(at, load(back, load(at)))
