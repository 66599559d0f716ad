"""The score: what a side gets under each heading, each a function of who asks and of the side.

It is worked out and noted before the count.  What happens then mostly adds it to counters that no heading asks for; there it is
not worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import NOBODY, ZERO, choose, compare, differ, equal, every, load, negation, plus
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import ACTOR, Scope
from cartaro_grammar import Clause, facts_of, parts
from cartaro_grammar import game as g
from cartaro_interpreter import free_locals


def score(lo: Lowering, expr: g.ScoreOf, scope: Scope) -> Value:
    """What a side scores now, under one heading or under all."""
    if scope.counted:
        return _noted(lo, expr, scope)
    wanted = (clause for clause, _ in lo.game.headings if expr.heading in (None, clause.name))
    return plus(*(under(lo, clause, lo.value(expr.side, scope), scope) for clause in wanted))


def _noted(lo: Lowering, expr: g.ScoreOf, scope: Scope) -> Value:
    names = [clause.name for clause, _ in lo.game.headings]
    row = len(names) if expr.heading is None else names.index(expr.heading)
    side = lo.value(expr.side, scope)
    share = load(plus(Const(lo.plan.shares + 1 + row * lo.game.sides), side))
    return choose(compare(">=", side, ZERO), share, ZERO)


def changed_by(lo: Lowering, clauses: tuple[Clause, ...]) -> bool:
    """Whether the score may change in the course of some clauses: they do more than set memory that no heading asks for."""
    effects = [facts_of(line.body) for clause in clauses for line in clause.effects]
    if any(facts.moves_cards or facts.back_to or facts.family for facts in effects):
        return True
    asked = list(_asked(lo))
    read = {part.cell for part in asked if isinstance(part, g.Recall)}
    return any(isinstance(part, g.Can) for part in asked) or any(facts.memory in read for facts in effects)


def _asked(lo: Lowering) -> Iterator[object]:
    """All parts of what the headings ask, those of the definitions that they apply among them."""
    todo: list[object] = [lo.game.headings]
    known: set[str] = set()
    while todo:
        for part in parts(todo.pop()):
            yield part
            if isinstance(part, g.Apply) and part.function not in known:
                known.add(part.function)
                todo.append(tuple(lo.game.definitions_of(part.function)))


def for_all(lo: Lowering, w: Writer, clause: Clause, scope: Scope) -> list[Value]:
    """What one heading gives each side; who is chosen is found once, where it does not depend on whose score it is."""
    said = _said(lo, clause)
    over = _preferred(lo, clause)
    asked = (said.chosen, *(expr for one in (clause, *over) for expr in (*one.when, *one.unless)))
    sides = [Const(side) for side in range(lo.game.sides)]
    if said.chosen is None or any("side" in free_locals(expr) for expr in asked if expr is not None):
        return [under(lo, clause, side, scope) for side in sides]
    chosen = w.variable(NOBODY, "chosen")
    with w.when(every(lo.condition(clause, scope), *(negation(lo.condition(other, scope)) for other in over))):
        w.assign(chosen, lo.value(said.chosen, scope))
    return [choose(equal(chosen, side), lo.value(said.amount, scope.bind("side", side)), ZERO) for side in sides]


def _said(lo: Lowering, clause: Clause) -> g.Score:
    return next(said for other, said in lo.game.headings if other is clause)


def _preferred(lo: Lowering, clause: Clause) -> tuple[Clause, ...]:
    return lo.game.overriding(clause, tuple(other for other, _ in lo.game.headings))


def under(lo: Lowering, clause: Clause, side: Value, scope: Scope) -> Value:
    """What one heading gives a side: nothing where its clause does not apply, or yields to one that does."""
    sure = frozenset({"side"}) | scope.sure & {ACTOR}
    inside = Scope(Var("actor"), {"side": Var("side")}, sure)
    said = _said(lo, clause)

    def write(w: Writer) -> None:
        over = (negation(lo.condition(other, inside)) for other in _preferred(lo, clause))
        with w.when(every(compare(">=", Var("side"), ZERO), lo.condition(clause, inside), *over)):
            if said.chosen is not None:
                with w.when(differ(lo.value(said.chosen, inside), Var("side"))):
                    w.give(ZERO)
            w.give(lo.value(said.amount, inside))

    name = lo.define(("heading", clause.name, sure), f"score_{clause.name}", ("actor", "side"), write)
    return Call(name, (scope.actor, side))
