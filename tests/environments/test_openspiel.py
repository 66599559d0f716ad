"""Games of OpenSpiel pass its conformance test."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from tests.levels import at_night

pytest.importorskip("pyspiel", reason="the extra `cartaro[openspiel]` is not installed")
import pyspiel

from cartaro_engine.environments.compiled_game import CompiledGame, GamePlace
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.environments.openspiel import NAME, CardGameState
from cartaro_engine.memory.layout import Unit
from cartaro_engine.running.machines import Trapped
from cartaro_engine.table.tables import named_table

pytestmark = pytest.mark.slow

GAMES = [("scopa", "players=3"), ("scopone", ""), ("scala40", "")]


def loaded(rules: str, settings: str = "", **others: str | int) -> pyspiel.Game:
    return pyspiel.load_game(NAME, {"rules": rules, "settings": settings, **others})


def at_the_end(game: pyspiel.Game, deal: int) -> pyspiel.State:
    """Play a hand in which the first word is always chosen."""
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize(("rules", "settings"), at_night(GAMES, by_day=GAMES[:2]))
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


def assert_as_played_in_python(state: pyspiel.State, episode: Episode, episodes: Episodes) -> None:
    """Assert that a state reports the same as the episode in which the same words are chosen."""
    assert state.is_terminal() == (not episode.moves)
    assert state.returns() == [*episodes.payoffs(episode)]
    if episode.moves:
        assert (state.current_player(), state.legal_actions()) == (episode.player, [*episode.legal])
    for player in range(episodes.rules.game.players):
        seen = np.array(episodes.observation(episode, player), np.float32)
        assert np.array_equal(np.array(state.observation_tensor(player), np.float32), seen)


@pytest.mark.parametrize(
    ("rules", "unit"), at_night([("scopa", "hand"), ("scala40", "hand"), ("briscola", "match")], by_day=[("briscola", "match")])
)
def test_states_that_go_their_own_ways_are_as_played_in_python(rules: str, unit: Unit) -> None:
    """Clones, including clones of the root, share one compiled game and are stepped in turn."""
    root, episodes, chance = loaded(rules, unit=unit).new_initial_state(), Episodes(named_table(rules, {}), unit), Random(2)
    begun = episodes.begin(0, 3)
    assert isinstance(begun, Episode)
    states = [root.clone(), root]
    for state in states:
        state.apply_action(3)
        assert isinstance(state, CardGameState)
        assert state.place is not None
    told = [begun, begun]
    for step in range(60):
        if step in (10, 20):
            states, told = [*states, states[-1].clone(), states[0].clone()], [*told, told[-1], told[0]]
        for number, (state, episode) in enumerate(zip(states, told, strict=True)):
            if episode.moves:
                word = chance.choice(episode.legal)
                state.apply_action(word)
                told[number] = episodes.after(episode, word)
            assert_as_played_in_python(state, told[number], episodes)


def test_a_place_is_copied_as_it_is_now() -> None:
    game = CompiledGame.of(named_table("scopa", {}), "hand")
    assert game is not None
    place = GamePlace(game)
    place.here().deal(1, 1)
    earlier = deepcopy(place)
    seen = [earlier.here().mask(), place.here().mask()]  # from here on the state of the game has been saved once
    place.here().step(int(seen[1].argmax()))
    later = deepcopy(place)
    assert np.array_equal(earlier.here().mask(), seen[0])
    assert np.array_equal(later.here().mask(), place.here().mask())
    assert not np.array_equal(later.here().mask(), earlier.here().mask())


def test_what_the_engine_stops_in_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state, episodes = loaded("scopa").new_initial_state(), Episodes(named_table("scopa", {}), "hand")
    assert isinstance(state, CardGameState)
    state.apply_action(2)
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(54)
    episode = episodes.begin(0, 2)
    assert isinstance(episode, Episode)

    def stopping(*_: object) -> None:
        raise Trapped(None)

    for number in range(200):
        assert (state.place is None) == (number > 5)
        assert_as_played_in_python(state, episode, episodes)
        if not episode.moves:
            return
        if number == 5:
            monkeypatch.setattr(CompiledGame, "step", stopping)
        state.apply_action(episode.legal[-1])
        episode = episodes.after(episode, episode.legal[-1])
    pytest.fail("the hand has not ended")


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
