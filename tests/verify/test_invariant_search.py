"""The search for invariants: when it builds a transition, and which queries it sends to the solver."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import game_of
from tests.verify.small import small

from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import splitting
from cartaro_verify.frame.transition_system import MoveSort, Transition, TransitionSystem, TurnCase
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms.symbolic_state import NOBODY, Board, SymbolicState
from cartaro_verify.terms.terms import Answer
from cartaro_verify.terms.z3_backend import Z3Solver

EXCHANGES = Path(__file__).parent / "games" / "cucu.regole"


def test_a_transition_is_built_when_nothing_is_left_to_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    build, late = TransitionSystem.build, list[bool]()

    def watched(
        frame: TransitionSystem, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True
    ) -> Transition:
        if not known:
            late.append(all(each.checked is frame.facts[each.case] for each in frame.transitions.values()))
        return build(frame, case, sort, known, followed)

    monkeypatch.setattr(TransitionSystem, "build", watched)
    assert PreparedGame(game_of(str(EXCHANGES))).frame.transitions
    assert late
    assert all(late)


def test_of_two_branches_the_solver_is_asked_about_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checks, check = list[int](), Z3Solver.check

    def counted(solver: Z3Solver, steps: int) -> Answer:
        checks.append(steps)
        return check(solver, steps)

    monkeypatch.setattr(Z3Solver, "check", counted)
    context = ProofContext()
    session = SolverSession(Acts(small(tmp_path), context))
    paths, splits = [SymbolicState(Board({}, {}, NOBODY))], 0
    with session.following():
        for _ in range(4):
            condition, splits = context.variables.truth("c"), splits + len(paths)
            paths = [state for path in paths for state, _ in splitting(session.feasible)(path, condition)]
    assert len(paths) == 16
    assert len(checks) == splits + 1
