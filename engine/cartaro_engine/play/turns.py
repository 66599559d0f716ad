"""The turn: which steps are open, what some permission warrants in them, what obliges, and what is left to choose."""

from __future__ import annotations

from collections.abc import Callable

from cartaro_engine.acts.succession import ends
from cartaro_engine.expressions.arguments import possible
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    compare,
    differ,
    equal,
    every,
    has,
    joined,
    load,
    negation,
    number,
    plus,
    set_of,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import STEP_CELL, STEP_NOW, TURN_NOW
from cartaro_engine.memory.scope import OF_THE_TURN
from cartaro_engine.play.options import STEP, collecting, doing, played, record, write_head
from cartaro_grammar import Clause
from cartaro_grammar import game as g


def later_must(lo: Lowering, step: int) -> bool:
    """Whether a step after one must be done."""
    return any(said.must for _, said in lo.game.steps[step + 1 :])


def steps_where(lo: Lowering, holds: Callable[[int, g.Step], bool]) -> Const:
    """The set of the steps for which something holds."""
    return Const(sum(1 << n for n, (_, said) in enumerate(lo.game.steps) if holds(n, said)))


def each_open(lo: Lowering, w: Writer, visit: Callable[[int, Clause, g.Step], None]) -> None:
    """Write what is done for each step that can be done next: up to the first that must be."""
    stop = w.variable(ZERO, "stop")
    reached: Test = TRUE
    for index, (clause, step) in enumerate(lo.game.steps):
        with w.when(every(reached, compare("<=", STEP_NOW, Const(index)), lo.condition(clause, OF_THE_TURN))):
            visit(index, clause, step)
            if step.must:
                w.assign(stop, ONE)
        reached = equal(stop, ZERO)


def doer(lo: Lowering, w: Writer, step: g.Step) -> Value:
    """Who does a step."""
    return w.let(lo.value(step.actor, OF_THE_TURN), "doer")


def warranted(lo: Lowering) -> str:
    """The function that writes an option for each warranted move and gives their number."""

    def write(w: Writer) -> None:
        count, must = w.variable(ZERO, "count"), w.variable(ZERO, "must")
        often = [act for act in lo.game.act if sum(act in step.acts for _, step in lo.game.steps) > 1]
        done = {act: w.variable(ZERO, "done") for act in often}

        def visit(index: int, _: Clause, step: g.Step) -> None:
            player = doer(lo, w, step)
            for name in step.acts:
                fresh = equal(done[name], ZERO) if name in done else TRUE
                with w.when(every(compare(">=", player, ZERO), fresh)):
                    w.assign(count, Call(collecting(lo, lo.game.act[name]), (player, Const(index), count)))
                    if name in done:
                        w.assign(done[name], ONE)
            w.assign(must, Const(int(step.must)))

        each_open(lo, w, visit)
        with w.when(every(equal(must, ZERO), differ(count, ZERO))):
            write_head(w, record(lo, count), len(played(lo)), TURN_NOW, Const(len(lo.game.steps)))
            w.assign(count, plus(count, ONE))
        w.give(count)

    return lo.define("warranted", "warranted", (), write)


def advance(lo: Lowering, w: Writer, at: Value) -> None:
    """Write that an option's act is done and its step left behind, unless it can be done again."""
    step = w.variable(load(at, STEP), "step")
    w.do(doing(lo), at)
    often = steps_where(lo, lambda _, said: said.often)
    w.store(STEP_CELL, plus(step, number(negation(has(often, step)) if often.value else TRUE)))


def obliged(lo: Lowering) -> str:
    """The function that gives the set of the obligations in force; while there are some, the turn may not end."""

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        for index, (clause, said) in enumerate(lo.game.obligations):
            with w.when(every(lo.condition(clause, OF_THE_TURN), lo.test(said.condition, OF_THE_TURN))):
                w.assign(found, joined(found, Const(1 << index)))
        w.give(found)

    return lo.define("obliged", "obliged", (), write)


def turn_over(lo: Lowering) -> str:
    """The function that says whether nothing is left to be chosen in the turn."""

    def write(w: Writer) -> None:
        live = w.variable(ZERO, "live")

        def visit(_: int, __: Clause, step: g.Step) -> None:
            if step.must:
                w.assign(live, ONE)
                return
            player = doer(lo, w, step)
            for act in step.acts:
                with w.when(every(equal(live, ZERO), compare(">=", player, ZERO))):
                    w.assign(live, Call(possible(lo, lo.game.act[act]), (player,)))

        if any(step.must for _, step in lo.game.steps):
            each_open(lo, w, lambda _, __, step: w.assign(live, ONE) if step.must else None)
        with w.when(equal(live, ZERO)):
            each_open(lo, w, visit)
        with w.when(set_of(live)):
            w.give(number(ends(lo, "turn")))
        w.give(number(equal(Call(obliged(lo), ()), ZERO)))

    return lo.define("turn_over", "turn_over", (), write)
