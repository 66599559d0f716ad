"""The winner of a match, by its final points."""

from __future__ import annotations

from typing import cast

import pytest
from tests.shipped_games import rules_of

from cartaro_interpreter import Played, RandomPlayer, Rules, SeededChance, State, play_match, winner, write_position

MATCHES = 12


def ended(rules: Rules, number: int) -> State:
    """The state at the end of a match."""
    played = play_match(rules, [RandomPlayer(number)] * rules.game.players, SeededChance(number))
    assert isinstance(played, Played)
    return played.state


@pytest.mark.parametrize(("name", "players"), [("scopa", "2"), ("scopone", "4"), ("scopa", "3")])
def test_the_side_with_most_points_has_won(name: str, players: str) -> None:
    rules = rules_of(name, players=players)
    winners = set[int | None]()
    for state in (ended(rules, number) for number in range(MATCHES)):
        counters = cast("dict[str, dict[str, int]]", write_position(rules, state).get("counters"))
        points = counters["points"]
        best = [int(side) - 1 for side, n in points.items() if n == max(points.values())]
        won = winner(rules, state)
        assert won is not None
        assert (won.kind, won.number) == ("side", best[0] if len(best) == 1 else None)
        winners.add(won.number)
    assert len(winners) > 1
