"""Small random games with any construct of the language: if the engine can compile a game, it plays it as the interpreter does,
and stops at the same point at which the interpreter reports a fault.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.differential import games
from tests.differential.comparison import TITLE
from tests.differential.themes import theme_of
from tests.engine.side_by_side import SideBySide

from cartaro_engine import PythonMachine
from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, compile_game

pytestmark = pytest.mark.slow

MATCHES = 4
SEEDS = range(30)


@cache
def game_of(seed: int) -> Rules | None:
    """Return the game of a seed, if the seed gives a game."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{TITLE}.regole"
        path.write_text(games.make(f"{seed}/0", theme_of(seed)).text(TITLE), encoding="utf-8")
        game = load_game(path)
    rules = compile_game(game) if isinstance(game, Game) else None
    return rules if isinstance(rules, Rules) else None


@pytest.mark.parametrize("tenth", range(10))
def test_a_game_made_by_chance_is_played_the_same(tenth: int) -> None:
    met = Counter[str]()
    for seed in SEEDS[tenth::10]:
        rules = game_of(seed)
        if rules is None:
            met["left"] += 1
            continue
        side_by_side = SideBySide(rules, PythonMachine, seed)  # raises an error if the game cannot be lowered
        side_by_side.play_matches(MATCHES)
        met["played"] += 1
    assert met["played"]


@pytest.mark.parametrize("tenth", range(10))
def test_it_is_the_same_with_sets_of_two_words(tenth: int) -> None:
    for seed in SEEDS[tenth::20]:
        rules = game_of(seed)
        if rules is not None:
            SideBySide(rules, PythonMachine, seed, width=2).play_matches(MATCHES // 2)
