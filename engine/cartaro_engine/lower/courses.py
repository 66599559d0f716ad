"""Courses of events: the clauses of an event, applied one after the other in the order of the text; and the visibility of
zones.

A clause has no effect if its condition is false or if an applying clause overrides it. Both are tested when the course reaches
the clause. `repeat from` is a loop around the course with the index from which clauses are applied; an effect that ends a
period leaves the course.

Visibility bounds the look-ahead: it does not look past an act whose result is hidden from the player, because legality would
reveal it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    all_of,
    any_of,
    choose,
    compare,
    equal,
    load,
    negation,
    nonzero,
    plus,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import expressions as headings
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.effects import effect
from cartaro_engine.lower.expressions import in_force, let_test
from cartaro_engine.memory.layout import ACTOR, ENDING_NOW, MARKED_IN_A_WORD, TURN_NOW, Scope
from cartaro_engine.memory.traps import CLASH, REPEATS
from cartaro_grammar import Clause, facts_of
from cartaro_grammar import game as g

# ----------------------------------------------------------------------- courses


MOST_REPEATS: Final = 2_000


def event_function(lo: Lowering, moment: str, period: g.Period) -> str:
    """Define a function for all consequences of the start, the end or the count of a period."""
    clauses = lo.game.consequences(moment, period)

    def write(w: FunctionBuilder) -> None:
        counted = (moment, period) == ("count", "hand") and not headings.changed_by(lo, clauses)
        _course(lo, w, clauses, Scope(w.variable(TURN_NOW, "actor"), counted=counted))

    return lo.define((moment, period), f"{moment}_{period}", (), write)


def emit_event(lo: Lowering, w: FunctionBuilder, moment: str, period: g.Period) -> None:
    """Emit an event, if it has consequences."""
    if lo.game.consequences(moment, period):
        w.call(event_function(lo, moment, period))


def act_function(lo: Lowering, act: g.Act) -> str:
    """Define a function that performs an act: its own effects in the order of the text, then the clauses after it."""
    names = {parameter.name: Var(f"of_{n}") for n, parameter in enumerate(act.parameters)}
    scope = Scope(Var("actor"), names, frozenset((ACTOR, *names)))

    def write(w: FunctionBuilder) -> None:
        _effects(lo, w, act, scope)
        _course(lo, w, lo.game.consequences("after", act.name), scope)

    parameters = ("actor", *(variable.name for variable in names.values()))
    return lo.define(("performing", act.name), f"do_{act.name}", parameters, write)


def own_effects_function(lo: Lowering, act: g.Act) -> str:
    """Define a function that performs an act's own effects only."""
    names = {parameter.name: Var(f"of_{n}") for n, parameter in enumerate(act.parameters)}
    scope = Scope(Var("actor"), names, frozenset((ACTOR, *names)))
    parameters = ("actor", *(variable.name for variable in names.values()))
    return lo.define(("beginning", act.name), f"begin_{act.name}", parameters, lambda w: _effects(lo, w, act, scope))


def _effects(lo: Lowering, w: FunctionBuilder, act: g.Act, scope: Scope) -> None:
    """Emit the effects of an act itself. None of them can repeat a course."""
    moved = False
    for line in act.effects:
        moved |= line.each is not None
        effect(lo, w, line, scope if moved else replace(scope, act=act), lambda _: None)
        moved |= facts_of(line.body).moves_cards
        if isinstance(line.body, g.End):
            _stop(w)


def _stop(w: FunctionBuilder) -> None:
    with w.if_(nonzero(ENDING_NOW)):
        w.return_(ZERO)


def _course(lo: Lowering, w: FunctionBuilder, clauses: tuple[Clause, ...], scope: Scope) -> None:
    names = [clause.name for clause in clauses]
    targets = {line.body.clause for clause in clauses for line in clause.effects if isinstance(line.body, g.Repeat)}
    if not targets:
        for clause in clauses:
            _clause(lo, w, clause, clauses, scope, lambda _: None)
        return
    start, repeats = w.variable(ZERO, "start"), w.variable(ZERO, "repeats")
    before = lo.cards.release(w, None)

    def back(target: str) -> None:
        w.assign(repeats, plus(repeats, ONE))
        with w.if_(compare(">", repeats, Const(MOST_REPEATS))):
            w.trap(REPEATS)
        w.assign(start, Const(names.index(target)))
        lo.cards.release(w, before)
        w.continue_()

    furthest = max(names.index(target) for target in targets)
    with w.loop():
        for number, clause in enumerate(clauses):
            if number < furthest:
                with w.if_(compare("<=", start, Const(number))):
                    _clause(lo, w, clause, clauses, scope, back)
            else:
                _clause(lo, w, clause, clauses, scope, back)
        w.break_()


