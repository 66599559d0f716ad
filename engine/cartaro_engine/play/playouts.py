"""Hands and matches played by chance, one or a whole batch of them, and what they came to.

Hand, or match, number n of a seed depends on both and on nothing else.  Shuffles and choices are drawn from one source, each
choice evenly from the legal moves in their order: so the interpreter, drawing from the same source, plays the same.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.acts import chance
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import NOBODY, ONE, ZERO, compare, differ, equal, load, plus
from cartaro_engine.ir.nodes import Call, Const, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import PHASE_CELL, TURN_NOW
from cartaro_engine.memory.traps import ENDLESS, NO_MOVE
from cartaro_engine.play.batch_sums import BatchSums
from cartaro_engine.play.hands import acting, beginning_hand, beginning_match
from cartaro_engine.play.look_ahead import legal
from cartaro_engine.play.options import record
from cartaro_interpreter import PHASE_OVER, PHASE_TURN

MOST_MOVES: Final = 10_000
MOST_HANDS: Final = 1_000
MOST_OFFERED: Final = 1_000_000
"""Legal moves of which one is chosen, counted over all choices of a hand or match: the interpreter's bound."""


def hand(lo: Lowering) -> str:
    """The function that plays one hand: the first of a match."""

    def write(w: Writer) -> None:
        _begin(lo, w)
        hands = w.variable(ZERO, "hands")
        with w.when(differ(load(PHASE_CELL), Const(PHASE_OVER))):
            w.do(_playing_hand(lo))
            w.assign(hands, ONE)
        BatchSums(lo).unit(w, hands, match=False)

    return lo.define("hand", "hand", ("low", "high", "number"), write)


def match(lo: Lowering) -> str:
    """The function that plays one match."""

    def write(w: Writer) -> None:
        _begin(lo, w)
        hands, offered = w.variable(ZERO, "hands"), w.variable(ZERO, "offered")
        with w.loop():
            with w.when(equal(load(PHASE_CELL), Const(PHASE_OVER))):
                w.leave()
            with w.when(compare(">=", hands, Const(MOST_HANDS))):
                w.trap(ENDLESS)
            w.assign(offered, plus(offered, Call(_playing_hand(lo), ())))
            with w.when(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            w.assign(hands, plus(hands, ONE))
        BatchSums(lo).unit(w, hands, match=True)

    return lo.define("match", "match", ("low", "high", "number"), write)


def _begin(lo: Lowering, w: Writer) -> None:
    w.store(Const(lo.plan.number), Var("number"))
    w.do(chance.seeding(lo), Var("low"), Var("high"), Var("number"))
    w.do(beginning_match(lo))


def _playing_hand(lo: Lowering) -> str:
    """The function that plays the next hand and adds its results to the sums; gives how many legal moves its choices had."""
    sums = BatchSums(lo)

    def write(w: Writer) -> None:
        sums.forget_done(w)
        w.do(beginning_hand(lo))
        sums.happened(w)
        moves, beginner = w.variable(ZERO, "moves"), w.variable(NOBODY, "beginner")
        offered = w.variable(ZERO, "offered")
        sampled = sums.sampled(w)
        with w.loop():
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            with w.when(compare(">=", moves, Const(MOST_MOVES))):
                w.trap(ENDLESS)
            with w.when(equal(moves, ZERO)):
                w.assign(beginner, TURN_NOW)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            w.assign(offered, plus(offered, count))
            with w.when(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            chosen = w.variable(record(lo, Call(chance.below(lo), (count,))), "chosen")
            with w.when(sampled):
                sums.barred(w)
            sums.choice(w, count, chosen)
            w.do(acting(lo), chosen)
            sums.happened(w)
            w.assign(moves, plus(moves, ONE))
        sums.hand(w, moves, beginner, sampled)
        w.give(offered)

    return lo.define("playing_hand", "play_hand", (), write)


def batch(lo: Lowering, unit: str) -> str:
    """The function that plays the hands, or the matches, of a seed from one number up to, and without, another."""

    def write(w: Writer) -> None:
        with w.count(Var("first"), Var("end"), "number") as number:
            w.do(hand(lo) if unit == "hand" else match(lo), Var("low"), Var("high"), number)

    return lo.define(("batch", unit), f"batch_of_{unit}", ("low", "high", "first", "end"), write)
