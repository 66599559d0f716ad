"""Compiled pieces: what an expression becomes, and the names in whose light it is read.

A `Code` is run on the cells of a state and a frame: one row of numbers for the actor, the parameters of an act and the
words that a clause binds.  Every value is a number: a truth 0 or 1, a card, player, side or symbol its number (`NOBODY`
for none), a set a bit mask.

The compiler of one game: what it knows of the game, what it has compiled, and the way from an expression to its code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Expr, Game, msg
from cartaro_grammar import game as g
from cartaro_interpreter.state.faults import Unsupported, Work
from cartaro_interpreter.state.state import NOBODY, Cells, Layout
from cartaro_interpreter.state.subsets import Shapes

# -------------------------------------------------------------------------- code


Frame = list[int]
Run = Callable[[Cells, Frame], int]


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled expression; `constant` is its value where that is known beforehand."""

    run: Run
    constant: int | None = None


def constant(value: int) -> Code:
    """Code with a known value."""
    return Code(lambda cells, frame: value, value)


TRUE = constant(1)
FALSE = constant(0)


def changed(code: Code, change: Callable[[int], int]) -> Code:
    """Code that changes one value by a plain function."""
    if code.constant is not None:
        return constant(change(code.constant))
    run = code.run
    return Code(lambda cells, frame: change(run(cells, frame)))


@dataclass(slots=True)
class Frames:
    """Hands out the places of one frame while its expressions are compiled."""

    size: int = 0

    def place(self) -> int:
        """A new place."""
        self.size += 1
        return self.size - 1

    def fresh(self) -> Frame:
        """A frame to run in, once all is compiled."""
        return [0] * self.size


def at(place: int) -> Code:
    """Code that reads a place of the frame."""
    return Code(lambda cells, frame: frame[place])


@dataclass(frozen=True, slots=True)
class CodeScope:
    """Who acts and what the words of a clause stand for, in one frame; `within` has the domains in which some of them, the
    actor's arguments, are known to lie.
    """

    frames: Frames
    actor: Code
    names: Mapping[str, Code] = field(default_factory=dict[str, Code])
    within: Mapping[str, g.Parameter] = field(default_factory=dict[str, g.Parameter])

    def bind(self, name: str, code: Code) -> CodeScope:
        """The scope with one more name."""
        return replace(self, names={**self.names, name: code})


def all_of(codes: tuple[Code, ...]) -> Code:
    """Code for `and`, left to right."""
    if any(code.constant == 0 for code in codes):
        return FALSE
    runs = tuple(code.run for code in codes if code.constant is None)
    match runs:
        case ():
            return TRUE
        case (one,):
            return Code(one)
        case (first, second):
            return Code(lambda cells, frame: first(cells, frame) and second(cells, frame))
        case _:
            return Code(lambda cells, frame: _every(runs, cells, frame))


def any_of(codes: tuple[Code, ...]) -> Code:
    """Code for `or`, left to right."""
    if any(code.constant == 1 for code in codes):
        return TRUE
    runs = tuple(code.run for code in codes if code.constant is None)
    match runs:
        case ():
            return FALSE
        case (one,):
            return Code(one)
        case (first, second):
            return Code(lambda cells, frame: first(cells, frame) or second(cells, frame))
        case _:
            return Code(lambda cells, frame: _some(runs, cells, frame))


def none_of(code: Code) -> Code:
    """Code for `not`."""
    if code.constant is not None:
        return FALSE if code.constant else TRUE
    run = code.run
    return Code(lambda cells, frame: 0 if run(cells, frame) else 1)


def _every(runs: tuple[Run, ...], cells: Cells, frame: Frame) -> int:
    for run in runs:
        if not run(cells, frame):
            return 0
    return 1


def _some(runs: tuple[Run, ...], cells: Cells, frame: Frame) -> int:
    for run in runs:
        if run(cells, frame):
            return 1
    return 0


# ---------------------------------------------------------------------- compiler


MOST_CODE = 200_000
Called = Callable[[Cells, int, tuple[int, ...]], int]
"""A compiled definition: cells, who acts, the arguments."""
Meaning = Callable[["Compiler", Expr, CodeScope], Code]
"""What an expression becomes."""


@dataclass(slots=True)
class Compiler:
    """Compiles the expressions of one game; remembers its definitions, and the circles that it must not enter.  `named` are the
    cards that the rules name by their codes; once the game is compiled (`sealed`), what is asked of it names none.
    `meaning` is what every construct comes to (`expressions.py`), handed down for whoever compiles one and needs its parts.
    """

    game: Game
    layout: Layout
    symbols: dict[tuple[str, str], int]
    meaning: Meaning
    functions: dict[tuple[str, tuple[int | None, ...]], Called] = field(
        default_factory=dict[tuple[str, tuple[int | None, ...]], Called]
    )
    inside: list[str] = field(default_factory=list[str])
    named: int = 0
    sealed: bool = False
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    shapes: dict[Expr, Shapes] = field(default_factory=dict[Expr, Shapes])
    written: int = 0
    work: Work = field(default_factory=Work)

    def symbol(self, enumeration: str, name: str) -> int:
        """The number of a symbol within its enumeration."""
        known = self.symbols.get((enumeration, name))
        if known is None:
            known = sum(1 for other, _ in self.symbols if other == enumeration)
            self.symbols[enumeration, name] = known
        return known

    def symbol_name(self, enumeration: str, number: int) -> str | None:
        """The name of a symbol by its number."""
        return next((name for (e, name), n in self.symbols.items() if e == enumeration and n == number), None)

    def condition(self, clause: Clause, scope: CodeScope) -> Code:
        """Whether a clause applies: every `when`, and no `unless`."""
        return self.case(clause.when, clause.unless, scope)

    def case(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: CodeScope) -> Code:
        """Whether all of some conditions hold and none of some others."""
        return all_of((
            *(self.code(expr, scope) for expr in when),
            *(none_of(self.code(expr, scope)) for expr in unless),
        ))  # fmt: skip

    def code(self, expr: Expr, scope: CodeScope) -> Code:
        """The code of an expression."""
        self.written += 1
        if self.written > MOST_CODE:
            raise Unsupported(msg("a game in which definitions use each other this often"), expr.span)
        return self.meaning(self, expr, scope)

    def written_faces(self, expr: g.Cards) -> list[tuple[int, ...]]:
        """The faces that each of some written cards may mean; itself first, where it may be meant."""
        readings = expr.readings or (None,) * len(expr.cards)
        return [self.layout.faces.faces_like(card, like) for card, like in zip(expr.cards, readings, strict=True)]

    def slot(self, expr: g.InZone | g.Recall, scope: CodeScope) -> Code:
        """The cell that a zone or a memory cell is kept in, or `NOBODY` where its owner is nobody."""
        base = self.layout.places[expr.zone].slot if isinstance(expr, g.InZone) else self.layout.memory[expr.cell].slot
        if expr.owner is None:
            return constant(base)
        owner = self.code(expr.owner, scope)
        if owner.constant is not None:
            return constant(NOBODY if owner.constant == NOBODY else base + owner.constant)
        run = owner.run

        def slot(cells: Cells, frame: Frame) -> int:
            number = run(cells, frame)
            return NOBODY if number == NOBODY else base + number

        return Code(slot)
