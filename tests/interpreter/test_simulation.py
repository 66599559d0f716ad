"""Simulated matches: who won them, by the points that the matches ended with."""

from __future__ import annotations

from typing import cast

import pytest

from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, Statistics, compile_game, simulate, write_position
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.simulation import one

MATCHES = 12


def rules_of(name: str, **settings: str) -> Rules:
    game = load_game(name, settings)
    assert isinstance(game, Game)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    return rules


def points(rules: Rules, number: int) -> dict[str, int]:
    """The points of each side when a match has ended."""
    played = one(rules, 1, number, "match")
    assert isinstance(played, Played)
    counters = cast("dict[str, dict[str, int]]", write_position(rules, played.state)["counters"])
    return counters["points"]


@pytest.mark.parametrize(("name", "players"), [("scopa", "2"), ("scopone", "4"), ("scopa", "3")])
def test_the_side_with_most_points_has_won(name: str, players: str) -> None:
    rules = rules_of(name, players=players)
    found = simulate(rules, MATCHES, 1, "match")
    assert isinstance(found, Statistics)
    ends = [points(rules, number) for number in range(MATCHES)]
    best = [[side for side, n in end.items() if n == max(end.values())] for end in ends]
    assert found.wins == tuple(sum(sides == [str(side + 1)] for sides in best) for side in range(rules.game.sides))
    assert sum(map(bool, found.wins)) > 1


def test_of_hands_nobody_is_said_to_have_won() -> None:
    found = simulate(rules_of("scopa"), 3, 1, "hand")
    assert isinstance(found, Statistics)
    assert found.wins == ()
