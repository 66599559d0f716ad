"""The players still in the match are part of the state, in every rule that refers to them, also in `some` and `every`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide
from tests.interpreter.small_games import text_of

from cartaro_engine import PythonMachine
from cartaro_grammar import Game, load_game
from cartaro_interpreter import PHASE, PHASE_OVER, PHASE_TURN, Play, Rules, SeededChance, compile_game, legal

KNOCKOUT = """
counter lives of each side for the match it "il punto / i punti" en "the life / the lives" fr "la vie / les vies"
act keep card
  says "tenere {card}"
  card is one of hand
  move card to done
act pair card
  says "appaiare {card}"
  card is one of hand
  move card to done
tiene: the player may keep
ADDED
appaia: the player may pair when CONDITION
gioca: in a turn the player must keep or pair
perde: at the count of the hand, add 10 to lives of side of the last player
dentro: x takes part when lives of x is less than 10
ultimo: the match ends when number of (players where lives is less than 10) is at most 1
"""

FOR_TWO_ONLY = (
    ("number of players is at most 2", ""),
    ("every q in players has number of players is at most 2", ""),
    ("some q in players has number of sides is at most 2", ""),
    ("every q in players has the player after the player after q is q", ""),
    ("some q in players has (the player after q is the last player and the player before q is the last player)", ""),
    ("number of (players where number of players is at most 2) is more than 0", ""),
    ("every q in players has coppia", "coppia means number of players is at most 2"),
    ("every q in players has giro(q) is q", "giro(x) is the player after the player after x"),
)
"""Conditions that hold exactly while two players are in the match, each with a definition that it uses."""


@pytest.mark.parametrize(("condition", "added"), FOR_TWO_ONLY)
def test_a_condition_on_who_is_left_follows_the_match(tmp_path: Path, condition: str, added: str) -> None:
    rules = knockout(tmp_path, condition, added)
    play = Play(rules, SeededChance(1))
    cells = play.begin_match()
    offered = list[tuple[int, bool]]()
    while cells[PHASE] != PHASE_OVER:
        play.begin_hand(cells)
        while cells[PHASE] == PHASE_TURN:
            moves = legal(rules, cells)
            offered.append((cells[rules.layout.playing].bit_count(), any(choice.move.act == "pair" for choice in moves)))
            play.act(cells, moves[0])
    assert set(offered) == {(3, False), (2, True)}


@pytest.mark.parametrize(("condition", "added"), FOR_TWO_ONLY)
def test_the_engine_plays_it_alike(tmp_path: Path, condition: str, added: str) -> None:
    beside = SideBySide(knockout(tmp_path, condition, added), PythonMachine, 1)
    beside.play_matches(3)
    assert beside.positions > 3


def knockout(folder: Path, condition: str, added: str) -> Rules:
    """The smallest game for three. The last player leaves after each hand, and a permission has a condition."""
    lines = KNOCKOUT.replace("CONDITION", condition).replace("ADDED", added and f"detta: {added}")
    text = text_of(lines).replace("there are 2 players", "there are 3 players")
    text = text.replace("  vince: the match ends when some x in sides has points of x is at least 1\n", "")
    path = folder / "prova.regole"
    path.write_text(text, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [(found.code, found.message, found.help) for found in game]
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules
