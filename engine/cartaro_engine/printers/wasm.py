"""Modules as the bytes of WebAssembly, encoded in one walk of the intermediate form, operands first.

One memory of words, tables as data behind them, values as i64 and tests as i32. The size of memory is known, so it never
grows; a trap leaves its reason in memory and is `unreachable`. Small functions, and functions that are called at one place,
are inlined unless they are recursive. A WebAssembly block has a value and can be left with one, so that any function body can
replace its call. Inlined functions count in the size of a function, so the code grows by a bounded factor.

Encoding: WebAssembly Core Specification 2.0, chapter 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from struct import pack
from typing import Final, assert_never

from cartaro_engine.ir import nodes as ir
from cartaro_engine.ir.folding import ONE, is_total, negation, nonzero
from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.passes import callees_first, reachable_names, size_and_calls

# -------------------------------------------------------------- numbers (LEB128)


def _unsigned(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _signed(number: int) -> bytes:
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


def _sized(content: bytes) -> bytes:
    return _unsigned(len(content)) + content


def _vector(items: Sequence[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


# ---------------------------------------------------------------------- in place


SMALL: Final = 240
"""The number of nodes of a small function, including its inlined functions."""


def in_place(module: Module) -> frozenset[str]:
    """Return the names of the functions that are inlined."""
    walked = {function.name: size_and_calls(function.body) for function in module.functions}
    called = {name: inner for name, (_, inner) in walked.items()}
    sites = Counter(name for names in called.values() for name in names)
    found: set[str] = set()
    sizes: dict[str, int] = {}
    for name in callees_first(called):
        sizes[name] = walked[name][0] + sum(sizes[inner] for inner in called[name] if inner in found)
        if name not in reachable_names(called, called[name]) and (sites[name] == 1 or sizes[name] <= SMALL):
            found.add(name)
    return frozenset(found)


# ------------------------------------------------------------------------ module


WORD: Final = 8
FLOAT, BYTE = 4, 1
PAGE: Final = 1 << 16
I32, I64, EMPTY = b"\x7f", b"\x7e", b"\x40"
TYPES, FUNCTIONS, MEMORIES, EXPORTS, CODE, DATA = 1, 3, 5, 7, 10, 11
"""The numbers of sections."""


def wasm_bytes(module: ir.Module) -> bytes:
    """Return the bytes of a module that exports its memory and functions."""
    tables: dict[str, int] = {}
    data = [(address * WORD, words) for address, words in module.data]
    end = module.words * WORD
    for name, values in module.tables:
        tables[name] = end
        data.append((end, values))
        end += WORD * len(values)
    pages = _unsigned(-(-end // PAGE))
    outside = {inside: name for name, inside in module.exports}
    names = in_place(module)
    inlined = {function.name: function for function in module.functions if function.name in names}
    functions = [each for each in module.functions if each.name in outside or each.name not in inlined]
    numbers = {function.name: number for number, function in enumerate(functions)}
    widths = sorted({len(function.parameters) for function in functions})
    exports = [_sized(b"memory") + b"\x02" + _unsigned(0)]
    exports += [_sized(outside[f].encode("ascii")) + b"\x00" + _unsigned(n) for f, n in numbers.items() if f in outside]
    sections: tuple[tuple[int, Sequence[bytes]], ...] = (
        (TYPES, [b"\x60" + _vector([I64] * width) + _vector([I64]) for width in widths]),
        (FUNCTIONS, [_unsigned(widths.index(len(function.parameters))) for function in functions]),
        (MEMORIES, [b"\x01" + pages + pages]),
        (EXPORTS, exports),
        (CODE, [_sized(_Encoder(tables, numbers, module.trap, inlined).function(function)) for function in functions]),
        (DATA, [b"\x00" + _i32(at) + END + _sized(pack(f"<{len(values)}q", *values)) for at, values in data]),
    )
    return b"\0asm\x01\0\0\0" + b"".join(bytes([number]) + _sized(_vector(items)) for number, items in sections)


# -------------------------------------------------------------------- functions


UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = b"\x00", b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"
BR, BR_IF, RETURN, CALL, DROP, SELECT = b"\x0c", b"\x0d", b"\x0f", b"\x10", b"\x1a", b"\x1b"
GET, SET = b"\x20", b"\x21"
LOAD, STORE, STORE_BYTE, STORE_FLOAT = b"\x29\x03", b"\x37\x03", b"\x3c\x00", b"\x38\x02"
"""Each with its alignment, as an exponent: the address is a multiple of this power of two."""
NOT, IS_ZERO, AND, OR, SHIFT, LOWEST_BIT, BITS = b"\x45", b"\x50", b"\x71", b"\x72", b"\x74", b"\x7a", b"\x7b"
WRAP, EXTEND, QUOTIENT, AS_FLOAT, AS_DOUBLE = b"\xa7", b"\xad", b"\xa3", b"\xb6", b"\xb9"
_ARITHMETIC: Final[Mapping[ir.ArithmeticOperator, bytes]] = {
    "+": b"\x7c", "-": b"\x7d", "*": b"\x7e", "//": b"\x7f", "%": b"\x81", "&": b"\x83", "|": b"\x84", "^": b"\x85",
    "<<": b"\x86", ">>": b"\x87",
}  # fmt: skip
_RELATIONS: Final[Mapping[ir.Relation, bytes]] = {
    "==": b"\x51", "!=": b"\x52", "<": b"\x53", "<=": b"\x57", ">": b"\x55", ">=": b"\x59",
}  # fmt: skip


def _i32(number: int) -> bytes:
    return b"\x41" + _signed(number)


def _i64(number: int) -> bytes:
    return b"\x42" + _signed(number)


ZERO: Final = _i64(0)


@dataclass(frozen=True, slots=True)
class _Place:
    """The context of an inlined call: the suffix of its variables, and, where its result is only tested, the label of the jump
    on one outcome.
    """

    number: int
    label: str | None = None
    outcome: bool = False


@dataclass(slots=True)
class _Encoder:
    """Encodes one function. Loops are numbered, so that a `break` can name the loop that it leaves. Calls that are replaced
    by a function are numbered too: its variables have this number, and a return leaves its block.

    Tests are printed as jumps: if a truth value were first converted to a number, it would be tested twice.
    """

    tables: Mapping[str, int]
    functions: Mapping[str, int]
    trap: int
    written: Mapping[str, ir.LoweredFunction]
    loops: list[int] = field(default_factory=list[int])
    places: list[_Place] = field(default_factory=list["_Place"])
    variables: dict[str, int] = field(default_factory=dict[str, int])
    labels: list[str] = field(default_factory=list[str])
    """The labels of the enclosing blocks, the innermost last."""
    numbers: Iterator[int] = field(default_factory=count)

    def function(self, function: ir.LoweredFunction) -> bytes:
        """Return the code of a function: its variables, all words, and its instructions."""
        self.declare((*function.parameters, *function.locals))
        body = b"".join(self.block(function.body))
        local = len(self.variables) - len(function.parameters)
        return _vector([_unsigned(local) + I64] if local else []) + body + ZERO + END

    def declare(self, names: Iterable[str]) -> None:
        for name in names:
            self.variables.setdefault(name, len(self.variables))

    def variable(self, operation: bytes, name: str) -> bytes:
        """Encode an operation on a variable of the function, or of the call that is being inlined."""
        return operation + _unsigned(self.variables[self.name(name)])

    def to(self, label: str, jump: bytes = BR) -> bytes:
        """Encode a jump to a label."""
        return jump + _unsigned(self.labels[::-1].index(label))

    def within(self, label: str, opening: bytes, parts: Iterator[bytes]) -> Iterator[bytes]:
        """Yield a block or a loop around parts, which are encoded inside it."""
        self.labels.append(label)
        yield opening
        yield from parts
        yield END
        self.labels.pop()

    def either(self, kind: bytes, test: ir.Test, values: Iterator[bytes]) -> bytes:
        """Encode one of two values; inside the two values, the whole counts as a block without a label."""
        condition = self.test(test)
        self.labels.append("")
        encoded = condition + IF + kind + ELSE.join(values) + END
        self.labels.pop()
        return encoded

    def name(self, name: str) -> str:
        """Return a variable's name, with the number of the call in which its function is inlined."""
        return f"{name}.{self.places[-1].number}" if self.places else name

    def in_place(self, function: ir.LoweredFunction, arguments: tuple[ir.Value, ...]) -> bytes:
        """Return a function instead of its call: a block that gives its value."""
        place = _Place(next(self.numbers))
        body = chain(self.inlined(place, function, arguments), (ZERO,))
        return b"".join(self.within(f"call{place.number}", BLOCK + I64, body))

    def jump_in_place(self, call: ir.Call, label: str, *, outcome: bool) -> Iterator[bytes]:
        """Encode a function instead of its call, with a jump to a label if its value has the given outcome (not 0, or 0)."""
        place = _Place(next(self.numbers), label, outcome)

        def body() -> Iterator[bytes]:
            yield from self.inlined(place, self.written[call.function], call.arguments)
            if not outcome:
                yield self.to(label)

        yield from self.within(f"call{place.number}", BLOCK + EMPTY, body())

    def inlined(self, place: _Place, function: ir.LoweredFunction, arguments: tuple[ir.Value, ...]) -> Iterator[bytes]:
        given = [self.value(argument) for argument in arguments]
        self.places.append(place)
        self.declare(map(self.name, (*function.parameters, *function.locals)))
        yield from (value + self.variable(SET, name) for name, value in zip(function.parameters, given, strict=True))
        yield from self.block(function.body)
        self.places.pop()

    def block(self, body: tuple[ir.Statement, ...]) -> Iterator[bytes]:
        for statement in body:
            yield from self.statement(statement)

    def statement(self, statement: ir.Statement) -> Iterator[bytes]:
        match statement:
            case ir.Assign(name=name, value=of):
                yield self.value(of) + self.variable(SET, name)
            case ir.Store(address=address, value=of):
                yield self.store(STORE, self.address(address), self.value(of))
            case ir.StoreByte(place=at, value=of):
                yield self.store(STORE_BYTE, self.address(at, BYTE), self.value(of))
            case ir.StoreFloat(place=at, dividend=dividend, divisor=divisor):
                yield self.store(STORE_FLOAT, self.address(at, FLOAT), self.quotient(dividend, divisor))
            case ir.CallStatement(call=call):
                yield self.value(call) + DROP
            case ir.If(test=test, then=(ir.Break(),), otherwise=()):
                yield from self.jump(test, f"out{self.loops[-1]}", outcome=True)
            case ir.If(test=test, then=then, otherwise=()):
                yield from self.unless(f"else{next(self.numbers)}", test, then)
            case ir.If(test=test, then=then, otherwise=otherwise):
                number = next(self.numbers)
                chosen = self.unless(f"else{number}", test, then, f"end{number}")
                yield from self.within(f"end{number}", BLOCK + EMPTY, chain(chosen, self.block(otherwise)))
            case ir.Loop(body=body):
                self.loops.append(next(self.numbers))
                out, again = (f"{name}{self.loops[-1]}" for name in ("out", "in"))
                rounds = self.within(again, LOOP + EMPTY, self.rounds(body, again))
                yield from self.within(out, BLOCK + EMPTY, rounds)
                self.loops.pop()
            case ir.Break():
                yield self.to(f"out{self.loops[-1]}")
            case ir.Continue():
                yield self.to(f"in{self.loops[-1]}")
            case ir.Return(value=of):
                yield from self.give(of)
            case ir.Trap(reason=reason):
                yield self.store(STORE, (_i32(0), self.trap * WORD), _i64(reason)) + UNREACHABLE
            case _:
                assert_never(statement)

    def store(self, operation: bytes, place: tuple[bytes, int], value: bytes) -> bytes:
        return place[0] + value + operation + _unsigned(place[1])

    def unless(self, label: str, test: ir.Test, body: tuple[ir.Statement, ...], end: str = "") -> Iterator[bytes]:
        """Encode a block that is left at once if a test fails. After its statements, it jumps to the label `end`, if given."""

        def parts() -> Iterator[bytes]:
            yield from self.jump(test, label, outcome=False)
            yield from self.block(body)
            if end:
                yield self.to(end)

        yield from self.within(label, BLOCK + EMPTY, parts())

    def rounds(self, body: tuple[ir.Statement, ...], again: str) -> Iterator[bytes]:
        yield from self.block(body)
        yield self.to(again)

    def give(self, value: ir.Value) -> Iterator[bytes]:
        """Return the value of a function, or, instead of a call, leave its block with it."""
        if not self.places:
            yield self.value(value) + RETURN
            return
        place = self.places[-1]
        if place.label is None:
            yield self.value(value) + self.to(f"call{place.number}")
            return
        yield from self.jump(
            value.test if isinstance(value, ir.AsNumber) else nonzero(value), place.label, outcome=place.outcome
        )
        yield self.to(f"call{place.number}")

    def jump(self, test: ir.Test, label: str, *, outcome: bool) -> Iterator[bytes]:
        """Jump to a label if a test has a given outcome; otherwise go on."""
        match test:
            case ir.Known(value=known):
                yield self.to(label) if known is outcome else b""
            case ir.Not(test=inner):
                yield from self.jump(inner, label, outcome=not outcome)
            case ir.Comparison(relation=("==" | "!=") as relation, first=ir.Call() as call, second=ir.Const(value=0)) if (
                call.function in self.written
            ):
                yield from self.jump_in_place(call, label, outcome=outcome is (relation == "!="))
            case ir.And() | ir.Or() if not is_total(ir.AsNumber(test.second)):
                yield from self.jump_of_two(test, label, outcome=outcome)
            case _:
                yield self.test(test if outcome else negation(test)) + self.to(label, BR_IF)

    def jump_of_two(self, test: ir.And | ir.Or, label: str, *, outcome: bool) -> Iterator[bytes]:
        """Encode the jump of a test of two. If the first test may decide the whole, it jumps to the label or past the second
        test.
        """
        decisive = isinstance(test, ir.Or)
        if decisive is outcome:
            yield from self.jump(test.first, label, outcome=decisive)
            yield from self.jump(test.second, label, outcome=outcome)
            return
        past = f"past{next(self.numbers)}"
        jumps = chain(self.jump(test.first, past, outcome=decisive), self.jump(test.second, label, outcome=outcome))
        yield from self.within(past, BLOCK + EMPTY, jumps)

    def quotient(self, dividend: ir.Value, divisor: ir.Value) -> bytes:
        """Encode a quotient, evaluated as a double and rounded once."""
        first = self.value(dividend) + AS_DOUBLE
        return (first if divisor == ONE else first + self.value(divisor) + AS_DOUBLE + QUOTIENT) + AS_FLOAT

    def address(self, address: ir.Value, size: int = WORD, base: int = 0) -> tuple[bytes, int]:
        """Return an address in the form of WebAssembly: a value, here in bytes, and a constant that is added to it. Both are
        unsigned. The index of a table is not split, since nobody, -1, may come before the 1 that is added.
        """
        match address:
            case ir.Const(value=known):
                return _i32(0), base + known * size
            case ir.Binary(operator="+", first=ir.Const(value=known), second=rest) if known >= 0:
                return self.address(rest, size, base + known * size)
            case ir.Binary(operator="+", first=rest, second=ir.Const(value=known)) if known >= 0:
                return self.address(rest, size, base + known * size)
            case _:
                return self.in_bytes(address, size), base

    def in_bytes(self, parts: ir.Value, size: int = WORD) -> bytes:
        """Return a number of parts of memory, by default words, as a number of bytes."""
        number = self.value(parts) + WRAP
        return number if size == BYTE else number + _i32(size.bit_length() - 1) + SHIFT

    def value(self, value: ir.Value) -> bytes:
        match value:
            case ir.Const(value=known):
                return _i64(known)
            case ir.Var(name=name):
                return self.variable(GET, name)
            case ir.Load(address=address):
                place, offset = self.address(address)
                return place + LOAD + _unsigned(offset)
            case ir.Lookup(table=table, index=index):
                return self.in_bytes(index) + LOAD + _unsigned(self.tables[table])
            case ir.Binary(operator=sign, first=first, second=second):
                return self.value(first) + self.value(second) + _ARITHMETIC[sign]
            case ir.PopCount(of=of):
                return self.value(of) + BITS
            case ir.LowestBit(of=of):
                return self.value(of) + LOWEST_BIT
            case ir.Choose(test=test, then=then, otherwise=otherwise) if is_total(then) and is_total(otherwise):
                return self.value(then) + self.value(otherwise) + self.test(test) + SELECT
            case ir.Choose(test=test, then=then, otherwise=otherwise):
                return self.either(I64, test, map(self.value, (then, otherwise)))
            case ir.Call(function=function, arguments=arguments) if function in self.written:
                return self.in_place(self.written[function], arguments)
            case ir.Call(function=function, arguments=arguments):
                return b"".join(map(self.value, arguments)) + CALL + _unsigned(self.functions[function])
            case ir.AsNumber(test=test):
                return self.test(test) + EXTEND
            case _:
                assert_never(value)

    def test(self, test: ir.Test) -> bytes:
        match test:
            case ir.Known(value=known):
                return _i32(int(known))
            case ir.Comparison(relation="==", first=first, second=ir.Const(value=0)):
                return self.value(first) + IS_ZERO
            case ir.Comparison(relation=relation, first=first, second=second):
                return self.value(first) + self.value(second) + _RELATIONS[relation]
            case ir.And(first=first, second=second) if is_total(ir.AsNumber(second)):
                return self.test(first) + self.test(second) + AND
            case ir.Or(first=first, second=second) if is_total(ir.AsNumber(second)):
                return self.test(first) + self.test(second) + OR
            case ir.And(first=first, second=second):
                return self.either(I32, first, map(self.test, (second, ir.Known(value=False))))
            case ir.Or(first=first, second=second):
                return self.either(I32, first, map(self.test, (ir.Known(value=True), second)))
            case ir.Not(test=inner):
                return self.test(inner) + NOT
            case _:
                assert_never(test)
