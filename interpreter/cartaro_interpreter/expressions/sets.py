"""Sets: filters, counts, sums, extremes, choices of one member, quantifiers and patterns.

A set is a bit mask.  A filter or a sum that looks only at what is printed on the cards becomes a mask or a table before
play; a condition over all players or sides is written out for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from cartaro_grammar import Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Run, all_of, any_of, at, changed, constant, none_of
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import free_locals
from cartaro_interpreter.expressions.printed_values import REMEMBERED, each, remembered
from cartaro_interpreter.state.budget import Work, too_much
from cartaro_interpreter.state.fault import Unsupported
from cartaro_interpreter.state.layout import NOBODY, Cells, Place, groups_of, mask_of, members
from cartaro_interpreter.state.masks import Member, MemberSet, Value

Collected = g.Single | g.Only | g.Size | g.Where | g.Quantified | g.Total | g.Extreme | g.Select | g.Pattern
_WRITTEN_OUT = 8


def collected(c: Compiler, expr: Collected, scope: CodeScope) -> Code:
    """The code of a construct over sets."""
    match expr:
        case g.Single(member=member):
            return changed(c.code(member, scope), lambda number: 1 << number if number >= 0 else 0)
        case g.Only(members=inner):
            return changed(c.code(inner, scope), _only)
        case g.Size(members=inner):
            return changed(c.code(inner, scope), int.bit_count)
        case g.Where():
            return _where(c, expr, scope)
        case g.Quantified():
            return _quantified(c, expr, scope)
        case g.Total():
            return _total(c, expr, scope)
        case g.Extreme():
            return _extreme(c, expr, scope)
        case g.Select():
            return _select(c, expr, scope)
        case g.Pattern():
            return _pattern(c, expr, scope)


def _only(mask: int) -> int:
    return mask.bit_length() - 1 if mask and mask & (mask - 1) == 0 else NOBODY


def _where(c: Compiler, expr: g.Where, scope: CodeScope) -> Code:
    inner = c.code(expr.members, scope)
    if expr.members.type.kind == "groups":
        return _groups_where(c, expr, inner, scope)
    held = each(c, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        kept = mask_of([number for number, value in enumerate(held) if value])
        return changed(inner, lambda mask: mask & kept)
    run = inner.run
    place = scope.frames.place()
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    work = c.work

    def where(cells: Cells, frame: Frame) -> int:
        kept = 0
        numbers = members(run(cells, frame))
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = number
            if condition(cells, frame):
                kept |= 1 << number
        return kept

    masks = remembered(c, expr, scope)
    if masks is None:
        return Code(where)

    def quickly(cells: Cells, frame: Frame) -> int:
        passing = masks(cells, frame)
        return where(cells, frame) if passing < 0 else run(cells, frame) & passing

    return Code(quickly)


def _groups_where(c: Compiler, expr: g.Where, inner: Code, scope: CodeScope) -> Code:
    place, first = scope.frames.place(), family_of(c, expr.members).slot
    run, condition = inner.run, c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    work = c.work

    def where(cells: Cells, frame: Frame) -> int:
        kept = 0
        numbers = members(run(cells, frame))
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = cells[first + number]
            if condition(cells, frame):
                kept |= 1 << number
        return kept

    return Code(where)


Listed = Callable[[Cells, Frame], Sequence[int]]


def listed(c: Compiler, expr: Expr, scope: CodeScope) -> Listed:
    """The members of a set, one by one: numbers, or groups as the masks of their faces."""
    run = c.code(expr, scope).run
    if expr.type.kind != "groups":
        return lambda cells, frame: members(run(cells, frame))
    if isinstance(expr, g.InZone):
        family = c.layout.places[expr.zone]
        return lambda cells, frame: groups_of(cells, family)
    first = family_of(c, expr).slot
    return lambda cells, frame: [cells[first + number] for number in members(run(cells, frame))]


def values_in(c: Compiler, cells: Cells, expr: Expr, mask: int) -> tuple[Value, ...]:
    """The members of a set, from the value of its expression; of a set of groups, which is a mask of places in a family, the
    groups.
    """
    if expr.type.kind != "groups":
        return tuple(map(Member, members(mask)))
    first = family_of(c, expr).slot
    return tuple(MemberSet(cells[first + number]) for number in members(mask))


def family_of(c: Compiler, expr: Expr) -> Place:
    """The family whose groups an expression stands for."""
    while isinstance(expr, g.Where):
        expr = expr.members
    if not isinstance(expr, g.InZone):
        raise Unsupported(say("a choice among groups that are no family's"), expr.span)
    return c.layout.places[expr.zone]


def _quantified(c: Compiler, expr: g.Quantified, scope: CodeScope) -> Code:
    """`no` is the denial of `some`."""
    if expr.quantifier == "no":
        denied = g.Quantified("some", expr.variable, expr.members, expr.condition, expr.type, expr.span)
        return none_of(_quantified(c, denied, scope))
    inner = c.code(expr.members, scope)
    if inner.constant is not None and inner.constant.bit_count() <= _WRITTEN_OUT:
        numbers = members(inner.constant)
        cases = tuple(c.code(expr.condition, scope.bind(expr.variable, constant(number))) for number in numbers)
        return any_of(cases) if expr.quantifier == "some" else all_of(cases)
    held = None if expr.members.type.kind == "groups" else each(c, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        kept = mask_of([number for number, value in enumerate(held) if value])
        if expr.quantifier == "some":
            return changed(inner, lambda mask: 1 if mask & kept else 0)
        return changed(inner, lambda mask: 0 if mask & ~kept else 1)
    within = _meeting(c, expr, inner, scope)
    if within is not None:
        return within
    place = scope.frames.place()
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    return _over(c.work, listed(c, expr.members, scope), condition, place, wanted=expr.quantifier == "some")


def _meeting(c: Compiler, expr: g.Quantified, inner: Code, scope: CodeScope) -> Code | None:
    """Whether some, or every, member of a set is in another: two masks against each other."""
    condition = expr.condition
    if not (isinstance(condition, g.Operation) and condition.operator == "in") or expr.members.type.kind == "groups":
        return None
    member, other = condition.operands
    if not (isinstance(member, g.Local) and member.name == expr.variable) or member.name in free_locals(other):
        return None
    first, second = inner.run, c.code(other, scope).run
    if expr.quantifier == "some":
        return Code(lambda cells, frame: 1 if first(cells, frame) & second(cells, frame) else 0)
    return Code(lambda cells, frame: 0 if first(cells, frame) & ~second(cells, frame) else 1)


def _over(work: Work, run: Listed, condition: Run, place: int, *, wanted: bool) -> Code:
    """Whether some member has (`wanted`), or every one has, a property."""

    def quantified(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = number
            if bool(condition(cells, frame)) is wanted:
                return 1 if wanted else 0
        return 0 if wanted else 1

    return Code(quantified)


def _total(c: Compiler, expr: g.Total, scope: CodeScope) -> Code:
    inner = c.code(expr.members, scope)
    weights = None if expr.members.type.kind == "groups" else each(c, expr.members, expr.variable, expr.amount, scope)
    if weights is not None:
        return changed(inner, sums(weights))
    place = scope.frames.place()
    run = listed(c, expr.members, scope)
    amount = c.code(expr.amount, scope.bind(expr.variable, at(place))).run
    work = c.work

    def total(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        found = 0
        for number in numbers:
            frame[place] = number
            found += amount(cells, frame)
        return found

    return Code(total)


def sums(weights: tuple[int, ...]) -> Callable[[int], int]:
    """The function from a mask to the sum of its members' weights; remembers results."""

    @lru_cache(maxsize=REMEMBERED)
    def total(mask: int) -> int:
        return sum(weights[number] for number in members(mask))

    return total


