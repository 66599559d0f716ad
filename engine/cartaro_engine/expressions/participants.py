"""Who is still in the match: all players, or those in the cell that is settled before each hand, where players leave it.

The others are dealt nothing, have no turn and are none of `players` or `sides`.
"""

from __future__ import annotations

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    compare,
    equal,
    has,
    joined,
    load,
    plus,
    single,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import game as g


def playing(lo: Lowering) -> Value | None:
    """The players who are in the match, where that changes."""
    cell = lo.rules.layout.playing
    return load(Const(cell)) if cell else None


def everyone(lo: Lowering, *, sides: bool) -> Value:
    """All players or sides that are in the match."""
    here = playing(lo)
    if here is None:
        return Const((1 << (lo.game.sides if sides else lo.game.players)) - 1)
    if not sides or lo.game.side_of == tuple(range(lo.game.players)):
        return here

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        with w.each(here, "player") as player:
            w.assign(found, joined(found, single(lo.look_up(lo.game.side_of, player))))
        w.give(found)

    return Call(lo.define("sides_here", "sides_here", (), write), ())


def last(lo: Lowering) -> Value:
    """The player in the last seat of those that are taken; nobody where none is."""
    here = playing(lo)
    if here is None:
        return Const(lo.game.players - 1)

    def write(w: Writer) -> None:
        found = w.variable(NOBODY, "found")
        with w.each(here, "player") as player:
            w.assign(found, player)
        w.give(found)

    return Call(lo.define("last_here", "last_here", (), write), ())


def neighbour(lo: Lowering, player: Value, steps: int) -> Value:
    """The player some seats on among those in the match; of nobody, nobody."""
    seats, here = lo.game.players, playing(lo)
    if here is None:
        return lo.look_up((-1, *((seat + steps) % seats for seat in range(seats))), plus(player, ONE))
    beside = tuple((seat + (1 if steps > 0 else -1)) % seats for seat in range(seats))

    def write(w: Writer) -> None:
        seat = Var("seat")
        with w.when(some(compare("<", seat, ZERO), equal(here, ZERO))):
            w.give(NOBODY)
        with w.count(ZERO, Const(abs(steps)), "step"), w.loop():
            w.assign(seat, lo.look_up(beside, seat))
            with w.when(has(here, seat)):
                w.leave()
        w.give(seat)

    return Call(lo.define(("neighbour", steps), "neighbour", ("seat",), write), (player,))


def settle(lo: Lowering, w: Writer) -> None:
    """Write that it is settled who is in the match from now on, by the clauses that say so."""
    if not lo.rules.layout.playing:
        return
    found = w.variable(ZERO, "found")
    for player in range(lo.game.players):
        scopes = (
            (clause, Scope(NOBODY, {said.who: Const(player)}, frozenset({said.who})))
            for clause, said in lo.game.saying(g.TakesPart)
        )
        with w.when(some(*(lo.condition(clause, scope) for clause, scope in scopes))):
            w.assign(found, joined(found, Const(1 << player)))
    w.store(Const(lo.rules.layout.playing), found)
