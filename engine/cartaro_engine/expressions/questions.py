"""Questions of what can be done: `the player can take with card`, as a function that stops at the first way it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cartaro_engine.expressions.arguments import Arguments, Question, Search
from cartaro_engine.expressions.bounds import Condition
from cartaro_engine.ir.folding import ONE, ZERO, load, set_of
from cartaro_engine.ir.nodes import Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import ACTOR, Scope, may_be_nobody
from cartaro_grammar import Act, Can, Clause
from cartaro_interpreter import conjuncts

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering


def can(lo: Lowering, expr: Can, scope: Scope) -> Test:
    """Whether there is a way: under any permission that no prohibition bars, or in the case of one alone."""
    act = lo.game.act[expr.act]
    titles = tuple(clause for clause, _ in lo.game.permissions_of(expr.act) if expr.by in (None, clause.name))
    given = {name: (f"given_{n}", lo.value(value, scope)) for n, (name, value) in enumerate(expr.given)}
    sure = frozenset(name for name, value in expr.given if not may_be_nobody(value, scope))
    sure |= frozenset() if may_be_nobody(expr.actor, scope) else {ACTOR}

    def write(w: Writer, inside: Scope) -> None:
        def where(names: Arguments) -> tuple[Condition, ...]:
            outer = inside
            for parameter, word in expr.free:
                outer = outer.bind(word, names[parameter])
            words = {word: parameter for parameter, word in expr.free}
            return () if expr.where is None else tuple(Condition(part, outer, words) for part in conjuncts(expr.where))

        arguments: dict[str, Value] = {name: Var(variable) for name, (variable, _) in given.items()}
        read = {p.name: arguments.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in given}
        asked = Question(Var("who"), sure, arguments, where, barred=expr.by is None, any_will_do=True, read=read)
        some_way(lo, w, act, titles, asked)

    uses = () if expr.where is None else (expr.where,)
    key = ("can", expr, sure)
    return set_of(lo.lifted(key, f"can_{act.name}", uses, scope, write, ("who", lo.value(expr.actor, scope)), *given.values()))


def some_way(lo: Lowering, w: Writer, act: Act, titles: tuple[Clause, ...], asked: Question) -> None:
    """Write a function that gives 1 as soon as there is a way, and 0 where there is none; the stack is left as it was."""
    top = Const(lo.plan.top)
    entered = w.variable(load(top), "entered")

    def found(_: Arguments) -> None:
        w.store(top, entered)
        w.give(ONE)

    for title in titles:
        Search(lo, w, act, title, asked, found).write()
    w.give(ZERO)


def possible(lo: Lowering, act: Act) -> str:
    """The function that says whether a player can do an act in some way."""
    titles = tuple(clause for clause, _ in lo.game.permissions_of(act.name))
    asked = Question(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=True, any_will_do=True)
    return lo.define(("possible", act.name), f"possible_{act.name}", ("who",), lambda w: some_way(lo, w, act, titles, asked))
