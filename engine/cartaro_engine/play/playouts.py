"""Hands played by chance, one or a whole batch of them, and what they came to.

Hand number n of a seed depends on both and on nothing else.  Shuffles and choices are drawn from one source, each choice evenly
from the legal moves in their order: so the interpreter, drawing from the same source, plays the same hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cartaro_engine.acts import chance
from cartaro_engine.ir.folding import ONE, ZERO, binary, compare, differ, equal, load, plus, set_of
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import PHASE_CELL, STATISTIC_WORDS, columns
from cartaro_engine.memory.traps import ENDLESS, NO_MOVE
from cartaro_engine.play.hands import acting, beginning_hand, beginning_match
from cartaro_engine.play.look_ahead import legal
from cartaro_engine.play.options import record
from cartaro_interpreter import PHASE_TURN

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

MOST_MOVES: Final = 10_000


def hand(lo: Lowering) -> str:
    """The function that plays one hand: the first of a match in which nothing happened before it."""

    def write(w: Writer) -> None:
        w.store(Const(lo.plan.hand), Var("hand"))
        w.do(chance.seeding(lo), Var("low"), Var("high"), Var("hand"))
        w.do(beginning_match(lo), ZERO)
        w.do(beginning_hand(lo))
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
        counted: tuple[Value, ...] = (ONE, moves)
        for place, value in enumerate(counted):
            _add(w, Const(lo.plan.statistics + place), value)
        _sum(lo, w)

    return lo.define("hand", "hand", ("low", "high", "hand"), write)


def _sum(lo: Lowering, w: Writer) -> None:
    """Write that the shares of the hand, if it was counted, and their squares are added to the sums of the batch."""
    sums = lo.plan.statistics + STATISTIC_WORDS
    with w.when(set_of(load(Const(lo.plan.shares)))), w.count(ZERO, Const(columns(lo.game)), "column") as column:
        share = w.variable(load(plus(column, Const(lo.plan.shares + 1))), "share")
        place = w.variable(plus(binary("*", column, Const(2)), Const(sums)), "place")
        _add(w, place, share)
        _add(w, plus(place, ONE), binary("*", share, share))


def _add(w: Writer, place: Value, value: Value) -> None:
    w.store(place, plus(load(place), value))


def batch(lo: Lowering) -> str:
    """The function that plays the hands of a seed from one number up to, and without, another."""

    def write(w: Writer) -> None:
        with w.count(Var("first"), Var("end"), "number") as one:
            w.do(hand(lo), Var("low"), Var("high"), one)

    return lo.define("batch", "batch", ("low", "high", "first", "end"), write)
