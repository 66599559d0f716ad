"""D8: a hand that reaches the bound which `napola` claims; the verifier proves the bound itself."""

from __future__ import annotations

from typing import Any

import pytest
from tests.positions.reference import PACK
from tests.shipped_games import rules_of

from cartaro_interpreter.table.hand_search import result_json
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record, read_record, replay


def the_hand() -> dict[str, Any]:
    """Seat 1 sweeps at each turn: first it takes 2, 2, 3 and 3 with a king, then the single card that seat 2 has just laid."""
    table = ["2B", "2C", "3B", "3C"]
    rest = [card for card in PACK if card not in {*table, "RB", "RS"}]
    rest.sort(key=lambda card: card[0])
    laid, taking = [*rest[::2], "RS"], ["RB", *rest[1::2]]
    deals = [taking[n : n + 3] + laid[n : n + 3] + (table if n == 0 else []) for n in range(0, 18, 3)]
    moves: list[dict[str, Any]] = []
    on_table = table
    for mine, theirs in zip(taking, laid, strict=True):
        moves.append({"act": "take", "args": {"taken": on_table, "card": mine}})
        moves.append({"act": "lay", "args": {"card": theirs}})
        on_table = [theirs]
    return {"stock": [card for deal in deals for card in deal], "moves": moves}


@pytest.mark.parametrize(("reading", "points"), [("giocata", 32), ("presa", 31), ("vale", 32)])
def test_the_greatest_hand(reading: str, points: int) -> None:
    rules = rules_of("napola", ultima=reading)
    record = read_record(rules, the_hand())
    assert isinstance(record, Record), record
    played = replay(rules, record)
    assert isinstance(played, Played), played
    answer: Any = result_json(rules, played)
    assert answer["points"] == {"1": points, "2": 0}
