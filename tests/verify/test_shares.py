"""The cards that came with each count of a counter: nobody has more sweeps than half the cards that they took."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.levels import at_night

from cartaro_grammar import Game, load_game
from cartaro_verify import verify

PISHTI = """game pishti
  title "Pishti"
  use french_deck, parlour

in article 2 of parlour repeal soli

article 1 "Cards"
  players: there are 2 players
  alone: the sides are single players
  way: play runs anticlockwise
  pack: the pack has 1 of every rank and suit
  pile heap "the pile"
  zone won of each side "the cards won (pl)"
  seen: everyone sees top of heap
  counter pishtis of each side for the hand "the pishti / the pishtis"
  at the start of the hand
    four: deal 4 from stock to each hand
    centre: deal 4 from stock to heap
  at the end of the turn
    again: deal 4 from stock to each hand when every hand is empty and stock is not empty
  act play card
    says "play {card}"
    card is one of hand
    move card to heap
  plays: in a turn the player must play
  free: the player may play
  after a play
    pishti: add 1 to pishtis when number of heap is 2 and every c in heap has rank of c is rank of card
    equal: move heap to won of side when some c in heap has (c is not card and rank of c is rank of card)
  over: the hand ends when every hand is empty and stock is empty
  bonus: each side scores 10 * pishtis
  match: the match ends when some side has points at least 151
  best: the winner is the side with highest points

claim few "no more than half the cards"
  always total of pishtis of x over x in sides is at most 26
"""


def verdict(folder: Path, text: str) -> str:
    path = folder / "pishti.regole"
    path.write_text(text, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [one.message for one in game]
    (result,) = verify(game, "few")
    return result.verdict


def test_a_counter_is_bounded_by_the_cards_that_came_with_it(tmp_path: Path) -> None:
    assert verdict(tmp_path, PISHTI) == "proved"


TWO_CARDS_AND_NO_MORE = ("is at most 26", "is at most 25")
CHANGED = [
    ("number of heap is 2 and every", "every"),  # a card of its own counts as a pile
    ("    equal: move heap to won of side when", "    equal: move heap to won of side unless"),
    TWO_CARDS_AND_NO_MORE,
]


@pytest.mark.parametrize(("old", "new"), at_night(CHANGED, by_day=[TWO_CARDS_AND_NO_MORE]))
def test_cards_that_need_not_come_bound_nothing(old: str, new: str, tmp_path: Path) -> None:
    assert old in PISHTI
    assert verdict(tmp_path, PISHTI.replace(old, new)) in ("unknown", "refuted")
