"""The guide that is generated for a game whose author worded little: conditions, exceptions, tables and denials."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.prose.sentences import NumberTable
from cartaro_rulebook.words.nouns import plain

BIDS = """game bids
  title "Bids"
  use french_deck, trumps

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  ranks: every rank has strength
    asso 14
    re 13
    donna 12
    fante 11
    dieci 10
    nove 9
    otto 8
    sette 7
    sei 6
    cinque 5
    quattro 4
    tre 3
    due 15

article 2 "Bids"
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  flag out of each player for the hand it "siede fuori" en "sits out" fr "reste dehors"
  act speak
    says it "dire «parlo»" en "say “I speak”" fr "dire « je parle »"
    spoken becomes true
  bidding: bidding means some x in players has not spoken of x
  speaks: the player may speak when bidding
  waits despite libera: the player may not play when bidding
  turns: in a turn the player must speak or play
  onwards despite passa: the turn passes to the player after player when bidding
  active: active_players is the number of (players where not out)
  spoke: speakers is the number of (players where spoken)
  ends: the hand ends when every hand is empty
  ends_too: the hand ends when every hand is empty
  counted: each side scores speakers + active_players when not bidding

in article 3 of tricks repeal gioca
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "bids.regole"
    path.write_text(BIDS, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


def sentences(game: Game, code: str) -> dict[str, str]:
    return {name: plain(said.text) for said in told(guide_of(game, code)) for name in said.names}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("it", "Si può dire «parlo» quando almeno un giocatore non ha parlato."),
        ("en", "The player may say “I speak” when at least one player has not spoken."),
        ("fr", "On peut dire « je parle » lorsqu'au moins un joueur n'a pas parlé."),
    ],
)
def test_a_condition_without_words_is_written_out(game: Game, code: str, text: str) -> None:
    found = sentences(game, code)
    assert found["speaks"] == text
    assert "bidding" not in found


@pytest.mark.parametrize(("code", "word"), [("it", "Ma"), ("en", "But"), ("fr", "Mais")])
def test_an_exception_follows_what_it_overrides(game: Game, code: str, word: str) -> None:
    texts = [(said.names, plain(said.text)) for said in told(guide_of(game, code))]
    at = next(n for n, (names, _) in enumerate(texts) if "onwards" in names)
    assert "passa" in texts[at - 1][0]
    assert texts[at][1].startswith(f"{word} ")


def test_denials_and_numbers_of_predicates(game: Game) -> None:
    assert "players who do not sit out" in sentences(game, "en")["active"]
    assert "giocatori che non siedono fuori" not in sentences(game, "it")["active"]
    assert "giocatori che hanno parlato" in sentences(game, "it")["spoke"]
    assert "joueurs qui ont parlé" in sentences(game, "fr")["spoke"]
    assert "players who have spoken" in sentences(game, "en")["spoke"]


def test_the_table_of_cards_begins_with_the_highest(game: Game) -> None:
    (table,) = [s.numbers for s in guide_of(game, "en").sections if isinstance(s.numbers, NumberTable)]
    assert [row[0] for row in table.rows][:3] == ["Two", "Ace", "King"]


def test_what_is_quoted_already_is_not_quoted_again(game: Game) -> None:
    assert sentences(game, "it")["speak"].startswith("Dire «parlo»: ")


def test_the_same_sentence_is_printed_once(game: Game) -> None:
    found = [said for said in told(guide_of(game, "en")) if "ends" in said.names]
    assert [one.names for one in found] == [("ends", "ends_too")]
