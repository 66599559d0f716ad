"""An act that takes a set of cards can be performed wherever there are as many cards as its clauses require."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import decided, small

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.prepared_game import PreparedGame

ONE = '  act keep card\n    says "keep {card}"\n    card is one of hand of player\n    move card to won\n'
SET = '  act keep cards\n    says "keep {cards}"\n    cards is some of hand of player\n    move cards to won\n'

WHOLE_PACK = """
game threes
  title "Threes"
  source T "Home" covers T1 to T2
  use french_deck

article 1 "Places" (T1)
  pack "pack": the pack has 1 of every rank and suit
  seats: there are 2 players
  direction: play runs clockwise
  sides: the sides are single players
  pile stock "the stock"
  zone hand of each player "the hand / the hands"
  zone won of each side "the cards won (pl)"
  own: each player sees hand

article 2 "Course" (T2)
  at the start of the hand
    shuffles: shuffle all cards into stock
    deals: deal 12 from stock to each hand
  act keep cards
    says "keep {cards}"
    cards is some of hand
    move cards to won
  three: the player may keep when number of cards is 3
  plays: in a turn the player must keep
  begins: the play begins with the last player
  passes: the turn passes to the player after player
  over: the hand ends when every hand is empty
  wins: the winner is the side with highest number of won
  ends: the match ends
"""


def keeping(folder: Path, hand: int, when: str) -> Game:
    """Return the small game in which each player gets a given number of cards and keeps a set of them in a turn."""
    path = folder / "small.regole"
    small(folder, deal=f"deals: deal {hand} from stock to each hand")
    text = path.read_text(encoding="utf-8")
    assert ONE in text
    path.write_text(text.replace(ONE, SET).replace("the player may keep\n", f"the player may keep {when}\n"), encoding="utf-8")
    game = load_game(path, {})
    assert isinstance(game, Game), [found.message for found in game]
    return game


@pytest.mark.parametrize(
    ("hand", "when"),
    [
        (2, "when number of cards is 2"),
        (3, "when number of cards is 3 and total value of cards is at least 3"),
        (3, "when number of cards = number of hand"),
        (2, "when number of cards is at least 2"),
    ],
)
def test_as_many_cards_as_asked_for_can_be_chosen(hand: int, when: str, tmp_path: Path) -> None:
    assert attempt("movable", PreparedGame(keeping(tmp_path, hand, when))).proved


def test_three_cards_of_a_whole_pack_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "threes.regole"
    path.write_text(WHOLE_PACK, encoding="utf-8")
    game = load_game(path, {})
    assert isinstance(game, Game), [found.message for found in game]
    assert attempt("movable", PreparedGame(game)).proved


@pytest.mark.parametrize(
    ("hand", "when"), [(3, "when number of cards is 2"), (2, "when number of cards is 3"), (2, "when number of cards is -1")]
)
def test_more_cards_than_there_are_cannot(hand: int, when: str, tmp_path: Path) -> None:
    assert not attempt("movable", PreparedGame(keeping(tmp_path, hand, when))).proved
    assert decided("movable", keeping(tmp_path, hand, when)).verdict == "refuted"
