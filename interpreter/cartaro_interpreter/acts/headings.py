"""The headings of the score, compiled for each side."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_interpreter.expressions.code import CodeScope, Frames, Run, at, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.definitions import heading, headings


@dataclass(frozen=True, slots=True)
class Scoring:
    """For each side, the headings by name, run in one frame."""

    frames: Frames
    headings: tuple[tuple[tuple[str, Run], ...], ...]


def scoring(c: Compiler) -> Scoring:
    """Compile the score."""
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()))
    sides = range(c.game.sides)
    found = tuple(
        tuple((clause.name, heading(c, clause, constant(side), scope).run) for clause in headings(c)) for side in sides
    )
    return Scoring(frames, found)
