"""Compiled expressions: closures over the cells of a state, and the compiler of one game.

Every value is a number: a truth is 0 or 1; a card, player, side or symbol is its number (`NOBODY` for none); a set is a bit
mask. A `Code` is a pure function of the cells of a state and of a frame. The frame is a row of numbers that holds the actor,
the parameters of an act and the variables that a clause binds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Expr, Game, Stopping, msg
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate.card_groups import THE_SET, Shapes, ShapeTest
from cartaro_interpreter.evaluate.divisions import Divisions
from cartaro_interpreter.state.faults import Unsupported, Work, counted
from cartaro_interpreter.state.state import NOBODY, Cells, Layout

# ---------------------------------------------------------------------- closures


Frame = list[int]
Code = Callable[[Cells, Frame], int]
"""A compiled expression."""


def constant(value: int) -> Code:
    """Return code with a fixed value."""
    return lambda cells, frame: value


TRUE = constant(1)
FALSE = constant(0)


def changed(code: Code, change: Callable[[int], int]) -> Code:
    """Return code that applies a function to the value of other code."""
    return lambda cells, frame: change(code(cells, frame))


@dataclass(slots=True)
class Frames:
    """Allocates the places of one frame while its expressions are compiled."""

    size: int = 0

    def place(self) -> int:
        """Allocate a place."""
        self.size += 1
        return self.size - 1

    def fresh(self) -> Frame:
        """Return an empty frame. Call this only when all code that runs in the frame is compiled."""
        return [0] * self.size


def at(place: int) -> Code:
    """Return code that reads a place of the frame."""
    return lambda cells, frame: frame[place]


@dataclass(frozen=True, slots=True)
class CodeScope:
    """The actor and the bound names of a clause, all in one frame."""

    frames: Frames
    actor: Code
    names: Mapping[str, Code] = field(default_factory=dict[str, Code])

    def bind(self, name: str, code: Code) -> CodeScope:
        """Return the scope with one more name."""
        return replace(self, names={**self.names, name: code})


def all_of(codes: tuple[Code, ...]) -> Code:
    """Return code for `and`, evaluated from left to right."""
    if len(codes) == 1:
        return codes[0]

    def every(cells: Cells, frame: Frame) -> int:
        for code in codes:
            if not code(cells, frame):
                return 0
        return 1

    return every


def any_of(codes: tuple[Code, ...]) -> Code:
    """Return code for `or`, evaluated from left to right."""
    if len(codes) == 1:
        return codes[0]

    def some(cells: Cells, frame: Frame) -> int:
        for code in codes:
            if code(cells, frame):
                return 1
        return 0

    return some


def none_of(code: Code) -> Code:
    """Return code for `not`."""
    return lambda cells, frame: 0 if code(cells, frame) else 1


# ---------------------------------------------------------------------- compiler


MOST_CODE = 200_000
Called = Callable[[Cells, int, tuple[int, ...]], int]
"""A compiled definition: a function of the cells, the actor and the arguments."""
Meaning = Callable[["Compiler", Expr, CodeScope], Code]
"""The compilation of an expression."""


OptionReader = Callable[[str], str]
"""Returns, during play, the value of an option that is left open."""


class TabulatedOption(Exception):
    """An open option on which a table of sets of cards depends. The table is made only once, so the option must be chosen
    first.
    """

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


@dataclass(slots=True)
class Compiler:
    """The compiler of one game, with its state.

    `named` are the cards whose codes the rules name. Once the game is compiled (`sealed`), queries do not add to them.
    `inside` names the parts that are being compiled, so that recursion is refused. `meaning` compiles every construct
    (`expressions.py`); it is passed in because compiling one construct needs the code of its parts. `reads` gives the values of
    options that are left open.
    """

    game: Game
    layout: Layout
    symbols: dict[tuple[str, str], int]
    meaning: Meaning
    functions: dict[str, Called] = field(default_factory=dict[str, Called])
    inside: list[str] = field(default_factory=list[str])
    named: int = 0
    sealed: bool = False
    shapes: dict[Expr, Shapes] = field(default_factory=dict[Expr, Shapes])
    divisions: dict[Expr, Divisions] = field(default_factory=dict[Expr, Divisions])
    written: int = 0
    reads: OptionReader | None = None
    work: Work = field(default_factory=Work)
    stopping: Stopping = field(init=False)
    """The places at which play may stop: there, the order of evaluation is the stated one (decision 0116)."""

    def __post_init__(self) -> None:
        self.stopping = Stopping(self.game)

    def symbol(self, enumeration: str, name: str) -> int:
        """Return the number of a symbol within its enumeration."""
        known = self.symbols.get((enumeration, name))
        if known is None:
            known = sum(1 for other, _ in self.symbols if other == enumeration)
            self.symbols[enumeration, name] = known
        return known

    def symbol_name(self, enumeration: str, number: int) -> str | None:
        """Return the name of the symbol with this number."""
        return next((name for (e, name), n in self.symbols.items() if e == enumeration and n == number), None)

    def setting(self, expr: g.Setting) -> Code:
        """Return code that reads an option that is left open."""
        if self.reads is None:
            raise g.OpenOptionError(expr.option)
        option, texts = expr.option, self.game.ruleset.option[expr.option].values
        number = expr.type.kind == "number"
        values = {text: int(text) if number else self.symbol(expr.type.enumeration, text) for text in texts}

        def read(cells: Cells, frame: Frame) -> int:
            assert self.reads is not None, "a game with open options is compiled with a reader of them"
            return values[self.reads(option)]

        return read

    def condition(self, clause: Clause, scope: CodeScope) -> Code:
        """Return code that tests whether a clause applies: every `when` holds and no `unless` does."""
        return self.case(clause.when, clause.unless, scope)

    def case(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: CodeScope) -> Code:
        """Return code that tests whether all conditions of one list are true and all of another list are false."""
        return all_of((
            *(self.code(expr, scope) for expr in when),
            *(none_of(self.code(expr, scope)) for expr in unless),
        ))  # fmt: skip

    def code(self, expr: Expr, scope: CodeScope) -> Code:
        """Compile an expression."""
        self.written += 1
        if self.written > MOST_CODE:
            raise Unsupported(msg("a game whose definitions use each other this often"), expr.span)
        return self.meaning(self, expr, scope)

    def shapes_of(self, condition: Expr) -> Shapes:
        """Return the table of the sets of cards that satisfy a condition on `THE_SET`."""
        if condition not in self.shapes:
            self.shapes[condition] = Shapes(self.game, self.layout.faces, condition, self._test)
        return self.shapes[condition]

    def divisions_of(self, condition: Expr) -> Divisions:
        """Return the divisions of cards into groups that satisfy a condition on `THE_SET`."""
        if condition not in self.divisions:
            self.divisions[condition] = Divisions(self.shapes_of(condition))
        return self.divisions[condition]

    def _test(self, condition: Expr) -> ShapeTest:
        frames = Frames()
        place = frames.place()
        code = self.code(condition, CodeScope(frames, constant(NOBODY), {THE_SET: at(place)}))
        frame, reads = frames.fresh(), self.reads

        def refuse(option: str) -> str:
            raise TabulatedOption(option)

        def test_closed(mask: int) -> bool:
            self.reads = refuse
            try:
                return test(mask)
            finally:
                self.reads = reads

        def test(mask: int) -> bool:
            frame[place] = mask
            with counted(self.work):
                return bool(code((), frame))

        return test if reads is None else test_closed

    def written_faces(self, expr: g.Cards) -> list[tuple[int, ...]]:
        """Return the possible faces of each written card. The card itself comes first if it is possible."""
        readings = expr.readings or (None,) * len(expr.cards)
        return [self.layout.faces.faces_like(card, like) for card, like in zip(expr.cards, readings, strict=True)]

    def slot(self, expr: g.InZone | g.Recall, scope: CodeScope) -> Code:
        """Return code for the index of the cell of a zone or of memory in the row. The index is `NOBODY` if the owner is
        nobody.
        """
        base = self.layout.places[expr.zone].slot if isinstance(expr, g.InZone) else self.layout.memory[expr.cell].slot
        if expr.owner is None:
            return constant(base)
        owner = self.code(expr.owner, scope)

        def slot(cells: Cells, frame: Frame) -> int:
            number = owner(cells, frame)
            return NOBODY if number == NOBODY else base + number

        return slot
