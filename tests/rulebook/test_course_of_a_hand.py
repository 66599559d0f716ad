"""Sentences on the course of a hand: its two parts, the next turn, the cards that must be played, and its other ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, guide_of_text

from cartaro_grammar import Game, load_game
from cartaro_rulebook.words.nouns import plain

SPEAKING = """game speaking
  title it "Parlare" en "Speaking" fr "Parler"
  use french_tricks, trumps

in article 3 of tricks replace gioca
  gioca: in a turn the player must declare or pass or play

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 4 players
  direction: play runs clockwise
  alone: the sides are single players
  reference declarer, a player, for the hand it "il chiamante" en "the declarer" fr "le preneur"
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  pile aside it "lo scarto" en "the pile" fr "la pile"
  open_: everyone sees top of aside
  at the start of the hand
    mix: shuffle all cards into stock
    deals: deal 5 from stock to each hand
    turns: move top of stock to aside
    suit_: trump_suit becomes suit of top of aside
  act declare
    says it "dichiarare" en "declare" fr "annoncer"
    declarer becomes the player
    spoken becomes true
  act pass
    says it "passare" en "pass" fr "passer"
    spoken becomes true
  decided_: decided means declarer is not none or every x in players has spoken of x
  declares: the player may declare unless decided
  passes: the player may pass unless decided
  waits despite libera: the player may not play unless decided
  follow despite libera: the player may not play
    when played of players is not empty and suit of card is not led and suit of card is not trump_suit
    and some c in hand has suit of c is led
  next_ despite passa, esce: the turn passes to the player after player when taker is none
  see article 3 of tricks
  see article 1 of trumps
  fails: the hand ends when declarer is not none and taker is not none and taker is not declarer
  ends_: the match ends when some side has points at least 3
  wins: the winner is the side with highest points
  debt: each side scores 0 - 2 - number of won when side is side of declarer

words
  decided it "si è deciso" en "it is decided" fr "c'est décidé"
"""


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "In the first part, as long as it is not decided, each player in turn must declare or pass."),
        ("it", "Nella prima, finché non si è deciso, ogni giocatore a turno deve dichiarare o passare."),
        ("fr", "chaque joueur doit à son tour annoncer ou passer."),
    ],
)
def test_exceptions_separate_the_parts_of_a_hand(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(SPEAKING, code, tmp_path)


WITHOUT_DECLARER = SPEAKING.replace("decided means declarer is not none or every", "decided means every")
ONCE = WITHOUT_DECLARER.replace("may declare unless decided", "may declare when not decided and not spoken")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "In the first part, each player in turn must declare or pass, once only. In the second part"),
        ("it", "Nella prima, ogni giocatore a turno deve dichiarare o passare, una volta sola."),
        ("fr", "chaque joueur doit à son tour annoncer ou passer, une seule fois."),
    ],
)
def test_moves_that_everybody_makes_once_are_told_so(code: str, told: str, tmp_path: Path) -> None:
    once = ONCE.replace("the player after player when taker is none", "the player after player when not decided")
    guide = guide_of_text(once, code, tmp_path)
    assert told in guide
    assert "has not spoken" not in guide


def test_moves_that_may_be_made_again_are_not_told_as_one(tmp_path: Path) -> None:
    again = ONCE.replace("the player after player when taker is none", "the player when not decided")
    assert "once only" not in guide_of_text(again, "en", tmp_path)
    forgotten = ONCE.replace("    declarer becomes the player\n    spoken becomes true", "    declarer becomes the player")
    assert "once only" not in guide_of_text(forgotten, "en", tmp_path)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "en",
            "only a card of the suit led or a card of the trump suit, if they have a card of the suit led, otherwise any card.",
        ),
        (
            "it",
            "o una carta del seme di briscola, se ha una carta del seme d'uscita, altrimenti una carta qualsiasi.",
        ),
        (
            "fr",
            "ou une carte de la couleur d'atout, s'il a une carte de la couleur demandée, sinon n'importe quelle carte.",
        ),
    ],
)
def test_cards_that_may_be_played_instead_of_the_suit_led_are_named(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(SPEAKING, code, tmp_path)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "The hand ends when nobody has cards in hand any more. The hand also ends when there is a declarer"),
        ("it", "La smazzata finisce anche quando"),
        ("fr", "La manche finit aussi lorsqu"),
    ],
)
def test_a_hand_also_ends_for_reasons_of_the_author(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(SPEAKING, code, tmp_path)


def test_the_top_card_of_the_pack_is_turned_up(tmp_path: Path) -> None:
    assert "each player is dealt five cards face down. One more is turned up in the pile." in guide_of_text(
        SPEAKING, "en", tmp_path
    )


@pytest.mark.parametrize(
    ("code", "told"), [("en", "The declarer loses as many points as 2 plus"), ("it", "perde punti pari a 2 più")]
)
def test_several_losses_are_one(code: str, told: str, tmp_path: Path) -> None:
    assert told in guide_of_text(SPEAKING, code, tmp_path)


LED_ON = """game led_on
  title it "Seguito" en "Led on" fr "Suite"
  use french_deck, parlour

