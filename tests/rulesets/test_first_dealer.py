"""If the seats are drawn for, the first dealer is the player whom the draw chooses, and sits last."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.shipped_games import rules_of

from cartaro_interpreter import SeededChance, State, begin_match


@pytest.mark.parametrize(
    ("name", "players", "drawn", "best"),
    [
        ("scopone", "4", "scoperta", min),
        ("scopa_francese", "2", "tiree", max),
        ("scopa_francese", "3", "tiree", max),
        ("scopa_francese", "4", "tiree", max),
        ("scopa_francese", "6", "tiree", max),
        ("scopone_scientifico", "4", "tiree", max),
    ],
)
def test_who_draws_the_card_that_counts_deals_first_and_sits_last(
    name: str, players: str, drawn: str, best: Callable[[list[int]], int]
) -> None:
    rules = rules_of(name, players=players)
    place, value = rules.layout.places[drawn], rules.game.measure["value"]
    for seed in range(8):
        state = begin_match(rules, SeededChance(seed))
        assert isinstance(state, State), state
        values = [value[state.cells[place.slot + seat].bit_length() - 1] or 0 for seat in range(rules.game.players)]
        dealer = state.cells[rules.layout.memory["dealer"].slot]
        assert dealer == rules.game.players - 1
        assert values[dealer] == best(values)
