"""Operations as terms: arithmetic, comparison, logic, and what sets have in common."""

from __future__ import annotations

from cartaro_grammar import CARDS, Expr, Type
from cartaro_grammar import game as g
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.terms import terms
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, Unread
from cartaro_verify.terms.unknowns import Cond, Num, Vec
from cartaro_verify.terms.values import Guarded, Read, SingleCard, Value, as_guarded, as_number, as_truth, value_key


def operation(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Value:
    first = expr.operands[0]
    match expr.operator:
        case "and" | "or":
            return connect(encoder, expr, scope)
        case "not":
            return terms.no(encoder.truth(first, scope))
        case "applies":
            raise NotCovered(words("un_applies"))
        case "half":
            return terms.half(encoder.number(first, scope))
        case "union" | "minus":
            return set_operation(encoder, expr, scope)
        case "=":
            return same(encoder, encoder.value(first, scope), encoder.value(expr.operands[1], scope), first.type)
        case "in" | "subset":
            return contained(encoder, expr, scope)
        case _:
            numbers = [encoder.number(o, scope) for o in expr.operands]
    match expr.operator:
        case "+":
            return terms.total(numbers)
        case "-":
            return terms.minus(0, numbers[0]) if len(numbers) == 1 else terms.minus(numbers[0], numbers[1])
        case "*":
            return terms.times(numbers[0], numbers[1])
        case "remainder":
            return remainder(encoder, numbers[0], numbers[1])
        case "<":
            return terms.less(numbers[0], numbers[1])
        case "<=":
            return terms.at_most(numbers[0], numbers[1])


def remainder(encoder: Encoder, number: Num, divisor: Num) -> Num:
    """By a known divisor, with quotient and remainder as unknowns of their own: sums of cards then stay linear.  By less than 1
    there is none: that stops play, and whatever it is taken to be is as good.
    """
    if not isinstance(divisor, int):
        encoder.breaks.append(terms.at_most(divisor, 0))
        return terms.choose(terms.at_least(divisor, 1), terms.remainder(number, divisor), encoder.unknowns.number("none"))
    if divisor <= 0:
        encoder.breaks.append(True)
        return encoder.unknowns.number("none")
    if isinstance(number, int):
        return terms.remainder(number, divisor)
    key = ("remainder", terms.key(number), divisor)
    if key not in encoder.memo:
        quotient, rest = encoder.unknowns.number("quotient"), encoder.unknowns.number("rest")
        parts = terms.total((quotient, rest), (divisor, 1))
        encoder.axioms += [terms.equal(number, parts), terms.at_least(rest, 0), terms.at_most(rest, divisor - 1)]
        encoder.memo[key] = (rest, number)
    return as_number(encoder.memo[key][0])


def connect(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Cond:
    stop = expr.operator == "or"
    found = list[Cond]()
    for operand in expr.operands:
        with encoder.where(terms.all_of(terms.no(truth) if stop else truth for truth in found) if encoder.divides else True):
            truth = encoder.truth(operand, scope)
        if truth is stop:
            return stop
        found.append(truth)
    return terms.any_of(found) if stop else terms.all_of(found)


def same(encoder: Encoder, a: Value, b: Value, kind: Type) -> Cond:
    if kind.kind == "truth":
        return terms.same_truth(as_truth(a), as_truth(b))
    if kind.kind == "number":
        return terms.equal(as_number(a), as_number(b))
    if kind.kind in ("card", "cards", "group"):
        pairs = zip(encoder.vector(a, kind), encoder.vector(b, kind), strict=True)
        return terms.all_of(terms.equal(x, y) for x, y in pairs)
    left, right = as_guarded(a), as_guarded(b)
    if kind.kind in ("players", "sides", "symbols"):
        every = dict.fromkeys([v for v, _ in left.items] + [v for v, _ in right.items])
        return terms.all_of(terms.same_truth(left.when(v), right.when(v)) for v in every)
    return terms.any_of(terms.every(c, right.when(v)) for v, c in left.items)


def set_operation(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Value:
    union = expr.operator == "union"
    result = as_set(encoder, expr.operands[0], scope)
    for operand in expr.operands[1:]:
        other = as_set(encoder, operand, scope)
        if isinstance(result, Guarded) and isinstance(other, Guarded):
            result = _combine(result, other, union)
        elif isinstance(result, Read) or (isinstance(other, Read) and union):
            result = _read(encoder, result, other, union)
        else:
            other = cards_of(encoder, other)
            pairs = zip(cards_of(encoder, result), other, strict=True)
            result = tuple(terms.join(a, b) if union else terms.without(a, b) for a, b in pairs)
    return result


def as_set(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """A set; a single member stands for the set of it, nobody for the empty set."""
    if expr.type.kind == "groups":
        raise Unread
    if expr.type.kind in ("card", "cards", "group"):
        value = encoder.value(expr, scope)
        return value if isinstance(value, Read) else encoder.vector(value, expr.type)
    found = encoder.guarded(expr, scope)
    return Guarded(tuple((v, c) for v, c in found.items if v is not None))


def cards_of(encoder: Encoder, found: Value) -> Vec:
    """The cards of a set of cards, whatever they are read as."""
    return encoder.vector(found, CARDS)


def _read(encoder: Encoder, a: Value, b: Value, union: bool) -> Read:
    """Cards with readings, and others with them or taken away from them."""
    pairs = zip(cards_of(encoder, a), cards_of(encoder, b), strict=True)
    cards = tuple(terms.join(x, y) if union else terms.without(x, y) for x, y in pairs)
    return Read(cards, ("union" if union else "minus", value_key(a), value_key(b)))


def contained(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Cond:
    inner, outer = as_set(encoder, expr.operands[0], scope), as_set(encoder, expr.operands[1], scope)
    single = expr.operator == "in"
    if isinstance(inner, Guarded) and isinstance(outer, Guarded):
        return (
            terms.any_of(terms.every(c, outer.when(v)) for v, c in inner.items)
            if single
            else terms.all_of(terms.implies(c, outer.when(v)) for v, c in inner.items)
        )
    right = cards_of(encoder, outer)
    if isinstance(inner, SingleCard):
        return terms.member(right[inner.number])
    left = cards_of(encoder, inner)
    inside = terms.within(left, right)
    return terms.every(inside, terms.member(terms.total(left))) if single else inside


def _combine(a: Guarded, b: Guarded, union: bool) -> Guarded:
    if union:
        values = dict.fromkeys([v for v, _ in a.items] + [v for v, _ in b.items])
        return Guarded(tuple((v, terms.some(a.when(v), b.when(v))) for v in values))
    return Guarded(tuple((v, terms.every(c, terms.no(b.when(v)))) for v, c in a.items))
