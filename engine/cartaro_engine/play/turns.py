"""The turn: which steps are open, what is legal in them, and looking ahead to the turn's end.

A move of a step after which another must be done is legal only if the turn can still be completed.  The look ahead does the
move, asks what is possible then, and lays the state back, which it has kept on the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cartaro_engine.acts.beginning import ends
from cartaro_engine.acts.sight import blind
from cartaro_engine.expressions.questions import possible
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    compare,
    differ,
    equal,
    every,
    has,
    load,
    negation,
    number,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import ENDING_NOW, STEP_CELL, STEP_NOW, TURN_NOW
from cartaro_engine.memory.scope import OF_THE_TURN
from cartaro_engine.memory.traps import FULL
from cartaro_engine.play.options import ACT, PLAYER, STEP, collecting, doing, is_end, played, record, write_head
from cartaro_grammar import Clause, Step

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering


def later_must(lo: Lowering, step: int) -> bool:
    """Whether a step after one must be done."""
    return any(said.must for _, said in lo.game.steps[step + 1 :])


def steps_where(lo: Lowering, holds: Callable[[int, Step], bool]) -> Const:
    """The set of the steps for which something holds."""
    return Const(sum(1 << n for n, (_, said) in enumerate(lo.game.steps) if holds(n, said)))


def each_open(lo: Lowering, w: Writer, visit: Callable[[int, Clause, Step], None]) -> None:
    """Write what is done for each step that can be done next: up to the first that must be."""
    stop = w.variable(ZERO, "stop")
    reached: Test = TRUE
    for index, (clause, step) in enumerate(lo.game.steps):
        with w.when(every(reached, compare("<=", STEP_NOW, Const(index)), lo.condition(clause, OF_THE_TURN))):
            visit(index, clause, step)
            if step.must:
                w.assign(stop, ONE)
        reached = equal(stop, ZERO)


def doer(lo: Lowering, w: Writer, step: Step) -> Value:
    """Who does a step."""
    return w.let(lo.value(step.actor, OF_THE_TURN), "doer")


def legal(lo: Lowering) -> str:
    """The function that writes all options and gives their number."""

    def write(w: Writer) -> None:
        count, must = w.variable(ZERO, "count"), w.variable(ZERO, "must")
        often = [act for act in lo.game.act if sum(act in step.acts for _, step in lo.game.steps) > 1]
        done = {act: w.variable(ZERO, "done") for act in often}

        def visit(index: int, _: Clause, step: Step) -> None:
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
        _keep_completable(lo, w, count)
        w.give(count)

    return lo.define("legal", "legal", (), write)


def _keep_completable(lo: Lowering, w: Writer, count: Var) -> None:
    """Where a step after that of the first option must be done, keep the options after which the turn can be completed."""
    open_ended = steps_where(lo, lambda n, _: later_must(lo, n))
    if not open_ended.value:
        return
    with w.when(every(differ(count, ZERO), has(open_ended, load(record(lo, ZERO), STEP)))):
        kept = w.variable(ZERO, "kept")
        last = w.variable(count, "all")
        with w.count(ZERO, last, "number") as one, w.when(set_of(Call(completing(lo), (one, count)))):
            with w.when(differ(kept, one)), w.count(ZERO, Const(lo.plan.option_words), "word") as word:
                w.store(plus(record(lo, kept), word), load(record(lo, one), word))
            w.assign(kept, plus(kept, ONE))
        w.assign(count, kept)


def completing(lo: Lowering) -> str:
    """The function that says whether the turn can be completed after an option; options from `count` on are free."""
    name = "completes"
    if name in lo.made:
        return name
    lo.made[name] = name
    over = steps_where(lo, lambda n, said: not later_must(lo, n) and not said.often)
    w = Writer(name, "option", "count")
    at = w.let(record(lo, Var("option")), "at")
    with w.when(some(is_end(lo, at), has(over, load(at, STEP)))):
        w.give(ONE)
    for number_of, act in enumerate(played(lo)):
        with w.when(every(equal(load(at, ACT), Const(number_of)), set_of(Call(blind(lo, act.name), (load(at, PLAYER),))))):
            w.give(ONE)
    top = w.variable(load(Const(lo.plan.top)), "top")
    with w.when(compare(">", plus(top, Const(lo.plan.state)), Const(lo.plan.words))):
        w.trap(FULL)
    w.store(Const(lo.plan.top), plus(top, Const(lo.plan.state)))
    w.do(_copying(lo), ZERO, top)
    advance(lo, w, at)
    found = w.variable(Call(_ending(lo), (Var("count"),)), "found")
    w.do(_copying(lo), top, ZERO)
    w.store(Const(lo.plan.top), top)
    w.give(found)
    lo.functions[name] = w.function()
    return name


def advance(lo: Lowering, w: Writer, at: Value) -> None:
    """Write that an option's act is done and its step left behind, unless it can be done again."""
    step = w.variable(load(at, STEP), "step")
    w.do(doing(lo), at)
    often = steps_where(lo, lambda _, said: said.often)
    w.store(STEP_CELL, plus(step, number(negation(has(often, step)) if often.value else TRUE)))


def _copying(lo: Lowering) -> str:
    """The function that copies a state."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(lo.plan.state), "word") as word:
            w.store(plus(Var("target"), word), load(Var("source"), word))

    return lo.define("copying", "copy_state", ("source", "target"), write)


def _ending(lo: Lowering) -> str:
    """The function that says whether the turn can be brought to its end from here: nothing must be done, or what must be done
    can be, at once or after what may be.
    """
    name = "can_end"
    if name in lo.made:
        return name
    lo.made[name] = name
    w = Writer(name, "count")
    with w.when(set_of(ENDING_NOW)):
        w.give(ONE)
    must = w.variable(ZERO, "must")

    def note(_: int, __: Clause, step: Step) -> None:
        if step.must:
            w.assign(must, ONE)

    each_open(lo, w, note)
    with w.when(equal(must, ZERO)):
        w.give(ONE)
    each_open(lo, w, lambda index, _, step: _try(lo, w, index, step))
    w.give(ZERO)
    lo.functions[name] = w.function()
    return name


def _try(lo: Lowering, w: Writer, index: int, step: Step) -> None:
    """Write the search for an act of a step after which the turn can end."""
    player = doer(lo, w, step)
    for act in step.acts:
        with w.when(compare(">=", player, ZERO)):
            if not later_must(lo, index) and not step.often:
                with w.when(set_of(Call(possible(lo, lo.game.act[act]), (player,)))):
                    w.give(ONE)
                continue
            ways = Call(collecting(lo, lo.game.act[act]), (player, Const(index), Var("count")))
            end = w.variable(ways, "end")
            with w.count(Var("count"), end, "option") as one, w.when(set_of(Call(completing(lo), (one, end)))):
                w.give(ONE)


def turn_over(lo: Lowering) -> str:
    """The function that says whether nothing is left to be chosen in the turn."""

    def write(w: Writer) -> None:
        live = w.variable(ZERO, "live")

        def visit(_: int, __: Clause, step: Step) -> None:
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
        w.give(ONE)

    return lo.define("turn_over", "turn_over", (), write)
