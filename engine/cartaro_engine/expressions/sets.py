"""Sets: filters, sums, extremes, choices of one member, quantifiers and patterns.

What is printed on the cards becomes a mask or a table: an expression that is constant for every possible member needs no loop.
A condition over all players or sides is written out for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    ZERO,
    choose,
    common,
    compare,
    differ,
    equal,
    every,
    joined,
    lowest,
    minus,
    negation,
    number,
    ones,
    plus,
    set_of,
    single,
    some,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.refusals import Construct, Refused
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import free_locals

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

WRITTEN_OUT = 8
"""Up to so many members a condition is written out for each."""


def possible(lo: Lowering, members: Expr) -> int:
    """How many members a set can have at most: they are numbered from 0."""
    match members.type.kind:
        case "cards":
            return len(lo.game.deck.cards)
        case "players":
            return lo.game.players
        case "sides":
            return lo.game.sides
        case "symbols":
            wanted = members.type.enumeration
            return next((len(a.values) for a in lo.game.deck.attributes if a.name == wanted), 0)
        case "group":
            raise Refused(Construct.FAMILIES, members.span)
        case "groups":
            raise Refused(Construct.FAMILIES, members.span)
        case _:
            raise Refused(Construct.OTHER, members.span)


def printed(lo: Lowering, members: Expr, variable: str, expr: Expr, scope: Scope) -> tuple[int, ...] | None:
    """The value of an expression for each possible member; None where it is not known before play."""
    names = free_locals(expr) - {variable}
    if any(not isinstance(scope.names[name], Const) for name in names if name in scope.names):
        return None
    found: list[int] = []
    for member in range(possible(lo, members)):
        value = lo.value(expr, scope.bind(variable, Const(member)))
        if not isinstance(value, Const):
            return None
        found.append(value.value)
    return tuple(found)


def mask(values: Sequence[int]) -> Const:
    """The members whose value is not 0."""
    return Const(sum(1 << n for n, value in enumerate(values) if value))


def where(lo: Lowering, expr: g.Where, scope: Scope) -> Value:
    """The members of a set for which a condition holds."""
    members = lo.value(expr.members, scope)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        return common(members, mask(held))

    def write(w: Writer, inside: Scope) -> None:
        found = w.variable(ZERO, "found")
        with w.each(Var("members"), "member") as member, w.when(lo.test(expr.condition, inside.bind(expr.variable, member))):
            w.assign(found, joined(found, single(member)))
        w.give(found)

    key = ("where", replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.lifted(key, "where", (expr.condition,), scope, write, ("members", members))


def quantified(lo: Lowering, expr: g.Quantified, scope: Scope) -> Test:
    """`no` is the denial of `some`."""
    if expr.quantifier == "no":
        return negation(quantified(lo, replace(expr, quantifier="some"), scope))
    is_some = expr.quantifier == "some"
    members = lo.value(expr.members, scope)
    if isinstance(members, Const) and members.value.bit_count() <= WRITTEN_OUT:
        cases = [lo.test(expr.condition, scope.bind(expr.variable, Const(n))) for n in bits(members.value)]
        return some(*cases) if is_some else every(*cases)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    within = mask(held) if held is not None else _meeting(lo, expr, scope)
    if within is not None:
        return set_of(common(members, within)) if is_some else equal(without(members, within), ZERO)

    def write(w: Writer, inside: Scope) -> None:
        with w.each(Var("members"), "member") as member:
            holds = lo.test(expr.condition, inside.bind(expr.variable, member))
            with w.when(holds if is_some else negation(holds)):
                w.give(ONE if is_some else ZERO)
        w.give(ZERO if is_some else ONE)

    key = ("quantified", replace(expr, members=g.AllCards(expr.type, expr.span)))
    return set_of(lo.lifted(key, expr.quantifier, (expr.condition,), scope, write, ("members", members)))


def _meeting(lo: Lowering, expr: g.Quantified, scope: Scope) -> Value | None:
    """The other set, where the condition is that the member is in it."""
    asked = expr.condition
    if not isinstance(asked, g.Operation) or asked.operator != "in":
        return None
    member, other = asked.operands
    own = isinstance(member, g.Local) and member.name == expr.variable
    return lo.value(other, scope) if own and expr.variable not in free_locals(other) else None


def bits(known: int) -> list[int]:
    """The members of a known set."""
    return [n for n in range(known.bit_length()) if known >> n & 1]


def total(lo: Lowering, expr: g.Total, scope: Scope) -> Value:
    """The sum of a number over a set."""
    members = lo.value(expr.members, scope)
    weights = printed(lo, expr.members, expr.variable, expr.amount, scope)
    if weights is not None:
        return Call(weighing(lo, weights), (members,)) if not isinstance(members, Const) else _weight(weights, members)
    if isinstance(members, Const) and members.value.bit_count() <= WRITTEN_OUT:
        return plus(*(lo.value(expr.amount, scope.bind(expr.variable, Const(n))) for n in bits(members.value)))

    def write(w: Writer, inside: Scope) -> None:
        found = w.variable(ZERO, "found")
        with w.each(Var("members"), "member") as member:
            w.assign(found, plus(found, lo.value(expr.amount, inside.bind(expr.variable, member))))
        w.give(found)

    key = ("total", replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.lifted(key, "total", (expr.amount,), scope, write, ("members", members))


def _weight(weights: tuple[int, ...], members: Const) -> Const:
    return Const(sum(weights[n] for n in bits(members.value)))


def weighing(lo: Lowering, weights: tuple[int, ...]) -> str:
    """The function from a set to the sum of its members' weights."""

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        with w.each(Var("members"), "member") as member:
            w.assign(found, plus(found, lo.look_up(weights, member)))
        w.give(found)

    return lo.define(("weighing", weights), "weight", ("members",), write)


