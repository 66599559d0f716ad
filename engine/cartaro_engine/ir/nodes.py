"""Nodes: functions over one memory of 64-bit words, with structured statements and two kinds of expressions.

A `Value` is a signed 64-bit word; a `Test` is true or false. As these are two unions, the type checker finds every word that is
used as a truth. No operation may overflow: the lowering keeps every number of a game small (`lower/expressions`), so that a
word of WebAssembly, a `long` of C and an `int` of Python agree. Evaluation goes from left to right; `Both` and `Either` stop as
soon as they are decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ArithmeticOperator = Literal["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"]
"""`>>` keeps the sign; `//` and `%` are used only for numbers that are not negative; shifts are by 0 to 63."""
Relation = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter or local variable of the function; locals begin at 0."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """The word of memory at an address, counted in words."""

    address: Value


@dataclass(frozen=True, slots=True)
class Lookup:
    """An entry of a constant table; the index must be within the table."""

    table: str
    index: Value


@dataclass(frozen=True, slots=True)
class Binary:
    operator: ArithmeticOperator
    first: Value
    second: Value


@dataclass(frozen=True, slots=True)
class PopCount:
    """The number of bits set in a word that is not negative."""

    of: Value


@dataclass(frozen=True, slots=True)
class LowestBit:
    """The number of the lowest bit set in a word that is not 0."""

    of: Value


@dataclass(frozen=True, slots=True)
class Choose:
    """One of two values. Only the chosen value is evaluated."""

    test: Test
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class AsNumber:
    """A test as a word: 1 for true, 0 for false."""

    test: Test


Value = Const | Var | Load | Lookup | Binary | PopCount | LowestBit | Choose | Call | AsNumber


@dataclass(frozen=True, slots=True)
class Known:
    value: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    relation: Relation
    first: Value
    second: Value


@dataclass(frozen=True, slots=True)
class And:
    first: Test
    second: Test


@dataclass(frozen=True, slots=True)
class Or:
    first: Test
    second: Test


@dataclass(frozen=True, slots=True)
class Not:
    test: Test


Test = Known | Comparison | And | Or | Not


@dataclass(frozen=True, slots=True)
class Assign:
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Store:
    address: Value
    value: Value


@dataclass(frozen=True, slots=True)
class StoreByte:
    """Set a byte of memory (a word has eight bytes); the value is from 0 to 255."""

    place: Value
    value: Value


@dataclass(frozen=True, slots=True)
class StoreFloat:
    """Set a float of 32 bits (a word has two) to the quotient of two words; no evaluation reads it."""

    place: Value
    dividend: Value
    divisor: Value


@dataclass(frozen=True, slots=True)
class CallStatement:
    """A call for its effect."""

    call: Call


@dataclass(frozen=True, slots=True)
class If:
    test: Test
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that repeats the statements until one of them leaves it; `most` bounds the number of rounds, if a bound
    is known.
    """

    body: tuple[Statement, ...]
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Begin the innermost loop again."""


@dataclass(frozen=True, slots=True)
class Return:
    value: Value


@dataclass(frozen=True, slots=True)
class Trap:
    """Stop execution and leave the reason in memory. All other contents of memory are then undefined."""

    reason: int


Statement = Assign | Store | StoreByte | StoreFloat | CallStatement | If | Loop | Break | Continue | Return | Trap


@dataclass(frozen=True, slots=True)
class LoweredFunction:
    """A function whose arguments are words. It returns 0 if it reaches its end."""

    name: str
    parameters: tuple[str, ...]
    locals: tuple[str, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """All functions and tables, the size of the memory in words, the word for a trap's reason, and the exports: the name
    outside, and the function. `data` are initial words of memory: from each address on, some words.
    """

    functions: tuple[LoweredFunction, ...]
    tables: tuple[tuple[str, tuple[int, ...]], ...]
    words: int
    trap: int
    exports: tuple[tuple[str, str], ...]
    data: tuple[tuple[int, tuple[int, ...]], ...] = ()
