"""Builders of functions and modules of the intermediate representation.

A `Writer` emits the statements of one function in order, and its blocks are `with` statements. A block whose test is known is
emitted without an `If`. A `ModuleDraft` holds the functions and tables that have been built, by key, so that nothing is built
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, assert_never

from cartaro_engine.ir.folding import ONE, ZERO, binary, intersection, is_simple, lowest_bit, minus, plus
from cartaro_engine.ir.nodes import (
    Assign,
    Break,
    Call,
    CallStatement,
    Comparison,
    Const,
    Continue,
    If,
    Known,
    Load,
    Lookup,
    Loop,
    LoweredFunction,
    Return,
    Statement,
    Store,
    StoreByte,
    StoreFloat,
    Test,
    Trap,
    Value,
    Var,
)
from cartaro_engine.ir.passes import calls

# ------------------------------------------------------------------------ writer


WORD_BITS: Final = 64
LOW: Final = Const((1 << 32) - 1)
MIXER: Final = 0x5BD1_E995
"""An odd number of 31 bits, by which a hash is multiplied. No product overflows, and every bit of the result depends on every
bit of the hash (the multiplier of MurmurHash2, A. Appleby).
"""


class FunctionBuilder:
    """Builder of one function."""

    def __init__(self, name: str, *parameters: str) -> None:
        self.name = name
        self._parameters = parameters
        self._locals: list[str] = []
        self._block: list[Statement] = []

    def build(self) -> LoweredFunction:
        """Return the function as built so far."""
        return LoweredFunction(self.name, self._parameters, tuple(self._locals), tuple(self._block))

    def new_local(self, hint: str) -> Var:
        """A new local variable, which must be set before it is read: loops do not clear it."""
        name = f"{identifier(hint)}_{len(self._locals)}"
        self._locals.append(name)
        return Var(name)

    def let(self, value: Value, hint: str) -> Value:
        """Return a value that is evaluated here, once."""
        if is_simple(value):
            return value
        return self.variable(value, hint)

    def variable(self, value: Value, hint: str) -> Var:
        """A new local variable with a value."""
        made = self.new_local(hint)
        self.assign(made, value)
        return made

    def assign(self, variable: Var, value: Value) -> None:
        self._block.append(Assign(variable.name, value))

    def store(self, address: Value, value: Value) -> None:
        self._block.append(Store(address, value))

    def store_byte(self, place: Value, value: Value) -> None:
        self._block.append(StoreByte(place, value))

    def store_float(self, place: Value, dividend: Value, divisor: Value = ONE) -> None:
        self._block.append(StoreFloat(place, dividend, divisor))

    def call(self, function: str, *arguments: Value) -> None:
        self._block.append(CallStatement(Call(function, arguments)))

    def return_(self, value: Value) -> None:
        self._block.append(Return(value))

    def trap(self, reason: int) -> None:
        self._block.append(Trap(reason))

    def break_(self) -> None:
        self._block.append(Break())

    def continue_(self) -> None:
        self._block.append(Continue())

    def mix(self, number: Var, word: Value) -> None:
        """Emit code that mixes a word into a hash of 32 bits."""
        halves = binary("^", word, binary(">>", word, Const(32)))
        self.assign(number, intersection(binary("^", number, halves), LOW))
        product = self.variable(binary("*", number, Const(MIXER)), "product")
        self.assign(number, intersection(binary("^", product, binary(">>", product, Const(32))), LOW))

    @contextmanager
    def if_(self, test: Test) -> Generator[None, None, None]:
        """Emit an `If`: the statements of the block run if a test holds."""
        outer, self._block = self._block, []
        yield
        inner, self._block = self._block, outer
        match test:
            case Known(value=True):
                self._block += inner
            case Known():
                pass
            case _:
                self._block.append(If(test, tuple(inner), ()))

    @contextmanager
    def loop(self, most: int | None = None) -> Generator[None, None, None]:
        """Emit a loop that runs until a statement in it leaves the loop. `most` bounds its rounds, if a bound is known."""
        outer, self._block = self._block, []
        yield
        inner, self._block = self._block, outer
        self._block.append(Loop(tuple(inner), most))

    @contextmanager
    def each(self, members: Value, hint: str) -> Generator[Var, None, None]:
        """Emit a loop over the members of a set, from the lowest up; the set is evaluated once."""
        left, member = self.variable(members, "left"), self.new_local(hint)
        with self.loop(WORD_BITS):
            with self.if_(Comparison("==", left, ZERO)):
                self.break_()
            self.assign(member, lowest_bit(left))
            self.assign(left, intersection(left, minus(left, ONE)))
            yield member

    @contextmanager
    def count(self, first: Value, end: Value, hint: str, most: int | None = None) -> Generator[Var, None, None]:
        """Emit a loop over the numbers from `first` to `end`, excluding `end`, which is evaluated once. `most` bounds their
        number, if a bound is known.
        """
        last, number = self.let(end, "end"), self.new_local(hint)
        self.assign(number, minus(first, ONE))
        rounds = minus(end, first)
        known = rounds.value if isinstance(rounds, Const) else most
        with self.loop(None if known is None else known + 1):
            self.assign(number, plus(number, ONE))
            with self.if_(Comparison(">=", number, last)):
                self.break_()
            yield number


def identifier(hint: str) -> str:
    """Return the letters of a word, which may come from a ruleset, that are allowed in the name of a function or variable; a
    number always follows them.
    """
    return "".join(letter for letter in hint if letter.isascii() and (letter.isalnum() or letter == "_"))


# ----------------------------------------------------------------------- endings


def restore_at_end(function: LoweredFunction, address: int) -> LoweredFunction:
    """Return a function that restores a word of memory to its value at the function's beginning, at each of the function's
    ends.
    """
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
            case Assign() | Store() | StoreByte() | StoreFloat() | CallStatement() | Break() | Continue() | Trap():
                return (statement,)
            case _:
                assert_never(statement)

    names = (*function.locals, before.name, given.name)
    first = Assign(before.name, Load(Const(address)))
    return LoweredFunction(function.name, function.parameters, names, (first, *block(function.body), back))


# ------------------------------------------------------------------ module draft


@dataclass(slots=True, kw_only=True)
class ModuleBuilder:
    """A module under construction. If functions return sets of several words, `passing` is the address of the word with the
    place for the next of these sets.
    """

    passing: int | None
    functions: dict[str, LoweredFunction] = field(default_factory=dict[str, LoweredFunction])
    tables: dict[tuple[int, ...], str] = field(default_factory=dict[tuple[int, ...], str])
    made: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    leaving: set[str] = field(default_factory=set[str])
    """The functions that do not release the sets of several words that they make."""

    def table(self, values: tuple[int, ...]) -> str:
        """The name of a table with these entries."""
        return self.tables.setdefault(values, f"table_{len(self.tables)}")

    def look_up(self, values: tuple[int, ...], index: Value) -> Value:
        """An entry of a table."""
        return Const(values[index.value]) if isinstance(index, Const) else Lookup(self.table(values), index)

    def define(
        self,
        key: Hashable,
        hint: str,
        parameters: tuple[str, ...],
        write: Callable[[FunctionBuilder], None],
        *,
        keeps: bool = False,
    ) -> str:
        """Return the name of the function for a key, which is built on first use and may call itself. The sets of several words
        that the function made are released at its end, unless it `keeps` them because it returns one of them.
        """
        if key not in self.made:
            name = f"{identifier(hint)}_{len(self.made)}"
            self.made[key] = name
            writer = FunctionBuilder(name, *parameters)
            write(writer)
            function = writer.build()
            if keeps and self.passing is not None:
                self.leaving.add(name)
            elif self.passing is not None and not self.leaving.isdisjoint(calls(function.body)):
                function = restore_at_end(function, self.passing)
            self.functions[name] = function
        return self.made[key]
