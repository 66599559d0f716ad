"""The course of an event: its clauses, done one after the other in the order of the text.

A clause does nothing when its case does not hold or when a clause preferred to it applies; both are read when its turn has
come.  Going back is a loop around the course with a number from which on clauses are done; an effect that ends a period leaves
the course.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cartaro_engine.acts.effects import effect
from cartaro_engine.expressions import headings
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ONE, ZERO, compare, every, joined, load, negation, plus, set_of
from cartaro_engine.ir.nodes import Const, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import ENDING_NOW, MARKED_IN_A_WORD, TURN_NOW
from cartaro_engine.memory.scope import ACTOR, Scope
from cartaro_engine.memory.traps import REPEATS
from cartaro_grammar import Clause, facts_of
from cartaro_grammar import game as g

MOST_REPEATS: Final = 2_000


def happening(lo: Lowering, moment: str, period: g.Period) -> str:
    """The function that does all that happens at the start, the end or the count of a period."""
    clauses = lo.game.consequences(moment, period)

    def write(w: Writer) -> None:
        counted = (moment, period) == ("count", "hand") and not headings.changed_by(lo, clauses)
        _course(lo, w, clauses, Scope(w.variable(TURN_NOW, "actor"), counted=counted))

    return lo.define((moment, period), f"{moment}_{period}", (), write)


def happen(lo: Lowering, w: Writer, moment: str, period: g.Period) -> None:
    """Write that an event comes about, if anything happens at it."""
    if lo.game.consequences(moment, period):
        w.do(happening(lo, moment, period))


def performing(lo: Lowering, act: g.Act) -> str:
    """The function that does an act: its own effects in the order written, then the clauses after it."""
    names = {parameter.name: Var(f"of_{n}") for n, parameter in enumerate(act.parameters)}
    scope = Scope(Var("actor"), names, frozenset((ACTOR, *names)))

    def write(w: Writer) -> None:
        _effects(lo, w, act, scope)
        _course(lo, w, lo.game.consequences("after", act.name), scope)

    parameters = ("actor", *(variable.name for variable in names.values()))
    return lo.define(("performing", act.name), f"do_{act.name}", parameters, write)


def _effects(lo: Lowering, w: Writer, act: g.Act, scope: Scope) -> None:
    """An act's own effects, of which none can go back."""
    moved = False
    for line in act.effects:
        moved |= line.each is not None
        effect(lo, w, line, scope if moved else replace(scope, act=act), lambda _: None)
        moved |= facts_of(line.body).moves_cards
        if isinstance(line.body, g.End):
            _stop(w)


def _stop(w: Writer) -> None:
    with w.when(set_of(ENDING_NOW)):
        w.give(ZERO)


def _course(lo: Lowering, w: Writer, clauses: tuple[Clause, ...], scope: Scope) -> None:
    names = [clause.name for clause in clauses]
    targets = {line.body.clause for clause in clauses for line in clause.effects if isinstance(line.body, g.Repeat)}
    if not targets:
        for clause in clauses:
            _clause(lo, w, clause, clauses, scope, lambda _: None)
        return
    start, repeats = w.variable(ZERO, "start"), w.variable(ZERO, "repeats")
    before = lo.cards.pass_by(w, None)

    def back(target: str) -> None:
        w.assign(repeats, plus(repeats, ONE))
        with w.when(compare(">", repeats, Const(MOST_REPEATS))):
            w.trap(REPEATS)
        w.assign(start, Const(names.index(target)))
        lo.cards.pass_by(w, before)
        w.again()

    furthest = max(names.index(target) for target in targets)
    with w.loop():
        for number, clause in enumerate(clauses):
            if number < furthest:
                with w.when(compare("<=", start, Const(number))):
                    _clause(lo, w, clause, clauses, scope, back)
            else:
                _clause(lo, w, clause, clauses, scope, back)
        w.leave()


def _clause(
    lo: Lowering, w: Writer, clause: Clause, clauses: tuple[Clause, ...], scope: Scope, back: Callable[[str], None]
) -> None:
    over = lo.game.overriding(clause, clauses)
    with w.when(every(lo.condition(clause, scope), *(negation(lo.condition(other, scope)) for other in over))):
        _mark(lo, w, clause)
        for line in clause.effects:
            effect(lo, w, line, scope, back)
            if isinstance(line.body, g.End):
                _stop(w)


def _mark(lo: Lowering, w: Writer, clause: Clause) -> None:
    """Write that a clause is done, for the sums of a batch."""
    mark = lo.plan.marks.get(clause.name)
    if mark is not None:
        word = Const(lo.plan.done + mark // MARKED_IN_A_WORD)
        w.store(word, joined(load(word), Const(1 << mark % MARKED_IN_A_WORD)))
