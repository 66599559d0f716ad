"""A module as Python source: functions over one list of words.

The source defines `bind(memory, Trapped)`, which returns the exported functions by name, and `store_part` for parts of a word.
It finds the tables by their names in its environment: a table of thousands of numbers would take longer to compile than all
functions.

Python's numbers have no bound, and here no bound is needed, since no operation of a module overflows a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cartaro_engine.ir import nodes as ir

STORE_PART: Final = """
from struct import pack
def store_part(M, place, content):
    size = len(content)
    word, part = divmod(place * size, 8)
    whole = bytearray(pack('<q', M[word]))
    whole[part:part + size] = content
    M[word] = int.from_bytes(whole, 'little', signed=True)
"""


def python_source(module: ir.Module) -> str:
    """The source of a module, without its tables."""
    lines = [STORE_PART, "def bind(M, Trapped):"]
    for function in module.functions:
        lines += (f"    {line}" for line in _function(function, module.trap))
    named = ", ".join(f"{outside!r}: {inside}" for outside, inside in module.exports)
    return "\n".join([*lines, f"    return {{{named}}}", ""])


def _function(function: ir.LoweredFunction, trap: int) -> Iterator[str]:
    yield f"def {function.name}({', '.join(function.parameters)}):"
    if function.locals:
        yield f"    {' = '.join(function.locals)} = 0"
    yield from _block(function.body, trap)
    yield "    return 0"


def _block(body: tuple[ir.Statement, ...], trap: int) -> Iterator[str]:
    for statement in body:
        for line in _statement(statement, trap):
            yield f"    {line}"
    if not body:
        yield "    pass"


def _statement(statement: ir.Statement, trap: int) -> Iterator[str]:
    match statement:
        case ir.Assign(name=name, value=of):
            yield f"{name} = {_value(of)}"
        case ir.Store(address=address, value=of):
            yield f"M[{_value(address)}] = {_value(of)}"
        case ir.StoreByte(place=place, value=of):
            yield f"store_part(M, {_value(place)}, pack('<B', {_value(of)}))"
        case ir.StoreFloat(place=place, dividend=dividend, divisor=divisor):
            yield f"store_part(M, {_value(place)}, pack('<f', {_value(dividend)} / {_value(divisor)}))"
        case ir.CallStatement(call=call):
            yield _value(call)
        case ir.If(test=test, then=then, otherwise=otherwise):
            yield f"if {_test(test)}:"
            yield from _block(then, trap)
            if otherwise:
                yield "else:"
                yield from _block(otherwise, trap)
        case ir.Loop(body=body):
            yield "while True:"
            yield from _block(body, trap)
        case ir.Break():
            yield "break"
        case ir.Continue():
            yield "continue"
        case ir.Return(value=of):
            yield f"return {_value(of)}"
        case ir.Trap(reason=reason):
            yield f"M[{trap}] = {reason}"
            yield f"raise Trapped({reason})"
        case _:
            assert_never(statement)


def _value(value: ir.Value) -> str:
    match value:
        case ir.Const(value=known):
            return str(known)
        case ir.Var(name=name):
            return name
        case ir.Load(address=address):
            return f"M[{_value(address)}]"
        case ir.Lookup(table=table, index=index):
            return f"{table}[{_value(index)}]"
        case ir.Binary(operator=sign, first=first, second=second):
            return f"({_value(first)} {sign} {_value(second)})"
        case ir.PopCount(of=of):
            return f"({_value(of)}).bit_count()"
        case ir.LowestBit(of=ir.Var(name=name)):
            return f"(({name} & -{name}).bit_length() - 1)"
        case ir.LowestBit(of=of):
            return f"(((bits := {_value(of)}) & -bits).bit_length() - 1)"
        case ir.Choose(test=test, then=then, otherwise=otherwise):
            return f"({_value(then)} if {_test(test)} else {_value(otherwise)})"
        case ir.Call(function=function, arguments=arguments):
            return f"{function}({', '.join(map(_value, arguments))})"
        case ir.AsNumber(test=test):
            return f"(1 if {_test(test)} else 0)"
        case _:
            assert_never(value)


def _test(test: ir.Test) -> str:
    match test:
        case ir.Known(value=known):
            return str(known)
        case ir.Comparison(relation=relation, first=first, second=second):
            return f"{_value(first)} {relation} {_value(second)}"
        case ir.And():
            return f"({' and '.join(map(_test, _chain(test, ir.And)))})"
        case ir.Or():
            return f"({' or '.join(map(_test, _chain(test, ir.Or)))})"
        case ir.Not(test=inner):
            return f"(not {_test(inner)})"
        case _:
            assert_never(test)


def _chain(test: ir.Test, kind: type[ir.And] | type[ir.Or]) -> Iterator[ir.Test]:
    """The tests of a chain of `and`s, or of `or`s."""
    while isinstance(test, kind):
        yield test.first
        test = test.second
    yield test
