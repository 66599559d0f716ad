"""The first hands are played at random within a budget; every event that stops play is reported, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import game_with, text_of

from cartaro_grammar import Game, load_game
from cartaro_interpreter import faults_at_every_number_of_players, faults_of_first_hands

PLAY = """
act lay card
  says it "calare {card}" en "lay {card}" fr "poser {card}"
  card is one of hand
  move card to done
cala: the player may lay
turno: in a turn the player must lay
"""


def codes(game: Game) -> list[str]:
    return [fault.code for fault in faults_of_first_hands(game)]


def test_a_game_that_can_be_played_has_none(tmp_path: Path) -> None:
    game = game_with(tmp_path, PLAY)
    assert faults_of_first_hands(game) == ()
    assert faults_at_every_number_of_players(game) == ()


def test_clauses_that_clash_after_a_move_are_reported_with_their_place(tmp_path: Path) -> None:
    game = game_with(tmp_path, PLAY + "ancora: the turn passes to the player when some done is not empty\n")
    [fault] = faults_of_first_hands(game)
    assert fault.code == "C0801"
    assert fault.severity == "error"
    assert fault.primary is not None
    assert fault.primary.span.text.startswith("ancora:")
    assert "in hand 1, after" in fault.message
    assert [found.code for found in faults_at_every_number_of_players(game)] == ["C0801"]


def test_a_player_who_is_stuck_at_once_is_reported(tmp_path: Path) -> None:
    game = game_with(tmp_path, PLAY + "vietato despite cala: the player may not lay when number of hand is 2\n")
    [fault] = faults_of_first_hands(game)
    assert fault.code == "C0823"
    assert fault.help is not None
    assert "vietato" in fault.help


def test_a_hand_that_does_not_end_is_a_warning(tmp_path: Path) -> None:
    text = PLAY.replace("  move card to done", "  move card to hand of player after player")
    [fault] = faults_of_first_hands(game_with(tmp_path, text))
    assert (fault.code, fault.severity) == ("C0824", "warning")
    assert fault.primary is not None
    assert fault.primary.span.text.startswith("fine:")


def test_every_number_of_players_is_tried(tmp_path: Path) -> None:
    text = text_of(PLAY).replace("there are 2 players", "there are 2 to 3 players")
    text += "  quarto despite passa: the turn passes to the player when number of players is 3\n"
    (tmp_path / "prova.regole").write_text(text, encoding="utf-8")
    three = load_game(tmp_path / "prova.regole")
    assert isinstance(three, Game), three
    assert faults_of_first_hands(three) == ()
    [fault] = faults_at_every_number_of_players(three)
    assert fault.code == "C0823"
    assert fault.message.startswith("with 3 players: ")


@pytest.mark.parametrize(("number", "sizes"), [("40", "0, 40"), ("39", ""), ("20", "")])
def test_a_deal_that_gives_one_hand_the_whole_pile_is_a_warning(number: str, sizes: str, tmp_path: Path) -> None:
    """The number of a deal is for each hand: 40 cards to each hand are the whole pack to the player who begins."""
    text = text_of(PLAY).replace("deal 2 from", f"deal {number} from")
    (tmp_path / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    found = [one for one in faults_at_every_number_of_players(game) if one.code == "C0832"]
    assert [(one.severity, one.primary and one.primary.text) for one in found] == [
        ("warning", f"in the order of the seats, the hands get {sizes} cards") for _ in sizes[:1]
    ]
    assert all("`distribuisce: deal 1 from stock to each hand`" in (one.help or "") for one in found)


@pytest.mark.parametrize("name", ["scopa", "hearts", "cucu"])
def test_shipped_games_have_none(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, Game)
    assert faults_of_first_hands(game) == ()
    assert faults_at_every_number_of_players(game) == ()


def test_a_step_of_a_library_that_is_required_too_is_named(tmp_path: Path) -> None:
    """A game that writes its own step next to that of a library has both in each turn."""
    text = (
        'game doppio\n  title "Doppio"\n  use french_tricks\n\narticle 1 "Rules"\n  two: there are 2 players\n'
        "  round: play runs clockwise\n  alone: the sides are single players\n  zone aside of each player\n"
        "  at the start of the hand\n    mix: shuffle all cards into stock\n    share: deal 3 from stock to each hand\n"
        "  act bid bids\n    bids is some of hand\n    move bids to aside\n"
        "  bidding: the player may bid when aside is empty and number of bids is 3\n"
        "  not_yet despite libera: the player may not play when some aside is empty\n"
        "  mine: in a turn the player must bid or play\n"
        "  points_for: each side scores 1\n  over: the match ends when some side has points at least 1\n"
    )
    (tmp_path / "doppio.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "doppio.regole")
    assert isinstance(game, Game), game
    [fault] = faults_of_first_hands(game)
    assert fault.code == "C0823"
    assert "both steps, `gioca` of tricks and `mine`" in (fault.help or "")
