"""Games of OpenSpiel pass its conformance test."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="the extra `cartaro[openspiel]` is not installed")
import pyspiel

from cartaro_engine.environments.openspiel import NAME, CardGameState

pytestmark = pytest.mark.slow

GAMES = [("scopa", "players=3"), ("scopone", ""), ("scala40", "")]


def loaded(rules: str, settings: str = "", **others: str | int) -> pyspiel.Game:
    return pyspiel.load_game(NAME, {"rules": rules, "settings": settings, **others})


def at_the_end(game: pyspiel.Game, deal: int) -> pyspiel.State:
    """A hand in which always the first word is chosen."""
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize(("rules", "settings"), GAMES)
def test_it_conforms(rules: str, settings: str) -> None:
    pyspiel.random_sim_test(loaded(rules, settings, deals=64), num_sims=1, serialize=False, verbose=False)


def test_a_history_gives_the_same_state() -> None:
    game = loaded("scopa")
    first = at_the_end(game, 5)
    again = game.new_initial_state()
    for action in first.history():
        again.apply_action(action)
    assert str(again) == str(first)
    assert again.returns() == first.returns()


def test_a_clone_goes_its_own_way() -> None:
    state = loaded("scopa").new_initial_state()
    state.apply_action(1)
    before = str(state)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before
    assert isinstance(other, CardGameState)
    assert len(other.history()) == len(state.history()) + 1


def test_a_player_is_reported_what_the_player_sees() -> None:
    game = loaded("scopa")
    state = game.new_initial_state()
    assert state.observation_string(0) == "before the deal"
    state.apply_action(1)
    assert state.observation_string(0) != state.observation_string(1)
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]
    assert state.information_state_string(0).count("\n") == 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0).count("\n") > 40


@pytest.mark.parametrize(
    ("rules", "settings", "unit", "said"),
    [
        ("no_such_game", "", "hand", "C0101"),
        ("scopa", "players=9", "hand", "C0704"),
        ("scopa", "players", "hand", "of the form"),
        ("scopa", "", "turn", "`hand` or `match`"),
    ],
)
def test_what_cannot_be_read_is_reported(rules: str, settings: str, unit: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        loaded(rules, settings, unit=unit)
