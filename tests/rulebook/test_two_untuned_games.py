"""Sentences of two games that nobody had tuned: a game of adding up, and one of tricks in hands that become shorter."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

NINETY_NINE = """game adding
  title it "Novantanove" en "Ninety-nine" fr "Quatre-vingt-dix-neuf"
  use french_deck, parlour

article 1 it "Carte" en "Cards" fr "Cartes"
  pack_ "pack": the pack has 1 of every rank and suit
  seats: there are 2 to 6 players
  direction: play runs clockwise
  zone laid it "la fila" en "the row" fr "la file"
  open_: everyone sees laid
  counter total_laid for the hand it "il totale (m)" en "the running total" fr "le total (m)"
  counter lives of each side for the match it "la vita / le vite" en "the life / the lives" fr "la vie / les vies"
  flag out for the hand it "qualcuno ha lasciato" en "somebody has given up" fr "quelqu'un a renoncé"
  at the start of the match
    three: lives becomes 3 for each side
  at the start of the hand
    deals: deal 3 from stock to each hand

article 2 it "Gioco" en "Play" fr "Jeu"
  act lay card
    says it "posare {card}" en "lay {card}" fr "poser {card}"
    card is one of hand
    move card to laid
  act give_up
    says it "lasciare" en "give up" fr "renoncer"
    subtract 1 from lives of side of player
    out becomes true
  lays: the player may lay
  not_over despite lays: the player may not lay when total_laid + penalty of card is more than 99
  after a lay
    adds: add penalty of card to total_laid
    draws: deal 1 from stock to hand of player when stock is not empty
  stuck: the player may give_up when the player cannot lay
  must_: in a turn the player must lay or give_up
  over: the hand ends when out
  ends_: the match ends when some side has lives is 0
  wins: the winner is the side with highest lives
"""

WHIST = """game shrinking
  title it "Whist" en "Whist" fr "Whist"
  use french_tricks, following, trumps

in article 3 of tricks replace gioca
  gioca: in a turn the player must name_ or play

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 2 or 4 players
  direction: play runs clockwise
  alone: the sides are single players
  counter rounds for the match it "il giro / i giri" en "the round / the rounds" fr "le tour / les tours"
  reference champion, a player, for the match it "chi ha fatto più prese" en "the player who took most tricks" fr "le plus fort"
  pile turned it "la carta scoperta" en "the card turned up" fr "la carte retournée"
  open_: everyone sees turned
  size_: size is 7 - rounds
  at the start of the hand
    mix: shuffle all cards into stock
    deals: deal size from stock to each hand
    turns: move top of stock to turned when rounds is 0
    suit_: trump_suit becomes suit of top of turned when rounds is 0
  act name_ wanted
    says it "chiamare {wanted}" en "name {wanted}" fr "nommer {wanted}"
    wanted is one of suits
    trump_suit becomes wanted
  names_: the player may name_ when trump_suit is none
  waits despite libera: the player may not play when trump_suit is none
  leads despite di_mano: the play begins with champion when champion is not none
  see article 3 of tricks
  see article 1 of following
  see article 1 of trumps
  taken_: taken of p is number of won of side of p
  at the end of the hand
    most: champion becomes the player with highest taken
    count_: add 1 to rounds
  ends_: the match ends when rounds is 7
  wins: the winner is side of champion
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "The game is for two to six players."),
        ("it", "Possono giocare da due a sei persone."),
        ("fr", "On peut y jouer de deux à six."),
        ("en", "At the start of the match, each player has three lives."),
        ("it", "All'inizio della partita, ogni giocatore ha tre vite."),
        ("fr", "Au début de la partie, chaque joueur a trois vies."),
        ("en", "When the stock is not empty, the player draws one card from the stock."),
        ("it", "Se il mazzo non è vuoto, il giocatore pesca una carta dal mazzo."),
        ("fr", "Lorsque le talon n'est pas vide, le joueur tire une carte du talon."),
        ("en", "The player may give up when they cannot lay a card."),
        ("en", "The aim is to have more lives than the others at the end of the match."),
    ],
)
def test_lives_and_draws_are_told_as_at_a_table(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(NINETY_NINE, code, tmp_path)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "The game is for two or four players."),
        ("en", "At the start of the hand, when it is the first hand: the top card of the stock becomes the card turned up; "
         "the suit of the card turned up becomes the trump suit."),
        ("it", "All'inizio della smazzata, se è la prima smazzata:"),
        ("fr", "Au début de la manche, lorsque c'est la première manche"),
        ("en", "But if there is one, the player who took most tricks begins."),
        ("it", "Ma se c'è, comincia chi ha fatto più prese."),
        ("fr", "Mais le cas échéant, le plus fort commence."),
    ],
)  # fmt: skip
def test_the_first_hand_and_who_begins_are_told_as_at_a_table(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(WHIST, code, tmp_path)


def test_a_count_of_hands_and_a_sum_without_scores_are_not_told(tmp_path: Path) -> None:
    text = guide_of_text(WHIST, "en", tmp_path)
    assert "The match lasts seven hands." in text
    assert "round" not in text
    assert "points of each hand" not in text


def test_a_rule_at_the_end_of_a_hand_does_not_speak_of_the_first_hand(tmp_path: Path) -> None:
    late = WHIST.replace("with highest taken\n", "with highest taken when rounds is 0\n")
    assert "it is the first hand" not in guide_of_text(late, "en", tmp_path)


@pytest.mark.parametrize(
    ("winner", "aim"),
    [
        ("ends_: the match ends when some side has lives is at least 7", "The aim is to be the first to have seven lives."),
        ("ends_: the match ends when lives of side of dealer is 1", "The aim is to have more lives than the others"),
    ],
)
def test_the_aim_names_the_target_of_the_match(winner: str, aim: str, tmp_path: Path) -> None:
    text = NINETY_NINE.replace("ends_: the match ends when some side has lives is 0", winner)
    assert text != NINETY_NINE
    assert aim in guide_of_text(text, "en", tmp_path)
