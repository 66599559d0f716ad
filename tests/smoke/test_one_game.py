"""One game from its text to its page: checked, formatted, played, refereed, simulated, proved and printed."""

from __future__ import annotations

import pytest

import cartaro

DUEL = """game duel
  title it "Duello" en "Duel"
  use french_deck, parlour

article 1 "The game"
  two: there are 2 players
  pack: the pack has 1 of every rank and suit
  zone table              "the table"
  zone won of each player "the cards won (pl)"
  open: everyone sees table
  at the start of the hand
    share: deal 3 from stock to each hand
  act keep card
    card is one of hand of player
    move card to won
  may: the player may keep
  red despite may: the player may not keep when card is cuori and some c in hand has c is not cuori
  turn: in a turn the player must keep
  done: the hand ends when every hand is empty
  most: the side with highest number of picche in won scores 1

example red_waits "a heart waits"
  hand holds A♥ 2♠
  player may only keep 2♠
  player may not keep A♥ because red

claim three it "si tengono tre carte" en "each player keeps three cards"
  at the end of every hand, every x in sides has number of won of x = 3

claim never en "a player keeps two cards at most"
  always every x in sides has number of won of x is at most 2
"""


@pytest.fixture(scope="module")
def game() -> cartaro.Game:
    return cartaro.load_text(DUEL).game()


def test_it_is_formatted_as_it_is_written() -> None:
    assert cartaro.format_text(DUEL) == DUEL


def test_it_means_the_same_in_italian(game: cartaro.Game) -> None:
    italian = cartaro.load_text(cartaro.format_text(DUEL, "it")).game()
    assert italian.play(seed=1).points == game.play(seed=1).points


def test_a_mistake_in_it_is_reported_with_its_fix() -> None:
    with pytest.raises(cartaro.RulesetError) as error:
        cartaro.load_text(DUEL.replace("every hand is", "every hnd is"))
    (found,) = error.value.diagnostics
    assert found.code == "C0303"
    assert found.fix is not None


def test_its_example_holds(game: cartaro.Game) -> None:
    assert [(example.name, example.holds) for example in game.test()] == [("red_waits", True)]


def test_a_hand_is_played_and_its_record_replays(game: cartaro.Game) -> None:
    played = game.play(seed=1)
    assert game.replay(played.to_json()).final == played.final


def test_a_move_is_refused_by_its_clause(game: cartaro.Game) -> None:
    state = game.position({"zones": {"hand": {"1": ["A♥", "2♠"]}}})
    assert [str(move) for move in state.legal_moves()] == ["keep 2♠"]
    assert "red" in state.explain("keep A♥")


def test_random_hands_agree_with_the_count(game: cartaro.Game) -> None:
    assert game.simulate(200, seed=1)["hands"] == 200


def test_a_true_claim_is_proved_and_a_false_one_refuted(game: cartaro.Game) -> None:
    found = {verdict.name: verdict.verdict for verdict in game.verify("conserved", "three", "never")}
    assert found == {"conserved": "proved", "three": "proved", "never": "refuted"}


@pytest.mark.parametrize(("language", "title"), [("en", "Duel"), ("it", "Duello")])
def test_its_rulebook_is_printed(game: cartaro.Game, language: cartaro.Language, title: str) -> None:
    assert title in game.rulebook(language)
