"""Whole matches end, for every shipped game and every number of players. A match that does not end is reported and does not
hang.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command_calls import answer, cartaro
from tests.levels import at_night
from tests.rulesets.matches import Found, play, tables
from tests.shipped_games import game_of

from cartaro_engine import Simulation, Statistics, run, simulation_of
from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Rules, compile_game

pytestmark = pytest.mark.slow

MATCHES = 1

ENDLESS = """game endless
  title "Endless"
  use fishing

article 1
  giocatori: there are 2 players
  senso: play runs anticlockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 1 from stock to each hand
  lascia: the player may lay
  presto: the hand ends when every hand is empty
  {also}
  vince: the winner is last player
  finita: the match ends when {ends}
"""
NO_MATCH_END = ENDLESS.format(also='riposo: conduct it "riposo" en "rest" fr "repos"', ends="1 is 2")
NO_HAND_END = ENDLESS.format(also="torna: after a lay, move card to hand", ends="1 is 1")


@pytest.mark.sweep("asino", "basra", "briscola_in_cinque", "casino", "scala40", "scopa")
@pytest.mark.parametrize("name", shipped())
def test_matches_end(name: str) -> None:
    game = game_of(name)
    if not isinstance(compile_game(game), Rules):
        pytest.skip(f"{name} cannot be played yet")
    for players in sorted({min(game.ruleset.player_counts), max(game.ruleset.player_counts)}):
        found = play(name, players, MATCHES)
        assert (found.ended, found.wrong) == (MATCHES, ""), found.line
        assert found.hands >= MATCHES
        assert 1 <= found.longest <= found.hands


def test_a_match_is_that_of_the_simulation() -> None:
    game = game_of("scopa", players="3")
    simulation = simulation_of(game, 0, "match")
    assert isinstance(simulation, Simulation)
    found, simulated = play("scopa", 3, 5), run(simulation, 5)
    assert isinstance(simulated, Statistics)
    assert (found.hands, found.longest) == (simulated.hands, simulated.lengths.greatest)
    assert play("scopa", 3, 5) == found


@pytest.mark.parametrize(
    ("text", "message"),
    at_night(
        [(NO_MATCH_END, "the match has not ended"), (NO_HAND_END, "the hand has not ended")],
        by_day=[(NO_HAND_END, "the hand has not ended")],
    ),
)
def test_endless_play_is_reported(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "endless.regole"
    path.write_text(text, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [found.message for found in game]
    for by in ("engine", "interpreter"):
        simulation = simulation_of(game, 0, "match", by)
        assert isinstance(simulation, Simulation)
        found = run(simulation, 3)
        assert isinstance(found, Diagnostic)
        assert found.code == "C0824"
        assert found.message.startswith(f"match 0 of seed 0: {message}")
    line = play(str(path), 2, 2)
    assert line.ended == 0
    assert line.wrong.startswith(f"match 0: C0824: {message}")
    assert "no: 2" in line.line
    done = cartaro("simulate", str(path), "--matches", "-n", "2", "--json")
    assert done.returncode == 1
    assert [reported["code"] for reported in answer(done)["diagnostics"]] == ["C0824"]


def test_every_table_is_played() -> None:
    found = tables()
    assert {name for name, _ in found} == set(shipped())
    assert {players for name, players in found if name == "scopa"} == {2, 3, 4, 6}


def test_rulesets_that_are_not_played_are_reported() -> None:
    assert play("no_such_game", 0, 1) == Found("no_such_game", 0, 0, 0, 0, 0, 0, "C0101: there is no ruleset `no_such_game`")
