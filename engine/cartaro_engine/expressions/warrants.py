"""Warrants: whether a permission's or prohibition's case holds, what bars a move, and in which domain an argument lies."""

from __future__ import annotations

from typing import assert_never

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.sets import each, family_of
from cartaro_engine.ir.folding import ONE, TRUE, ZERO, compare, equal, every, has, negation, set_of, some
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import TURN_NOW
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import ACTOR, Scope
from cartaro_grammar import Clause, Expr, parts
from cartaro_grammar import game as g


def prohibitions(lo: Lowering, permission: Clause) -> tuple[Clause, ...]:
    """The prohibitions that bar a permission."""
    return tuple(clause for clause, said in lo.game.saying(g.Prohibition) if permission.name in said.bars)


def exemptions(lo: Lowering, prohibition: Clause) -> tuple[Clause, ...]:
    """The exemptions that lift a prohibition."""
    return tuple(clause for clause, said in lo.game.saying(g.Permission) if prohibition.name in said.lifts)


def subject(lo: Lowering, clause: Clause, scope: Scope) -> Test:
    """Whether who acts is the clause's subject; one that is not `the player` is found from whose turn it is."""
    said = clause.sentence
    assert isinstance(said, g.Permission | g.Prohibition)
    if isinstance(said.subject, g.Actor):
        return TRUE
    named = lo.value(said.subject, Scope(TURN_NOW, scope.names, scope.sure - {ACTOR}))
    return has(named, scope.actor) if said.subject.type.kind == "players" else equal(named, scope.actor)


def holds(lo: Lowering, clause: Clause, scope: Scope) -> Test:
    """Whether the case of a permission or a prohibition holds."""
    return every(subject(lo, clause, scope), lo.condition(clause, scope))


def warrants(lo: Lowering, permission: Clause, scope: Scope) -> Test:
    """Whether a move whose arguments lie in their domains stands on a permission."""
    return every(holds(lo, permission, scope), *(negation(bars(lo, one, scope)) for one in prohibitions(lo, permission)))


def bars(lo: Lowering, prohibition: Clause, scope: Scope) -> Test:
    """Whether a prohibition bars: its case holds, and no exemption that lifts it applies.

    An exemption that settles the matter without a search is asked before a case that needs one.
    """
    quick: list[Test] = []
    late: list[Test] = []
    others = tuple(other for other, _ in lo.game.saying(g.Prohibition))
    for exemption in exemptions(lo, prohibition):
        over = lo.game.overriding(exemption, others)
        undone = some(*(holds(lo, other, scope) for other in over if other.name != prohibition.name))
        lifts = every(holds(lo, exemption, scope), negation(undone))
        first = searches(prohibition) and not any(map(searches, (exemption, *over)))
        (quick if first else late).append(lifts)
    return every(negation(some(*quick)), holds(lo, prohibition, scope), negation(some(*late)))


def searches(clause: Clause) -> bool:
    """Whether a clause's case asks what somebody can do."""
    return any(isinstance(part, g.Can) for part in parts((clause.when, clause.unless)))


def mentions(lo: Lowering, prohibition: Clause) -> tuple[Expr, ...]:
    """All the conditions on which it depends whether a prohibition bars."""
    clauses = [prohibition, *exemptions(lo, prohibition)]
    for exemption in tuple(clauses[1:]):
        clauses += lo.game.overriding(exemption, lo.game.standing)
    return tuple(expr for clause in clauses for expr in (*clause.when, *clause.unless))


def domain(lo: Lowering, parameter: g.Parameter, scope: Scope) -> Value:
    """The set from which a parameter is chosen; of an answer, all answers; of a group, the places of the groups."""
    if parameter.type.kind == "groups":
        raise LoweringRefused(Construct.OTHER, parameter.span)
    if parameter.domain is None:
        return Const((1 << len(parameter.answers)) - 1)
    return lo.value(parameter.domain, scope)


def within(lo: Lowering, parameter: g.Parameter, value: Value, scope: Scope) -> Test:
    """Whether an argument lies in its domain."""
    among = domain(lo, parameter, scope)
    if parameter.type.kind == "group" and parameter.domain is not None:
        return _is_one_of(lo, parameter.domain, among, value)
    sets = lo.cards if parameter.type.kind in ("card", "cards") else lo.words
    match parameter.choice:
        case "one" | "either":
            card = faces.card_of(lo, value) if parameter.freely else value
            return every(TRUE if parameter.name in scope.sure else compare(">=", value, ZERO), sets.has(among, card))
        case "some" if parameter.freely:
            cards = faces.cards_of(lo, value)
            once = equal(sets.size(cards), sets.size(value))
            return every(sets.filled(value), once, sets.within(cards, among))
        case "some":
            return every(sets.filled(value), sets.within(value, among))
        case "all":
            return sets.same(value, among)
        case _:
            assert_never(parameter.choice)


def _is_one_of(lo: Lowering, family: Expr, among: Value, group: Value) -> Test:
    """Whether a set of faces is one of the groups."""

    def write(w: Writer) -> None:
        with each(lo, w, family, Var("among"), "place") as (_, other), w.when(lo.cards.same(other, Var("group"))):
            w.give(ONE)

    name = lo.define(("one_of", family_of(lo, family)), "one_of", ("among", "group"), write)
    return set_of(Call(name, (among, group)))
