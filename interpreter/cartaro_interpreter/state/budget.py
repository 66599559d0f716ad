"""Work, counted: each question of play may take so many steps, and no more, whatever the rules and the cards are.

A step is a walk over a set, a definition asked, a choice of arguments looked through.  Whoever asks from outside begins a new
count (`counted`); the code that is compiled spends it.  Too much of it, or questions too deep one within the other, are
a fault and not a long wait.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from cartaro_grammar import say
from cartaro_interpreter.state.fault import Faulted

MOST_STEPS = 500_000


@dataclass(slots=True)
class Work:
    """How many steps are left of a count; `nested` says that a count has begun.  Where `done` is a set, the names of the
    clauses that come to be done at an event are put into it.
    """

    left: int = MOST_STEPS
    nested: bool = False
    done: set[str] | None = None


@contextmanager
def counted(work: Work) -> Generator[None]:
    """A new count, unless one has begun.  May raise `Faulted`."""
    if work.nested:
        yield
        return
    work.left, work.nested = MOST_STEPS, True
    try:
        yield
    except RecursionError:
        raise Faulted("C0828", say("a question of play leads too deep to be answered"), None, _ADVICE) from None
    finally:
        work.nested = False


def too_much() -> Faulted:
    """The fault of a question that takes too many steps."""
    return Faulted("C0828", say("a question of play takes more than {n} steps", n=MOST_STEPS), None, _ADVICE)


_ADVICE = say("conditions over sets within sets, and definitions that use each other, make it long: ask less at once")
