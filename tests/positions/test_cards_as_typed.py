"""Cards as people type them are read, or similar ones are suggested: letters for suits, outlined signs, small letters, and
initials of names.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cartaro_grammar.load import load_checked, load_game
from cartaro_grammar.model.card_spelling import cards_near, cards_typed, with_codes
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Move, read_written


@cache
def game(name: str) -> Game:
    found = load_game(name)
    assert isinstance(found, Game)
    return found


TYPED = [
    ("hearts", "en", "QS", "Q♠"), ("hearts", "en", "10D", "10♦"), ("hearts", "en", "TH", "10♥"), ("hearts", "en", "q♠", "Q♠"),
    ("hearts", "en", "Q♠\ufe0f", "Q♠"), ("hearts", "en", "10♡", "10♥"), ("hearts", "en", "10c", "10♣"),
    ("hearts", "it", "RC", "K♥"), ("hearts", "it", "fq", "J♦"), ("hearts", "it", "10C", "10♥"), ("hearts", "it", "10D", "10♦"),
    ("hearts", "fr", "RP", "K♠"), ("hearts", "fr", "VT", "J♣"),
    ("scopa", "it", "7d", "7D"), ("scopa", "it", "rc", "RC"), ("scopa", "en", "7d", "7D"), ("scala40", "en", "qs'", "Q♠'"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "language", "typed", "code"), TYPED)
def test_a_card_is_read_as_people_type_it(rules: str, language: str, typed: str, code: str) -> None:
    assert cards_typed(game(rules).deck, typed, (language, "en", "it", "fr")) == (code,)


IN_WORDS = [
    ("hearts", "fr", "dame de cœur", "Q♥"),
    ("hearts", "fr", "jouer le roi de pique", "jouer K♠"),
    ("hearts", "fr", "as de coeur", "A♥"),
    ("hearts", "it", "2 di picche", "2♠"),
    ("hearts", "it", "dama di cuori", "Q♥"),
    ("hearts", "it", "re di fiori e 10 di quadri", "K♣ e 10♦"),
    ("hearts", "en", "play the queen of spades", "play Q♠"),
    ("hearts", "en", "two of the hearts, Q♦", "2♥ Q♦"),
    ("scopa", "it", "prendere asso di coppe con due di spade", "prendere AC con 2S"),
    ("scopa", "fr", "as d'épées", "AS"),
    ("scopa", "en", "lay 7 of coins on the table", "lay 7D on the table"),
    ("hearts", "en", "7 hearts", "7 hearts"),
    ("hearts", "en", "2 or 3 of", "2 or 3 of"),
    ("hearts", "it", "dove di picche", "dove di picche"),
    ("leduc", "en", "king of clubs", "king of clubs"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "language", "line", "expected"), IN_WORDS)
def test_a_card_that_is_named_in_words_is_replaced_by_its_code(rules: str, language: str, line: str, expected: str) -> None:
    assert with_codes(game(rules).deck, line, (language, "en", "it", "fr")) == expected


@pytest.mark.parametrize(("typed", "code"), [("QS", "Q♠"), ("10h", "10♥"), ("T♢", "10♦")])
def test_a_move_takes_cards_as_people_type_them(typed: str, code: str) -> None:
    move = read_written(game("hearts"), f"play {typed}", language="en")
    assert isinstance(move, Move)
    assert move.args == (game("hearts").card_number[code],)


def test_no_card_of_another_suit_is_suggested_than_the_one_typed() -> None:
    """Either all cards that are equally near are offered, or none."""
    deck = game("hearts").deck
    assert cards_near(deck, "1D", ("en",)) == () or all(code.endswith("♦") for code in cards_near(deck, "1D", ("en",)))
    assert cards_near(deck, "7X", ("en",)) == ("7♥", "7♦", "7♣", "7♠")
    assert cards_near(game("scopa").deck, "8D", ("it",)) == ()
    assert cards_near(game("scopa").deck, "7♦", ("it",)) == ()
    assert all(
        code[-1] == suit
        for suit, letter in zip("♥♦♣♠", "HDCS", strict=True)
        for typed in (f"1{letter}", f"11{letter}", f"0{letter}", f"Z{letter}", f"1{suit}", f"B{suit}")
        for code in cards_near(deck, typed, ("en",))
    )


def test_an_initial_of_two_suits_is_not_guessed() -> None:
    assert cards_typed(game("hearts").deck, "10C", ("fr",)) == ("10♥", "10♦")
    found = read_written(game("hearts"), "play 10C", language="fr")
    assert isinstance(found, tuple)
    assert found[0].help == "did you mean `10♥` or `10♦`?"


THREE_SIGNS = """game caso
  title "Cards of two backs"

article 1 "Cards"
  semi: every card has a suit
    denari "D"
    coppe  "C"
  valori: every card has a rank
    sei   "6"
    sette "7"
  dorsi: every card has a back
    rosso "R"
    nero  "N"
  mazzo: the pack has 2 of every rank and suit and back
  chi: there are 2 players
  zone hand of each player "The hand"
  act lay card
    card is one of hand of the player
    move card to table
  pile table "The table"
  lascia: in a turn the player must lay
  puo: the player may lay
  comincia: the play begins with the last player
  passa: the turn passes to the player after the player
  fine: the hand ends when every hand is empty
  vince: the match ends when table is empty

annex prove of caso
"""


def test_a_code_of_three_signs_is_read(tmp_path: Path) -> None:
    path = tmp_path / "caso.regole"
    path.write_text(THREE_SIGNS.partition("\nannex")[0], encoding="utf-8")
    annex = tmp_path / "caso.prove.regole"
    annex.write_text(
        'annex prove of caso\n\nexample sette "Seven"\n  hand holds 7DN 6CR\'\n  the player may lay 7DN\n', encoding="utf-8"
    )
    found = load_checked(path)[1] + load_checked(annex)[1]
    assert [one.message for one in found if one.code in {"C0201", "C0405", "C0421"}] == []
