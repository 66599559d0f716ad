"""What is not lowered: the constructs for which a game is left to the interpreter, named one by one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cartaro_grammar import Span


class Construct(StrEnum):
    """A construct, or a size, that the engine does not lower."""

    MANY_VALUES = "a pattern of a measure with more than 62 values"
    LARGE_NUMBER = "a product of more than twelve digits"
    MANY_SOUGHT = "some hundred things that are looked for in hands at once"
    READINGS = "a definition asked of cards that may be read in several ways"
    OTHER = "a value that the interpreter does not play either"


@dataclass(frozen=True, slots=True)
class NotLowered:
    """Why a game is not lowered: the construct, and where it stands, if it is in one place."""

    construct: Construct
    span: Span | None = None


class LoweringRefused(Exception):
    """Raised where a construct is met that is not lowered; `lower` answers with what it carries."""

    def __init__(self, construct: Construct, span: Span | None = None) -> None:
        super().__init__(construct)
        self.refusal = NotLowered(construct, span)
