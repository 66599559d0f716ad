"""The invariants, checked again by a pass that takes nothing from the search for them.

The search drops what does not hold, until nothing is left to be dropped.  This takes the facts of each case, and those between
two hands, and nothing else: it deals anew, and makes every transition anew.  Hand after hand, the facts between hands hold
after the start of the match, after every hand that ends, and after every void deal; the facts of a case hold after every deal
from such a state, and after every transition from a state in which the facts of its own case hold.  So they hold in every state
of every hand.  Where one of these questions is not answered by `no`, no proof may use the facts: `Unfounded`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.moves import MoveSort
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, TurnCase
from cartaro_verify.terms import terms
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.symbols import NOWHERE, SymbolicState, Unfounded
from cartaro_verify.terms.unknowns import Cond


def transitions(frame: TransitionSystem) -> dict[tuple[TurnCase, MoveSort], Transition]:
    """Every transition, made anew under the facts of its case, after all facts have been checked; raises `Unfounded`."""
    _deals(frame)
    found = {(case, sort): frame.build(case, sort, known=True) for case in frame.facts for sort in frame.moves(case)}
    for made in found.values():
        session = made.session
        for case, state in made.following:
            _enters(frame, session, case, state)
        for path in frame.overs(made):
            if path.stopped != "match":
                _between(frame, session, path.state)
    return found


def _deals(frame: TransitionSystem) -> None:
    """The beginning of the match, and the deal from any state between two hands."""
    session, opened = frame.opened()
    for path in opened:
        if path.stopped != "match":
            _between(frame, session, path.state)
    session, dealt = frame.dealt
    for case, state in dealt:
        _enters(frame, session, case, state)
        if not frame.out_of_sight:
            _hold(session, state, [terms.equal(terms.total(state.zones[NOWHERE]), 0)])
    for path in frame.void_deals:
        _between(frame, session, path.state)


def _enters(frame: TransitionSystem, session: SolverSession, case: TurnCase, state: SymbolicState) -> None:
    """The facts of the case of a state that awaits a move; where there is no such case, there is no such state."""
    _hold(session, state, [fact.holds(state) for fact in frame.facts[case]] if case in frame.facts else [False])


def _between(frame: TransitionSystem, session: SolverSession, state: SymbolicState) -> None:
    _hold(session, state, [fact.holds(state) for fact in frame.between])


def _hold(session: SolverSession, state: SymbolicState, conditions: Iterable[Cond]) -> None:
    """That conditions hold in a state: asked together, and one by one with as much patience as the search had where that is
    too much.
    """
    asked = [c for c in conditions if c is not True]
    if not asked or session.possible(*state.facts, terms.no(terms.all_of(asked)))[0] == "no":
        return
    with session.acts.context.patience():
        if any(session.possible(*state.facts, terms.no(c))[0] != "no" for c in asked):
            raise Unfounded(words("not_invariant"))
