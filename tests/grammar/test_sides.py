"""Sides are formed from the number of players, before play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import text_of

from cartaro_grammar import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import run_examples

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


PARTNERS = f"""
{TURN}
coppie: the sides are opposite players when number of players is 4
squadra: team of x is number of (players where side is x)
altri: rivals of x is number of (players where side is not x and hand is not empty)
conviene: shared of x is number of (sides where side is x)
"""
SEEN = """
example quanti it "quanti sono" en "how many there are" fr "combien ils sont"
  hand holds 7D
  hand of player after player holds 6D
  check team of side of player = 2
  check team of side of player after player = 2
  check rivals of side of player = 1
  check rivals of side of player after player = 1
  check shared of side of player = 1
"""


def test_a_bare_side_is_that_of_the_player_who_is_considered(tmp_path: Path) -> None:
    """In a filter, a bare `side` is the side of the player under consideration, like a bare `hand`; it is not the side of the
    player whose turn it is.
    """
    path = tmp_path / "prova.regole"
    text = text_of(PARTNERS).replace("there are 2 players", "there are 4 players") + SEEN
    path.write_text(text, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert [result.failures for result in run_examples(game)] == [()]
