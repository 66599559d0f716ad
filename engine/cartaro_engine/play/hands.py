"""The course of play: matches, hands and turns, from one choice to the next."""

from __future__ import annotations

from typing import Final

from cartaro_engine.acts import succession
from cartaro_engine.acts.courses import happen
from cartaro_engine.expressions import headings, participants
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    ZERO,
    choose,
    compare,
    differ,
    equal,
    every,
    load,
    negation,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import (
    END_MATCH,
    END_TURN,
    ENDING_CELL,
    ENDING_NOW,
    PHASE_CELL,
    STEP_CELL,
    TURN_CELL,
    VOID_HAND,
    VOID_MATCH,
)
from cartaro_engine.memory.scope import OF_THE_TURN
from cartaro_engine.memory.sums import columns
from cartaro_engine.memory.traps import IDLE_TURNS, NOBODY_NEXT
from cartaro_engine.play.options import ACT, is_end, played
from cartaro_engine.play.turns import advance, turn_over
from cartaro_grammar import game as g
from cartaro_interpreter import PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, PHASE_TURN

MOST_IDLE_TURNS: Final = 1_000


def beginning_match(lo: Lowering) -> str:
    """The function that sets up the state before the first hand of a match, after the clauses at its start."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(lo.plan.state), "word") as word:
            w.store(word, ZERO)
        w.store(Const(lo.plan.top), Const(lo.plan.stack))
        if lo.plan.width > 1:
            w.store(Const(lo.plan.passing), Const(lo.plan.sets))
        lo.cards.store(w, lo.plan.kept(lo.rules.layout.holders[0]), lo.cards.constant(lo.rules.layout.pack))
        w.store(TURN_CELL, NOBODY)
        if lo.rules.layout.playing:
            w.store(Const(lo.rules.layout.playing), Const((1 << lo.game.players) - 1))
        for period in ("match", "hand", "turn"):
            _clear(lo, w, period)
        _happen(lo, w, "start", "match")
        over = compare(">=", ENDING_NOW, END_MATCH)
        w.store(PHASE_CELL, choose(over, Const(PHASE_OVER), Const(PHASE_BEFORE)))

    return lo.define("begin_match", "begin_match", (), write)


def beginning_hand(lo: Lowering) -> str:
    """The function that goes up to the first choice of a hand; a match that is over has no further hand."""

    def write(w: Writer) -> None:
        with w.when(equal(load(PHASE_CELL), Const(PHASE_OVER))):
            w.give(ZERO)
        w.store(TURN_CELL, NOBODY)
        w.store(ENDING_CELL, ZERO)
        w.store(Const(lo.plan.shares), ZERO)
        participants.settle(lo, w)
        _clear(lo, w, "hand")
        _clear(lo, w, "turn")
        _happen(lo, w, "start", "hand")
        with w.when(set_of(ENDING_NOW)):
            w.do(_ending_hand(lo))
            w.give(ZERO)
        w.store(TURN_CELL, _someone(w, Call(succession.first_player(lo), ())))
        w.do(_turning(lo))

    return lo.define("begin_hand", "begin_hand", (), write)


def acting(lo: Lowering) -> str:
    """The function that does an option, given by its address, and everything up to the next choice."""

    def write(w: Writer) -> None:
        at = Var("at")
        with w.when(is_end(lo, at)):
            w.do(_ending_turn(lo))
            w.give(ZERO)
        advance(lo, w, at)
        _watched(lo, w, at)
        with w.when(some(set_of(ENDING_NOW), set_of(Call(turn_over(lo), ())))):
            w.do(_ending_turn(lo))

    return lo.define("act", "act", ("at",), write)


def _someone(w: Writer, player: Value) -> Value:
    """A player, or a trap where it is nobody."""
    found = w.variable(player, "player")
    with w.when(compare("<", found, ZERO)):
        w.trap(NOBODY_NEXT)
    return found


def _turning(lo: Lowering) -> str:
    """The function that goes from turn to turn up to one in which there is something to choose, or to the end of the hand."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(MOST_IDLE_TURNS), "idle"):
            _clear(lo, w, "turn")
            w.store(STEP_CELL, ZERO)
            w.store(PHASE_CELL, Const(PHASE_TURN))
            _happen(lo, w, "start", "turn")
            with w.when(every(equal(ENDING_NOW, ZERO), equal(Call(turn_over(lo), ()), ZERO))):
                w.give(ZERO)
            with w.when(set_of(Call(_finishing_turn(lo), ()))):
                w.give(ZERO)
        w.trap(IDLE_TURNS)

    return lo.define("turns", "turns", (), write)


