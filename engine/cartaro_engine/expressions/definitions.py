"""Definitions applied to arguments, and every question that several clauses may answer.

The answer is that of the clauses in force: those that apply and to which no other applying one is preferred.  Different
answers in force are a clash, none is a gap (false, for a truth): both are traps.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import FALSE, ONE, ZERO, differ, every, is_simple, negation, number, set_of, some
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import ACTOR, Scope, may_be_nobody
from cartaro_engine.memory.traps import CLASH, GAP
from cartaro_grammar import Clause, Expr, read_argument
from cartaro_grammar import game as g


@dataclass(frozen=True, slots=True)
class LoweredAnswer:
    """One clause's part in a question: the clause, in its scope, and the expression that it answers with."""

    clause: Clause
    scope: Scope
    value: Expr


def applied(lo: Lowering, expr: g.Apply, scope: Scope) -> Value:
    """A definition applied: written in place where one clause certainly speaks, else a function."""
    if read_argument(lo.game, expr) is not None:
        raise LoweringRefused(Construct.READINGS, expr.span)
    arguments = tuple(lo.value(argument, scope) for argument in expr.arguments)
    sure = tuple(not may_be_nobody(argument, scope) for argument in expr.arguments)
    if all(map(is_simple, arguments)):
        inline = _certain(lo, _answers(lo, expr.function, scope.actor, arguments, sure, scope))
        if inline is not None:
            return inline
    names = tuple(f"of_{n}" for n in range(len(arguments)))
    inside = tuple(v if isinstance(v, Const) else Var(name) for v, name in zip(arguments, names, strict=True))
    known = tuple(v.value if isinstance(v, Const) else None for v in arguments)
    actor = scope.actor if isinstance(scope.actor, Const) else Var("actor")
    truth = lo.game.function[expr.function].result.kind == "truth"

    def write(w: Writer) -> None:
        settle(lo, w, _answers(lo, expr.function, actor, inside, sure, scope), ZERO if truth else None)

    given = [("actor", scope.actor), *zip(names, arguments, strict=True)]
    parameters = tuple(name for name, value in given if not isinstance(value, Const))
    key = ("definition", expr.function, known, sure, ACTOR in scope.sure, isinstance(scope.actor, Const))
    name = lo.define(key, expr.function, parameters, write)
    return Call(name, tuple(value for _, value in given if not isinstance(value, Const)))


def _answers(
    lo: Lowering, function: str, actor: Value, arguments: tuple[Value, ...], sure: tuple[bool, ...], outer: Scope
) -> tuple[LoweredAnswer, ...]:
    found: list[LoweredAnswer] = []
    for clause, said in lo.game.definitions_of(function):
        names = dict(zip(said.parameters, arguments, strict=True))
        certain = frozenset(name for name, is_sure in zip(said.parameters, sure, strict=True) if is_sure)
        found.append(LoweredAnswer(clause, Scope(actor, names, certain | outer.sure & {ACTOR}), said.value))
    return tuple(found)


def _certain(lo: Lowering, answers: tuple[LoweredAnswer, ...]) -> Value | None:
    """The value, where it is decided beforehand which one clause is in force."""
    live = [(answer, lo.condition(answer.clause, answer.scope)) for answer in answers]
    if not all(isinstance(applies, Known) for _, applies in live):
        return None
    applying = [answer for answer, applies in live if applies == Known(True)]
    names = {answer.clause.name for answer in applying}
    in_force = [answer for answer in applying if not lo.game.yields_to(answer.clause.name) & names]
    return lo.value(in_force[0].value, in_force[0].scope) if len(in_force) == 1 else None


def settle(lo: Lowering, w: Writer, answers: tuple[LoweredAnswer, ...], otherwise: Value | None) -> None:
    """Write the answer of the clauses in force, or `otherwise` where none is, as what the function gives."""
    applies = {a.clause.name: noted(w, lo.condition(a.clause, a.scope)) for a in answers}
    forces = tuple((answer, in_force(lo, answer.clause, applies)) for answer in answers)
    if len(answers) == 1:
        with w.when(forces[0][1]):
            w.give(lo.value(answers[0].value, answers[0].scope))
    else:
        found, spoken = w.variable(ZERO, "found"), w.variable(ZERO, "spoken")
        before: Test = FALSE
        for answer, force in forces:
            with w.when(force):
                value = w.let(lo.value(answer.value, answer.scope), "value")
                with w.when(every(before, differ(value, found))):
                    w.trap(CLASH)
                w.assign(found, value)
                w.assign(spoken, ONE)
            before = set_of(spoken)
        with w.when(set_of(spoken)):
            w.give(found)
    if otherwise is None:
        w.trap(GAP)
    else:
        w.give(otherwise)


def noted(w: Writer, test: Test) -> Test:
    """A test that is made here and once."""
    return test if isinstance(test, Known) else set_of(w.variable(number(test), "holds"))


def in_force(lo: Lowering, clause: Clause, applies: dict[str, Test]) -> Test:
    """Whether a clause applies and none that is preferred to it does."""
    over = lo.game.yields_to(clause.name)
    return every(applies[clause.name], negation(some(*(test for name, test in applies.items() if name in over))))
