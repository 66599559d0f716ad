"""Hands are replayed from the packs of all shuffles of their deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import USUAL, small

from cartaro_verify.play.table import History, HistoryTable

DEALS = {
    "two packs": "apart: shuffle black in stock into second\n" + USUAL["deal"],
    "a pack that is cut again": "again: shuffle stock into stock when rank of top of stock is ace\n" + USUAL["deal"],
    "a deal that is repeated": USUAL["deal"] + "\nback: repeat from shuffles when number of ace in hand of players is 2",
}


@pytest.mark.parametrize("deal", DEALS.values(), ids=list(DEALS))
def test_a_hand_replays_from_its_packs(tmp_path: Path, deal: str) -> None:
    table = HistoryTable(small(tmp_path, places='pile second "the second pile"', deal=deal))
    for seed in range(20):
        hand = table.hand(seed)
        hand.deal()
        assert table.replay(History(hand.packs, (), hand.position)) == hand.position
