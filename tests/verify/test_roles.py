"""Every reference to a player distinguishes the prover's cases while there are few; of many references, only the one that turns
use most.
"""

from __future__ import annotations

import pytest
from tests.shipped_games import game_of

from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame

DEALER, TAKER, LEADER = ("dealer", -1), ("taker", -1), ("leader", -1)


def system_of(name: str) -> TransitionSystem:
    game = game_of(name, players="4")
    return TransitionSystem(game, PreparedGame(game).samples.awaiting, ProofContext())


def test_few_cases_are_told_apart_by_every_reference() -> None:
    assert system_of("whist").roles == (DEALER, TAKER)


@pytest.mark.slow
def test_of_many_references_the_one_that_turns_speak_of_most_does() -> None:
    system = system_of("president")
    assert system.roles == (LEADER,)
    assert {case.roles for case in system.facts} == {((LEADER, who),) for who in (None, 0, 1, 2, 3)}
    named = [{fact.place for fact in facts if fact.sort == "somebody"} for facts in system.facts.values()]
    assert all(DEALER in places for places in named), "the dealer is always somebody, and open in every case"
    assert not any(("president", -1) in places for places in named), "the first hand has no president"
