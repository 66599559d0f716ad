"""Memory that belongs to a part of a hand, the last cards of a play, and cards that count as others (decision 0160)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text
from tests.rulebook.test_situations import AUCTION

from cartaro_grammar import Game, load_game
from cartaro_rulebook.guide import unexplained

BUYING = AUCTION.replace("    move offer to hand\n", "    move offer to hand\n    bought becomes true\n")
ROUNDS = (
    BUYING.replace('"buy the card"', '"purchase the card"')
    .replace('"has stopped"', '"adds no more"')
    .replace(
        """  after_buying: after a buy, stopped becomes false for each player
""",
        """  zone away "the cards put away (pl)"
  flag ending for the hand "the round is over"
  flag bought for the hand "the buyer purchases"
  topped: after a offers when bought, move offer to heap
  at the end of the turn
    closes: ending becomes true when added is at least 3
    kept: move heap to hand of buyer when ending and bought
    lost: move heap to away when ending and not bought
    sells_next: seller becomes (the first player after seller where hand is not empty) when ending and not bought
    sells_after: seller becomes (the first player after buyer where hand is not empty) when ending and bought
    buys_next: buyer becomes the player after seller when ending
    nobody_stops: stopped becomes false for each player when ending
    buyer_rests: stopped of buyer becomes true when ending
    none_added: added becomes 0 when ending
    not_bought: bought becomes false when ending
    again: ending becomes false
""",
    )
)


@pytest.fixture
def rounds(tmp_path: Path) -> str:
    return guide_of_text(ROUNDS, "en", tmp_path)


def test_memory_of_a_round_is_told_where_it_is_used_and_not_cleared(rounds: str) -> None:
    assert "The cards added are counted from 0 in each round." in rounds
    assert "When a player stops adding, from then on, in the same round, the player adds no more." in rounds
    assert "start again from 0" not in rounds
    assert "no longer counts" not in rounds
    assert "adds again" not in rounds


def test_steps_with_opposite_conditions_are_one_and_a_new_role_is_new(rounds: str) -> None:
    assert "If the buyer purchases, the buyer takes the cards in the heap into their hand, otherwise" in rounds
    assert (
        "If the buyer purchases, the first player, after the buyer, who has cards in hand becomes the seller, "
        "otherwise the first player, after the seller, who has cards in hand."
    ) in rounds
    assert "The player after the new seller becomes the buyer." in rounds


def test_memory_of_another_act_is_told_with_once(rounds: str) -> None:
    assert (
        "After a player offers a card, once the buyer purchases in the round, the card on offer is put into the heap" in rounds
    )


def test_one_of_several_steps_after_a_choice_is_not_part_of_it(tmp_path: Path) -> None:
    told = guide_of_text(
        ROUNDS.replace("move heap to away when ending and not bought", "added becomes 0 when ending and not bought"),
        "en",
        tmp_path,
    )
    assert "otherwise the cards added start again from 0; " not in told


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("none_added: added becomes 0 when ending", "none_added: added becomes 1 when ending", "counted from 0"),
        ("none_added: added becomes 0 when ending", "none_added: added becomes 0 when ending and bought", "counted from 0"),
        ('"the round is over"', '"it is late"', "counted from 0"),
        ('"the round is over"', '"the heap is over"', "counted from 0"),
        ('"adds no more"', '"has stopped"', "in the same round"),
        ("    buyer_rests: stopped of buyer becomes true when ending\n", "", "in the same round"),
    ],
)
def test_memory_that_does_not_begin_anew_in_each_round_keeps_its_sentences(
    old: str, new: str, kept: str, tmp_path: Path
) -> None:
    assert old in ROUNDS
    assert kept not in guide_of_text(ROUNDS.replace(old, new), "en", tmp_path)


def test_rules_that_are_not_told_are_not_missing(tmp_path: Path) -> None:
    path = tmp_path / "auction.regole"
    path.write_text(ROUNDS, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game)
    assert not [line for line in unexplained(game) if "none_added" in line or "not_bought" in line]


LAST = """game last
  title "Last"
  use french_deck, parlour

in article 2 of parlour replace passa
  passa: the turn passes to the player after player
  again despite passa: the turn passes to the player when playing and tally is more than 0 and rests of the player after player
  anew despite passa: the turn passes to dealer when playing and tally is 0 and not rests of dealer

article 1 "The table"
  seats: there are 2 players
  way: play runs clockwise
  pack: the pack has 1 of every rank and suit
  zone aside "the crib"
  flag rests of each player for the hand "has rested"
  counter tally for the hand "the count"
  reference c1, a card, for the hand "the last card"
  reference c2, a card, for the hand "the last card but one"
  reference c3, a card, for the hand "the third card from the last"
  reference c4, a card, for the hand "the fourth card from the last"
  full: playing means number of aside is 4
  at the start of the hand
    give: deal 6 from stock to each hand