def extreme(lo: Lowering, expr: g.Extreme, scope: Scope) -> Value:
    """0 for no cards; cards without the measure are passed over."""
    values = lo.game.faces.measure(expr.measure)
    return Call(extreme_of(lo, values, highest=expr.which == "highest"), (lo.value(expr.cards, scope),))


def extreme_of(lo: Lowering, values: tuple[int | None, ...], *, highest: bool) -> str:
    """The function from cards to the highest, or lowest, of their values: one value after the other is looked for."""

    def write(w: Writer) -> None:
        for value in sorted({v for v in values if v is not None}, reverse=highest):
            with w.when(set_of(common(Var("cards"), mask([v == value for v in values])))):
                w.give(Const(value))

    return lo.define(("extreme", values, highest), "highest" if highest else "lowest", ("cards",), write)


def only(lo: Lowering, members: Value) -> Value:
    """The one member of a set, or nobody."""
    one = Var("members")

    def write(w: Writer) -> None:
        w.give(choose(every(set_of(one), equal(common(one, minus(one, ONE)), ZERO)), lowest(one), NOBODY))

    return Call(lo.define("only", "only", ("members",), write), (members,))


def select(lo: Lowering, expr: g.Select, scope: Scope) -> Value:
    """The one member first by the keys, or nobody when several are level."""
    members = lo.value(expr.members, scope)
    known = bits(members.value) if isinstance(members, Const) else None

    def write(w: Writer, inside: Scope) -> None:
        found, best = w.variable(NOBODY, "found"), [w.variable(ZERO, "best") for _ in expr.keys]
        first = w.variable(ONE, "first")

        def look(member: Value) -> None:
            keys = [_key(lo, w, which, key, inside.bind(expr.variable, member)) for which, key in expr.keys]
            better, level = FALSE, Known(True)
            tests: tuple[Test, Test] = (better, level)
            for key, known_best in zip(reversed(keys), reversed(best), strict=True):
                same = equal(key, known_best)
                tests = (some(compare(">", key, known_best), every(same, tests[0])), every(same, tests[1]))
            beaten = w.variable(number(some(set_of(first), tests[0])), "beaten")
            with w.when(every(equal(beaten, ZERO), tests[1])):
                w.assign(found, NOBODY)
            with w.when(set_of(beaten)):
                for variable, key in zip(best, keys, strict=True):
                    w.assign(variable, key)
                w.assign(found, member)
            w.assign(first, ZERO)

        if known is not None:
            for number_of in known:
                look(Const(number_of))
        else:
            with w.each(Var("members"), "member") as member:
                look(member)
        w.give(found)

    key = ("select", replace(expr, members=g.AllCards(expr.type, expr.span)))
    uses = tuple(key for _, key in expr.keys)
    return lo.lifted(key, "select", uses, scope, write, ("members", members))


def _key(lo: Lowering, w: Writer, which: str, key: Expr, scope: Scope) -> Value:
    value = lo.value(key, scope)
    return w.let(value if which == "highest" else minus(ZERO, value), "key")


def pattern(lo: Lowering, expr: g.Pattern, scope: Scope) -> Value:
    """Whether cards are alike, distinct or consecutive in what is printed on them; one without it fits no pattern."""
    values = _values(lo, expr.attribute)
    cards = Var("cards")
    masks = [mask([v == value for v in values]) for value in sorted({v for v in values if v is not None})]

    def write(w: Writer) -> None:
        with w.when(set_of(common(cards, mask([v is None for v in values])))):
            w.give(ZERO)
        if expr.pattern == "alike":
            for same in masks:
                with w.when(equal(without(cards, same), ZERO)):
                    w.give(ONE)
            w.give(number(equal(cards, ZERO)))
            return
        for same in masks:
            several = w.let(common(cards, same), "several")
            with w.when(set_of(common(several, minus(several, ONE)))):
                w.give(ZERO)
        if expr.pattern == "consecutive":
            ends = [Call(extreme_of(lo, values, highest=highest), (cards,)) for highest in (True, False)]
            with w.when(every(set_of(cards), differ(minus(*ends), minus(ones(cards), ONE)))):
                w.give(ZERO)
        w.give(ONE)

    name = lo.define(("pattern", expr.pattern, values), expr.pattern, ("cards",), write)
    return Call(name, (lo.value(expr.cards, scope),))


def _values(lo: Lowering, attribute: str) -> tuple[int | None, ...]:
    if attribute in lo.game.measure:
        return tuple(lo.game.faces.measure(attribute))
    found = lo.game.faces.attribute(attribute)
    return tuple(None if name is None else lo.rules.compiler.symbol(attribute, name) for name in found)
