"""Paths of play over symbolic states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cartaro_grammar import game as g
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import SymbolicState
from cartaro_verify.terms.unknowns import Cond


class Feasible(Protocol):
    """A look whether a path can be taken, quick where it need not be sure; when in doubt it can."""

    def __call__(self, state: SymbolicState, quick: bool = True) -> bool: ...


@dataclass(frozen=True, slots=True)
class Path:
    """A state on the way, and what an `end` has stopped there, if anything ("turn" < "hand" < "match")."""

    state: SymbolicState
    stopped: g.Period | None = None
    void: bool = False
    over: bool = False
    """Whether the clauses at the end of the hand have come to pass."""

    @property
    def uncounted(self) -> bool:
        """Whether the hand was void, or the match has ended at once: its count does not come to pass, nor its end unless it was
        there that the match ended.
        """
        return self.void or self.stopped == "match"


@dataclass(frozen=True, slots=True)
class Met:
    """A clause of an event that is come to: in which scope, and whether it happens there."""

    clause: str
    scope: TermScope
    happens: Cond

    @property
    def conditions(self) -> tuple[Cond, ...]:
        """What is so where it happens."""
        return (*self.scope.state.facts, self.happens)


@dataclass(frozen=True, slots=True)
class Round:
    """Any further round: the clause that went back to it, the state that it begins with, and where it goes back again."""

    clause: str
    start: SymbolicState
    repeating: tuple[SymbolicState, ...]