def _ending_turn(lo: Lowering) -> str:
    def write(w: Writer) -> None:
        with w.when(equal(Call(_finishing_turn(lo), ()), ZERO)):
            w.do(_turning(lo))

    return lo.define("end_turn", "end_turn", (), write)


def _finishing_turn(lo: Lowering) -> str:
    """The function for the end of a turn, which says whether the hand ended with it."""

    def write(w: Writer) -> None:
        with w.when(compare("<=", ENDING_NOW, END_TURN)):
            w.store(ENDING_CELL, ZERO)
            _happen(lo, w, "end", "turn")
        with w.when(some(compare(">", ENDING_NOW, END_TURN), succession.ends(lo, "hand"))):
            w.do(_ending_hand(lo))
            w.give(ONE)
        w.store(ENDING_CELL, ZERO)
        w.store(TURN_CELL, _someone(w, Call(succession.next_player(lo), ())))
        w.give(ZERO)

    return lo.define("finish_turn", "finish_turn", (), write)


def _ending_hand(lo: Lowering) -> str:
    """The end and the count of a hand; a hand ended as void, or by the match, is not counted."""

    def write(w: Writer) -> None:
        ending = w.variable(ENDING_NOW, "ending")
        w.store(PHASE_CELL, Const(PHASE_COUNTED))
        with w.when(compare("<", ending, VOID_HAND)):
            w.store(ENDING_CELL, ZERO)
            _happen(lo, w, "end", "hand")
            w.do(scoring(lo))
            with w.when(compare("<", ENDING_NOW, END_MATCH)):
                _happen(lo, w, "count", "hand")
        ends = every(differ(ending, VOID_HAND), succession.ends(lo, "match"))
        with w.when(some(compare(">=", ENDING_NOW, END_MATCH), ends)):
            with w.when(differ(ENDING_NOW, VOID_MATCH)):
                w.store(ENDING_CELL, ZERO)
                _happen(lo, w, "end", "match")
            w.store(PHASE_CELL, Const(PHASE_OVER))
        w.store(ENDING_CELL, ZERO)

    return lo.define("end_hand", "end_hand", (), write)


def scoring(lo: Lowering) -> str:
    """The function that notes what each side gets under each heading, and in all; the first word says that it is noted."""

    def write(w: Writer) -> None:
        sides, place = lo.game.sides, Const(lo.plan.shares)
        totals = [w.variable(ZERO, "total") for _ in range(sides)]
        w.store(place, ONE)
        for index, (clause, _) in enumerate(lo.game.headings):
            shares = headings.for_all(lo, w, clause, OF_THE_TURN)
            for side, (total, value) in enumerate(zip(totals, shares, strict=True)):
                share = w.variable(value, "share")
                w.store(plus(place, Const(1 + index * sides + side)), share)
                w.assign(total, plus(total, share))
        for side, total in enumerate(totals):
            w.store(plus(place, Const(1 + columns(lo.game) - sides + side)), total)

    return lo.define("scoring", "count_shares", (), write)


def _happen(lo: Lowering, w: Writer, moment: str, period: g.Period) -> None:
    """Write that an event comes about, and who watches is told: but not of a start, or of the end of a turn, that is broken
    off by what happens.
    """
    happen(lo, w, moment, period)
    watching = lo.watched.get((moment, period))
    if watching is not None:
        broken_off = compare(">", ENDING_NOW, END_TURN) if period == "turn" or moment == "start" else FALSE
        with w.when(negation(broken_off)):
            w.do(watching)


def _watched(lo: Lowering, w: Writer, at: Value) -> None:
    """Write that who watches is told of an act, given by the address of its option, that has been done."""
    for number, act in enumerate(played(lo)):
        watching = lo.watched.get(("after", act.name))
        if watching is not None:
            with w.when(equal(load(at, ACT), Const(number))):
                w.do(watching, at)


def _clear(lo: Lowering, w: Writer, period: g.Period) -> None:
    """Write what memory is set to when a period begins."""
    for slot in lo.rules.layout.memory.values():
        if slot.cell.period == period:
            for owner in range(slot.count):
                empty = NOBODY if slot.cell.kind == "reference" else ZERO
                if slot.cell.kind == "mark":
                    lo.cards.store(w, lo.plan.kept(slot.slot, Const(owner)), lo.cards.constant(0))
                    continue
                value = empty if slot.cell.initial is None else lo.value(slot.cell.initial, OF_THE_TURN)
                w.store(Const(slot.slot + owner), value)
