"""Hands in which a position repeats, which are searched for if it is open whether every hand ends."""

from __future__ import annotations

from typing import cast

import pytest
from tests.levels import at_night
from tests.verify.material import game_of

from cartaro_grammar import unread_memory
from cartaro_interpreter import State
from cartaro_verify import verify
from cartaro_verify.play.repetition import RepetitionSearch, look_for_repetition
from cartaro_verify.play.search import AGAIN, Goal, GoalSearch
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.results import statements as st


@pytest.mark.parametrize(("players", "moves"), at_night([("2", 12), ("3", 24)], by_day=[("2", 12)]))
def test_who_may_always_pick_up_need_never_end(players: str, moves: int) -> None:
    """Each player puts down a card that the next picks up; the cards have gone round once everybody has had each of them."""
    table = HistoryTable(game_of("ramino", raccolta="libera", players=players))
    search = GoalSearch(table, [goal := Goal(AGAIN, None)])
    look_for_repetition(search)
    assert goal.found is not None
    assert isinstance(goal.found.note, st.Repeated)
    assert len(goal.found.moves) - (goal.found.note.move - 1) == moves
    assert table.replay(goal.found) is not None


def test_what_the_verifier_shows_is_the_shorter_hand() -> None:
    found = next(iter(verify(game_of("ramino", raccolta="libera"), "ends")))
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert len(cast("list[object]", found.witness.record["moves"])) < 30


@pytest.mark.parametrize("name", ["scopa", "briscola", "crazy_eights"])
def test_no_position_comes_again_where_every_hand_ends(name: str) -> None:
    assert not list(RepetitionSearch(HistoryTable(game_of(name))).courses())


def test_memory_that_no_rule_reads_does_not_tell_positions_apart() -> None:
    game = game_of("ramino", raccolta="libera")
    assert "turns" in unread_memory(game)
    assert "turns" not in unread_memory(game_of("scala40")), "it says there who may go out"
    table = HistoryTable(game)
    hand = table.hand(0)
    hand.deal()
    slot = table.rules.layout.memory["turns"].slot
    later = list(hand.cells)
    later[slot] += 1
    assert State(tuple(later)) != hand.position
    assert table.read_cells(tuple(later)) == table.read_cells(tuple(hand.cells))
