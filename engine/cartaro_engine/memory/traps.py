"""Reasons for which the engine stops, and constructs that it does not lower.

A trap is not a result: the interpreter repeats the hand in which the trap occurred. It then reports the fault, with clause and
position, or plays on if only the engine's own bounds were exceeded. A game with a construct that is not lowered is left to the
interpreter.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cartaro_grammar import Message, Span, msg

# ---------------------------------------------------------------------- refusals


class Construct(StrEnum):
    """A construct, or a size, that the engine does not lower; `HOST` is a lowered game that the machine at hand cannot run."""

    MANY_VALUES = "a pattern of a measure with more than 62 values"
    LARGE_NUMBER = "a product of more than twelve digits"
    MANY_SOUGHT = "a search for hundreds of goals at once"
    READINGS = "a definition applied to cards that may be read in several ways"
    DIVISION = "a division of cards into groups"
    HOST = "a module that cannot be run here"
    OTHER = "a value that the interpreter does not play either"


MESSAGES: Final = {
    Construct.MANY_VALUES: msg("a pattern of a measure with more than 62 values"),
    Construct.LARGE_NUMBER: msg("a product of more than twelve digits"),
    Construct.MANY_SOUGHT: msg("a search for hundreds of goals at once"),
    Construct.READINGS: msg("a definition applied to cards that may be read in several ways"),
    Construct.DIVISION: msg("a division of cards into groups"),
    Construct.HOST: msg("a module that cannot be run here"),
    Construct.OTHER: msg("a value that the interpreter does not play either"),
}
"""The constructs in words that can be translated."""


@dataclass(frozen=True, slots=True)
class NotLowered:
    """The reason why a game is not lowered: the construct, with its span if it is in one place."""

    construct: Construct
    span: Span | None = None

    @property
    def message(self) -> Message:
        """The construct in words."""
        return MESSAGES[self.construct]


class LoweringRefused(Exception):
    """Raised at a construct that is not lowered; `lower` returns its `refusal`."""

    def __init__(self, construct: Construct, span: Span | None = None) -> None:
        super().__init__(construct)
        self.refusal = NotLowered(construct, span)


# ------------------------------------------------------------------------- traps


CLASH: Final = 1
GAP: Final = 2
NOBODY_NEXT: Final = 3
REMAINDER: Final = 4
REPEATS: Final = 5
IDLE_TURNS: Final = 6
NO_MOVE: Final = 7
ENDLESS: Final = 8
LARGE: Final = 9
FULL: Final = 10
SEATS: Final = 11
STEPS: Final = 12
GOES_ON: Final = 13

REASONS: Final = {
    CLASH: "a question has two answers",
    GAP: "a question has no answer",
    NOBODY_NEXT: "nobody begins, or nobody is next",
    REMAINDER: "something is divided by what is not more than 0",
    REPEATS: "a course goes back too often",
    IDLE_TURNS: "too many turns pass in which nobody can do anything",
    NO_MOVE: "a move is awaited and none is legal",
    ENDLESS: "the hand has too many moves",
    LARGE: "a number is too large for the engine",
    FULL: "a choice or a look ahead is too large for the engine",
    SEATS: "the seats do not name each player exactly once",
    STEPS: "there is no end to what is to be done",
    GOES_ON: "the match has too many hands",
}
