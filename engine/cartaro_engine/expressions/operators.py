"""The operators: arithmetic, comparison, logic and sets; and how numbers stay small.

The interpreter's numbers have no bound, a word has 64 bits.  A number of the text has nine digits at most.  Every counter
stays below 2^40 in size: a larger one, and a larger product, is a trap, after which the interpreter goes on.  Sums of such
numbers, of which a text can write at most some thousands, then fit a word.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    binary,
    compare,
    every,
    minus,
    negation,
    number,
    plus,
    some,
    without,
)
from cartaro_engine.ir.nodes import Binary, Call, Const, Load, Lookup, Ones, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import is_set
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import Scope, may_be_nobody
from cartaro_engine.memory.traps import LARGE, REMAINDER
from cartaro_grammar import Expr
from cartaro_grammar import game as g

LIMIT: Final = 1 << 40
FACTOR: Final = 1 << 31
SMALL: Final = 1 << 12


def operation(lo: Lowering, expr: g.Operation, scope: Scope) -> Value:
    """The value of an operator and its operands."""
    match expr.operator, expr.operands:
        case (("and" | "or" | "not" | "=" | "<" | "<=" | "in" | "subset"), _):
            return number(lo.test(expr, scope))
        case "-", (one,):
            return minus(ZERO, lo.value(one, scope))
        case "half", (one,):
            return binary(">>", lo.value(one, scope), ONE)
        case "+", operands:
            return plus(*(lo.value(operand, scope) for operand in operands))
        case "*", operands:
            return reduce(lambda a, b: _product(lo, expr, a, b), (lo.value(operand, scope) for operand in operands))
        case "union", operands:
            return lo.sets_of(expr.type).joined(*(lo.value(operand, scope) for operand in operands))
        case "-", (first, second):
            return minus(lo.value(first, scope), lo.value(second, scope))
        case "minus", (first, second) if is_set(expr.type):
            taken = faces.all_faces(lo, faces.unread(lo, second, scope))
            return lo.cards.without(lo.value(first, scope), taken)
        case "minus", (first, second):
            return without(lo.value(first, scope), lo.value(second, scope))
        case "remainder", (first, second):
            return _remainder(lo, lo.value(first, scope), lo.value(second, scope))
        case _:
            raise LoweringRefused(Construct.OTHER, expr.span)


def operation_test(lo: Lowering, expr: g.Operation, scope: Scope) -> Test:
    """The truth of an operator and its operands."""
    match expr.operator, expr.operands:
        case "and", operands:
            return every(*(lo.test(operand, scope) for operand in operands))
        case "or", operands:
            return some(*(lo.test(operand, scope) for operand in operands))
        case "not", (one,):
            return negation(lo.test(one, scope))
        case "in", (member, members) if member.type.kind not in ("cards", "players", "sides", "symbols"):
            return _member(lo, member, faces.unread(lo, members, scope), scope)
        case (("subset" | "in"), (first, second)):
            return lo.sets_of(first.type).within(faces.unread(lo, first, scope), faces.unread(lo, second, scope))
        case "=", (first, second) if is_set(first.type):
            return lo.cards.same(faces.unread(lo, first, scope), faces.unread(lo, second, scope))
        case "=", (first, second):
            return compare("==", faces.unread(lo, first, scope), faces.unread(lo, second, scope))
        case ("<" | "<=") as sign, (first, second):
            return compare(sign, lo.value(first, scope), lo.value(second, scope))
        case _:
            raise LoweringRefused(Construct.OTHER, expr.span)


def exists(lo: Lowering, member: Expr, scope: Scope) -> Test:
    """Whether a member is not nobody."""
    return compare(">=", lo.value(member, scope), ZERO) if may_be_nobody(member, scope) else TRUE


def _member(lo: Lowering, member: Expr, members: Value, scope: Scope) -> Test:
    """Whether a member is in a set; nobody is in none."""
    value, sets = faces.unread(lo, member, scope), lo.cards if member.type.kind == "card" else lo.words
    if isinstance(value, Const):
        return sets.has(members, value) if value.value >= 0 else FALSE
    return every(exists(lo, member, scope), sets.has(members, value))


def _product(lo: Lowering, expr: g.Operation, first: Value, second: Value) -> Value:
    """A product that fits a word, or a trap."""
    folded = binary("*", first, second)
    if isinstance(folded, Const) and abs(folded.value) >= LIMIT:
        raise LoweringRefused(Construct.LARGE_NUMBER, expr.span)
    if not isinstance(folded, Binary) or _is_modest(first, second) or _is_modest(second, first):
        return folded
    a, b = Var("a"), Var("b")

    def write(w: Writer) -> None:
        outside = (compare(">=", v, Const(FACTOR)) for v in (a, b))
        below = (compare("<=", v, Const(-FACTOR)) for v in (a, b))
        with w.when(some(*outside, *below)):
            w.trap(LARGE)
        w.give(Call(bounded(lo), (Binary("*", a, b),)))

    return Call(lo.define("product", "product", ("a", "b"), write), (first, second))


def _is_modest(factor: Value, value: Value) -> bool:
    """Whether a product is certainly small: of what is kept, printed on a card or counted, by a count or a small constant."""
    counted = isinstance(factor, Ones) or (isinstance(factor, Const) and abs(factor.value) <= SMALL)
    return counted and isinstance(value, Load | Lookup | Ones)


def bounded(lo: Lowering) -> str:
    """The function that gives a number back where it is small enough to be kept."""

    def write(w: Writer) -> None:
        with w.when(some(compare(">=", Var("a"), Const(LIMIT)), compare("<=", Var("a"), Const(-LIMIT)))):
            w.trap(LARGE)
        w.give(Var("a"))

    return lo.define("bounded", "bounded", ("a",), write)


def _remainder(lo: Lowering, first: Value, second: Value) -> Value:
    """A remainder that is never negative; by what is not more than 0, a trap."""
    if isinstance(second, Const) and second.value > 0 and isinstance(first, Const):
        return Const(first.value % second.value)
    a, b = Var("a"), Var("b")

    def write(w: Writer) -> None:
        with w.when(compare("<=", b, ZERO)):
            w.trap(REMAINDER)
        with w.when(compare(">=", a, ZERO)):
            w.give(Binary("%", a, b))
        w.give(minus(minus(b, ONE), Binary("%", minus(Const(-1), a), b)))

    return Call(lo.define("remainder", "remainder", ("a", "b"), write), (first, second))
