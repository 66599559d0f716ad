"""A module translated to C and compiled by the local compiler: an oracle for tests, and an upper limit of speed."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never

from cartaro_engine import Trapped
from cartaro_engine.ir import nodes as ir

COMPILER = shutil.which("cc")
OPENING = """#include <setjmp.h>
#include <stdint.h>
typedef int64_t word;
word memory[{words}];
static jmp_buf trapped;
"""


def c_source(module: ir.Module) -> str:
    """Return the C source of a module. Each export is a function `call_NAME`, which sets `*given` if it completed."""
    lines = [OPENING.format(words=module.words)]
    lines += (f"static const word {name}[] = {{{', '.join(map(_number, values))}}};" for name, values in module.tables)
    lines += (f"{_head(function)};" for function in module.functions)
    for function in module.functions:
        lines.append(_head(function) + " {")
        lines += (f"word {name} = 0;" for name in function.locals)
        lines += (line for statement in function.body for line in _statement(statement, module.trap))
        lines.append("return 0; }")
    by_name = {function.name: function for function in module.functions}
    for outside, inside in module.exports:
        names = by_name[inside].parameters
        takes = ", ".join(("word *given", *(f"word {name}" for name in names)))
        lines.append(f"int call_{outside}({takes}) {{ if (setjmp(trapped)) return 1;")
        lines.append(f"*given = {inside}({', '.join(names)}); return 0; }}")
    return "\n".join(lines)


def _head(function: ir.LoweredFunction) -> str:
    return f"static word {function.name}({', '.join(f'word {name}' for name in function.parameters) or 'void'})"


def _number(known: int) -> str:
    return f"((word){known}LL)"


def _statement(statement: ir.Statement, trap: int) -> Iterator[str]:
    match statement:
        case ir.Assign(name=name, value=of):
            yield f"{name} = {_value(of)};"
        case ir.Store(address=address, value=of):
            yield f"{{ word stored = {_value(of)}; memory[{_value(address)}] = stored; }}"
        case ir.StoreByte(place=place, value=of):
            yield f"((unsigned char *)memory)[{_value(place)}] = (unsigned char)({_value(of)});"
        case ir.StoreFloat(place=place, dividend=dividend, divisor=divisor):
            yield f"((float *)memory)[{_value(place)}] = (float)((double)({_value(dividend)}) / (double)({_value(divisor)}));"
        case ir.CallStatement(call=call):
            yield f"{_value(call)};"
        case ir.If(test=test, then=then, otherwise=otherwise):
            yield f"if ({_test(test)}) {{"
            yield from (line for one in then for line in _statement(one, trap))
            yield "} else {"
            yield from (line for one in otherwise for line in _statement(one, trap))
            yield "}"
        case ir.Loop(body=body):
            yield "for (;;) {"
            yield from (line for one in body for line in _statement(one, trap))
            yield "}"
        case ir.Break():
            yield "break;"
        case ir.Continue():
            yield "continue;"
        case ir.Return(value=of):
            yield f"return {_value(of)};"
        case ir.Trap(reason=reason):
            yield f"memory[{trap}] = {reason}; longjmp(trapped, 1);"
        case _:
            assert_never(statement)


def _value(value: ir.Value) -> str:
    match value:
        case ir.Const(value=known):
            return _number(known)
        case ir.Var(name=name):
            return name
        case ir.Load(address=address):
            return f"memory[{_value(address)}]"
        case ir.Lookup(table=table, index=index):
            return f"{table}[{_value(index)}]"
        case ir.Binary(operator=sign, first=first, second=second):
            return f"({_value(first)} {'/' if sign == '//' else sign} {_value(second)})"
        case ir.PopCount(of=of):
            return f"((word)__builtin_popcountll({_value(of)}))"
        case ir.LowestBit(of=of):
            return f"((word)__builtin_ctzll({_value(of)}))"
        case ir.Choose(test=test, then=then, otherwise=otherwise):
            return f"({_test(test)} ? {_value(then)} : {_value(otherwise)})"
        case ir.Call(function=function, arguments=arguments):
            return f"{function}({', '.join(map(_value, arguments))})"
        case ir.AsNumber(test=test):
            return f"((word)({_test(test)}))"
        case _:
            assert_never(value)


def _test(test: ir.Test) -> str:
    match test:
        case ir.Known(value=known):
            return str(int(known))
        case ir.Comparison(relation=relation, first=first, second=second):
            return f"({_value(first)} {relation} {_value(second)})"
        case ir.And(first=first, second=second):
            return f"({_test(first)} && {_test(second)})"
        case ir.Or(first=first, second=second):
            return f"({_test(first)} || {_test(second)})"
        case ir.Not(test=inner):
            return f"(!{_test(inner)})"
        case _:
            assert_never(test)


class CMachine:
    """A module as a shared library, in which overflow and shifts of signed words behave as on the other machines."""

    def __init__(self, module: ir.Module, optimise: str = "-O0") -> None:
        assert COMPILER is not None
        with TemporaryDirectory() as folder:
            source, library = Path(folder) / "module.c", Path(folder) / "module.so"
            source.write_text(c_source(module), encoding="utf-8")
            command = [COMPILER, optimise, "-w", "-fwrapv", "-shared", "-fPIC", "-o", str(library), str(source)]
            subprocess.run(command, check=True)
            self._library = ctypes.CDLL(str(library))
        self._memory = (ctypes.c_int64 * module.words).in_dll(self._library, "memory")
        self._module = module
        for address, words in module.data:
            self.write(address, words)

    def another(self) -> CMachine:
        return CMachine(self._module)

    def call(self, function: str, *arguments: int) -> int:
        given = ctypes.c_int64()
        called = getattr(self._library, f"call_{function}")
        if called(ctypes.byref(given), *map(ctypes.c_int64, arguments)):
            raise Trapped(self._memory[self._module.trap])
        return given.value

    def read(self, address: int, count: int) -> list[int]:
        return self._memory[address : address + count]

    def write(self, address: int, words: Sequence[int]) -> None:
        self._memory[address : address + len(words)] = list(words)
