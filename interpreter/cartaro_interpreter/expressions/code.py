"""Compiled pieces: what an expression becomes, and the names in whose light it is read.

A `Code` is run on the cells of a state and a frame: one row of numbers for the actor, the parameters of an act and the
words that a clause binds.  Every value is a number: a truth 0 or 1, a card, player, side or symbol its number (`NOBODY`
for none), a set a bit mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import game as g
from cartaro_interpreter.state.layout import Cells

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
