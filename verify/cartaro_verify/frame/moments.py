"""Every way to a moment of play, from any state that the invariants allow: a state, and the session that knows what led there.

A turn that is left by choice ends from a state of which only the invariants are known.  Where they do not suffice for what
holds at the end of a turn or hand, `Leaving` asks instead whether it would hold if each further move of a turn were followed
by its end, given that it would have held without that move: by induction over the moves of one turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cartaro_grammar import Expr
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.conjuncts import conjuncts
from cartaro_verify.frame.moves import MoveSort
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, TurnCase
from cartaro_verify.play.table import Moment
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.paths import Path
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, SymbolicState
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import Locals


@dataclass(frozen=True, slots=True)
class Way:
    """A state at some moment of play, in the session that knows what led there."""

    session: SolverSession
    state: SymbolicState
    locals: Locals
    before: SymbolicState | None = None
    """The state that awaited the move which led here; None after a deal."""
    actor: int | None = None
    """Who acts, where an act is spoken of; else whoever has the turn."""
    made: Transition | None = None
    """The move that led here, or is awaited; None after a deal."""
    dealt: TurnCase | None = None
    """After a deal, the case of the state."""
    leaving: Leaving | None = None
    """Another way to prove what holds here, where the turn was left by choice."""

    @property
    def scope(self) -> TermScope:
        return TermScope(self.state, self.state.turn if self.actor is None else self.actor, self.locals)

    def truth(self, expr: Expr) -> Cond:
        return self.session.acts.encoder.truth(expr, self.scope)

    def parts(self, expr: Expr) -> list[Cond]:
        """Conditions that together are the expression: a query each is answered where one for all is not."""
        return conjuncts(self.session.acts.encoder, expr, self.scope)


@dataclass(frozen=True, slots=True)
class Leaving:
    """The moment at which a turn that is left, or the hand that ends with it, is looked at."""

    frame: TransitionSystem
    moment: Moment

    @property
    def sound(self) -> bool:
        """Whether no turn can be left at its start, so that a move of the turn has always gone before."""
        return not any(case.step == 0 and self.open(case) for case in self.frame.facts)

    def open(self, case: TurnCase) -> bool:
        """Whether a turn may be left here, as far as its steps show."""
        return MoveSort("", case.turn) in self.frame.moves(case)

    def pairs(self) -> Iterator[tuple[list[Way], list[Way]]]:
        """For each move after which its turn may be left: the ways on which that happens, and those on which it would have
        happened instead of the move.
        """
        for made in self.frame.transitions.values():
            for case, state in made.staying:
                if self.open(case):
                    yield self.left(made, state), self.left(made, made.state) if self.open(made.case) else []

    def left(self, made: Transition, state: SymbolicState) -> list[Way]:
        """The ways on which the turn is left in a state."""
        paths = [Path(s) for s in made.course.where(state, made.course.turns.may_end(state))]
        ends, over, _ = self.frame.end(made.course, paths)
        if self.moment == ("count", "hand"):
            over = [q for p in over for q in made.course.counted(p)]
        return [Way(made.session, s, {}, made.state, made=made) for s in seen(self.moment, ends, over)]


def seen(moment: Moment, ends: Iterable[Path], over: Iterable[Path]) -> list[SymbolicState]:
    """The states in which the end of a turn or of a hand comes to pass: not after what has ended the hand before."""
    if moment == ("end", "turn"):
        return [p.state for p in ends if p.stopped not in ("hand", "match")]
    return [p.state for p in over if not p.uncounted or (p.over and moment == ("end", "hand"))]


def ways(frame: TransitionSystem, moment: Moment) -> Iterator[Way]:
    """Every way to a moment of play."""
    match moment:
        case ("start", "match"):
            session, opened = frame.opening
            yield from (Way(session, path.state, {}) for path in opened)
        case ("start", "hand"):
            session, _ = frame.dealt
            yield from (Way(session, path.state, {}) for path in frame.good_deals)
        case ("await", ""):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.following))
        case ("start", "turn"):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.passing))
        case ("end", "turn" | "hand"):
            yield from _led(frame, lambda t: seen(moment, t.turn_ends, t.ended), Leaving(frame, moment))
        case ("count", "hand"):
            yield from _led(frame, lambda t: seen(moment, (), t.counted), Leaving(frame, moment))
        case ("before", act):
            for made in _of(frame, act):
                yield _acting(made, made.state)
        case ("after", act):
            for made in _of(frame, act):
                for path in made.after:
                    yield _acting(made, path.state)
        case _:
            raise NotCovered(words("un_moment", x=words(f"at_the_{moment[0]}", name=words("period", name=moment[1]))))


def reached(found: Iterable[Way]) -> bool:
    """Whether one of these ways may be taken.  Where none is known nothing is proved, and no advice is given."""
    return any(way.session.reaches(way.state) for way in found)


def anyhow(frame: TransitionSystem, act: str) -> Iterator[Way]:
    """Every way to before an act, from any state whatever."""
    for made in frame.anyhow(act):
        if made.possible:
            yield _acting(made, made.state)


def _acting(made: Transition, state: SymbolicState) -> Way:
    """A state before or after an act, seen by whoever does it."""
    return Way(made.session, state, made.arguments, made.state, made.sort.player, made)


def _dealt(frame: TransitionSystem) -> Iterator[Way]:
    session, dealt = frame.dealt
    yield from (Way(session, state, {}, dealt=case) for case, state in dealt)


def _led(
    frame: TransitionSystem, states: Callable[[Transition], Iterable[SymbolicState]], leaving: Leaving | None = None
) -> Iterator[Way]:
    for made in frame.transitions.values():
        left = None if made.sort.act else leaving
        yield from (Way(made.session, state, {}, made.state, made=made, leaving=left) for state in states(made))


def _of(frame: TransitionSystem, act: str) -> Iterator[Transition]:
    return (t for t in frame.transitions.values() if t.sort.act == act and t.possible)
