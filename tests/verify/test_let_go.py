"""The memory that Z3 uses for a proof is freed with the last reference to it; Python's garbage collector does not know its
size.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from tests.levels import at_night
from tests.verify.material import game_of, table_of

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import verify
from cartaro_verify.encode import proof_context
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import STEPS, Facts, SolverSession
from cartaro_verify.encode.transition import TermCourse
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.terms import terms
from cartaro_verify.terms.z3_backend import Z3Backend

HERE = Path(__file__).parent / "soundness"


@pytest.fixture(autouse=True)
def no_search_for_cycles() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def test_acts_and_a_course_are_let_go() -> None:
    context = ProofContext()
    session = SolverSession(Acts(game_of("turns"), context))
    course = TermCourse(session.acts, session.feasible)
    assert course.turns.options(symbolic(table_of("turns").rules, next(table_of("turns").matches(0, 1))[1])) is not None
    left = [ref(thing) for thing in (context, context.backend, session.acts, session.acts.encoder, session, course)]
    del context, session, course
    assert [type(alive()) for alive in left if alive() is not None] == []


def test_a_large_context_is_replaced_and_let_go_with_the_last_of_its_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_context, "BACKEND_TERMS", 10)
    context = ProofContext()
    first = context.backend
    numbers = [context.variables.number("n") for _ in range(20)]
    before = Facts(context, [terms.at_least(terms.sum_of(numbers), 1)])
    assert before.possible([], STEPS)[0] == "yes"
    assert context.backend is not first
    after = Facts(context, before.asserted)
    assert after.possible([terms.at_most(terms.sum_of(numbers), 0)], STEPS)[0] == "no"
    gone = ref(first)
    del first
    assert gone() is not None
    del before
    assert gone() is None


@pytest.mark.slow
@pytest.mark.parametrize("name", at_night(["cardref", "fewer", "nobody", "tries", "under"], by_day=["fewer", "tries"]))
def test_all_that_was_made_for_verdicts_is_let_go(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, begin = list[ref[Z3Backend]](), Z3Backend.__init__

    def begun(backend: Z3Backend) -> None:
        begin(backend)
        made.append(ref(backend))

    monkeypatch.setattr(Z3Backend, "__init__", begun)
    game = load_game(HERE / f"{name}.regole", {})
    assert isinstance(game, Game)
    assert list(verify(game))
    assert made
    assert not any(alive() is not None for alive in made)
