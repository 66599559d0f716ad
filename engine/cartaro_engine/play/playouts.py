"""Hands and matches played by chance, one or a whole batch of them, and what they came to.

Hand, or match, number n of a seed depends on both and on nothing else.  Shuffles and choices are drawn from one source, each
choice evenly from the legal moves in their order: so the interpreter, drawing from the same source, plays the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cartaro_engine.acts import chance
from cartaro_engine.ir.folding import ONE, ZERO, binary, compare, differ, equal, load, plus, set_of, some
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import PHASE_CELL, STATISTIC_WORDS, columns
from cartaro_engine.memory.traps import ENDLESS, LARGE, NO_MOVE
from cartaro_engine.play.hands import acting, beginning_hand, beginning_match
from cartaro_engine.play.look_ahead import legal
from cartaro_engine.play.options import record
from cartaro_interpreter import PHASE_OVER, PHASE_TURN

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

MOST_MOVES: Final = 10_000
MOST_HANDS: Final = 1_000
LARGEST_SHARE: Final = 1 << 20
"""The squares of shares up to this can be summed."""


def hand(lo: Lowering) -> str:
    """The function that plays one hand: the first of a match in which nothing happened before it."""

    def write(w: Writer) -> None:
        _begin(lo, w, ZERO)
        w.do(_playing_hand(lo))

    return lo.define("hand", "hand", ("low", "high", "number"), write)


def match(lo: Lowering) -> str:
    """The function that plays one match."""

    def write(w: Writer) -> None:
        _begin(lo, w, ONE)
        hands = w.variable(ZERO, "hands")
        with w.loop():
            with w.when(equal(load(PHASE_CELL), Const(PHASE_OVER))):
                w.leave()
            with w.when(compare(">=", hands, Const(MOST_HANDS))):
                w.trap(ENDLESS)
            w.do(_playing_hand(lo))
            w.assign(hands, plus(hands, ONE))

    return lo.define("match", "match", ("low", "high", "number"), write)


def _begin(lo: Lowering, w: Writer, first_clauses: Value) -> None:
    w.store(Const(lo.plan.number), Var("number"))
    w.do(chance.seeding(lo), Var("low"), Var("high"), Var("number"))
    w.do(beginning_match(lo), first_clauses)


def playing_on(lo: Lowering) -> str:
    """The function that plays a hand on to its end, and gives how many moves that took."""

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
        w.give(moves)

    return lo.define("playing_on", "play_on", (), write)


def _playing_hand(lo: Lowering) -> str:
    """The function that plays the next hand and adds what it came to to the sums."""

    def write(w: Writer) -> None:
        w.do(beginning_hand(lo))
        moves = w.variable(Call(playing_on(lo), ()), "moves")
        _add(w, Const(lo.plan.statistics), ONE)
        _add(w, Const(lo.plan.statistics + 1), moves)
        _sum(lo, w)

    return lo.define("playing_hand", "play_hand", (), write)


def _sum(lo: Lowering, w: Writer) -> None:
    """Write that the shares of the hand, if it was counted, and their squares are added to the sums of the batch."""
    sums = lo.plan.statistics + STATISTIC_WORDS
    with w.when(set_of(load(Const(lo.plan.shares)))), w.count(ZERO, Const(columns(lo.game)), "column") as column:
        share = w.variable(load(plus(column, Const(lo.plan.shares + 1))), "share")
        with w.when(some(compare(">", share, Const(LARGEST_SHARE)), compare("<", share, Const(-LARGEST_SHARE)))):
            w.trap(LARGE)
        place = w.variable(plus(binary("*", column, Const(2)), Const(sums)), "place")
        _add(w, place, share)
        _add(w, plus(place, ONE), binary("*", share, share))


def _add(w: Writer, place: Value, value: Value) -> None:
    w.store(place, plus(load(place), value))


def batch(lo: Lowering, unit: str) -> str:
    """The function that plays the hands, or the matches, of a seed from one number up to, and without, another."""

    def write(w: Writer) -> None:
        with w.count(Var("first"), Var("end"), "number") as number:
            w.do(hand(lo) if unit == "hand" else match(lo), Var("low"), Var("high"), number)

    return lo.define(("batch", unit), f"batch_of_{unit}", ("low", "high", "first", "end"), write)
