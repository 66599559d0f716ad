"""Shipped games under some settings, loaded and compiled once for all tests of a process."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, cast

from cartaro_grammar.file_set import shipped, shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose, instantiate
from cartaro_interpreter import Rules, compile_game


def shipped_in(folder: str) -> tuple[str, ...]:
    """Return the shipped games of a folder of `rulesets`, without loading any."""
    return tuple(name for name in shipped() if (shipped_folder() / folder / f"{name}.regole").is_file())


@cache
def game_of(name: str, **settings: str) -> Game:
    found = choose(game_of(name), settings) if settings else load_game(name)
    assert isinstance(found, Game), [reported.message for reported in found]
    return found


def amended(game: Game, **fields: object) -> Game:
    """Return the game of the same settings, for its ruleset with some changed fields."""
    ruleset = replace(game.ruleset, **cast("Any", fields))
    found = instantiate(ruleset, game.all_settings)
    assert isinstance(found, Game), found
    return found


@cache
def rules_of(name: str, **settings: str) -> Rules:
    found = compile_game(game_of(name, **settings))
    assert isinstance(found, Rules), [reported.message for reported in found]
    return found
