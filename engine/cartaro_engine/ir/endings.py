"""What a function does wherever it ends."""

from __future__ import annotations

from typing import assert_never

from cartaro_engine.ir.nodes import (
    Assign,
    Break,
    CallStatement,
    Const,
    Continue,
    If,
    Load,
    Loop,
    LoweredFunction,
    Return,
    Statement,
    Store,
    Trap,
    Var,
)


def restoring(function: LoweredFunction, address: int) -> LoweredFunction:
    """A function that lays a word of memory back, as it was when the function began, wherever it ends."""
    before, given = Var("word_before"), Var("given_back")
    back = Store(Const(address), before)

    def block(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(made for statement in body for made in ending(statement))

    def ending(statement: Statement) -> tuple[Statement, ...]:
        match statement:
            case Return(value=Const() as known):
                return back, Return(known)
            case Return(value=value):
                return Assign(given.name, value), back, Return(given)
            case If(test=test, then=then, otherwise=otherwise):
                return (If(test, block(then), block(otherwise)),)
            case Loop(body=body, most=most):
                return (Loop(block(body), most),)
            case Assign() | Store() | CallStatement() | Break() | Continue() | Trap():
                return (statement,)
            case _:
                assert_never(statement)

    names = (*function.locals, before.name, given.name)
    first = Assign(before.name, Load(Const(address)))
    return LoweredFunction(function.name, function.parameters, names, (first, *block(function.body), back))
