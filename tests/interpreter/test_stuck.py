"""Play that cannot continue: the report names the player without a move, the clause that bars it, and the point of play."""

from __future__ import annotations

import json
from pathlib import Path

from tests.interpreter.small_games import rules_with

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import RandomPlayer, Rules, SeededChance, State, legal_moves, play_hand, read_position

ACT = """
mark owed for the turn
act mark_it card
  says it "segnare {card}" en "mark {card}" fr "marquer {card}"
  card is one of hand
  mark card as owed
segna: the player may mark_it
"""
OPTIONAL = f"{ACT}forse: in a turn the player may mark_it\ndovere: the turn may not end while hand is not empty\n"
FORCED = f"{ACT}giro: in a turn the player must mark_it\nvieta despite segna: the player may not mark_it when card is in hand\n"


def stuck(rules: Rules) -> Diagnostic:
    found = play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(1))
    assert isinstance(found, Diagnostic)
    assert found.code == "C0823"
    return found


def blamed(found: Diagnostic) -> str:
    assert found.primary is not None
    return found.primary.span.text.partition(":")[0]


def test_the_obligation_in_force_is_blamed_and_not_a_step_that_is_free(tmp_path: Path) -> None:
    found = stuck(rules_with(tmp_path, OPTIONAL))
    assert blamed(found) == "dovere"
    assert found.message == "the player in seat 2 has no legal move, and the turn may not end (in hand 1, after 0 moves)"
    assert (found.help or "").startswith("these clauses prevent it: `dovere`")


def test_the_step_and_what_bars_it_are_named(tmp_path: Path) -> None:
    found = stuck(rules_with(tmp_path, FORCED))
    assert blamed(found) == "vieta despite segna"
    assert "and `giro` requires one" in found.message


def test_the_position_can_be_looked_at(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, OPTIONAL)
    position = json.loads((stuck(rules).help or "").partition("the position: ")[2])
    state = read_position(rules, position)
    assert isinstance(state, State)
    assert legal_moves(rules, state) == ()
