"""Shipped games under some settings, loaded and compiled once for all tests of a process."""

from __future__ import annotations

from functools import cache

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose
from cartaro_interpreter import Rules, compile_game


@cache
def game_of(name: str, **settings: str) -> Game:
    found = choose(game_of(name), settings) if settings else load_game(name)
    assert isinstance(found, Game), [told.message for told in found]
    return found


@cache
def rules_of(name: str, **settings: str) -> Rules:
    found = compile_game(game_of(name, **settings))
    assert isinstance(found, Rules), [told.message for told in found]
    return found
