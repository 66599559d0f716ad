"""The situations of a turn: who is on the move in each, and with which moves (decision 0159).

In the game a card is offered; the buyer takes it or lays a higher one on it; then the others may add to the heap, or stop.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

from cartaro_grammar import Game, load_game
from cartaro_rulebook.prose.situations import situations_of

AUCTION = """game auction
  title "Auction"
  use french_deck, parlour

in article 2 of parlour replace di_mano, passa
  di_mano: the play begins with seller
  passa: the turn passes to (the first player after the player before seller where not stopped)
  answers despite passa: the turn passes to buyer when offer is not empty
  opens despite passa: the turn passes to seller when offer is empty and heap is empty

article 1 "The table"
  seats: there are 3 players
  way: play runs clockwise
  pack: the pack has 1 of every rank and suit
  worth: every rank has worth
    asso 14
    due 2
    tre 3
    quattro 4
    cinque 5
    sei 6
    sette 7
    otto 8
    nove 9
    dieci 10
    fante 11
    donna 12
    re 13
  zone offer "the card on offer"
  zone heap "the heap"
  on_offer: everyone sees offer
  reference seller, a player, for the hand "the seller"
  reference buyer, a player, for the hand "the buyer"
  flag stopped of each player for the hand "has stopped"
  counter added for the hand "the card added / the cards added"
  at the start of the hand
    give: deal 9 from stock to each hand
    sells: seller becomes the player after dealer
    buys: buyer becomes the player after seller
    buyer_stops: stopped of buyer becomes true

article 2 "The offer"
  act offers card
    says "offer {card}"
    card is one of hand
    move card to offer
  act adds card
    says "add {card}"
    card is one of hand
    move card to heap
    add 1 to added
  act stops
    says "stop adding"
    stopped becomes true
  act buy
    says "buy the card"
    move offer to hand
    add 1 to added
  act covers card
    says "cover it with {card}"
    card is one of hand
    move card, offer to heap
  first_offer: the player may offers when player is seller and heap is empty and offer is empty
  addition: the player may adds when player is not buyer and heap is not empty and offer is empty and added is less than 4
  enough: the player may stops when player is not buyer and heap is not empty
  takes: the player may buy when player is buyer and offer is not empty
  higher: the player may covers when player is buyer and offer is not empty and worth of card is more than worth of offer
  of_suit: the player may covers when player is buyer and offer is not empty and suit of card is suit of offer
  after_buying: after a buy, stopped becomes false for each player
  turns: in a turn the player must offers or adds or stops or buy or covers
  over: the hand ends when heap is not empty and offer is empty and no x in players has not stopped of x
  also_over: the hand ends when added is at least 4
  counts: each side scores number of hand
  winning: the winner is the side with highest points
  once: the match ends when some side has points at least 20
"""


LEAD = "Whose turn is next, and what they do, follows from the first of these that applies:"


def test_each_situation_has_its_player_and_its_moves(tmp_path: Path) -> None:
    told = guide_of_text(AUCTION, "en", tmp_path)
    assert (
        f"{LEAD} When there is a card on offer, the turn passes to the buyer, who must buy the card or cover it with a card. "
        "When the heap is empty, the turn passes to the seller, who must offer a card. "
        "Otherwise the turn passes to the first player, beginning with the seller, who has not stopped: "
        "they must stop adding or add a card, the latter only when there are fewer than four cards added."
    ) in told


def test_rules_of_a_move_do_not_repeat_its_situation(tmp_path: Path) -> None:
    told = guide_of_text(AUCTION, "en", tmp_path)
    assert "The buyer may cover it with a card in each of these cases: When the card is higher" in told
    assert "Any player but the buyer" not in told
    assert "may offer a card" not in told


def test_the_only_player_who_may_do_an_act_is_named(tmp_path: Path) -> None:
    told = guide_of_text(AUCTION, "en", tmp_path)
    assert (
        "When the buyer buys the card, the player takes the card on offer into their hand. It no longer counts who has stopped."
        in told
    )
    assert "When a player adds a card" in told


OTHERS = {
    "a rule may change the situation before the player moves": (
        'article 2 "The offer"',
        'article 3 "Before a turn"\n'
        "  at the start of the turn\n"
        '    puts: move offer to heap when added is 3\n\narticle 2 "The offer"',
    ),
    "somebody else begins": ("the play begins with seller", "the play begins with dealer"),
    "the first situation is not known": (
        "    buys: buyer becomes",
        "    heaps: deal 1 from stock to heap when worth of top of stock is 5\n    buys: buyer becomes",
    ),
    "the rules for the next turn have an exception": (
        "when offer is not empty\n  opens",
        "when offer is not empty unless added is 3\n  opens",
    ),
    "a player may make several moves in a turn": (
        "the player must offers or adds or stops or buy or covers",
        "the player may offers or adds or stops or buy or covers as often as wished",
    ),
}
"""Changes after which the condition of a rule for the next turn need not hold when the next player moves."""


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_no_situations_unless_their_conditions_certainly_hold(change: tuple[str, str], tmp_path: Path) -> None:
    assert AUCTION.count(change[0]) == 1
    told = guide_of_text(AUCTION.replace(*change), "en", tmp_path)
    assert LEAD not in told
    assert "may cover it with a card" in told


def test_a_move_of_several_situations_has_the_conditions_of_each(tmp_path: Path) -> None:
    asked = "player is seller and heap is empty and offer is empty and rank of card is asso"
    bait = f"  bait: the player may adds when {asked}\n  addition:"
    told = guide_of_text(AUCTION.replace("  addition:", bait), "en", tmp_path)
    assert "to the seller, who must offer a card or add an ace." in told
    assert "they must stop adding or add a card, the latter only when there are fewer than four cards added." in told


def test_a_rule_about_the_player_before_is_not_about_the_player_on_the_move(tmp_path: Path) -> None:
    """The seller has the turn if the rule above does not apply: perhaps because the buyer had it, and not the seller."""
    text = AUCTION.replace("to buyer when offer", "to buyer when player is seller and offer")
    place = tmp_path / "auction.regole"
    place.write_text(text.replace("to seller when offer is empty and heap", "to seller when heap"), encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game)
    found = {one.passing.name: one for one in situations_of(game, ())}
    (permission,) = (clause for clause in game.clauses if clause.name == "first_offer")
    assert "offer" in str(found["opens"].left(permission))
