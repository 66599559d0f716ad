"""Moves that one player makes in a fixed order: the guide tells the order if it holds in every state, else the conditions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

from cartaro_grammar import Game, load_game
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.first_screen import first_screen

CALLS = """game calls
  title "Calls"
  use french_tricks, following

in article 3 of tricks replace gioca
  gioca: in a turn the player must call or fold or ask or give or bury or play

article 1 "Cards"
  see article 1 of french_tricks
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  zone spare it "il monte" en "the talon" fr "l'écart"
  zone buried it "gli scarti (pl)" en "the discards (pl)" fr "les rebuts (pl)"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand
    aside: deal 2 from stock to spare

article 2 "Calls"
  reference caller, a player, for the hand it "il chiamante" en "the caller" fr "le demandeur"
  flag out of each player for the hand it "ha passato" en "has folded" fr "a renoncé"
  act call
    says it "chiamare" en "call" fr "demander"
    caller becomes the player
  act fold
    says it "passare" en "fold" fr "renoncer"
    out becomes true
  calling: calling means caller is none
  may_call: the player may call when calling
  may_fold: the player may fold when calling
  nobody_calls: after a fold when every x in players has out of x, void the hand
  next_call despite esce: the turn passes to the player after the player when calling

article 3 "The exchange"
  reference friend, a player, for the hand it "il donatore" en "the giver" fr "le donneur de carte"
  flag asked for the hand it "la carta è stata chiesta" en "a card was asked for" fr "une carte a été demandée"
  flag given for the hand it "la carta è stata resa" en "a card was given back" fr "une carte a été rendue"
  flag settled for the hand it "il monte è stato scartato" en "the talon was discarded" fr "l'écart est fait"
  act ask wanted
    says it "chiedere il re di {wanted}" en "ask for the king of {wanted}" fr "demander le roi de {wanted}"
    wanted is one of suit
    asked becomes true
    friend becomes (the first player after the player where some c in hand has (rank of c is king and suit of c is wanted))
    move (hand of friend where rank is king and suit is wanted) to hand
  act give card
    says it "rendere {card}" en "give {card} back" fr "rendre {card}"
    card is one of hand
    move card to hand of friend
    given becomes true
  act bury cards
    says it "scartare {cards}" en "discard {cards}" fr "écarter {cards}"
    cards is some of hand
    move cards to buried
    settled becomes true
  may_ask: the player may ask when not calling and not asked
  not_own despite may_ask: the player may not ask when some c in hand has (rank of c is king and suit of c is wanted)
  may_give: the player may give when asked and friend is not none and not given
  ready: ready means asked and (friend is none or given)
  at the end of the turn
    take_talon: move spare to hand of caller when not calling and ready
  may_bury: the player may bury when number of cards is 2 and number of hand is 7 and not settled
  callers_turn despite esce: the turn passes to caller when not calling and not settled
  no_play despite libera: the player may not play when calling or (not calling and not settled)

article 4 "Play"
  see article 3 of tricks
  see article 1 of following
  won_tricks: each side scores number of won of side
  over: the match ends when some side has points at least 20
  best: the winner is the side with highest points
"""
ORDER = {
    "en": (
        "At the start of the second part it stays the turn of the caller until the last of these moves: "
        "The caller must ask for the king of a suit. "
        "The first player, after the caller, who has a king of the chosen suit in hand, if there is one, gives that card to "
        "the caller: this is the giver. "
        "When there is a giver, the caller must give a card back. The giver takes the card into their hand. "
        "The caller takes the cards in the talon into their hand. "
        "The caller must discard two cards."
    ),
    "it": (
        "All'inizio della seconda parte il turno resta al chiamante, fino all'ultima di queste mosse: "
        "Il chiamante deve chiedere il re di un seme. "
        "Il primo giocatore, dopo il chiamante, che ha un re del seme scelto in mano, se c'è, dà quella carta al chiamante: "
        "è il donatore. "
        "Se vi è un donatore, il chiamante deve rendere una carta. Il donatore prende in mano la carta. "
        "Il chiamante prende in mano le carte nel monte. "
        "Il chiamante deve scartare due carte."
    ),
}


@pytest.mark.parametrize("code", ["en", "it"])
def test_the_moves_of_one_player_are_told_in_their_order(code: str, tmp_path: Path) -> None:
    told = guide_of_text(CALLS, code, tmp_path)
    assert ORDER[code] in told
    assert "ready" not in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("when asked and friend is not none and not given", "when friend is not caller and not given"),  # before the question
        (" and number of hand is 7 and", " and"),  # before the cards are taken
        ("number of hand is 7", "number of hand is 5"),  # before the question
        ("friend is not none and not given", "friend is not none"),  # a card may be given more than once
    ],
)
def test_an_order_that_does_not_hold_in_every_state_is_not_told(old: str, new: str, tmp_path: Path) -> None:
    assert old in CALLS
    assert "it stays the turn of the caller" not in guide_of_text(CALLS.replace(old, new), "en", tmp_path)


def test_a_number_of_cards_that_is_not_certain_is_a_condition(tmp_path: Path) -> None:
    """Whoever may ask for a king of their own may have one card less than the talon gives."""
    line = next(line for line in CALLS.splitlines() if line.startswith("  not_own"))
    told = guide_of_text(CALLS.replace(f"{line}\n", ""), "en", tmp_path)
    assert "When the caller has seven cards in hand, the caller must discard two cards." in told


def test_a_rule_that_may_take_effect_earlier_or_later_has_no_place_in_the_order(tmp_path: Path) -> None:
    early = CALLS.replace("when not calling and ready", "when not calling and (ready or some hand is empty)")
    told = guide_of_text(early, "en", tmp_path)
    assert "The caller takes the cards in the talon into their hand. The caller must" not in told


POINTS = "  won_tricks: each side scores number of won of side\n"
WORTH = """  worth: every rank has worth
    ace 3
    king 2
    queen 1
    jack 1
    ten 0
    nine 0
    eight 0
    seven 0
    six 0
    five 0
    four 0
    three 0
    two 0
"""
MADE = """  made_of_cards: made is total worth of won of side of caller divided by 3, rounded down
  wins_all: each side scores 2 when side is side of caller and made is at least 6
  loses_all: each side scores 0 - 2 when side is side of caller and made is less than 6
  gives: each side scores 0 - 1 when side is not side of caller and made is at least 6
  gets: each side scores 1 when side is not side of caller and made is less than 6
"""


def test_the_row_of_the_count_defines_its_result_and_the_first_screen_has_the_numbers_of_the_cards(tmp_path: Path) -> None:
    text = CALLS.replace(POINTS, MADE).replace("  players: there", f"{WORTH}  players: there")
    told = guide_of_text(text, "en", tmp_path)
    assert "caller's takings divided by 3, rounded down. If the result is at least 6, the caller gets from each of the" in told
    game = load_game(tmp_path / "calls.regole")
    assert isinstance(game, Game)
    assert "ace 3; king 2; queen and jack 1" in first_screen(page_for(Ruleset(game), "en"))
