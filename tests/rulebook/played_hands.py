"""Hands played at random, in the form that a verifier returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import RandomPlayer, Rules, SeededChance, compile_game, play_hand, write_position, write_record
from cartaro_rulebook.site.book import PlayedExample


@dataclass(frozen=True, slots=True)
class History:
    record: Mapping[str, object]
    position: Mapping[str, object]
    note: str = ""


def checked(name: str | Path) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def played(game: Game, seed: int) -> History:
    """Return a random hand, and its end."""
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    found = play_hand(rules, [RandomPlayer(f"{seed}.{n}") for n in range(game.players)], SeededChance(seed))
    assert not isinstance(found, Diagnostic), found
    return History(write_record(rules, found), write_position(rules, found.state))


def moves_of(found: PlayedExample) -> list[Mapping[str, Any]]:
    return cast("list[Mapping[str, Any]]", found.record["moves"])
