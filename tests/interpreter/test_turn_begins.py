"""A position is set up, and then the turn begins: the effects of the rules at its start happen exactly once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import after, legal, position, rules_with

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Json, Rules, State, read_position, write_position

LINES = """
counter turni for the hand it "il turno" en "the turn" fr "le tour"
act drop card
  says it "scartare {card}" en "drop {card}" fr "jeter {card}"
  card is one of hand
  move card to done
lascia: the player may drop
turno: in a turn the player must drop
"""
HELD: dict[str, Json] = {"1": ["6D"], "2": ["4D", "5D"]}


def rules_of(folder: Path, clauses: str) -> Rules:
    return rules_with(folder, LINES + clauses)


def test_what_happens_at_the_start_of_the_turn_has_happened(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "pesca: at the start of the turn, deal 1 from stock to hand")
    state = position(rules, {"hand": HELD, "stock": ["AD", "2D"]})
    assert legal(rules, state) == ["drop AD", "drop 6D"]
    assert legal(rules, after(rules, state, "drop AD")) == ["drop 2D", "drop 4D", "drop 5D"]


def test_it_happens_once(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "conta: at the start of the turn, add 1 to turni")
    state = position(rules, {"hand": HELD})
    written = write_position(rules, state)
    assert (written.get("begun"), written.get("counters")) == (True, {"points": {"1": 0, "2": 0}, "turni": 1})
    assert read_position(rules, written) == state
    assert "begun" not in write_position(rules_of(tmp_path, ""), state)


def test_a_turn_that_ends_at_its_start_is_the_next_one_s(tmp_path: Path) -> None:
    clause = "salta: at the start of the turn, end the turn when number of hand is 1"
    assert position(rules_of(tmp_path, clause), {"hand": HELD}).turn == 1


def test_a_shuffle_at_the_start_is_reported(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "mischia: at the start of the turn, shuffle hand into stock")
    found = read_position(rules, {"zones": {"hand": HELD}, "turn": 2})
    assert isinstance(found, tuple)
    assert [(one.code, one.message[:29]) for one in found] == [("C0812", "at the start of the turn: 2 c")]
    assert isinstance(read_position(rules, {"zones": {"hand": HELD}, "turn": 2, "begun": True}), State)


@pytest.mark.parametrize("given", [{}, {"turn": 1}, {"counters": {}, "begun": "yes"}])
def test_a_position_states_where_the_cards_lie(tmp_path: Path, given: dict[str, Json]) -> None:
    rules = rules_of(tmp_path, "")
    found = read_position(rules, given)
    assert isinstance(found, tuple)
    assert "the position has no `zones`" in [one.message for one in found]
    assert {one.code for one in found} == {"C0814"}
    assert all(isinstance(one, Diagnostic) for one in found)
