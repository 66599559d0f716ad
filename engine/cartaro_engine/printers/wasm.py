"""Modules as WebAssembly: text, and its bytes for hosts that cannot read text.

The text is in the folded form of the specification, in which an operation contains its operands, so that a tree is printed
without reordering. One memory of words, tables as data behind them, values as i64 and tests as i32. The size of memory is
known, so it never grows; a trap leaves its reason in memory and is `unreachable`. Small functions, and functions that are
called at one place, are inlined unless they are recursive. A WebAssembly block has a value and can be left with one, so that
any function body can replace its call. Inlined functions count in the size of a function, so the text grows by a bounded
factor.

The bytes are encoded only from that text: names are resolved, and instructions unfolded, operands first. Encoding: WebAssembly
Core Specification 2.0, chapter 5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from struct import pack
from typing import Final, assert_never

from cartaro_engine.ir import nodes as ir
from cartaro_engine.ir.folding import ONE, is_total, negation, nonzero
from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.passes import callees_first, reachable_names, size_and_calls

# -------------------------------------------------------------------- wasm bytes


TOKEN: Final = re.compile(r'[()]|"[^"]*"|[^\s()"]+')
I32, I64, EMPTY = b"\x7f", b"\x7e", b"\x40"
END, ELSE = b"\x0b", b"\x05"
BLOCKS: Final[Mapping[str, bytes]] = {"block": b"\x02", "loop": b"\x03"}
JUMPS: Final[Mapping[str, bytes]] = {"br": b"\x0c", "br_if": b"\x0d"}
LOCALS: Final[Mapping[str, bytes]] = {"local.get": b"\x20", "local.set": b"\x21"}
MEMORY: Final[Mapping[str, bytes]] = {
    "i64.load": b"\x29\x03", "i64.store": b"\x37\x03", "i64.store8": b"\x3c\x00", "f32.store": b"\x38\x02",
}  # fmt: skip
"""Instructions with an alignment: the exponent of the power of two of which the address is a multiple."""
CONSTANTS: Final[Mapping[str, bytes]] = {"i32.const": b"\x41", "i64.const": b"\x42"}
PLAIN: Final[Mapping[str, int]] = {
    "unreachable": 0x00, "return": 0x0F, "drop": 0x1A, "select": 0x1B, "i32.eqz": 0x45, "i64.eqz": 0x50, "i64.eq": 0x51,
    "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.gt_s": 0x55, "i64.le_s": 0x57, "i64.ge_s": 0x59, "i32.and": 0x71, "i32.or": 0x72,
    "i32.shl": 0x74, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.div_s": 0x7F,
    "i64.rem_s": 0x81, "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_u": 0xAD, "f64.div": 0xA3, "f32.demote_f64": 0xB6, "f64.convert_i64_s": 0xB9,
}  # fmt: skip
"""Instructions that take only operands."""


class UnknownInstruction(Exception):
    """Raised for an instruction of a text that has no code here."""


@dataclass(slots=True)
class SExpression:
    """A form in brackets: its words, and the forms in it, in their order."""

    items: list[SExpression | str] = field(default_factory=list["SExpression | str"])

    @property
    def head(self) -> str:
        """The first word."""
        return self.word(0)

    def word(self, place: int) -> str:
        """Return the word at a place."""
        found = self.items[place]
        assert isinstance(found, str)
        return found

    def forms(self, head: str = "") -> Iterator[SExpression]:
        """Yield the forms in this one, or only forms with a given head."""
        yield from (item for item in self.items if isinstance(item, SExpression) and head in ("", item.head))


def wasm_bytes(text: str) -> bytes:
    """The binary form of a module that `wasm_text` has printed."""
    (module,) = _read(text).forms()
    (memory,) = module.forms("memory")
    functions = [_Function.of(form) for form in module.forms("func")]
    numbers = {function.name: number for number, function in enumerate(functions)}
    widths = sorted({len(function.parameters) for function in functions})
    exports = [(_quoted(form), b"\x02", 0) for form in memory.forms("export")]
    exports += [(function.export, b"\x00", n) for n, function in enumerate(functions) if function.export is not None]
    least, most = (_unsigned(int(memory.word(place))) for place in (-2, -1))
    sections: tuple[tuple[int, Sequence[bytes]], ...] = (
        (1, [b"\x60" + _vector([I64] * width) + _vector([I64]) for width in widths]),
        (3, [_unsigned(widths.index(len(function.parameters))) for function in functions]),
        (5, [b"\x01" + least + most]),
        (7, [_sized(name) + kind + _unsigned(number) for name, kind, number in exports]),
        (10, [_sized(function.code(numbers)) for function in functions]),
        (11, [_data(form) for form in module.forms("data")]),
    )
    return b"\0asm\x01\0\0\0" + b"".join(bytes([code]) + _sized(_vector(items)) for code, items in sections)


def _read(text: str) -> SExpression:
    """Return the forms in a text."""
    whole = SExpression()
    within = [whole]
    for token in TOKEN.findall(text):
        if token == "(":
            inner = SExpression()
            within[-1].items.append(inner)
            within.append(inner)
        elif token == ")":
            within.pop()
        else:
            within[-1].items.append(token)
    return whole


def _quoted(form: SExpression) -> bytes:
    """The text at the end of a form."""
    return form.word(-1)[1:-1].encode("ascii")


def _data(form: SExpression) -> bytes:
    """Return a data segment of memory from an address on, every byte written as its number."""
    (address,) = form.forms()
    content = bytes.fromhex(form.word(-1)[1:-1].replace("\\", ""))
    return b"\x00" + CONSTANTS[address.head] + _signed(int(address.word(1))) + END + _sized(content)


@dataclass(slots=True)
class _Function:
    """A function that is being encoded; `labels` are the labels of the enclosing blocks, the innermost last."""

    name: str
    export: bytes | None
    parameters: tuple[str, ...]
    variables: dict[str, int]
    body: Sequence[SExpression | str]
    labels: list[str] = field(default_factory=list[str])

    @staticmethod
    def of(form: SExpression) -> _Function:
        """Return a function read from its form."""
        parameters = tuple(one.word(1) for one in form.forms("param"))
        names = (*parameters, *(one.word(1) for one in form.forms("local")))
        head = ("export", "param", "result", "local")
        body = [item for item in form.items[2:] if isinstance(item, str) or item.head not in head]
        export = next(map(_quoted, form.forms("export")), None)
        return _Function(form.word(1), export, parameters, {name: number for number, name in enumerate(names)}, body)

    def code(self, functions: Mapping[str, int]) -> bytes:
        """Return the code of the function: its variables, all words, and its instructions."""
        count = len(self.variables) - len(self.parameters)
        variables = _vector([_unsigned(count) + I64] if count else [])
        return variables + b"".join(self.run(self.body, functions)) + END

    def run(self, items: Iterable[SExpression | str], functions: Mapping[str, int]) -> Iterator[bytes]:
        """Return instructions in sequence."""
        for item in items:
            if isinstance(item, str):
                yield bytes([_plain(item)])
            else:
                yield from self.instruction(item, functions)

    def instruction(self, form: SExpression, functions: Mapping[str, int]) -> Iterator[bytes]:
        """An instruction with its operands before it."""
        head = form.head
        if head in BLOCKS:
            yield from self.block(form, functions)
        elif head == "if":
            yield from self.either(form, functions)
        elif head in CONSTANTS:
            yield CONSTANTS[head] + _signed(int(form.word(1)))
        elif head in LOCALS or head in JUMPS or head in MEMORY or head == "call":
            yield from self.run(form.items[2:], functions)
            yield self.named(head, form.word(1), functions)
        else:
            code = _plain(head)
            yield from self.run(form.items[1:], functions)
            yield bytes([code])

    def named(self, head: str, name: str, functions: Mapping[str, int]) -> bytes:
        """Encode an operation followed by the name of its subject: a variable, a label, a function, an offset in memory."""
        if head in LOCALS:
            return LOCALS[head] + _unsigned(self.variables[name])
        if head in JUMPS:
            return JUMPS[head] + _unsigned(self.labels[::-1].index(name))
        if head in MEMORY:
            return MEMORY[head] + _unsigned(int(name.removeprefix("offset=")))
        return b"\x10" + _unsigned(functions[name])

    def block(self, form: SExpression, functions: Mapping[str, int]) -> Iterator[bytes]:
        """A block or a loop, which can be left by its label."""
        result = next(form.forms("result"), None)
        self.labels.append(form.word(1))
        yield BLOCKS[form.head] + (EMPTY if result is None else _type(result))
        yield from self.run(form.items[2 if result is None else 3 :], functions)
        yield END
        self.labels.pop()

    def either(self, form: SExpression, functions: Mapping[str, int]) -> Iterator[bytes]:
        """Encode one of two values; inside the two values, the whole counts as a block without a label."""
        result, test, then, otherwise = form.forms()
        yield from self.instruction(test, functions)
        self.labels.append("")
        yield b"\x04" + _type(result)
        yield from self.run(then.items[1:], functions)
        yield ELSE
        yield from self.run(otherwise.items[1:], functions)
        yield END
        self.labels.pop()


def _plain(word: str) -> int:
    """Return the code of an instruction whose only inputs are operands. Raise `UnknownInstruction` if there is no such code."""
    if word not in PLAIN:
        raise UnknownInstruction(f"no code for the instruction `{word}`")
    return PLAIN[word]


def _type(result: SExpression) -> bytes:
    return I64 if result.word(1) == "i64" else I32


# ---------------------------------------------------------------------------------------------- numbers (LEB128)


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


# -------------------------------------------------------------------------- wasm


WORD: Final = 8
FLOAT, BYTE = 4, 1
PAGE: Final = 1 << 16
_ARITHMETIC: Final[Mapping[ir.ArithmeticOperator, str]] = {
    "+": "add", "-": "sub", "*": "mul", "//": "div_s", "%": "rem_s", "&": "and", "|": "or", "^": "xor",
    "<<": "shl", ">>": "shr_s",
}  # fmt: skip
_RELATIONS: Final[Mapping[ir.Relation, str]] = {
    "==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s",
}  # fmt: skip


def wasm_text(module: ir.Module) -> str:
    """The text of a module, which exports its memory and functions."""
    tables: dict[str, int] = {}
    data = [f'(data (i32.const {address * WORD}) "{_bytes(words)}")' for address, words in module.data]
    end = module.words * WORD
    for name, values in module.tables:
        tables[name] = end
        data.append(f'(data (i32.const {end}) "{_bytes(values)}")')
        end += WORD * len(values)
    pages = -(-end // PAGE)
    outside = {inside: name for name, inside in module.exports}
    names = in_place(module)
    written = {function.name: function for function in module.functions if function.name in names}
    lines = ["(module", f'(memory (export "memory") {pages} {pages})', *data]
    for function in module.functions:
        if function.name in outside or function.name not in written:
            lines += _Printer(tables, module.trap, written).function(function, outside.get(function.name))
    return "\n".join([*lines, ")", ""])


def _bytes(values: tuple[int, ...]) -> str:
    written = pack(f"<{len(values)}q", *values).hex("\\")
    return f"\\{written}" if values else ""


@dataclass(frozen=True, slots=True)
class _Place:
    """The context of an inlined call: the suffix of its variables, and, where its result is only tested, the label of the jump
    on one outcome.
    """

    number: int
    label: str | None = None
    outcome: bool = False


@dataclass(slots=True)
class _Printer:
    """Prints one function. Loops are numbered, so that a `break` can name the loop that it leaves. Calls that are replaced by a
    function are numbered too: its variables have this number, and a return leaves its block.

    Tests are printed as jumps, because a truth that was first turned into a number would be tested twice.
    """

    tables: Mapping[str, int]
    trap: int
    written: Mapping[str, ir.LoweredFunction]
    loops: list[int] = field(default_factory=list[int])
    places: list[_Place] = field(default_factory=list["_Place"])
    variables: list[str] = field(default_factory=list[str])
    numbers: Iterator[int] = field(default_factory=count)

    def function(self, function: ir.LoweredFunction, export: str | None) -> Iterator[str]:
        exported = "" if export is None else f' (export "{export}")'
        parameters = "".join(f" (param ${name} i64)" for name in function.parameters)
        body = list(self.block(function.body))
        yield f"(func ${function.name}{exported}{parameters} (result i64)"
        yield from (f"(local ${name} i64)" for name in (*function.locals, *self.variables))
        yield from body
        yield "(i64.const 0))"

    def name(self, name: str) -> str:
        """Return a variable's name, with the number of the call in which its function is inlined."""
        return f"{name}.{self.places[-1].number}" if self.places else name

    def in_place(self, function: ir.LoweredFunction, arguments: tuple[ir.Value, ...]) -> str:
        """Return a function instead of its call: a block that gives its value."""
        place = _Place(next(self.numbers))
        body = " ".join(self.written_out(place, function, arguments))
        return f"(block $call{place.number} (result i64) {body} (i64.const 0))"

    def jump_in_place(self, call: ir.Call, label: str, *, outcome: bool) -> Iterator[str]:
        """Print a function instead of its call, with a jump to a label if its value has the given outcome (not 0,
        or 0).
        """
        place = _Place(next(self.numbers), label, outcome)
        yield f"(block $call{place.number}"
        yield from self.written_out(place, self.written[call.function], call.arguments)
        yield ")" if outcome else f"(br ${label}))"

    def written_out(self, place: _Place, function: ir.LoweredFunction, arguments: tuple[ir.Value, ...]) -> Iterator[str]:
        given = [self.value(argument) for argument in arguments]
        self.places.append(place)
        self.variables += map(self.name, (*function.parameters, *function.locals))
        names = map(self.name, function.parameters)
        yield from [f"(local.set ${name} {value})" for name, value in zip(names, given, strict=True)]
        yield from list(self.block(function.body))
        self.places.pop()

    def block(self, body: tuple[ir.Statement, ...]) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement)

    def statement(self, statement: ir.Statement) -> Iterator[str]:
        match statement:
            case ir.Assign(name=name, value=of):
                yield f"(local.set ${self.name(name)} {self.value(of)})"
            case ir.Store(address=address, value=of):
                place, offset = self.address(address)
                yield f"(i64.store offset={offset} {place} {self.value(of)})"
            case ir.StoreByte(place=at, value=of):
                place, offset = self.address(at, BYTE)
                yield f"(i64.store8 offset={offset} {place} {self.value(of)})"
            case ir.StoreFloat(place=at, dividend=dividend, divisor=divisor):
                place, offset = self.address(at, FLOAT)
                yield f"(f32.store offset={offset} {place} {self.quotient(dividend, divisor)})"
            case ir.CallStatement(call=call):
                yield f"(drop {self.value(call)})"
            case ir.If(test=test, then=(ir.Break(),), otherwise=()):
                yield from self.jump(test, f"out{self.loops[-1]}", outcome=True)
            case ir.If(test=test, then=then, otherwise=otherwise):
                end = next(self.numbers)
                yield f"(block $end{end}" if otherwise else ""
                yield f"(block $else{end}"
                yield from self.jump(test, f"else{end}", outcome=False)
                yield from self.block(then)
                yield f"(br $end{end}))" if otherwise else ")"
                yield from self.block(otherwise)
                yield ")" if otherwise else ""
            case ir.Loop(body=body):
                self.loops.append(next(self.numbers))
                yield f"(block $out{self.loops[-1]} (loop $in{self.loops[-1]}"
                yield from self.block(body)
                yield f"(br $in{self.loops.pop()})))"
            case ir.Break():
                yield f"(br $out{self.loops[-1]})"
            case ir.Continue():
                yield f"(br $in{self.loops[-1]})"
            case ir.Return(value=of):
                yield from self.give(of)
            case ir.Trap(reason=reason):
                yield f"(i64.store offset={self.trap * WORD} (i32.const 0) (i64.const {reason})) unreachable"
            case _:
                assert_never(statement)

    def give(self, value: ir.Value) -> Iterator[str]:
        """Return the value of a function, or, instead of a call, leave its block with it."""
        if not self.places:
            yield f"(return {self.value(value)})"
            return
        place = self.places[-1]
        if place.label is None:
            yield f"(br $call{place.number} {self.value(value)})"
            return
        yield from self.jump(
            value.test if isinstance(value, ir.AsNumber) else nonzero(value), place.label, outcome=place.outcome
        )
        yield f"(br $call{place.number})"

    def jump(self, test: ir.Test, label: str, *, outcome: bool) -> Iterator[str]:
        """Jump to a label if a test has a given outcome; otherwise go on."""
        match test:
            case ir.Known(value=known):
                yield f"(br ${label})" if known is outcome else ""
            case ir.Not(test=inner):
                yield from self.jump(inner, label, outcome=not outcome)
            case ir.Comparison(relation=("==" | "!=") as relation, first=ir.Call() as call, second=ir.Const(value=0)) if (
                call.function in self.written
            ):
                yield from self.jump_in_place(call, label, outcome=outcome is (relation == "!="))
            case ir.And() | ir.Or() if not is_total(ir.AsNumber(test.second)):
                yield from self.jump_of_two(test, label, outcome=outcome)
            case _:
                yield f"(br_if ${label} {self.test(test if outcome else negation(test))})"

    def jump_of_two(self, test: ir.And | ir.Or, label: str, *, outcome: bool) -> Iterator[str]:
        """Print the jump of a test of two. If the first test may decide the whole, it jumps to the label or past the second
        test.
        """
        decisive = isinstance(test, ir.Or)
        if decisive is outcome:
            yield from self.jump(test.first, label, outcome=decisive)
            yield from self.jump(test.second, label, outcome=outcome)
            return
        past = f"past{next(self.numbers)}"
        yield f"(block ${past}"
        yield from self.jump(test.first, past, outcome=decisive)
        yield from self.jump(test.second, label, outcome=outcome)
        yield ")"

    def quotient(self, dividend: ir.Value, divisor: ir.Value) -> str:
        """Print a quotient, evaluated as a double and rounded once."""
        first, second = (f"(f64.convert_i64_s {self.value(value)})" for value in (dividend, divisor))
        return f"(f32.demote_f64 {first if divisor == ONE else f'(f64.div {first} {second})'})"

    def address(self, address: ir.Value, size: int = WORD, base: int = 0) -> tuple[str, int]:
        """Return an address in the form of WebAssembly: a value, here in bytes, and a constant that is added to it. Both are
        unsigned. The index of a table is not split, since nobody, -1, may come before the 1 that is added.
        """
        match address:
            case ir.Const(value=known):
                return "(i32.const 0)", base + known * size
            case ir.Binary(operator="+", first=ir.Const(value=known), second=rest) if known >= 0:
                return self.address(rest, size, base + known * size)
            case ir.Binary(operator="+", first=rest, second=ir.Const(value=known)) if known >= 0:
                return self.address(rest, size, base + known * size)
            case _:
                return self.bytes(address, size), base

    def bytes(self, parts: ir.Value, size: int = WORD) -> str:
        """Return a number of parts of memory, by default words, as a number of bytes."""
        number = f"(i32.wrap_i64 {self.value(parts)})"
        return number if size == BYTE else f"(i32.shl {number} (i32.const {size.bit_length() - 1}))"

    def value(self, value: ir.Value) -> str:
        match value:
            case ir.Const(value=known):
                return f"(i64.const {known})"
            case ir.Var(name=name):
                return f"(local.get ${self.name(name)})"
            case ir.Load(address=address):
                place, offset = self.address(address)
                return f"(i64.load offset={offset} {place})"
            case ir.Lookup(table=table, index=index):
                return f"(i64.load offset={self.tables[table]} {self.bytes(index)})"
            case ir.Binary(operator=sign, first=first, second=second):
                return f"(i64.{_ARITHMETIC[sign]} {self.value(first)} {self.value(second)})"
            case ir.PopCount(of=of):
                return f"(i64.popcnt {self.value(of)})"
            case ir.LowestBit(of=of):
                return f"(i64.ctz {self.value(of)})"
            case ir.Choose(test=test, then=then, otherwise=otherwise) if is_total(then) and is_total(otherwise):
                return f"(select {self.value(then)} {self.value(otherwise)} {self.test(test)})"
            case ir.Choose(test=test, then=then, otherwise=otherwise):
                return f"(if (result i64) {self.test(test)} (then {self.value(then)}) (else {self.value(otherwise)}))"
            case ir.Call(function=function, arguments=arguments) if function in self.written:
                return self.in_place(self.written[function], arguments)
            case ir.Call(function=function, arguments=arguments):
                return f"(call ${' '.join((function, *map(self.value, arguments)))})"
            case ir.AsNumber(test=test):
                return f"(i64.extend_i32_u {self.test(test)})"
            case _:
                assert_never(value)

    def test(self, test: ir.Test) -> str:
        match test:
            case ir.Known(value=known):
                return f"(i32.const {int(known)})"
            case ir.Comparison(relation="==", first=first, second=ir.Const(value=0)):
                return f"(i64.eqz {self.value(first)})"
            case ir.Comparison(relation=relation, first=first, second=second):
                return f"(i64.{_RELATIONS[relation]} {self.value(first)} {self.value(second)})"
            case ir.And(first=first, second=second) if is_total(ir.AsNumber(second)):
                return f"(i32.and {self.test(first)} {self.test(second)})"
            case ir.Or(first=first, second=second) if is_total(ir.AsNumber(second)):
                return f"(i32.or {self.test(first)} {self.test(second)})"
            case ir.And(first=first, second=second):
                return f"(if (result i32) {self.test(first)} (then {self.test(second)}) (else (i32.const 0)))"
            case ir.Or(first=first, second=second):
                return f"(if (result i32) {self.test(first)} (then (i32.const 1)) (else {self.test(second)}))"
            case ir.Not(test=inner):
                return f"(i32.eqz {self.test(inner)})"
            case _:
                assert_never(test)