def _extreme(c: Compiler, expr: g.Extreme, scope: CodeScope) -> Code:
    """0 for no cards; cards without the measure are passed over."""
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(say("the {which} of {type}", which=expr.which, type=str(expr.cards.type)), expr.span)
    values = c.game.faces.measure(expr.measure)
    choose = max if expr.which == "highest" else min

    @lru_cache(maxsize=REMEMBERED)
    def extreme(mask: int) -> int:
        found = (values[number] for number in members(mask))
        return choose((value for value in found if value is not None), default=0)

    return changed(c.code(expr.cards, scope), extreme)


def _select(c: Compiler, expr: g.Select, scope: CodeScope) -> Code:
    place = scope.frames.place()
    run = listed(c, expr.members, scope)
    within = scope.bind(expr.variable, at(place))
    keys = tuple((1 if which == "highest" else -1, c.code(key, within).run) for which, key in expr.keys)
    work = c.work

    def select(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        best: tuple[int, ...] = ()
        found = NOBODY
        for number in numbers:
            frame[place] = number
            rank = tuple(sign * key(cells, frame) for sign, key in keys)
            if not best or rank > best:
                best, found = rank, number
            elif rank == best:
                found = NOBODY
        return found

    return Code(select)


def _pattern(c: Compiler, expr: g.Pattern, scope: CodeScope) -> Code:
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(say("a pattern of {type}", type=str(expr.cards.type)), expr.span)
    table: tuple[int | None, ...]
    if expr.attribute in c.game.measure:
        table = c.game.faces.measure(expr.attribute)
    else:
        found = c.game.faces.attribute(expr.attribute)
        table = tuple(None if name is None else c.symbol(expr.attribute, name) for name in found)

    return changed(c.code(expr.cards, scope), _alike(table) if expr.pattern == "alike" else _unlike(table, expr.pattern))


def _alike(table: Sequence[int | None]) -> Callable[[int], int]:
    """Whether all members of a set have the same value; a card without one fits no pattern."""
    having: dict[int, int] = {}
    for number, value in enumerate(table):
        if value is not None:
            having[value] = having.get(value, 0) | 1 << number
    others = [-1 if value is None else ~having[value] for value in table]

    def alike(mask: int) -> int:
        return 0 if mask and mask & others[(mask & -mask).bit_length() - 1] else 1

    return alike


def _unlike(table: Sequence[int | None], pattern: str) -> Callable[[int], int]:
    """Whether no two members of a set have the same value, and, where they are to be consecutive, none is left out between."""

    @lru_cache(maxsize=REMEMBERED)
    def unlike(mask: int) -> int:
        numbers = members(mask)
        values = {value for number in numbers if (value := table[number]) is not None}
        if len(values) < len(numbers):
            return 0
        return 1 if pattern == "distinct" or not values or max(values) - min(values) == len(values) - 1 else 0

    return unlike
