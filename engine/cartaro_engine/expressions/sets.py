"""Sets: filters, sums, extremes, choices of one member, and quantifiers.

What is printed on the cards becomes a mask or a table: an expression that is constant for every possible member needs no loop.
A condition over all players or sides is written out for each of them.  A set of groups is a mask of their places in the family;
each group is bound as the set of its faces.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    ZERO,
    compare,
    equal,
    every,
    minus,
    negation,
    number,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import is_set
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import free_locals

WRITTEN_OUT = 8
"""Up to so many members a condition is written out for each."""


def possible(lo: Lowering, members: Expr) -> int:
    """How many members a set can have at most: they are numbered from 0."""
    match members.type.kind:
        case "cards" | "group":
            return lo.game.faces.count
        case "players":
            return lo.game.players
        case "sides":
            return lo.game.sides
        case "symbols":
            wanted = members.type.enumeration
            return next((len(a.values) for a in lo.game.deck.attributes if a.name == wanted), 0)
        case _:
            raise LoweringRefused(Construct.OTHER, members.span)


def printed(lo: Lowering, members: Expr, variable: str, expr: Expr, scope: Scope) -> tuple[int, ...] | None:
    """The value of an expression for each possible member; None where it is not known before play."""
    names = free_locals(expr) - {variable}
    if members.type.kind == "groups" or any(not isinstance(scope.names[n], Const) for n in names if n in scope.names):
        return None
    found: list[int] = []
    for member in range(possible(lo, members)):
        value = lo.value(expr, scope.bind(variable, Const(member)))
        if not isinstance(value, Const):
            return None
        found.append(value.value)
    return tuple(found)


def mask(values: Sequence[int]) -> int:
    """The members whose value is not 0."""
    return sum(1 << n for n, value in enumerate(values) if value)


def family_of(lo: Lowering, members: Expr) -> int:
    """The cell of the first group of the family whose groups an expression stands for."""
    while isinstance(members, g.Where):
        members = members.members
    if not isinstance(members, g.InZone):
        raise LoweringRefused(Construct.OTHER, members.span)
    return lo.rules.layout.places[members.zone].slot


@contextmanager
def each(lo: Lowering, w: Writer, of: Expr, members: Value, hint: str) -> Generator[tuple[Var, Value], None, None]:
    """What is done for each member: its number, and what its word stands for, which of a group is the set of its faces."""
    if of.type.kind == "groups":
        first = family_of(lo, of)
        with w.each(members, hint) as place:
            yield place, lo.cards.at(lo.plan.kept(first, place))
    else:
        with lo.sets_of(of.type).each(w, members, hint) as member:
            yield member, member


def _kind(lo: Lowering, of: Expr) -> tuple[object, ...]:
    """What tells loops over one kind of members from those over another."""
    return ("groups", family_of(lo, of)) if of.type.kind == "groups" else (is_set(of.type) and lo.plan.width > 1,)


def where(lo: Lowering, expr: g.Where, scope: Scope) -> Value:
    """The members of a set for which a condition holds."""
    sets, members = lo.sets_of(expr.type), lo.value(expr.members, scope)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        return sets.common(members, sets.constant(mask(held)))

    def write(w: Writer, inside: Scope) -> None:
        found = sets.begin(w, "found")
        with each(lo, w, expr.members, Var("members"), "member") as (member, bound):
            holds = lo.test(expr.condition, inside.bind(expr.variable, bound))
            with w.when(holds):
                sets.insert(w, found, member)
        w.give(found)

    key = ("where", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.lifted(key, "where", (expr.condition,), scope, write, ("members", members), keeps=is_set(expr.type))


def quantified(lo: Lowering, expr: g.Quantified, scope: Scope) -> Test:
    """`no` is the denial of `some`."""
    if expr.quantifier == "no":
        return negation(quantified(lo, replace(expr, quantifier="some"), scope))
    is_some, sets = expr.quantifier == "some", lo.sets_of(expr.members.type)
    members = lo.value(expr.members, scope)
    known = sets.known(members)
    if known is not None and known.bit_count() <= WRITTEN_OUT:
        cases = [lo.test(expr.condition, scope.bind(expr.variable, Const(n))) for n in bits(known)]
        return some(*cases) if is_some else every(*cases)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    within = sets.constant(mask(held)) if held is not None else _meeting(lo, expr, scope)
    if within is not None:
        return sets.meet(members, within) if is_some else sets.within(members, within)

    def write(w: Writer, inside: Scope) -> None:
        with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
            holds = lo.test(expr.condition, inside.bind(expr.variable, bound))
            with w.when(holds if is_some else negation(holds)):
                w.give(ONE if is_some else ZERO)
        w.give(ZERO if is_some else ONE)

    key = ("quantified", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return set_of(lo.lifted(key, expr.quantifier, (expr.condition,), scope, write, ("members", members)))


def _meeting(lo: Lowering, expr: g.Quantified, scope: Scope) -> Value | None:
    """The other set, where the condition is that the member is in it."""
    asked = expr.condition
    if not isinstance(asked, g.Operation) or asked.operator != "in" or expr.members.type.kind == "groups":
        return None
    member, other = asked.operands
    own = isinstance(member, g.Local) and member.name == expr.variable
    return lo.value(other, scope) if own and expr.variable not in free_locals(other) else None


def bits(known: int) -> list[int]:
    """The members of a known set."""
    return [n for n in range(known.bit_length()) if known >> n & 1]


def total(lo: Lowering, expr: g.Total, scope: Scope) -> Value:
    """The sum of a number over a set."""
    sets, members = lo.sets_of(expr.members.type), lo.value(expr.members, scope)
    known = sets.known(members)
    weights = printed(lo, expr.members, expr.variable, expr.amount, scope)
    if weights is not None:
        return Call(weighing(lo, weights, expr.members), (members,)) if known is None else _weight(weights, known)
    if known is not None and known.bit_count() <= WRITTEN_OUT and expr.members.type.kind != "groups":
        return plus(*(lo.value(expr.amount, scope.bind(expr.variable, Const(n))) for n in bits(known)))

    def write(w: Writer, inside: Scope) -> None:
        found = w.variable(ZERO, "found")
        with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
            w.assign(found, plus(found, lo.value(expr.amount, inside.bind(expr.variable, bound))))
        w.give(found)

    key = ("total", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.lifted(key, "total", (expr.amount,), scope, write, ("members", members))


def _weight(weights: tuple[int, ...], known: int) -> Const:
    return Const(sum(weights[n] for n in bits(known)))


def weighing(lo: Lowering, weights: tuple[int, ...], of: Expr | None = None) -> str:
    """The function from a set, of cards if nothing else is said, to the sum of its members' weights."""
    sets = lo.cards if of is None else lo.sets_of(of.type)

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        with sets.each(w, Var("members"), "member") as member:
            w.assign(found, plus(found, lo.look_up(weights, member)))
        w.give(found)

    return lo.define(("weighing", sets is lo.words, weights), "weight", ("members",), write)


