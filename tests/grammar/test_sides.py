"""Sides are arranged from the number of players, before the play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import text_of

from cartaro_grammar import load_game
from cartaro_grammar.model.game import Game

TURN = """
act gioca card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
l_uno: the player may gioca
uno: in a turn the player must gioca
"""


@pytest.mark.parametrize(
    ("case", "paired"),
    [
        ("remainder of (number of players) by 4 is 0", {4}),
        ("half of number of players is 2", {4}),
        ("number of players + 1 is 5", {4}),
        ("number of players - 1 is 1", {2}),
        ("2 * number of players is at least 5", {4}),
        ("number of players is not 3", {2, 4}),
    ],
)
def test_a_number_of_players_is_taken_into_account(tmp_path: Path, case: str, paired: set[int]) -> None:
    path = tmp_path / "prova.regole"
    lines = f"{TURN}coppie: the sides are opposite players when number of players is not 3 and {case}"
    path.write_text(text_of(lines).replace("there are 2 players", "there are 2 or 3 or 4 players"), encoding="utf-8")
    for players in (2, 3, 4):
        game = load_game(path, {"players": str(players)})
        assert isinstance(game, Game), game
        assert (game.sides < players) is (players in paired)
