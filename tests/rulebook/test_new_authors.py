"""Sentences of games by authors who have only read the documentation: each was wrong, ambiguous or ungrammatical in a game that
nobody had tuned.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.words.nouns import plain

GAME = """game auction
  title it "Asta" en "Auction" fr "Enchère"
  use french_tricks, trumps

in article 3 of tricks replace gioca
  first: in a turn the player may bid or swap
  second: in a turn, after first, the player must play or fold

article 1 it "Carte" en "Cards" fr "Cartes"
  seats: there are 4 players
  way: play runs clockwise
  alone: the sides are single players
  zone turned it "la carta scoperta" en "the card turned up" fr "la carte retournée"
  open: everyone sees turned
  counter offer for the hand
  flag looked for the turn it "ha guardato" en "has looked" fr "a regardé"
  flag folded of each player for the hand it "ha lasciato" en "has folded" fr "s'est couché"
  flag belote of each side for the hand it "ha la belote" en "has the belote" fr "a la belote"
  at the start of the hand
    mix: shuffle all cards into stock
    three: deal 3 from stock to each hand
    two: deal 2 from stock to each hand
    turn_up: deal 1 from stock to turned

article 2 it "Gioco" en "Play" fr "Jeu"
  act bid amount
    says it "offrire {amount}" en "bid {amount}" fr "annoncer {amount}"
    amount is a number from lowest_bid to 11
    offer becomes amount
    looked becomes true
  act fold
    says it "lasciare" en "fold" fr "se coucher"
    folded becomes true
  act swap
    says it "cambiare le carte in mano" en "change the cards in hand" fr "changer les cartes en main"
    nothing
  swaps: the player may swap when stock is not empty
  from_six: lowest_bid is 6
  more despite from_six: lowest_bid is offer + 1 when offer is at least 1
  bids: the player may bid
  folds: the player may fold unless looked
  royal: after a play when some c in hand has (c is trump and rank of c is one of re, donna), belote becomes true
  strong: strong_of of s is total strength of s
  unbeaten: unbeaten(x) means not folded of x
    and no y in players has (not folded of y and strong_of of hand of y is more than strong_of of hand of x)

article 3 it "Conto" en "Count" fr "Décompte"
  shown: at the count of the hand, show hand of (players where not folded)
  kings: each side scores number of (c in won where c is trump and rank of c is re)
  left: each side scores number of (players where unbeaten) when belote

words
  offer it "il punto offerto / i punti offerti" en "the point bid / the points bid" fr "le point annoncé / les points annoncés"
"""


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    place = tmp_path_factory.mktemp("auction") / "auction.regole"
    place.write_text(GAME)
    game = load_game(str(place))
    assert isinstance(game, Game), game
    return {
        code: {name: plain(one.text) for one in told(guide_of(game, code)) for name in one.names} for code in ("it", "en", "fr")
    }


@pytest.mark.parametrize(
    ("code", "clause", "expected"),
    [
        # if a set has cards of two kinds, both kinds are named
        ("en", "royal", "when there is a trump in the player's hand that is a king or a queen"),
        ("it", "royal", "se c'è una briscola nella mano del giocatore che è un re o una donna"),
        ("fr", "royal", "lorsqu'il y a un atout dans la main du joueur qui est un roi ou une dame"),
        ("en", "kings", "the number of trumps in their takings that are kings"),
        ("it", "kings", "al numero di briscole nelle sue prese che sono re"),
        # a card that does not go to a player is not part of the players' shares
        ("en", "three", "three cards face down and then two: five each in all. One more is turned up (the card turned up)."),
        ("it", "three", "e poi due: in tutto cinque a testa. Poi se ne scopre una (la carta scoperta)."),
        # two players in one sentence have different names
        ("en", "unbeaten", "no player who has not folded has a higher “strong” of the hand"),
        ("fr", "unbeaten", "qu'aucun joueur qui ne s'est pas couché n'a «\u00a0strong\u00a0» de la main plus élevé"),
        # verbs and adjectives agree with a plural subject
        ("en", "shown", "the hands of the players who have not folded"),
        ("it", "shown", "nelle mani dei giocatori che non hanno lasciato"),
        ("fr", "shown", "dans les mains des joueurs qui ne se sont pas couchés"),
        # the limits of a bid are explained, and small numbers are written as words
        ("en", "more", "“Lowest bid” is the points bid plus 1 when there is at least one point bid, otherwise 6."),
        ("it", "more", "se c'è almeno un punto offerto, altrimenti 6"),
        ("fr", "more", "lorsqu'il y a au moins un point annoncé, sinon 6"),
        ("it", "swaps", "Si possono cambiare le carte in mano se il mazzo non è vuoto."),
        # a flag of the turn describes the player in turn
        ("en", "bid", "from then on the player has looked"),
        ("en", "folds", "unless the player has looked"),
        ("fr", "folds", "sauf si le joueur a regardé"),
        ("it", "bid", "da allora ha guardato"),
        # a step that has no words is not named
        ("en", "second", "Then, in their turn, the player must play a card or fold."),
        ("it", "second", "Poi, nel suo turno, il giocatore deve giocare una carta o lasciare."),
        ("fr", "second", "Puis, à son tour, le joueur doit jouer une carte ou se coucher."),
    ],
)
def test_a_rule_is_worded_so_that_it_is_true_and_clear(
    sentences: dict[str, dict[str, str]], code: str, clause: str, expected: str
) -> None:
    assert expected in sentences[code][clause]


def test_a_step_after_another_is_said_to_come_then_if_its_moves_are_listed_by_phase(tmp_path: Path) -> None:
    place = tmp_path / "auction.regole"
    place.write_text(GAME.replace("the player must play or fold", "the player must play or fold or swap"))
    game = load_game(str(place))
    assert isinstance(game, Game), game
    (text,) = (plain(one.text) for one in told(guide_of(game, "en")) if "second" in one.names)
    assert text.startswith("Then, in their turn, the player makes one of these moves. The trick: play a card.")
