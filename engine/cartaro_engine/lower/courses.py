"""The course of an event: its clauses, done one after the other in the order of the text.

A clause does nothing when its case does not hold or when a clause preferred to it applies; both are read when its turn has
come.  Going back is a loop around the course with a number from which on clauses are done; an effect that ends a period leaves
the course.

Who sees what, for the look ahead: past an act whose result a player cannot see it does not look, or legality would tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cartaro_engine.ir.builder import Writer
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    choose,
    compare,
    equal,
    every,
    joined,
    load,
    negation,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import expressions as headings
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.effects import effect
from cartaro_engine.lower.expressions import in_force, noted
from cartaro_engine.memory.layout import ACTOR, ENDING_NOW, MARKED_IN_A_WORD, TURN_NOW, Scope
from cartaro_engine.memory.traps import CLASH, REPEATS
from cartaro_grammar import Clause, facts_of
from cartaro_grammar import game as g

# ----------------------------------------------------------------------- courses


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


# ------------------------------------------------------------------------- sight


TOP_SEEN, SEEN = ONE, Const(2)


def blind(lo: Lowering, act: str) -> str:
    """The function that says whether a player does not see something on which the result of an act depends."""
    looks = lo.rules.looks[act]
    viewer = Var("viewer")

    def write(w: Writer) -> None:
        if looks.always:
            w.give(ONE)
        for name, own, top in looks.zones:
            place = lo.rules.layout.places[name]
            least = TOP_SEEN if top else SEEN
            for owner in range(place.count):
                looked_at = _owns(lo, viewer, name, owner) if own else TRUE
                with w.when(every(looked_at, compare("<", Call(_sees(lo, name, owner), (viewer,)), least))):
                    w.give(ONE)

    return lo.define(("blind", act), f"blind_to_{act}", ("viewer",), write)


def always_blind(lo: Lowering, act: str) -> bool:
    """Whether that is so of every player, since nobody ever sees a zone on which the result of an act depends."""
    looks = lo.rules.looks[act]
    return looks.always or any(not lo.game.sights_of(name) for name, _, _ in looks.zones)


def _owns(lo: Lowering, viewer: Value, zone: str, owner: int) -> Test:
    """Whether a part of a zone is a player's own; a zone of the table is everybody's."""
    match lo.game.zone[zone].owner:
        case "table":
            return TRUE
        case "player":
            return equal(viewer, Const(owner))
        case "side":
            return equal(lo.look_up((-1, *lo.game.side_of), plus(viewer, ONE)), Const(owner))


def _sees(lo: Lowering, zone: str, owner: int) -> str:
    """The function that says how a player sees one owner's part of a zone: not, its top, or all of it."""
    scope = Scope(NOBODY, {"owner": Const(owner)}, frozenset({"owner"}))
    clauses = lo.game.sights_of(zone)

    def write(w: Writer) -> None:
        mine = _owns(lo, Var("viewer"), zone, owner)
        applies = {
            clause.name: noted(w, every(mine if said.own else TRUE, lo.condition(clause, scope))) for clause, said in clauses
        }
        forces = [(said, noted(w, in_force(lo, clause, applies))) for clause, said in clauses]
        shown = some(*(force for said, force in forces if said.yes))
        with w.when(every(shown, some(*(force for said, force in forces if not said.yes)))):
            w.trap(CLASH)
        whole = some(*(force for said, force in forces if said.yes and not said.top))
        w.give(choose(whole, SEEN, choose(shown, TOP_SEEN, ZERO)))

    return lo.define(("sees", zone, owner), f"sees_{zone}", ("viewer",), write)
