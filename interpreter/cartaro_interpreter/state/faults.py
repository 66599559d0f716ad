"""Faults and the step budget. Faults are raised where they occur, and converted to a diagnostic before they reach a caller.

`Faulted` stops an evaluation, for example if two clauses clash, no clause applies, a search is too large, or chance has no
further pack. `Unsupported` stops the compilation of a game whose text uses a construct that is not supported.

Whatever the rules and the cards are, the number of steps of a query is bounded, and so is the number of steps of a hand or
match that machines play. A step is an iteration over a set, an application of a definition, or an attempt to assign arguments.
A query from outside begins a new count (`counted`), and compiled code counts its steps; `counted_together` counts all queries
of a hand or match. Exceeding either budget, or nesting queries too deeply, is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cartaro_grammar import Diagnostic, Label, Span, msg

# ------------------------------------------------------------------------- fault


class Faulted(Exception):
    """The rules, or the input, do not decide the course of play here."""

    def __init__(self, code: str, message: str, span: Span | None = None, help_: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help_


class Unsupported(Exception):
    """A construct that this interpreter does not support."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


def diagnosed(fault: Faulted | Unsupported) -> Diagnostic:
    """Return a fault as a diagnostic."""
    if isinstance(fault, Unsupported):
        return Diagnostic(
            "C0800", msg("{what} cannot be played yet", what=fault.what), Label(fault.span, msg("this uses the library"))
        )
    label = None if fault.span is None else Label(fault.span, "")
    return Diagnostic(fault.code, fault.message, label, help=fault.help or None)


# ------------------------------------------------------------------------ budget


MOST_STEPS = 500_000
MOST_STEPS_IN_ALL = 20_000_000
"""The step budget of all queries together in one hand or match that is played out."""


@dataclass(slots=True)
class Work:
    """The step budget. `left` is the number of steps left in the current count; `nested` is True once a count has begun.
    `left_in_all` is the number of steps left in a hand or match that is played out, else None. If `done` is a set, the names of
    the clauses performed at an event are added to it; `noted` is called with the name of each and the cells before it. `known`
    has values that were computed in the current count.
    """

    left: int = MOST_STEPS
    nested: bool = False
    left_in_all: int | None = None
    done: set[str] | None = None
    noted: Callable[[str, list[int]], None] | None = None
    known: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict[tuple[str, tuple[int, ...]], int])

    def spend(self, steps: int) -> None:
        """Subtract some steps from the count. May raise `Faulted`."""
        self.left -= steps
        if self.left < 0:
            raise too_much()


@contextmanager
def counted(work: Work) -> Generator[None]:
    """Begin a new count, unless a count has begun. May raise `Faulted`."""
    if work.nested:
        yield
        return
    if work.left_in_all is not None and work.left_in_all < 0:
        message = msg("playing this takes more than {n} steps, which is a limit of the program", n=MOST_STEPS_IN_ALL)
        raise Faulted("C0828", message, None, _ADVICE)
    work.left, work.nested = MOST_STEPS, True
    work.known.clear()
    try:
        yield
    except RecursionError:
        raise Faulted("C0828", msg("a decision during play is nested too deeply"), None, _ADVICE) from None
    finally:
        work.nested = False
        if work.left_in_all is not None:
            work.left_in_all -= MOST_STEPS - work.left


@contextmanager
def counted_together(work: Work, most: int | None = None) -> Generator[None]:
    """Until the end of the block, count the steps of all queries together as steps of one hand or match, unless such a count
    has begun. `most` is the limit, by default the limit for one hand or match.
    """
    if work.left_in_all is not None:
        yield
        return
    work.left_in_all = MOST_STEPS_IN_ALL if most is None else most
    try:
        yield
    finally:
        work.left_in_all = None


def too_much() -> Faulted:
    """Return the fault of a query that takes too many steps."""
    return Faulted("C0828", msg("a single decision during play takes more than {n} steps", n=MOST_STEPS), None, _ADVICE)


_ADVICE = msg("conditions on sets within sets, and definitions that use each other, take many steps: simplify them")
