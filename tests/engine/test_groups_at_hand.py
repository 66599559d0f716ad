"""Patterns that fit too many sets of the pack for a table: the engine and the interpreter build the sets from the cards at
hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide, rules_of

from cartaro_engine import PythonMachine
from cartaro_interpreter import Rules, run_examples

RULES = """game filari
  title "Rows"
  use french_deck

article 1 "The deck"
  giocatori: there are 2 players
  forze: every rank has power
    asso     1
    due      2
    tre      3
    quattro  4
    cinque   5
    sei      6
    sette    7
    otto     8
    nove     9
    dieci   10
    fante   11
    donna   12
    re      13
  mazzo: the pack has 1 of every rank and suit
  fila: s counts as buona when {row}
  colore: s counts as buona when number of s is 4 and s is alike in suit
  coppia: s counts as buona when number of s is 2 and s is alike in rank

article 2 "The table"
  pile stock
  zone hand of each player
  zone heap
  act play cards
    says "play {{cards}}"
    cards is some of hand
    move cards to heap
  act pass
    says "pass"
  gioca: the player may play when cards is buona
  passa: the player may pass when player cannot play
  turno: in a turn the player must play or pass
  inizia: the play begins with the player after the last player
  dopo: the turn passes to the player after player
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 9 from stock to each hand
  counter passate for the hand
  conta: after pass, add 1 to passate
  finisce: the hand ends when some hand is empty or passate is at least 2
  fine: the match ends when true

example fila_e_coppia "a row of five, and a pair"
  hand holds A♥ 2♣ 3♥ 4♣ 5♥ 5♣
  hand of player after player holds K♦
  player may only play A♥ 2♣ 3♥ 4♣ 5♥ or play A♥ 2♣ 3♥ 4♣ 5♣ or play 5♥ 5♣
"""
WIDE = {
    "at least": "number of s is at least 5 and s is consecutive in power",
    "more than": "number of s is more than 4 and s is consecutive in power",
}
NARROW = (
    "number of s is 5 and s is consecutive in power",
    "number of s is at most 5 and number of s is at least 5 and s is consecutive in power",
)


def rules(tmp_path: Path, row: str) -> Rules:
    path = tmp_path / "filari.regole"
    path.write_text(RULES.format(row=row), encoding="utf-8")
    return rules_of(str(path), {})


@pytest.mark.parametrize("row", WIDE)
def test_what_can_be_played_is_made_of_the_hand(tmp_path: Path, row: str) -> None:
    found = rules(tmp_path, WIDE[row])
    assert not all(shapes.is_tabulated for shapes in found.compiler.shapes.values())
    assert [failure.message for result in run_examples(found.game) for failure in result.failures] == []


def test_interpreter_and_engine_list_the_same_sets(tmp_path: Path) -> None:
    sides = SideBySide(rules(tmp_path, WIDE["at least"]), PythonMachine, 3)
    sides.play(12)
    assert sides.faults.total() == 0


def test_an_exact_number_narrows_as_its_two_bounds_do(tmp_path: Path) -> None:
    exact, bounds = (rules(tmp_path, row).compiler.shapes.values() for row in NARROW)
    assert all(shapes.is_tabulated for shapes in (*exact, *bounds))
    assert [shapes.keys for shapes in exact] == [shapes.keys for shapes in bounds]
