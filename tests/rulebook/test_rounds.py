"""A counter of passes is told as rounds of the table, if the rules show that it counts them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

TAKING = """game taking
  title it "La presa" en "Taking" fr "La prise"
  use french_tricks, following, trumps

in article 3 of tricks replace gioca
  gioca: in a turn the player must accept or choose_suit or pass or play

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 4 players
  direction: play runs clockwise
  pairs: the sides are opposite players
  zone turned it "la carta scoperta" en "the card turned up" fr "la carte retournée"
  open_: everyone sees turned
  reference declarer, a player, for the hand it "chi ha preso" en "the declarer" fr "le preneur"
  counter passes for the hand it "la passata / le passate" en "the pass / the passes" fr "la passe / les passes"
  flag idle of each player for the hand it "sta fermo" en "sits out" fr "passe son tour"
  at the start of the hand
    mix: shuffle all cards into stock
    deals: deal 5 from stock to each hand
    turns: deal 1 from stock to turned
  act accept
    says it "prendere" en "take it" fr "prendre"
    declarer becomes the player
    trump_suit becomes suit of turned
    idle of friend of player becomes true
  act choose_suit wanted
    says it "chiamare {wanted}" en "name {wanted}" fr "nommer {wanted}"
    wanted is one of suit
    declarer becomes the player
    trump_suit becomes wanted
  act pass
    says it "passare" en "pass" fr "passer"
    add 1 to passes
  friend_: friend of x is the player after player after x
  first_: the player may accept when declarer is none and passes is less than 4
  second_: the player may choose_suit when declarer is none and passes is at least 4
  passing: the player may pass when declarer is none
  stuck despite passing: the player may not pass when passes is 7
  void_: after a pass when passes is 8, void the hand
  next_ despite passa, esce: the turn passes to the player after player when declarer is none
  waits despite libera: the player may not play when declarer is none
  see article 3 of tricks
  see article 1 of following
  see article 1 of trumps
  ends_: the match ends when some side has points at least 3
  wins: the winner is the side with highest points
  scores: each side scores number of won

words
  friend it "l'amico di {1}" en "the friend of {1}" fr "l'ami de {1}"
"""

COUNTED = "there are fewer than four passes"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Take it, when it is the first round."),
        ("en", "Name a suit, when the first round is over."),
        ("en", "When the second round is over, the hand is void, and the dealer deals again."),
        ("en", "may not pass when it is the last turn of the second round."),
        ("it", "Prendere, se è il primo giro."),
        ("it", "Se il secondo giro è finito, la smazzata è nulla, e il mazziere dà di nuovo le carte."),
        ("fr", "Prendre, lorsque c'est le premier tour de table."),
        ("fr", "lorsque c'est la dernière parole du deuxième tour de table."),
    ],
)
def test_passes_are_rounds_if_every_other_move_ends_the_first_part(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(TAKING, code, tmp_path)


NEXT = "the turn passes to the player after player when"
PASSED_OVER = "the turn passes to (the first player after player where not idle) when"
SCORE = "scores: each side scores number of won"
PASSING = "passing: the player may pass when declarer is none"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            "    declarer becomes the player\n    trump_suit becomes wanted", "    trump_suit becomes wanted", id="bid"
        ),
        pytest.param("there are 4 players", "there are 4 or 6 players", id="other numbers of players"),
        pytest.param(NEXT, PASSED_OVER, id="passed over"),
        pytest.param(SCORE, f"{SCORE} - passes", id="read later"),
        pytest.param(f"{PASSING}\n", f"{PASSING} and passes is not 5\n", id="one turn"),
        pytest.param("    mix: shuffle", "    one: passes becomes 1\n    mix: shuffle", id="another beginning"),
    ],
)
def test_passes_that_may_not_be_rounds_are_counted(old: str, new: str, tmp_path: Path) -> None:
    assert old in TAKING
    told = guide_of_text(TAKING.replace(old, new), "en", tmp_path)
    assert COUNTED in told
    assert "round" not in told


def test_a_word_for_the_partner_is_the_partner(tmp_path: Path) -> None:
    told = guide_of_text(TAKING, "en", tmp_path)
    assert "from then on the player's partner sits out" in told
    assert "friend" not in told