def _clause(
    lo: Lowering, w: FunctionBuilder, clause: Clause, clauses: tuple[Clause, ...], scope: Scope, back: Callable[[str], None]
) -> None:
    over = lo.game.overriding(clause, clauses)
    with w.if_(all_of(lo.condition(clause, scope), *(negation(lo.condition(other, scope)) for other in over))):
        _count_clause(lo, w, clause)
        for line in clause.effects:
            effect(lo, w, line, scope, back)
            if isinstance(line.body, g.End):
                _stop(w)


def _count_clause(lo: Lowering, w: FunctionBuilder, clause: Clause) -> None:
    """Emit code that records the application of a clause, for the sums of a batch."""
    mark = lo.plan.marks.get(clause.name)
    if mark is not None:
        word = Const(lo.plan.done + mark // MARKED_IN_A_WORD)
        w.store(word, union(load(word), Const(1 << mark % MARKED_IN_A_WORD)))


# -------------------------------------------------------------------- visibility


TOP_SEEN, SEEN = ONE, Const(2)
"""The visible part of a zone for a player: its top, or all cards; 0 if the player sees none."""


def hides_result(lo: Lowering, act: str) -> str:
    """Define a function that returns whether something on which the result of an act depends is hidden from a player."""
    looks = lo.rules.result_dependences[act]
    viewer = Var("viewer")

    def write(w: FunctionBuilder) -> None:
        if looks.always:
            w.return_(ONE)
        for name, own, top in looks.zones:
            place = lo.rules.layout.places[name]
            least = TOP_SEEN if top else SEEN
            for owner in range(place.count):
                looked_at = _owns(lo, viewer, name, owner) if own else TRUE
                with w.if_(all_of(looked_at, compare("<", Call(sees(lo, name, owner), (viewer,)), least))):
                    w.return_(ONE)

    return lo.define(("blind", act), f"blind_to_{act}", ("viewer",), write)


def always_hides_result(lo: Lowering, act: str) -> bool:
    """Return whether the result of an act depends on a zone that nobody ever sees."""
    looks = lo.rules.result_dependences[act]
    return looks.always or any(not lo.game.sights_of(name) for name, _, _ in looks.zones)


def _owns(lo: Lowering, viewer: Value, zone: str, owner: int) -> Test:
    """Test whether a part of a zone is a player's own; a zone of the table is everybody's."""
    match lo.game.zone[zone].owner:
        case "table":
            return TRUE
        case "player":
            return equal(viewer, Const(owner))
        case "side":
            return equal(lo.look_up((-1, *lo.game.side_of), plus(viewer, ONE)), Const(owner))


def sees(lo: Lowering, zone: str, owner: int) -> str:
    """Define a function that returns how a player sees one owner's part of a zone: not at all, only its top, or whole."""
    scope = Scope(NOBODY, {"owner": Const(owner)}, frozenset({"owner"}))
    clauses = lo.game.sights_of(zone)

    def write(w: FunctionBuilder) -> None:
        mine = _owns(lo, Var("viewer"), zone, owner)
        applies = {
            clause.name: let_test(w, all_of(mine if sentence.own else TRUE, lo.condition(clause, scope)))
            for clause, sentence in clauses
        }
        forces = [(sentence, let_test(w, in_force(lo, clause, applies))) for clause, sentence in clauses]
        shown = any_of(*(force for sentence, force in forces if sentence.yes))
        with w.if_(all_of(shown, any_of(*(force for sentence, force in forces if not sentence.yes)))):
            w.trap(CLASH)
        whole = any_of(*(force for sentence, force in forces if sentence.yes and not sentence.top))
        w.return_(choose(whole, SEEN, choose(shown, TOP_SEEN, ZERO)))

    return lo.define(("sees", zone, owner), f"sees_{zone}", ("viewer",), write)
