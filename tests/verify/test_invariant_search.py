"""The search for invariants: when it builds a transition, and which queries it sends to the solver."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import game_of
from tests.verify.small import USUAL, small

from cartaro_grammar import Game
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import splitting
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame.invariant_search import drop_once, find_invariants
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import MoveSort, Transition, TransitionSystem, TurnCase
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.terms import terms
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


def _burying(folder: Path) -> tuple[Game, list[SymbolicState]]:
    """Return a game in which players may put cards on the table, and some of its states in which there are none."""
    course = (
        """act bury card
  says "bury {card}"
  card is one of hand of player
  move card to table
free: the player may bury"""
        + f"\n{USUAL['course']}"
    )
    small(folder, course=course, deal="deals: deal 2 from stock to each hand")
    path = folder / "small.regole"
    path.write_text(path.read_text(encoding="utf-8").replace("must keep", "must keep or bury"), encoding="utf-8")
    game = game_of(str(path))
    samples = PreparedGame(game).samples.awaiting
    table = [state for state in samples if terms.constant_value(state.board.size(("table", -1))) == 0]
    assert len(table) < len(samples)
    return game, table


def test_an_act_that_fills_an_empty_zone_is_built_before_other_acts(tmp_path: Path) -> None:
    """No sampled state has cards on the table. The other act would be built again after that fact has failed."""
    game, table = _burying(tmp_path)
    frame = TransitionSystem(game, table, ProofContext(), grain="coarse")
    while not frame.transitions:
        drop_once(frame)
    (built,) = frame.transitions
    assert built[1].act == "bury"


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The acts of the transitions that the check of the facts has built."""
    found, build = list[str](), TransitionSystem.build

    def watched(
        frame: TransitionSystem, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True
    ) -> Transition:
        found.extend([sort.act] if known else [])
        return build(frame, case, sort, known, followed)

    monkeypatch.setattr(TransitionSystem, "build", watched)
    return found


def test_the_check_takes_the_transitions_of_the_search(checked: list[str]) -> None:
    assert PreparedGame(game_of(str(EXCHANGES))).frame.transitions
    assert checked == []


def test_a_proof_that_keeps_its_conditions_takes_no_transition_of_the_search(
    monkeypatch: pytest.MonkeyPatch, checked: list[str]
) -> None:
    monkeypatch.setattr(ProofLog, "keeps_conditions", True)
    frame = PreparedGame(game_of(str(EXCHANGES))).frame
    assert len(checked) == len(frame.transitions) > 0


def test_the_check_takes_no_transition_from_a_place_that_may_have_cards(
    monkeypatch: pytest.MonkeyPatch, checked: list[str], tmp_path: Path
) -> None:
    """A search with a fault keeps the transitions that it has built under a fact that fails."""
    game, table = _burying(tmp_path)
    drop = invariant_search.drop_facts

    def faulty(frame: TransitionSystem, case: TurnCase, broken: list[Invariant]) -> None:
        built = dict(frame.transitions)
        drop(frame, case, broken)
        frame.transitions.update(built)

    monkeypatch.setattr(invariant_search, "drop_facts", faulty)
    frame = find_invariants(game, lambda: table, ProofContext(), grain="coarse")
    assert "bury" in checked
    assert all(each.start == frame.start(each.case) for each in frame.transitions.values())
