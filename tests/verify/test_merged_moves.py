"""A move of cards as a single path, whoever owns its zones and whether or not it takes place, leads to the same states
as play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.verify.material import leads, seated_moves
from tests.verify.small import small

from cartaro_grammar import Game
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.terms.symbolic_state import SymbolicState

COURSE = """
begins: the play begins with the last player
at the end of the turn
  taken: move table to won of side of taker when number of table is at least 2
  refilled: deal 2 - number of hand of taker from stock to hand of taker when table is empty and stock is not empty
  turn_about: taker becomes the player after taker when table is empty
passes: the turn passes to (the first player after player where hand is not empty)
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return small(
        tmp_path,
        players="3",
        places='reference taker, a player, for the hand "the taker"',
        deal="deals: deal 1 from stock to each hand\nfirst: taker becomes the last player",
        lays="move card to table",
        course=COURSE.strip(),
    )


def with_cards_elsewhere(state: SymbolicState) -> Iterator[SymbolicState]:
    """Yield the state with the cards of two places exchanged, for every two places with different cards."""
    places = list(state.zones)
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            if state.zones[one] != state.zones[other]:
                zones = {**state.zones, one: state.zones[other], other: state.zones[one]}
                yield replace(state, board=replace(state.board, zones=zones, sizes={}))


def test_every_move_of_play_is_on_a_path_and_each_transition_has_one(game: Game) -> None:
    prepared = PreparedGame(game).coarse
    assert prepared.merging
    assert all(len(transition.turn_ends) == 1 for transition in prepared.frame.transitions.values())
    played = list(seated_moves(prepared))
    taken = [after for before, after in played if any(after.zones["won", n] != before.zones["won", n] for n in range(3))]
    assert taken
    assert all(leads(prepared.frame, before, after) for before, after in played)


def test_a_card_that_moves_is_nowhere_else(game: Game) -> None:
    prepared = PreparedGame(game).coarse
    plain, taking = (
        next((b, a) for b, a in seated_moves(prepared) if (a.zones["won", 0] != b.zones["won", 0]) is taken)
        for taken in (False, True)
    )
    for before, after in (plain, taking):
        assert leads(prepared.frame, before, after)
        others = [other for other in with_cards_elsewhere(after) if other.zones["stock", -1] == after.zones["stock", -1]]
        assert others
        assert not any(leads(prepared.frame, before, other) for other in others)


def test_a_log_without_merged_moves_is_followed_with_a_path_for_each_case(game: Game) -> None:
    prepared = PreparedGame(game, ProofContext(ProofLog({}))).coarse
    assert not prepared.merging
