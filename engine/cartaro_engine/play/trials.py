"""A legal move of a position tried: the hand played on after it by chance, so many times.

The position is kept on the stack, with the sums of the points of each side behind it.  At the end it stands where it stood,
and the sums are left on the free stack, to be read before anything else is done.
"""

from __future__ import annotations

from cartaro_engine.acts import chance
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ONE, ZERO, compare, differ, equal, load, plus, set_of
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import PHASE_CELL
from cartaro_engine.memory.sums import columns
from cartaro_engine.memory.traps import ENDLESS, FULL, NO_MOVE
from cartaro_engine.play.hands import acting
from cartaro_engine.play.known_states import copying
from cartaro_engine.play.look_ahead import legal
from cartaro_engine.play.options import record
from cartaro_engine.play.playouts import MOST_MOVES
from cartaro_interpreter import PHASE_TURN


def trying(lo: Lowering) -> str:
    """The function that tries one of the legal moves, by its place among them, with the numbers of a seed from one up to, and
    without, another.
    """
    sides, top = Const(lo.game.sides), Const(lo.plan.top)

    def write(w: Writer) -> None:
        kept = w.variable(load(top), "kept")
        sums = w.variable(plus(kept, Const(lo.plan.state)), "sums")
        free = w.let(plus(sums, sides), "free")
        with w.when(compare(">", free, Const(lo.plan.known))):
            w.trap(FULL)
        w.do(copying(lo, in_turn=False), ZERO, kept)
        w.store(top, free)
        with w.count(sums, free, "place") as place:
            w.store(place, ZERO)
        with w.count(Var("first"), Var("end"), "number") as number:
            w.do(copying(lo, in_turn=False), kept, ZERO)
            w.do(chance.seeding(lo), Var("low"), Var("high"), number)
            w.do(legal(lo))
            w.store(Const(lo.plan.shares), ZERO)
            w.do(acting(lo), record(lo, Var("option")))
            w.do(_playing_on(lo))
            _add_points(lo, w, sums)
        w.do(copying(lo, in_turn=False), kept, ZERO)
        w.store(top, kept)

    return lo.define("trying", "try_move", ("option", "low", "high", "first", "end"), write)


def _playing_on(lo: Lowering) -> str:
    """The function that plays a hand on by chance, to its end."""

    def write(w: Writer) -> None:
        moves = w.variable(ZERO, "moves")
        with w.loop():
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            with w.when(compare(">=", moves, Const(MOST_MOVES))):
                w.trap(ENDLESS)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            w.do(acting(lo), record(lo, Call(chance.below(lo), (count,))))
            w.assign(moves, plus(moves, ONE))

    return lo.define("playing_on", "play_on", (), write)


def _add_points(lo: Lowering, w: Writer, place: Value) -> None:
    """Write that the points of each side in the hand that has ended, if it was counted, are added to its sum."""
    points = lo.plan.shares + 1 + columns(lo.game) - lo.game.sides
    with w.when(set_of(load(Const(lo.plan.shares)))):
        for side in range(lo.game.sides):
            at = plus(place, Const(side))
            w.store(at, plus(load(at), load(Const(points + side))))
