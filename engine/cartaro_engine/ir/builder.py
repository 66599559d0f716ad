"""A function under construction: statements are written one after the other, blocks with `with`.

A block whose test is decided beforehand leaves no `If` behind: its statements stand in line, or nowhere.

What a function does wherever it ends.

A module under construction: the functions and tables made so far, each under a key of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, assert_never

from cartaro_engine.ir.folding import ONE, ZERO, common, is_simple, lowest, minus, plus
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
    Test,
    Trap,
    Value,
    Var,
)
from cartaro_engine.ir.passes import calls

# ------------------------------------------------------------------------ writer


WORD_BITS: Final = 64


class Writer:
    """Writes one function."""

    def __init__(self, name: str, *parameters: str) -> None:
        self.name = name
        self._parameters = parameters
        self._locals: list[str] = []
        self._block: list[Statement] = []

    def function(self) -> LoweredFunction:
        """The function as it is written now."""
        return LoweredFunction(self.name, self._parameters, tuple(self._locals), tuple(self._block))

    def fresh(self, hint: str) -> Var:
        """A new local variable, which must be set before it is read: loops do not clear it."""
        name = f"{plain(hint)}_{len(self._locals)}"
        self._locals.append(name)
        return Var(name)

    def let(self, value: Value, hint: str) -> Value:
        """A value that is worked out here and once."""
        if is_simple(value):
            return value
        return self.variable(value, hint)

    def variable(self, value: Value, hint: str) -> Var:
        """A new local variable with a value."""
        made = self.fresh(hint)
        self.assign(made, value)
        return made

    def assign(self, variable: Var, value: Value) -> None:
        self._block.append(Assign(variable.name, value))

    def store(self, address: Value, value: Value) -> None:
        self._block.append(Store(address, value))

    def do(self, function: str, *arguments: Value) -> None:
        self._block.append(CallStatement(Call(function, arguments)))

    def give(self, value: Value) -> None:
        self._block.append(Return(value))

    def trap(self, reason: int) -> None:
        self._block.append(Trap(reason))

    def leave(self) -> None:
        self._block.append(Break())

    def again(self) -> None:
        self._block.append(Continue())

    @contextmanager
    def when(self, test: Test) -> Generator[None, None, None]:
        """What is done where a test holds."""
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
        """What is done again and again, until something in it leaves; `most` is how often at most, where that is known."""
        outer, self._block = self._block, []
        yield
        inner, self._block = self._block, outer
        self._block.append(Loop(tuple(inner), most))

    @contextmanager
    def each(self, members: Value, hint: str) -> Generator[Var, None, None]:
        """What is done for each member of a set, from the lowest up; the set is read once."""
        left, member = self.variable(members, "left"), self.fresh(hint)
        with self.loop(WORD_BITS):
            with self.when(Comparison("==", left, ZERO)):
                self.leave()
            self.assign(member, lowest(left))
            self.assign(left, common(left, minus(left, ONE)))
            yield member

    @contextmanager
    def count(self, first: Value, end: Value, hint: str, most: int | None = None) -> Generator[Var, None, None]:
        """What is done for each number from the first up to, and without, the end, which is read once; `most` is how many
        numbers there are at most, where that is known.
        """
        last, number = self.let(end, "end"), self.fresh(hint)
        self.assign(number, minus(first, ONE))
        rounds = minus(end, first)
        known = rounds.value if isinstance(rounds, Const) else most
        with self.loop(None if known is None else known + 1):
            self.assign(number, plus(number, ONE))
            with self.when(Comparison(">=", number, last)):
                self.leave()
            yield number


def plain(hint: str) -> str:
    """What a word, which may be an author's, gives to the name of a function or variable; a number always follows."""
    return "".join(letter for letter in hint if letter.isascii() and (letter.isalnum() or letter == "_"))


# ----------------------------------------------------------------------- endings


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


# ------------------------------------------------------------------ module draft


@dataclass(slots=True, kw_only=True)
class ModuleDraft:
    """What has been written of a module.  Where functions make sets of several words, `passing` is the address of the word that
    says where the next of them is laid.
    """

    passing: int | None
    functions: dict[str, LoweredFunction] = field(default_factory=dict[str, LoweredFunction])
    tables: dict[tuple[int, ...], str] = field(default_factory=dict[tuple[int, ...], str])
    made: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    leaving: set[str] = field(default_factory=set[str])
    """The functions that leave sets of several words behind."""

    def table(self, values: tuple[int, ...]) -> str:
        """The name of a table with these entries."""
        return self.tables.setdefault(values, f"table_{len(self.tables)}")

    def look_up(self, values: tuple[int, ...], index: Value) -> Value:
        """An entry of a table."""
        return Const(values[index.value]) if isinstance(index, Const) else Lookup(self.table(values), index)

    def define(
        self, key: Hashable, hint: str, parameters: tuple[str, ...], write: Callable[[Writer], None], *, keeps: bool = False
    ) -> str:
        """The function for a key, written when it is first wanted; it may call itself.  Unless it `keeps` them, since it gives
        one, sets of several words that it has made are forgotten at its end.
        """
        if key not in self.made:
            name = f"{plain(hint)}_{len(self.made)}"
            self.made[key] = name
            writer = Writer(name, *parameters)
            write(writer)
            function = writer.function()
            if keeps and self.passing is not None:
                self.leaving.add(name)
            elif self.passing is not None and not self.leaving.isdisjoint(calls(function.body)):
                function = restoring(function, self.passing)
            self.functions[name] = function
        return self.made[key]
