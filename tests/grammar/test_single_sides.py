"""A side may be written for a player if every side is a single player under every choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import game as g
from cartaro_grammar import parts
from cartaro_grammar.load import load_checked
from cartaro_interpreter import run_examples

HEAD = """game caso
  title "A case"
  use french_tricks

article 1 "Rules"
  seats: there are 3 to 4 players
"""
SINGLE = "  alone: the sides are single players\n"
PAIRS = """  alone: the sides are single players when number of players is at most 3
  pairs: the sides are opposite players when number of players is 4
"""
RULES = """  counter lives of each player for the match "the life / the lives"
  flag bold of each player for the hand "bold"
  worth: worth of x is number of hand of x
"""
EXAMPLE = """
example amounts "the amounts of a side"
  hand holds K♥ 5♥
  lives is 3
  bold is true
  check worth of side = 2
  check lives of side = 3
  check (number of (s in sides where worth of s is 2)) = 1
  check score of side = 5
  check score of side of player after player = 0
"""
SCORE = "  counted: each side scores worth of side + lives when bold\n"


def of_text(text: str, folder: Path) -> tuple[g.Game | None, list[str]]:
    path = folder / "caso.regole"
    path.write_text(text, encoding="utf-8")
    game, diagnostics = load_checked(path)
    return game, [f"{one.code}: {one.help or ''}" for one in diagnostics if one.severity == "error"]


def test_a_side_is_its_only_player(tmp_path: Path) -> None:
    game, found = of_text(HEAD + SINGLE + RULES + SCORE + EXAMPLE, tmp_path)
    assert isinstance(game, g.Game), found
    [outcome] = run_examples(game)
    assert outcome.failures == ()


@pytest.mark.parametrize("amount", ["worth of side", "lives of side"])
def test_a_side_that_may_be_a_pair_is_not_a_player(amount: str, tmp_path: Path) -> None:
    _, found = of_text(HEAD + PAIRS + RULES + f"  counted: each side scores {amount}\n", tmp_path)
    assert found == [
        "C0401: a side may have several players: name one of them, or write `some x in players has (side of x is side and …)`"
    ]


def test_the_side_of_a_player_is_that_player_without_a_search(tmp_path: Path) -> None:
    game, found = of_text(HEAD + SINGLE + RULES + "  rich: rich means lives of side of dealer is 1\n", tmp_path)
    assert isinstance(game, g.Game), found
    (rich,) = (clause for clause in game.clauses if clause.name == "rich")
    assert not any(isinstance(part, g.Only | g.Where | g.SideOf) for part in parts(rich))
