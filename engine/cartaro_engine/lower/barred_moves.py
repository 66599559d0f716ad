"""Counts of the moves that prohibitions forbid at a choice.

Each way to do an act of an open step is searched for only under its permissions. If exactly one prohibition forbids it, that
prohibition is marked. The sums of a batch use this. Play itself stops at the first prohibition that applies.
"""

from __future__ import annotations

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import ONE, ZERO, as_number, compare, equal, load, nonzero, plus
from cartaro_engine.ir.nodes import Const, Var
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.expressions import ArgumentQuery, Arguments, SearchEmitter, bars
from cartaro_engine.lower.turns import doer, each_open
from cartaro_engine.memory import layout as sums
from cartaro_engine.memory.layout import ACTOR, Scope
from cartaro_grammar import Clause
from cartaro_grammar import game as g


def counting(lo: Lowering) -> str:
    """Define a function that adds 1 to the count in this hand of each prohibition that forbids something now."""
    names = sums.prohibitions(lo.game)

    def write(w: FunctionBuilder) -> None:
        marks = Const(lo.plan.barred)
        with w.count(ZERO, Const(len(names)), "place") as place:
            w.store(plus(marks, place), ZERO)

        def visit(_: int, __: Clause, step: g.Step) -> None:
            barred = [lo.game.act[act] for act in step.acts if _is_barred(lo, lo.game.act[act])]
            if barred:
                player = doer(lo, w, step)
                with w.if_(compare(">=", player, ZERO)):
                    for act in barred:
                        w.call(_marking(lo, act), player)

        each_open(lo, w, visit)
        with w.count(ZERO, Const(len(names)), "place") as place:
            at = w.let(plus(Const(lo.plan.barred_in_hand), place), "at")
            w.store(at, plus(load(at), load(plus(marks, place))))

    return lo.define("counting_bars", "count_bars", (), write)


def _is_barred(lo: Lowering, act: g.Act) -> bool:
    """Return whether some prohibition can forbid an act."""
    return any(lo.game.barring(title) for title, _ in lo.game.permissions_of(act.name))


def _marking(lo: Lowering, act: g.Act) -> str:
    """Define a function that marks the prohibitions that forbid some way to do an act."""
    place = {name: lo.plan.barred + n for n, name in enumerate(sums.prohibitions(lo.game))}

    def write(w: FunctionBuilder) -> None:
        for title, _ in lo.game.permissions_of(act.name):
            against = tuple(bar for bar, _ in lo.game.barring(title))

            def found(arguments: Arguments, against: tuple[Clause, ...] = against) -> None:
                scope = Scope(Var("who"), arguments, frozenset((ACTOR, *arguments)))
                barring = [w.variable(as_number(bars(lo, one, scope)), "bars") for one in against]
                with w.if_(equal(plus(*barring), ONE)):
                    for one, barred in zip(against, barring, strict=True):
                        with w.if_(nonzero(barred)):
                            w.store(Const(place[one.name]), ONE)

            if against:
                query = ArgumentQuery(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=False, any_will_do=False)
                SearchEmitter(lo, w, act, title, query).emit(found)

    return lo.define(("marking_bars", act.name), f"mark_bars_of_{act.name}", ("who",), write)
