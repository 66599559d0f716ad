"""Some references to players distinguish the cases of a proof; the others are left open, but their value is still known in each
case.
"""

from __future__ import annotations

import pytest
from tests.verify.material import game_of

from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame

pytestmark = pytest.mark.slow


def system(name: str) -> TransitionSystem:
    """Return the transition system of a game with the candidates of its samples; none of them is checked yet."""
    prepared = PreparedGame(game_of(name))
    return TransitionSystem(prepared.game, prepared.samples.awaiting, prepared.context)


def test_few_references_all_tell_cases_apart() -> None:
    frame = system("briscola")
    assert frame.roles == frame.player_references() == (("dealer", -1), ("taker", -1))


def test_of_many_references_those_tell_cases_apart_that_say_who_has_played() -> None:
    frame = system("briscola_in_cinque")
    assert len(frame.player_references()) == 4
    assert frame.roles == (("taker", -1),)
    assert {len(case.roles) for case in frame.facts} == {1}
    assert len(frame.facts) == 6


@pytest.mark.nightly
def test_what_the_others_refer_to_is_a_fact_of_each_case() -> None:
    frame = PreparedGame(game_of("briscola_in_cinque")).frame
    playing = [facts for case, facts in frame.facts.items() if case.roles[0][1] is not None]
    (bidding,) = (facts for case, facts in frame.facts.items() if case.roles[0][1] is None)
    assert all(Invariant("somebody", ("caller", -1)) in facts for facts in playing)
    assert all(Invariant("somebody", ("dealer", -1)) in facts for facts in (*playing, bidding))
    assert {Invariant("cleared", ("trump_suit", -1)), Invariant("cleared", ("partner", -1))}.issubset(bidding)
