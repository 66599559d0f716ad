"""Shipped games have the same legal moves and the same scores as these games in OpenSpiel."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.levels import by_level

pytest.importorskip("pyspiel", reason="the extra `cartaro[openspiel]` is not installed")
from tests.crosscheck.openspiel_games import HANDS, PEERS, Compared, Peer, compared

TABLES = [
    pytest.param(peer, players, id=f"{Path(peer.name).stem}-{players}-{'-'.join(peer.house_rules.values())}")
    for peer in PEERS
    for players in peer.players
]
BY_DAY = 20


@pytest.mark.slow
@pytest.mark.parametrize(("peer", "players"), TABLES)
def test_moves_and_scores_are_those_of_openspiel(peer: Peer, players: int) -> None:
    hands = by_level(BY_DAY, HANDS)
    found = compared(peer, players, hands)
    assert found == Compared(found.hands, found.moves)
    assert found.hands >= hands
