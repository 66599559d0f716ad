"""The look-ahead to a last step that must be done: no move is legal if the step cannot be done after it."""

from __future__ import annotations

from pathlib import Path

from tests.interpreter.small_games import legal, position, rules_with

LINES = """
act lay card
  says it "calare {card}" en "lay {card}" fr "poser {card}"
  card is one of hand
  move card to done
act drop card
  says it "scartare {card}" en "drop {card}" fr "jeter {card}"
  card is one of hand
  move card to done
cala: the player may lay
scarta: the player may drop
niente_denari despite scarta: the player may not drop when suit of card is denari
turno: in a turn the player may lay as often as wished
fine_turno: in a turn, after turno, the player must drop
"""


def test_a_card_that_is_needed_for_the_last_step_is_kept(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, LINES)
    rest = [f"{r}{s}" for r in "A234567FCR" for s in "BCDS"]
    hand = ["AB", "AD", "2D"]
    state = position(
        rules, {"stock": [card for card in rest if card not in (*hand, "3C")], "hand": {"1": hand, "2": ["3C"]}}, turn=1
    )
    assert legal(rules, state) == ["lay AD", "lay 2D", "drop AB"]
