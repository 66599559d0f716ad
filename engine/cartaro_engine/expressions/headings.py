"""The score: what a side gets under each heading, each a function of who asks and of the side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cartaro_engine.ir.folding import ZERO, compare, differ, every, negation, plus
from cartaro_engine.ir.nodes import Call, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import ACTOR, Scope
from cartaro_grammar import Clause
from cartaro_grammar import game as g

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering


def score(lo: Lowering, expr: g.ScoreOf, scope: Scope) -> Value:
    """What a side scores now, under one heading or under all."""
    wanted = (clause for clause, _ in lo.game.headings if expr.heading in (None, clause.name))
    return plus(*(under(lo, clause, lo.value(expr.side, scope), scope) for clause in wanted))


def under(lo: Lowering, clause: Clause, side: Value, scope: Scope) -> Value:
    """What one heading gives a side: nothing where its clause does not apply, or yields to one that does."""
    sure = frozenset({"side"}) | scope.sure & {ACTOR}
    inside = Scope(Var("actor"), {"side": Var("side")}, sure)
    said = next(said for other, said in lo.game.headings if other is clause)
    others = tuple(other for other, _ in lo.game.headings)

    def write(w: Writer) -> None:
        over = (negation(lo.condition(o, inside)) for o in lo.rules.compiler.precedence.among(clause, others))
        with w.when(every(compare(">=", Var("side"), ZERO), lo.condition(clause, inside), *over)):
            if said.chosen is not None:
                with w.when(differ(lo.value(said.chosen, inside), Var("side"))):
                    w.give(ZERO)
            w.give(lo.value(said.amount, inside))

    name = lo.define(("heading", clause.name, sure), f"score_{clause.name}", ("actor", "side"), write)
    return Call(name, (scope.actor, side))
