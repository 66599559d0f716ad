"""Patterns: whether cards are alike, distinct or consecutive in what is printed on them; one without it fits no pattern."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.sets import extreme_of, mask
from cartaro_engine.ir.folding import (
    ONE,
    ZERO,
    common,
    compare,
    differ,
    equal,
    every,
    has,
    joined,
    lowest,
    minus,
    number,
    plus,
    set_of,
    single,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import is_set
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import game as g

MOST_VALUES: Final = 62
"""Values of a measure that a pattern tells apart where the cards are more than a word has bits."""


def pattern(lo: Lowering, expr: g.Pattern, scope: Scope) -> Value:
    """Whether cards are alike, distinct or consecutive in what is printed on them; one without it fits no pattern."""
    if not is_set(expr.cards.type):
        raise LoweringRefused(Construct.OTHER, expr.span)
    values = _values(lo, expr.attribute)
    write = _pattern_of_masks(lo, expr.pattern, values) if lo.plan.width == 1 else _pattern_of_many(lo, expr, values)
    name = lo.define(("pattern", expr.pattern, values), expr.pattern, ("cards",), write)
    return Call(name, (lo.value(expr.cards, scope),))


def _pattern_of_masks(lo: Lowering, asked: str, values: tuple[int | None, ...]) -> Callable[[Writer], None]:
    """By the cards of each value, each a mask."""
    cards = Var("cards")
    masks = [Const(mask([v == value for v in values])) for value in sorted({v for v in values if v is not None})]

    def write(w: Writer) -> None:
        with w.when(set_of(common(cards, Const(mask([v is None for v in values]))))):
            w.give(ZERO)
        if asked == "alike":
            for same in masks:
                with w.when(lo.cards.within(cards, same)):
                    w.give(ONE)
            w.give(number(equal(cards, ZERO)))
            return
        for same in masks:
            several = w.let(common(cards, same), "several")
            with w.when(set_of(common(several, minus(several, ONE)))):
                w.give(ZERO)
        if asked == "consecutive":
            ends = [Call(extreme_of(lo, values, highest=highest), (cards,)) for highest in (True, False)]
            with w.when(every(set_of(cards), differ(minus(*ends), minus(lo.cards.size(cards), ONE)))):
                w.give(ZERO)
        w.give(ONE)

    return write


def _pattern_of_many(lo: Lowering, expr: g.Pattern, values: tuple[int | None, ...]) -> Callable[[Writer], None]:
    """Card after card, the values met as bits of a word."""
    order = sorted({v for v in values if v is not None})
    if len(order) > MOST_VALUES:
        raise LoweringRefused(Construct.MANY_VALUES, expr.span)
    ranks = tuple(-1 if value is None else order.index(value) for value in values)

    def write(w: Writer) -> None:
        seen, count = w.variable(ZERO, "seen"), w.variable(ZERO, "count")
        with lo.cards.each(w, Var("cards"), "card") as card:
            rank = w.variable(lo.look_up(ranks, card), "rank")
            with w.when(compare("<", rank, ZERO)):
                w.give(ZERO)
            if expr.pattern != "alike":
                with w.when(has(seen, rank)):
                    w.give(ZERO)
            w.assign(seen, joined(seen, single(rank)))
            w.assign(count, plus(count, ONE))
        if expr.pattern == "alike":
            w.give(number(equal(common(seen, minus(seen, ONE)), ZERO)))
        elif expr.pattern == "distinct":
            w.give(ONE)
        else:
            with w.when(equal(seen, ZERO)):
                w.give(ONE)
            first = lo.look_up(tuple(order), lowest(seen))
            last = lo.look_up(tuple(order), _highest(lo, seen))
            w.give(number(equal(minus(last, first), minus(count, ONE))))

    return write


def _highest(lo: Lowering, members: Value) -> Value:
    """The highest member of a set of one word that is not empty."""

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        with w.each(Var("members"), "member") as member:
            w.assign(found, member)
        w.give(found)

    return Call(lo.define("highest_member", "highest_member", ("members",), write), (members,))


def _values(lo: Lowering, attribute: str) -> tuple[int | None, ...]:
    if attribute in lo.game.measure:
        return tuple(lo.game.faces.measure(attribute))
    found = lo.game.faces.attribute(attribute)
    return tuple(None if name is None else lo.rules.compiler.symbol(attribute, name) for name in found)