article 2 "The play"
  act lay cards
    says "lay away {cards}"
    cards is some of hand
    move cards to aside
  act play card
    says "play {card}"
    card is one of hand
    move card to stock
    add 1 to tally
    c4 becomes c3
    c3 becomes c2
    c2 becomes c1
    c1 becomes card
  act rest
    says "rest"
    rests becomes true
  lays: the player may lay when not playing and number of cards is 2
  plays: the player may play when playing
  resting: the player may rest when playing
  nothing_alike: gained is 0
  pair despite nothing_alike: gained is 2 when rank of c1 is rank of c2
  triple despite pair: gained is 6 when rank of c1 is rank of c2 and rank of c1 is rank of c3
  quadruple despite triple: gained is 12 when rank of c1 is rank of c2 and rank of c1 is rank of c3 and rank of c1 is rank of c4
  three_cards: last3 is c1 + c2 + c3
  four_cards: last4 is last3 + c4
  no_suit: flush is 0
  of_suit despite no_suit: flush is 1 when last4 is alike in suit
  gains: after a play, add gained to points
  gains_too: after a play, add flush to points
  turns: in a turn the player must lay or play or rest
  over: the hand ends when every hand is empty
  counts: each side scores number of hand
  wins: the winner is the side with highest points
  end: the match ends when some side has points at least 20

words
  gained "the points for equal cards"
  flush "the points for a flush"
  last3 "the last three cards"
  last4 "the last four cards"
"""


def test_the_last_few_cards_are_compared_together_and_their_word_needs_no_definition(tmp_path: Path) -> None:
    told = guide_of_text(LAST, "en", tmp_path)
    assert "12 when the last four cards are all of the same rank. 6 when the last three cards are all of the same rank." in told
    assert "2 when the last card is of the same rank as the last card but one." in told
    assert "The last three cards are" not in told
    assert "The player gains the points for equal cards plus the points for a flush." in told


def test_a_word_for_other_cards_keeps_its_definition(tmp_path: Path) -> None:
    told = guide_of_text(LAST.replace('last3 "the last three cards"', 'last3 "the fresh cards"'), "en", tmp_path)
    assert "The fresh cards are" in told
    told = guide_of_text(LAST.replace("last3 is c1 + c2 + c3", "last3 is c1 + c2 + c4"), "en", tmp_path)
    assert "the last three cards are all of the same rank" not in told


def test_a_part_of_the_hand_to_which_all_cases_belong_is_stated_once(tmp_path: Path) -> None:
    told = guide_of_text(LAST, "en", tmp_path)
    assert (
        "In the second part, the turn passes to the first of these that applies: To the same player again when the count is "
        "greater than 0 and the next player has rested. To the dealer when the count is 0 and the dealer has not rested. "
        "Otherwise to the next player."
    ) in told


BOWERS = """game bowers
  title "Bowers"
  use french_tricks, following, trumps

in article 2 of tricks replace taker
  reference taker, a player, for the hand "the player on lead"

in article 3 of tricks replace gioca, uscita, vince_presa, prende, passa, forza
  gioca: in a turn the player must order or pass or drop or play
  uscita: after a play when number of played of players is 1, led becomes plays_as of card
  followed: c counts as follows when plays_as of c is led
  forza: force of s is total strength of (follows in s)
  passa: the turn passes to the player after player
  at the end of the turn
    taken: taker becomes the player with highest force of played when no player has played is empty
    moved: move played of players to won of side of taker when no player has played is empty

in article 1 of following replace rispondere
  rispondere despite libera: the player may not play
    when played of players is not empty and plays_as of card is not led and some c in hand has plays_as of c is led

in article 1 of trumps replace del_seme, taglia
  del_seme: c counts as trump when plays_as of c is trump_suit
  taglia despite forza: force of s is 100 + total strength of s when some card in s is trump
  joker_takes despite taglia: force of s is 300 when some card in s is captain

article 1 "Cards"
  see article 1 of french_tricks
  four: there are 4 players
  way: play runs clockwise
  alone: the sides are single players
  captains: c counts as captain when rank of c is fante and suit of c is fiori
  own: plays_as of c is suit of c
  captain_is_trump despite own: plays_as of c is trump_suit when c is captain

