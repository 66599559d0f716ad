"""Seats in words: the game's own names, the dealer and the players as the dealer sees them, and the sides."""

from __future__ import annotations

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import PLAYERS_SETTING, Game, choose
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.site.seats import Seats, names_by_seat, seats_of


def seats(name: str, code: str, dealer: int = 1, players: int | None = None) -> Seats:
    """Return the seats of a game with this dealer, counted from 1; nobody deals if the number is 0."""
    game = game_of(name)
    chosen = choose(game, {PLAYERS_SETTING: str(players)}) if players else game
    assert isinstance(chosen, Game)
    return seats_of(chosen, {"dealer": dealer} if dealer else {}, 1, scope_for(chosen, code))


def test_a_game_names_its_seats() -> None:
    found = seats("scopone", "it", dealer=2)
    names = ["il terzo di mano", "il cartaro", "il primo di mano", "il secondo di mano"]
    assert [each.text for each in found.players] == names
    assert [each.text for each in found.sides] == ["l'altra coppia", "la coppia del cartaro"]
    assert not found.as_seen


@pytest.mark.parametrize(
    ("name", "clockwise", "after_dealer"),
    [("hearts", True, "the player on the left"), ("tressette", False, "the player on the right")],
)
def test_others_are_named_as_the_dealer_sees_them(name: str, clockwise: bool, after_dealer: str) -> None:
    """The dealer is at the bottom of the drawn table and the next player at the left, or at the right if play runs so."""
    found = seats(name, "en", dealer=4, players=4)
    assert found.players[3].text == "the dealer"
    assert found.players[0].text == after_dealer
    assert found.players[1].text == ("the player opposite" if name == "hearts" else "the partner")
    assert found.around == ((3, 0, 1, 2) if clockwise else (3, 2, 1, 0))
    assert found.as_seen


def test_five_players_have_seats_of_their_own() -> None:
    found = [each.text for each in seats("president", "fr", players=5).players]
    assert len(set(found)) == 5
    assert found[2] == "le deuxième joueur à gauche"


def test_two_players_are_the_dealer_and_the_opponent() -> None:
    assert [each.text for each in seats("gin", "it", dealer=2).players] == ["l'avversario", "il cartaro"]


def test_without_a_role_the_first_player_takes_its_place() -> None:
    found = [each.text for each in seats("scopa", "en", dealer=0, players=3).players]
    assert found[0] == "the first player"
    assert "the player on the left" in found


def test_a_seat_that_depends_on_cards_has_no_name() -> None:
    """In Scopone the partner is the player with a certain card; only definitions by the dealer's seat name seats."""
    assert sorted(names_by_seat(game_of("scopone"), "dealer").items()) == [
        (0, "cartaro"),
        (1, "primo"),
        (2, "secondo"),
        (3, "terzo"),
    ]
    assert names_by_seat(game_of("scopone"), "") == {}
