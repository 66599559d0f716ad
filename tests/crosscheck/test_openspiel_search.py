"""OpenSpiel's search and ours know the same in the league (`tests/bench/openspiel_league`)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.engine.side_by_side import rules_of

pytest.importorskip("pyspiel")

from tests.bench.openspiel_league import PEERS, with_undealt, written  # needs pyspiel
from tests.rulesets.worlds import seen

from cartaro_engine import table_of
from cartaro_engine.opponents import imagined
from cartaro_engine.table.tables import known_at_first
from cartaro_interpreter import State

WORLDS = 100


def hands_of_others(rules: Any, state: State) -> int:
    """Return the cards of all players but the first."""
    first: int = rules.layout.places["hand"].slot
    return sum(state.cells[first + player] for player in range(1, int(rules.game.players)))


def test_our_players_are_told_which_cards_were_not_dealt() -> None:
    table, random = table_of(rules_of("oh_hell", {"players": "3"})), Random(1)
    rules, state = table.rules, table.deal(3, 0).state
    view, known = seen(rules, state, 0), known_at_first(rules, state)[0]
    held, dealt_elsewhere = hands_of_others(rules, state), 0
    for _ in range(WORLDS):
        fair = imagined(rules, view, known, random)
        told = imagined(rules, view, with_undealt(rules, state, known, "oh_hell"), random)
        assert fair is not None
        assert told is not None
        assert hands_of_others(rules, told) == held
        dealt_elsewhere += hands_of_others(rules, fair) != held
    assert dealt_elsewhere == WORLDS


def test_openspiel_s_search_gives_the_others_only_cards_that_were_dealt() -> None:
    """If this fails, OpenSpiel deals all unseen cards, and the league needs no `--equal`."""
    table, random = table_of(rules_of("oh_hell", {"players": "3"})), Random(1)
    peer = PEERS["oh_hell"][0]
    hand: Any = peer.dealt(written(table.rules, table.deal(3, 0).state))  # its stubs leave the method out
    player = hand.current_player()
    found = {cards_of_others(hand.resample_from_infostate(player, random.random), player) for _ in range(WORLDS)}
    assert len(found) == 1


def cards_of_others(hand: Any, player: int) -> frozenset[str]:
    """Return the cards of all players but one, as OpenSpiel's text of a state has them."""
    own, cards = -1, set[str]()
    for line in str(hand).split("\n"):
        if line.startswith("Player: "):
            own = int(line.removeprefix("Player: "))
        elif own not in (-1, player) and line.startswith("    ") and ": " in line:
            suit, _, ranks = line.strip().partition(": ")
            cards |= {suit + rank for rank in ranks.strip()}
    return frozenset(cards)
