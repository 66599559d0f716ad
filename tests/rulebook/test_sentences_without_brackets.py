"""Conditions and moves in the guides of texts that nobody tuned, as a person says them at a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

STALL = """game stall
  title it "Bancarella" en "Stall" fr "Étal"
  use french_tricks

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  zone shop it "il banco" en "the shop" fr "l'étal"
  counter sales for the hand it "la vendita / le vendite" en "the sale / the sales" fr "la vente / les ventes"
  counter limit for the hand it "la scorta / le scorte" en "the spare / the spares" fr "la réserve / les réserves"
  flag open for the hand it "la bottega è aperta" en "the booth is open" fr "la boutique est ouverte"
  flag tired of each player for the hand it "è stanco" en "is tired" fr "est fatigué"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand
    shop_gets: deal 2 from stock to shop

article 2 it "Vendite" en "Sales" fr "Ventes"
  act sell card
    says it "vendere {card}" en "sell {card}" fr "vendre {card}"
    card is one of hand
    move card to shop
    add 1 to sales
  act rest
    says it "riposare" en "rest" fr "se reposer"
    tired becomes true
  act close
    says it "chiudere" en "close" fr "fermer"
    open becomes false
  sells: the player may sell when sales is less than limit
  rests: the player may rest when not tired
  closes: the player may close when sold_out
  enough: sold_out means DEFINITION
  at the end of the turn
    emptied: move shop to won of side of player when sold_out

in article 3 of tricks replace gioca
  gioca: in a turn the player must sell or rest or close or play

article 3 it "Conto" en "Count" fr "Décompte"
  see article 3 of tricks
  points_won: each side scores number of won
  best: the winner is the side with highest points
  over: the match ends when some side has points at least 50

words
  sold_out WORDS
"""
WORDS = 'it "il banco è esaurito" en "the shop is sold out" fr "l\'étal est épuisé"'


def told(definition: str, code: str, folder: Path, words: str = WORDS) -> str:
    text = STALL.replace("DEFINITION", definition).replace("WORDS", words)
    return guide_of_text(text, code, folder).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "When the booth is open, the shop is sold out in each of these cases: When the sales are fewer than the spares. "
            "When everyone is tired.",
        ),
        (
            "it",
            "Se la bottega è aperta, il banco è esaurito in ciascuno di questi casi: Se le vendite sono meno delle scorte. "
            "Se ciascuno è stanco.",
        ),
        (
            "fr",
            "Lorsque la boutique est ouverte, l'étal est épuisé dans chacun de ces cas : Lorsque les ventes sont inférieures "
            "aux réserves. Lorsque chacun est fatigué.",
        ),
    ],
)
def test_a_condition_with_alternatives_inside_is_a_list(tmp_path: Path, code: str, text: str) -> None:
    found = told("open and (sales is less than limit or every player has tired)", code, tmp_path)
    assert text in found, found


def test_alternatives_inside_an_alternative_are_cases_of_their_own(tmp_path: Path) -> None:
    found = told("open or (sales is 3 and (limit is 2 or every player has tired))", "en", tmp_path)
    cases = "When the booth is open. When there are three sales and there are two spares. "
    cases += "When there are three sales and everyone is tired."
    assert f"The shop is sold out in each of these cases: {cases}" in found


def test_simple_alternatives_are_a_sentence(tmp_path: Path) -> None:
    found = told("open or sales is 3", "en", tmp_path)
    assert "The shop is sold out when the booth is open, or there are three sales." in found
