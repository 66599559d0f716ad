"""Conditions and moves in the guides of texts that nobody tuned, as they are worded at a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, guide_of_text

from cartaro_grammar import Game, load_game
from cartaro_rulebook.words.nouns import plain

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


COUNT = """  see article 3 of tricks
  points_won: each side scores number of won
"""


def aim_with(rows: str, code: str, folder: Path, *, lowest: bool = False) -> str:
    text = STALL.replace(COUNT, f"  see article 3 of tricks\n{rows}").replace("DEFINITION", "open").replace("WORDS", WORDS)
    text = text.replace("the side with highest points", "the side with lowest points") if lowest else text
    path = folder / "stall.regole"
    path.write_text(
        text.replace("    emptied: move shop to won of side of player when sold_out\n", "    emptied: nothing when sold_out\n")
    )
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    (aim,) = (section for section in guide_of(found, code).sections if section.heading == "aim")
    return " ".join(plain(one.text).replace("\u00a0", " ") for one in aim.sentences[1:])


TRICKS = "  points_won: each side scores number of won\n"
LEFT = "  left: each side scores 1 when hand is not empty\n"


@pytest.mark.parametrize(
    ("rows", "lowest", "code", "text"),
    [
        (TRICKS, False, "en", "In each hand, everyone tries to take tricks."),
        (TRICKS, False, "it", "In ogni smazzata ciascuno cerca di fare prese."),
        (TRICKS, False, "fr", "À chaque manche, chacun cherche à faire des plis."),
        (TRICKS, True, "en", "In each hand, everyone tries to avoid taking tricks."),
        (LEFT, True, "en", "In each hand, everyone tries to get rid of the cards in hand."),
        (LEFT, True, "it", "In ogni smazzata ciascuno cerca di liberarsi delle carte in mano."),
        (LEFT, True, "fr", "À chaque manche, chacun cherche à se débarrasser des cartes de sa main."),
        (LEFT + TRICKS, True, "en", "In each hand, everyone tries to get rid of the cards in hand and to avoid taking tricks."),
        (TRICKS + "  nil: each side scores 3 when won is empty\n", True, "en", ""),  # the rows contradict each other
        ("  exact: each side scores 3 when number of won is 5\n", False, "en", ""),
        (TRICKS + "  shut: each side scores 5 when number of won of side of dealer is 5\n", False, "en", ""),
        ("  sold: each side scores sales\n", False, "en", ""),  # no tricks and no hands
    ],
)
def test_the_intent_of_a_hand_follows_from_its_count(tmp_path: Path, rows: str, code: str, text: str, *, lowest: bool) -> None:
    assert aim_with(rows, code, tmp_path, lowest=lowest) == text


@pytest.mark.parametrize(
    ("code", "count", "text"),
    [
        ("en", "is 3", "sell three cards"),
        ("it", "is 3", "vendere tre carte"),
        ("fr", "is 3", "vendre trois cartes"),
        ("en", "is at least 3", "sell three or more cards"),
    ],
)
def test_a_move_has_the_number_of_cards_that_its_permission_asks_for(tmp_path: Path, code: str, count: str, text: str) -> None:
    some = (
        STALL.replace("card}", "cards}")
        .replace("act sell card", "act sell cards")
        .replace("    card is one of hand\n    move card to", "    cards is some of hand\n    move cards to")
    )
    some = some.replace("when sales is less than limit", f"when number of cards {count}")
    found = guide_of_text(some.replace("DEFINITION", "open").replace("WORDS", WORDS), code, tmp_path).replace("\u00a0", " ")
    assert text in found
    assert not any(one in found for one in ("one or more cards", "una o più carte", "une ou plusieurs cartes"))


BOUND = """  most: cap is 4
  fewer despite most: cap is number of stock when number of stock is less than 4
  at the end of the turn
    again: limit becomes cap when sales is 3
"""


@pytest.mark.parametrize(
    ("code", "first", "later"),
    [
        (
            "en",
            "At first the spares are the number of cards in the stock, but at most four.",
            "the spares become the number of cards in the stock, but at most four",
        ),
        (
            "it",
            "All'inizio le scorte sono il numero di carte nel mazzo, ma al massimo quattro.",
            "le scorte diventano il numero di carte nel mazzo, ma al massimo quattro",
        ),
        (
            "fr",
            "Au début, les réserves sont le nombre de cartes dans le talon, mais au plus quatre.",
            "les réserves deviennent le nombre de cartes dans le talon, mais au plus quatre",
        ),
    ],
)
def test_a_word_that_is_only_a_value_is_told_by_its_meaning(tmp_path: Path, code: str, first: str, later: str) -> None:
    text = STALL.replace("    shop_gets:", "    spare: limit becomes cap\n    shop_gets:")
    text = text.replace("in article 3 of tricks replace", BOUND + "\nin article 3 of tricks replace")
    found = guide_of_text(text.replace("DEFINITION", "open").replace("WORDS", WORDS), code, tmp_path).replace("\u00a0", " ")
    assert first in found, found
    assert later in found, found
    assert "“cap”" not in found
    read = text.replace("when sales is less than limit", "when sales is less than cap")
    found = guide_of_text(read.replace("DEFINITION", "open").replace("WORDS", WORDS), code, tmp_path)
    assert "cap" in found, "a condition needs the word"


def test_a_word_without_words_is_defined_before_it_is_used(tmp_path: Path) -> None:
    asked = """  act ask suit_asked
    says it "chiedere {suit_asked}" en "ask for {suit_asked}" fr "demander {suit_asked}"
    suit_asked is one of suit
    move (hand where rank is askable and suit is suit_asked) to shop
  asks: the player may ask when sales is 2
  usual: askable is tre
  other despite usual: askable is due when number of (cards in hand with rank tre) is 4
  not_own despite asks: the player may not ask when some c in shop has (rank of c is askable and suit of c is suit_asked)
"""
    text = STALL.replace("  sells:", asked + "  sells:").replace("must sell or", "must ask or sell or")
    found = guide_of_text(text.replace("DEFINITION", "open").replace("WORDS", WORDS), "en", tmp_path)
    assert found.index("“askable” is") == found.index("“askable”"), found


def stall_with(more: str, code: str, folder: Path, old: str = "    shop_gets:", also: tuple[str, str] = ("", "")) -> str:
    text = STALL.replace(old, more + old).replace(*also).replace("DEFINITION", "open").replace("WORDS", WORDS)
    return guide_of_text(text, code, folder).replace("\u00a0", " ")


WON = ("  points_won:", "  pot_won: each side scores sales when side is side of dealer\n  points_won:")
STAKE = "    pot: add 3 to sales\n    pays: subtract 3 from points of side of dealer\n"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "The dealer pays three points, which go to the sales."),
        ("it", "Il mazziere paga tre punti, che vanno alle vendite."),
        ("fr", "Le donneur paie trois points, qui vont aux ventes."),
    ],
)
def test_what_somebody_pays_and_the_pot_gets_is_one_sentence(tmp_path: Path, code: str, text: str) -> None:
    assert text in stall_with(STAKE, code, tmp_path, also=WON)
    assert "goes to the sales" in stall_with(STAKE.replace("3", "1"), "en", tmp_path, also=WON)
    for apart in (STAKE.replace("add 3", "add 2"), STAKE.replace("pays:", "more: add 1 to limit\n    pays:")):
        assert " pays " not in stall_with(apart, "en", tmp_path, also=WON)
    assert " pays " not in stall_with(STAKE, "en", tmp_path), "nobody wins what the counter has"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the shop and the stock are put into the dealer's takings"),
        ("it", "il banco e il mazzo si mettono nelle prese del mazziere"),
        ("fr", "l'étal et le talon vont dans les levées du donneur"),
    ],
)
def test_whole_places_that_go_together_are_named(tmp_path: Path, code: str, text: str) -> None:
    rest = "  swept: at the end of the hand, move shop, stock to won of side of dealer\n"
    assert text in stall_with(rest, code, tmp_path, "\narticle 3 it")


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "the fashion is now hearts."), ("it", "la moda è ora cuori."), ("fr", "la mode est désormais cœur.")],
)
def test_a_suit_is_told_after_what_it_becomes(tmp_path: Path, code: str, text: str) -> None:
    suit = '  reference fashion, a suit, for the hand it "la moda" en "the fashion" fr "la mode"\n'
    suit += "  worn: after a sell, fashion becomes cuori\n"
    shown = suit + "  red: after a rest when fashion is cuori, open becomes true\n"
    found = stall_with(shown, code, tmp_path, "  enough:")
    assert text in found.lower(), found
