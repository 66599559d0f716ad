"""The operators: arithmetic, comparison, logic and sets."""

from __future__ import annotations

from cartaro_grammar import Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Run, all_of, any_of, changed, constant, none_of
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.fault import Faulted, Unsupported
from cartaro_interpreter.state.layout import Cells


def operation(c: Compiler, expr: g.Operation, scope: CodeScope) -> Code:
    """The code of an operator and its operands."""
    if expr.operator == "=":
        empty = _emptiness(c, expr, scope)
        if empty is not None:
            return empty
    operands = tuple(c.code(operand, scope) for operand in expr.operands)
    if c.layout.faces.read:
        operands = _unread(c, expr, operands)
    code = _operator(expr, operands)
    if all(operand.constant is not None for operand in operands) and code.constant is None:
        return _worked_out(code)
    return code


def _unread(c: Compiler, expr: g.Operation, operands: tuple[Code, ...]) -> tuple[Code, ...]:
    """Which card it is does not depend on what it is read as: cards are compared, and looked for in sets, as themselves; what
    is taken out of a set is taken out in every reading.
    """
    if expr.operator not in ("=", "in", "subset", "minus"):
        return operands
    if expr.operator == "minus":
        first, second = operands
        return first, changed(changed(second, c.layout.faces.physical), c.layout.faces.expanded)
    base = (*c.layout.faces.base, -1)
    found: list[Code] = []
    for operand, code in zip(expr.operands, operands, strict=True):
        if operand.type.kind == "card":
            found.append(changed(code, base.__getitem__))
        elif operand.type.kind in ("cards", "group"):
            found.append(changed(code, c.layout.faces.physical))
        else:
            found.append(code)
    return tuple(found)


def _worked_out(code: Code) -> Code:
    """What depends on constants alone is a constant, unless working it out goes wrong: that waits for play."""
    try:
        return constant(code.run((), []))
    except Faulted:
        return code


def _emptiness(c: Compiler, expr: g.Operation, scope: CodeScope) -> Code | None:
    """`… is empty`, the most frequent comparison: the size of a set against 0."""
    first, second = expr.operands
    if isinstance(first, g.Size) and c.code(second, scope).constant == 0:
        return none_of(c.code(first.members, scope))
    return None


def _operator(expr: g.Operation, operands: tuple[Code, ...]) -> Code:
    match expr.operator, operands:
        case "and", _:
            return all_of(operands)
        case "or", _:
            return any_of(operands)
        case "not", (one,):
            return none_of(one)
        case "-", (one,):
            run = one.run
            return Code(lambda cells, frame: -run(cells, frame))
        case "half", (one,):
            run = one.run
            return Code(lambda cells, frame: run(cells, frame) // 2)
        case "+" | "*" | "union", (first, second, third, *rest):
            pair = _operator(expr, (first, second))
            return _operator(expr, (pair, third, *rest))
        case _, (first, second):
            return _binary(expr, first, second)
        case _:
            raise Unsupported(say("`{operator}` of {n} values", operator=expr.operator, n=len(operands)), expr.span)


def _binary(expr: g.Operation, first: Code, second: Code) -> Code:
    a, b = first.run, second.run
    match expr.operator:
        case "+":
            return Code(lambda cells, frame: a(cells, frame) + b(cells, frame))
        case "-":
            return Code(lambda cells, frame: a(cells, frame) - b(cells, frame))
        case "*":
            return Code(lambda cells, frame: a(cells, frame) * b(cells, frame))
        case "remainder":
            return _remainder(a, b, expr)
        case "=":
            return _equal(first, second)
        case "<":
            return Code(lambda cells, frame: 1 if a(cells, frame) < b(cells, frame) else 0)
        case "<=":
            return Code(lambda cells, frame: 1 if a(cells, frame) <= b(cells, frame) else 0)
        case "union":
            return Code(lambda cells, frame: a(cells, frame) | b(cells, frame))
        case "minus":
            return Code(lambda cells, frame: a(cells, frame) & ~b(cells, frame))
        case "in":
            return _member(first, second, expr.operands[0])
        case "subset":
            return Code(lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1)
        case _:
            raise Unsupported(say("`{operator}` of 2 values", operator=expr.operator), expr.span)


def _equal(first: Code, second: Code) -> Code:
    if first.constant is not None:
        first, second = second, first
    a, b, known = first.run, second.run, second.constant
    if known is not None:
        return Code(lambda cells, frame: 1 if a(cells, frame) == known else 0)
    return Code(lambda cells, frame: 1 if a(cells, frame) == b(cells, frame) else 0)


def _member(first: Code, second: Code, member: Expr) -> Code:
    """Whether a member is in a set; nobody is in none."""
    a, b = first.run, second.run
    if member.type.kind in ("cards", "players", "sides", "symbols"):
        return Code(lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1)
    if first.constant is not None and first.constant >= 0:
        known = first.constant
        return Code(lambda cells, frame: b(cells, frame) >> known & 1)

    def within(cells: Cells, frame: Frame) -> int:
        number = a(cells, frame)
        return 0 if number < 0 else b(cells, frame) >> number & 1

    return Code(within)


def _remainder(a: Run, b: Run, expr: g.Operation) -> Code:
    def remainder(cells: Cells, frame: Frame) -> int:
        divisor = b(cells, frame)
        if divisor <= 0:
            raise Faulted(
                "C0803", say("the remainder is taken by {divisor}, which is not more than 0", divisor=divisor), expr.span
            )
        return a(cells, frame) % divisor

    return Code(remainder)
