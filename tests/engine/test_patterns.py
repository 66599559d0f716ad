"""Patterns over packs in which few groups match them, or none: packs of one suit, of one rank, or with as many groups
as cards.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide

from cartaro_engine import PythonMachine
from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, compile_game

TEXT = """game prova
  title "Prova"

article 1 "Carte"
  semi: every card has a suit
{suits}
  valori: every card has a rank with value
{ranks}
  mazzo: the pack has {copies} of every rank and suit
  giocatori: there are 2 players
  senso: play runs clockwise
  soli: the sides are single players

article 2 "Luoghi"
  pile stock "il mazzo"
  zone hand of each player "la mano"
  pile heap "lo scarto"
  family melds "il gioco / i giochi"
  mano: each player sees hand
  viste: everyone sees melds
  at the start of the hand
    mescola: shuffle all cards into stock
    distribuisce: deal {dealt} from stock to each hand

article 3 "Turno"
  act put group
    group is some of hand
    form new melds from group
  act add card to place
    card is one of hand
    place is one of melds
    move card to place
  act drop card
    card is one of hand
    move card to heap
  gruppo: s counts as gioco when number of s is at least {least} and s is {pattern}
  cala: the player may put when group is gioco
  aggiunge: the player may add when place + card is gioco
  scarta: the player may drop
  gioca: in a turn the player must put or add or drop
  primo: the play begins with the last player
  passa: the turn passes to the player after player
  fine: the hand ends when some hand is empty
  una: the match ends when some hand is empty
  conta: each side scores number of hand
"""

PACKS = {
    "one suit": (("rosso R",), ("uno 1", "due 2", "tre 3", "quattro 4"), 1),
    "one rank": (("rosso R", "nero N", "blu B", "verde V"), ("uno 1",), 1),
    "one card, four times": (("rosso R",), ("uno 1",), 4),
    "one suit, twice": (("rosso R",), ("uno 1", "due 2"), 2),
    "two of each": (("rosso R", "nero N"), ("uno 1", "due 2"), 1),
}
PATTERNS = ("alike in suit", "distinct in suit", "alike in rank", "distinct in rank", "consecutive in value")


@pytest.mark.parametrize(("pack", "pattern", "least"), list(product(PACKS, PATTERNS, (1, 2, 5))))
def test_groups_of_a_poor_pack_are_the_interpreters(tmp_path: Path, pack: str, pattern: str, least: int) -> None:
    beside = SideBySide(rules_of(tmp_path, pack, pattern, least), PythonMachine, 1)
    beside.play_matches(6)
    assert not beside.faults
    assert beside.positions


@pytest.mark.parametrize("to", ["heap", "hand", "stock"])
def test_a_whole_group_moves(tmp_path: Path, to: str) -> None:
    """The cards of a group leave it and go to a pile, or to a place without an order."""
    clears = f"  act clear old\n    old is one of melds\n    move old to {to}\n  ritira: the player may clear\n  gruppo:"
    text = TEXT.replace("  gruppo:", clears).replace("must put or", "must clear or put or")
    beside = SideBySide(rules_of(tmp_path, "two of each", "alike in suit", 1, text), PythonMachine, 1)
    beside.play_matches(20)
    assert not beside.faults
    assert beside.positions


@pytest.mark.parametrize("pattern", ["alike in suit", "consecutive in value"])
def test_a_card_of_a_group_is_read_again_as_another_is_added(tmp_path: Path, pattern: str) -> None:
    settles = """  matta: uno may be read as any card
  act settle card for wild in place
    card is one of hand
    place is one of melds
    wild is one of place, read freely
    move wild, card to place
  rilegge: the player may settle when (place - wild) + wild + card is gioco
  gruppo:"""
    text = TEXT.replace("  gruppo:", settles).replace("must put or", "must settle or put or")
    beside = SideBySide(rules_of(tmp_path, "one suit, twice", pattern, 2, text), PythonMachine, 1)
    beside.play_matches(20)
    assert not beside.faults
    assert beside.positions


def test_there_is_room_for_as_many_groups_as_there_are_cards(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "one suit", "alike in suit", 1)
    assert [place.count for place in rules.layout.families] == [4]


def rules_of(folder: Path, pack: str, pattern: str, least: int, written: str = TEXT) -> Rules:
    """Return the rules of a game of groups with a pattern and one of the packs; all cards are dealt."""
    suits, ranks, copies = PACKS[pack]
    rows = [f'    {name} "{code}"' for name, code in (row.split() for row in suits)]
    numbers = [f'    {name} "{value}" {value}' for name, value in (row.split() for row in ranks)]
    dealt = len(suits) * len(ranks) * copies // 2
    text = written.format(
        suits="\n".join(rows), ranks="\n".join(numbers), copies=copies, dealt=dealt, least=least, pattern=pattern
    )
    (folder / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(folder / "prova.regole")
    assert isinstance(game, Game), [(found.code, found.message, found.help) for found in game]
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules
