"""Sentences of a game of lives, in which players compare hands and knock."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

KNOCKING = """game knocking
  title it "Bussare" en "Knocking" fr "Frapper"
  use french_deck, parlour

repeal article 3 of parlour

article 1 it "Carte" en "Cards" fr "Cartes"
  pack_ "pack": the pack has 1 of every rank and suit
  seats: there are 2 to 4 players
  direction: play runs clockwise
  pile discards it "gli scarti (pl)" en "the discards (pl)" fr "la défausse"
  counter lost of each side for the match it "la multa / le multe" en "the fine / the fines" fr "la peine / les peines"
  counter stakes of each side for the match it "la posta / le poste" en "the stake / the stakes" fr "la mise / les mises"
  counter points of each side for the match it "il punto / i punti" en "the point / the points" fr "le point / les points"
  reference knocker, a player, for the hand it "chi ha bussato" en "the knocker" fr "celui qui a frappé"
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  at the start of the hand
    pays: subtract 5 from stakes for each player
    deals: deal 3 from stock to each hand

article 2 it "Gioco" en "Play" fr "Jeu"
  act knock
    says it "bussare" en "knock" fr "frapper"
    knocker becomes the player
    spoken becomes true
  act throw card
    says it "scartare {card}" en "discard {card}" fr "défausser {card}"
    card is one of hand
    move card to discards
  worth_: worth of x is total penalty of hand of x
  lowest_: lowest_hand(x) means every y in players has worth of x is at most worth of y
  thirty: thirty_one(x) means worth of x is 31
  some_thirty: somebody means some x in players has thirty_one(x)
  knocks: the player may knock when knocker is none
  throws: the player may throw
  not_ace despite throws: the player may not throw when rank of card is asso
  must_: in a turn the player must knock or throw
  after_: the hand ends when knocker is the player after player
  loses: each side scores 1
    when somebody and side is not side of knocker
    and some x in players has (side of x is side and worth of x is less than 31)
  lowest_one: each side scores 2 when some x in players has (side of x is side and lowest_hand(x)) and not somebody
  over: the match ends when some side has lost at least 3
  wins: the winner is the side with lowest lost
  at the count of the hand
    adds: add score of side to lost for each side

words
  worth it "il valore di {1}" en "the worth of {1}" fr "la valeur de {1}"
  thirty_one it "{1} ha trentuno" en "{1} has thirty-one" fr "{1} a trente et un"
  somebody it "qualcuno ha trentuno" en "somebody has thirty-one" fr "quelqu'un a trente et un"
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Each player except the knocker gets one fine when their worth is less than 31 and somebody has thirty-one."),
        ("it", "prende una multa se il suo valore è minore di 31 e qualcuno ha trentuno."),
        ("fr", "prend une peine lorsque sa valeur est inférieure à 31 et que quelqu'un a trente et un."),
    ],
)
def test_a_score_that_goes_to_a_counter_is_told_in_its_things(code: str, told: str, tmp_path: Path) -> None:
    guide = guide_of_text(KNOCKING, code, tmp_path)
    assert told in guide
    assert "is added to" not in guide


def test_points_stay_points_if_the_score_also_goes_elsewhere(tmp_path: Path) -> None:
    both = KNOCKING.replace(
        "lost for each side\n\n", "lost for each side\n    too: add score of side to points for each side\n\n"
    )
    assert both != KNOCKING
    assert "Each player except the knocker scores one point" in guide_of_text(both, "en", tmp_path)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "gets two fines when no player has a lower worth and nobody has thirty-one."),
        ("it", "prende due multe se nessun giocatore ha un valore più basso e nessuno ha trentuno."),
        ("fr", "prend deux peines lorsqu'aucun joueur n'a une valeur moins élevée et que personne n'a trente et un."),
    ],
)
def test_whoever_has_the_lowest_hand_is_told_without_letters(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(KNOCKING, code, tmp_path)


def test_a_condition_on_the_number_of_somebody_is_told_of_one_of_them(tmp_path: Path) -> None:
    direct = KNOCKING.replace("thirty_one(x)\n  knocks", "worth of x is 31\n  knocks")
    direct = "\n".join(line for line in direct.splitlines() if not line.startswith("  somebody it"))
    assert "the worth of at least one player is 31" in guide_of_text(direct, "en", tmp_path)


@pytest.mark.parametrize(("code", "told"), [("en", "somebody has thirty-one when"), ("it", "ualcuno ha trentuno se qualcuno")])
def test_a_condition_is_not_explained_by_its_own_words(code: str, told: str, tmp_path: Path) -> None:
    assert told not in guide_of_text(KNOCKING, code, tmp_path)


@pytest.mark.parametrize(
    ("code", "told", "noted"),
    [
        ("en", "The player may knock when there is no knocker. From then on the player has spoken.", "becomes the knocker"),
        ("it", "Si può bussare se nessuno ha bussato. Da allora il giocatore ha parlato.", "il giocatore ha bussato"),
    ],
)
def test_an_act_does_not_say_that_who_does_it_has_done_it(code: str, told: str, noted: str, tmp_path: Path) -> None:
    guide = guide_of_text(KNOCKING, code, tmp_path)
    assert told in guide
    assert noted not in guide


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "The hand ends when the turn is about to come to the knocker."),
        ("it", "La smazzata finisce quando il turno sta per toccare a chi ha bussato."),
        ("fr", "La manche finit lorsque le tour va passer à celui qui a frappé."),
    ],
)
def test_a_hand_ends_before_the_turn_of_somebody(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(KNOCKING, code, tmp_path)


def test_everybody_pays_in_one_sentence(tmp_path: Path) -> None:
    paid = KNOCKING.replace("    pays: subtract 5 from stakes", "    pays: subtract 5 from lost")
    assert "Each player loses five fines." in guide_of_text(paid, "en", tmp_path)


def test_a_card_that_is_discarded_is_not_called_a_card_played(tmp_path: Path) -> None:
    taken = "when rank of card is asso and card is in discards"
    other = KNOCKING.replace("when rank of card is asso", taken)
    guide = guide_of_text(other, "en", tmp_path)
    assert "the card is in the discards" in guide
    assert "card played" not in guide


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "the total penalty of the cards of one suit in hand, whichever gives most."),
        ("it", "delle carte di un seme in mano, quello che dà di più."),
        ("fr", "des cartes d'une couleur en main, celle qui donne le plus."),
    ],
)
def test_the_best_suit_of_a_hand_is_told_without_combinations(code: str, told: str, tmp_path: Path) -> None:
    suits = "highest of total penalty of t over (sets of cards t in hand of x where t is alike in suit)"
    best = KNOCKING.replace("worth of x is total penalty of hand of x", f"worth of x is {suits}")
    assert told in guide_of_text(best, code, tmp_path)


def test_combinations_under_another_condition_are_told_as_such(tmp_path: Path) -> None:
    pairs = "highest of total penalty of t over (sets of cards t in hand of x where t is alike in suit and number of t is 2)"
    best = KNOCKING.replace("worth of x is total penalty of hand of x", f"worth of x is {pairs}")
    guide = guide_of_text(best, "en", tmp_path)
    assert "whichever" not in guide
    assert "combinations" in guide
