"""Operators that give a number or a set, and how numbers stay small.

The interpreter's numbers have no bound, a word has 64 bits.  Every counter stays below 2^40 in size: a larger one, and a larger
product, is a trap, after which the interpreter goes on.  Sums of such numbers, of which a text can write at most some
thousands, and the product of one of them with a small constant, then fit a word.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from cartaro_engine.ir.folding import ONE, ZERO, binary, compare, joined, minus, number, plus, some, without
from cartaro_engine.ir.nodes import Binary, Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.refusals import Construct, Refused
from cartaro_engine.memory.scope import Scope
from cartaro_engine.memory.traps import LARGE, REMAINDER
from cartaro_grammar import game as g

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

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
            return reduce(lambda a, b: _product(lo, a, b), (lo.value(operand, scope) for operand in operands))
        case "union", operands:
            return joined(*(lo.value(operand, scope) for operand in operands))
        case ("-" | "minus") as sign, (first, second):
            take = minus if sign == "-" else without
            return take(lo.value(first, scope), lo.value(second, scope))
        case "remainder", (first, second):
            return _remainder(lo, lo.value(first, scope), lo.value(second, scope))
        case _:
            raise Refused(Construct.OTHER, expr.span)


def _product(lo: Lowering, first: Value, second: Value) -> Value:
    """A product that fits a word, or a trap."""
    folded = binary("*", first, second)
    if not isinstance(folded, Binary) or any(isinstance(v, Const) and abs(v.value) <= SMALL for v in (first, second)):
        return folded
    a, b = Var("a"), Var("b")

    def write(w: Writer) -> None:
        outside = (compare(">=", v, Const(FACTOR)) for v in (a, b))
        below = (compare("<=", v, Const(-FACTOR)) for v in (a, b))
        with w.when(some(*outside, *below)):
            w.trap(LARGE)
        w.give(Call(bounded(lo), (Binary("*", a, b),)))

    return Call(lo.define("product", "product", ("a", "b"), write), (first, second))


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
