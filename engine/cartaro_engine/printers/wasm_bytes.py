"""The text of a module as the bytes that every host of WebAssembly runs, for where nobody reads text: a browser.

Takes what `wasm_text` prints and nothing more of the language: one memory, functions of words, folded instructions.  Names are
resolved here, and instructions unfolded: operands first, then the operation.  Encoding: WebAssembly Core Specification 2.0,
chapter 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

TOKEN: Final = re.compile(r'[()]|"[^"]*"|[^\s()"]+')
I32, I64, EMPTY = b"\x7f", b"\x7e", b"\x40"
END, ELSE = b"\x0b", b"\x05"
BLOCKS: Final[Mapping[str, bytes]] = {"block": b"\x02", "loop": b"\x03"}
JUMPS: Final[Mapping[str, bytes]] = {"br": b"\x0c", "br_if": b"\x0d"}
LOCALS: Final[Mapping[str, bytes]] = {"local.get": b"\x20", "local.set": b"\x21"}
MEMORY: Final[Mapping[str, bytes]] = {"i64.load": b"\x29\x03", "i64.store": b"\x37\x03"}
"""With the power of two that an address of a word is a multiple of."""
CONSTANTS: Final[Mapping[str, bytes]] = {"i32.const": b"\x41", "i64.const": b"\x42"}
PLAIN: Final[Mapping[str, int]] = {
    "unreachable": 0x00, "return": 0x0F, "drop": 0x1A, "select": 0x1B, "i32.eqz": 0x45, "i64.eqz": 0x50, "i64.eq": 0x51,
    "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.gt_s": 0x55, "i64.le_s": 0x57, "i64.ge_s": 0x59, "i32.and": 0x71, "i32.or": 0x72,
    "i32.shl": 0x74, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.rem_s": 0x81,
    "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87, "i32.wrap_i64": 0xA7,
    "i64.extend_i32_u": 0xAD,
}  # fmt: skip
"""What takes operands and nothing else."""


@dataclass(slots=True)
class SExpression:
    """A form in brackets: its words, and the forms in it, in their order."""

    items: list[SExpression | str] = field(default_factory=list["SExpression | str"])

    @property
    def head(self) -> str:
        """What it is: its first word."""
        return self.word(0)

    def word(self, place: int) -> str:
        """A word of it."""
        found = self.items[place]
        assert isinstance(found, str)
        return found

    def forms(self, head: str = "") -> Iterator[SExpression]:
        """The forms in it, or those of a kind."""
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
    """A text as the forms in it."""
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
    """What memory has from an address on; the bytes are all written by their numbers."""
    (address,) = form.forms()
    content = bytes.fromhex(form.word(-1)[1:-1].replace("\\", ""))
    return b"\x00" + CONSTANTS[address.head] + _signed(int(address.word(1))) + END + _sized(content)


@dataclass(slots=True)
class _Function:
    """A function on its way to bytes: `labels` are those of the blocks around a place, the innermost last."""

    name: str
    export: bytes | None
    parameters: tuple[str, ...]
    variables: dict[str, int]
    body: Sequence[SExpression | str]
    labels: list[str] = field(default_factory=list[str])

    @staticmethod
    def of(form: SExpression) -> _Function:
        """A function as it is written."""
        parameters = tuple(one.word(1) for one in form.forms("param"))
        names = (*parameters, *(one.word(1) for one in form.forms("local")))
        head = ("export", "param", "result", "local")
        body = [item for item in form.items[2:] if isinstance(item, str) or item.head not in head]
        export = next(map(_quoted, form.forms("export")), None)
        return _Function(form.word(1), export, parameters, {name: number for number, name in enumerate(names)}, body)

    def code(self, functions: Mapping[str, int]) -> bytes:
        """Its variables, all words, and its instructions."""
        count = len(self.variables) - len(self.parameters)
        variables = _vector([_unsigned(count) + I64] if count else [])
        return variables + b"".join(self.run(self.body, functions)) + END

    def run(self, items: Iterable[SExpression | str], functions: Mapping[str, int]) -> Iterator[bytes]:
        """Instructions one after the other."""
        for item in items:
            if isinstance(item, str):
                yield bytes([PLAIN[item]])
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
        elif head in PLAIN:
            yield from self.run(form.items[1:], functions)
            yield bytes([PLAIN[head]])
        else:
            yield from self.run(form.items[2:], functions)
            yield self.named(head, form.word(1), functions)

    def named(self, head: str, name: str, functions: Mapping[str, int]) -> bytes:
        """An operation that is followed by what it is of: a variable, a label, a function, an offset in memory."""
        if head in LOCALS:
            return LOCALS[head] + _unsigned(self.variables[name])
        if head in JUMPS:
            return JUMPS[head] + _unsigned(self.labels[::-1].index(name))
        if head in MEMORY:
            return MEMORY[head] + _unsigned(int(name.removeprefix("offset=")))
        assert head == "call", head
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
        """One of two values; within them the whole counts as a block without a label."""
        result, test, then, otherwise = form.forms()
        yield from self.instruction(test, functions)
        self.labels.append("")
        yield b"\x04" + _type(result)
        yield from self.run(then.items[1:], functions)
        yield ELSE
        yield from self.run(otherwise.items[1:], functions)
        yield END
        self.labels.pop()


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