def extreme(lo: Lowering, expr: g.Extreme, scope: Scope) -> Value:
    """0 for no cards; cards without the measure are passed over."""
    if not is_set(expr.cards.type):
        raise LoweringRefused(Construct.OTHER, expr.span)
    values = lo.game.faces.measure(expr.measure)
    return Call(extreme_of(lo, values, highest=expr.which == "highest"), (lo.value(expr.cards, scope),))


def extreme_of(lo: Lowering, values: tuple[int | None, ...], *, highest: bool) -> str:
    """The function from cards to the highest, or lowest, of their values: one value after the other is looked for."""

    def write(w: Writer) -> None:
        for value in sorted({v for v in values if v is not None}, reverse=highest):
            with w.when(lo.cards.meet(Var("cards"), lo.cards.constant(mask([v == value for v in values])))):
                w.give(Const(value))

    return lo.define(("extreme", values, highest), "highest" if highest else "lowest", ("cards",), write)


def select(lo: Lowering, expr: g.Select, scope: Scope) -> Value:
    """The one member first by the keys, or nobody when several are level."""
    members = lo.value(expr.members, scope)
    mask_known = lo.sets_of(expr.members.type).known(members)
    known = None if mask_known is None or expr.members.type.kind == "groups" else bits(mask_known)

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
            with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
                look(bound)
        w.give(found)

    key = ("select", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    uses = tuple(key for _, key in expr.keys)
    return lo.lifted(key, "select", uses, scope, write, ("members", members))


def _key(lo: Lowering, w: Writer, which: str, key: Expr, scope: Scope) -> Value:
    value = lo.value(key, scope)
    return w.let(value if which == "highest" else minus(ZERO, value), "key")