article 2 "Trumps"
  zone dropped "the dropped card"
  flag to_drop for the hand "the dealer has a card to drop"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 12 from stock to each hand
  act order
    says "order trumps"
    trump_suit becomes cuori
    move top of stock to hand of dealer
    to_drop becomes true
  act drop card
    says "drop {card}"
    card is one of hand
    move card to dropped
    to_drop becomes false
    taker becomes the player after dealer
  act pass
    says "pass"
  orders: the player may order when trump_suit is none
  passing: the player may pass when trump_suit is none
  drops: the player may drop when to_drop
  no_play despite libera: the player may not play when trump_suit is none or to_drop
  bids_on despite esce: the turn passes to the player after player when trump_suit is none
  dealer_drops despite esce: the turn passes to dealer when to_drop
  count: each side scores number of won
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 20

words
  captain  "the captain / the captains"
  plays_as "the suit that {1} counts as"
"""


def test_cards_count_as_cards_of_a_suit(tmp_path: Path) -> None:
    told = guide_of_text(BOWERS, "en", tmp_path)
    assert "The jack of clubs is the captain." in told
    assert "The captain counts as a card of the trump suit; every other card counts as a card of its own suit." in told
    assert (
        "But when there is a card on the table, the player may play only a card that counts as a card of the suit led" in told
    )
    assert "the trumps, by strength; the cards that count as cards of the suit led, by strength." in told
    assert "suit that it counts as" not in told


def test_a_kind_of_several_cards_is_not_one_card(tmp_path: Path) -> None:
    told = guide_of_text(BOWERS.replace("rank of c is fante and suit of c is fiori", "rank of c is fante"), "en", tmp_path)
    assert "A jack counts as a captain." in told
    assert "A captain counts as a card of the trump suit" in told


def test_a_flag_between_two_moves_is_told_by_the_first(tmp_path: Path) -> None:
    told = guide_of_text(BOWERS, "en", tmp_path)
    assert "But after a player orders trumps, the turn passes to the dealer, who must drop a card." in told
    assert "has a card to drop" not in told
    assert "the player after the dealer begins the second part." in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    to_drop becomes false\n", ""),
        ('    says "pass"\n', '    says "pass"\n    to_drop becomes true\n'),
        ("  count: each side scores number of won\n", "  count: each side scores number of won when not to_drop\n"),
    ],
)
def test_a_flag_that_may_hold_at_another_time_keeps_its_words(old: str, new: str, tmp_path: Path) -> None:
    told = guide_of_text(BOWERS.replace(old, new), "en", tmp_path)
    assert "after a player orders trumps, the turn" not in told
    assert "has a card to drop" in told


BIDS = """game bids
  title "Bids"
  use french_tricks, following

in article 2 of tricks replace taker
  reference taker, a player, for the hand "the player on lead"

in article 3 of tricks replace gioca
  gioca: in a turn the player must bid or play

article 1 "Bids"
  see article 1 of french_tricks
  four: there are 4 players
  way: play runs clockwise
  alone: the sides are single players
  counter tricks_bid of each player for the hand "the trick bid / the tricks bid"
  flag declared of each player for the hand "has bid"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 13 from stock to each hand
  act bid amount
    says "bid {amount}"
    amount is a number from 0 to 13
    tricks_bid becomes amount
    declared becomes true
  may_bid: the player may bid when taker is none and not declared
  first_bid despite libera: the player may not play when taker is none
  next_bids despite esce: the turn passes to the player after player when taker is none
  at the end of the turn
    leads: taker becomes the player after dealer when taker is none and every player has declared
  tricks: tricks of x is number of won of x divided by number of players, rounded down
  said: said of x is total of tricks_bid of y over y in (players where side is x)
  exact: each side scores 10 + tricks of side when tricks of side is said of side
  missed: each side scores tricks of side when tricks of side is not said of side
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 100
"""

EXACT = "In each hand, everyone tries to take exactly their tricks bid, no more and no fewer."


def test_an_exact_bid_is_the_intent_of_a_hand(tmp_path: Path) -> None:
    assert EXACT in guide_of_text(BIDS, "en", tmp_path)
    assert "begins the second part" in guide_of_text(BIDS, "en", tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scores 10 + tricks of side when", "scores tricks of side when"),
        ("scores tricks of side when tricks of side is not", "scores 20 when tricks of side is not"),
        ("highest points", "lowest points"),
        ("  wins:", "  more: each side scores tricks of side\n  wins:"),
        ("tricks_bid becomes amount", "add 1 to tricks_bid"),
    ],
)
def test_another_count_does_not_ask_for_an_exact_number(old: str, new: str, tmp_path: Path) -> None:
    assert EXACT not in guide_of_text(BIDS.replace(old, new), "en", tmp_path)