in article 2 of parlour replace passa
  passa: the turn passes to the player after player

article 1 it "Carte" en "Cards" fr "Cartes"
  pack_ "pack": the pack has 1 of every rank and suit
  seats: there are 2 to 4 players
  direction: play runs clockwise
  pile row it "la fila" en "the row" fr "la rangée"
  open_: everyone sees row
  at the start of the hand
    deals: deal 5 from stock to each hand
  act lay card
    says it "posare {card}" en "lay {card}" fr "poser {card}"
    card is one of hand
    move card to row
  lays: the player may lay
  must_: in a turn the player must lay
  holder_: holder is (the first player after player where some c in hand has suit of c is suit of top of row)
  other_: other is (the first player after player before player where hand is not empty)
  on_ despite passa: the turn passes to holder when holder is not none
  back_ despite passa: the turn passes to other when holder is none
  over: the hand ends when every hand is empty
  ends_: the match ends when some side has points at least 3
  wins: the winner is the side with highest points
  scores: each side scores 1 when some x in players has (side of x is side and hand of x is empty)
"""


@pytest.mark.parametrize(
    ("code", "there", "otherwise"),
    [("en", ", if there is one, otherwise to", "next player"), ("it", ", se c'è, altrimenti al", "seguente")],
)
def test_the_next_turn_does_not_repeat_what_the_case_says(code: str, there: str, otherwise: str, tmp_path: Path) -> None:
    place = tmp_path / "led_on.regole"
    place.write_text(LED_ON, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game), game
    turns = [plain(one.text) for s in guide_of(game, code).sections for one in s.sentences if there in plain(one.text)]
    assert len(turns) == 1
    assert not turns[0].endswith(f"{otherwise}.")


BEGUN_AND_MEANT = ONCE.replace(
    "  decided_: decided means every x in players has spoken of x",
    """  flag begun for the hand it "si gioca" en "play has begun" fr "on joue"
  at the end of the turn
    begins: begun becomes true when not begun and every x in players has spoken of x
  decided_: decided means begun""",
).replace("the player after player when taker is none", "the player after player when not begun")
BEGUN = (
    BEGUN_AND_MEANT.replace("decided", "begun")
    .replace("  begun_: begun means begun\n", "")
    .replace("\n  begun it", "\n  nothing it")
)


def test_a_part_that_ends_under_a_further_condition_has_more_moves(tmp_path: Path) -> None:
    assert "once only" in guide_of_text(BEGUN, "en", tmp_path)
    longer = BEGUN.replace(
        "every x in players has spoken of x\n", "every x in players has spoken of x and declarer is not none\n"
    )
    assert "once only" not in guide_of_text(longer, "en", tmp_path)


HIGHEST = "  highest_: each side scores 1 when some c in won has (c is trump and strength of c = highest strength of (%s))\n"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "the trump with the highest strength in the takings of the players is in their takings."),
        ("it", "la briscola con la più alta forza nelle prese dei giocatori è nelle sue prese."),
        ("fr", "l'atout avec la plus haute force dans les levées des joueurs est dans ses levées."),
    ],
)
def test_the_best_card_of_all_is_in_a_place(code: str, told: str, tmp_path: Path) -> None:
    text = SPEAKING.replace("  debt:", HIGHEST % "trump in won of sides" + "  debt:")
    assert told in guide_of_text(text, code, tmp_path)


@pytest.mark.parametrize("cards", ["trump in hand of players", "won of sides"])
def test_a_card_as_good_as_the_best_elsewhere_is_not_told_as_the_best(cards: str, tmp_path: Path) -> None:
    text = SPEAKING.replace("  debt:", HIGHEST % cards + "  debt:")
    assert "with the highest strength" not in guide_of_text(text, "en", tmp_path)
