"""A history is replaced by one with fewer moves that shows the same."""

from __future__ import annotations

import pytest
from tests.verify.material import game_of

from cartaro_verify.claims import begun
from cartaro_verify.play.histories import shortest
from cartaro_verify.play.search import Goal, GoalSearch
from cartaro_verify.play.table import HistoryTable

HANDS = 400


def found(table: HistoryTable, claim: str) -> Goal:
    """Return what random play shows about a claim: a hand that breaks it, or a hand in which it happens."""
    line = next(each for each in table.game.claims if each.name == claim).lines[0]
    task = begun(line)
    search = GoalSearch(table, (goals := task.attaining or task.violation))
    search.run(HANDS)
    return next(goal for goal in goals if goal.found is not None)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_history_is_short_and_shows_the_same() -> None:
    table = HistoryTable(game_of("scala40", impossibile="blocca", players="3"))
    goal = found(table, "scarto_sempre")
    assert goal.found is not None
    assert len(goal.found.moves) > 200, "chance goes long ways"
    short = shortest(table, goal)
    assert short is not None
    assert len(short.moves) < 60
    assert table.replay(short) is not None


def test_the_same_trials_are_made_each_time() -> None:
    table = HistoryTable(game_of("scopa"))
    goal = found(table, "solo_le_meno")
    short = shortest(table, goal)
    assert short is not None
    assert goal.found is not None
    assert len(short.moves) < len(goal.found.moves)
    assert shortest(table, goal) == short


def test_what_was_not_found_has_no_shorter_history() -> None:
    table = HistoryTable(game_of("scopa"))
    line = next(each for each in table.game.claims if each.name == "piu_sette").lines[0]
    assert shortest(table, begun(line).violation[0]) is None
