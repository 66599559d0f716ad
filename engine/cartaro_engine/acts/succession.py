"""Who begins the play, whose turn is next, and whether a period ends: questions of the course of play, as functions."""

from __future__ import annotations

from cartaro_engine.expressions.definitions import LoweredAnswer, settle
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import every, negation, some
from cartaro_engine.ir.nodes import Test
from cartaro_engine.memory.scope import OF_THE_TURN
from cartaro_grammar import game as g


def first_player(lo: Lowering) -> str:
    """The function that finds who begins."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, said.player) for clause, said in lo.game.saying(g.Begins))
    return lo.define("begins", "begins", (), lambda w: settle(lo, w, answers, None))


def next_player(lo: Lowering) -> str:
    """The function that finds whose turn is next."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, said.player) for clause, said in lo.game.saying(g.Passes))
    return lo.define("passes", "passes", (), lambda w: settle(lo, w, answers, None))


def ends(lo: Lowering, period: g.Period) -> Test:
    """Whether some clause ends a period now: one that applies and to which no other applying one is preferred."""
    clauses = lo.game.ends_of(period)
    among = lo.game.overriding
    return some(*(
        every(lo.condition(c, OF_THE_TURN), *(negation(lo.condition(o, OF_THE_TURN)) for o in among(c, clauses)))
        for c in clauses
    ))  # fmt: skip
