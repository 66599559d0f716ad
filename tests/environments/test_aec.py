"""Environments of PettingZoo pass its conformance tests."""

from __future__ import annotations

import pytest

from cartaro_engine.env import pettingzoo_env
from cartaro_engine.memory.layout import Unit

pytest.importorskip("pettingzoo", reason="the extra `cartaro[env]` is not installed")
from pettingzoo.test import api_test, seed_test

from cartaro_engine.environments.aec import CardGameEnv

pytestmark = pytest.mark.slow

GAMES: list[tuple[str, dict[str, str]]] = [
    ("scopa", {}),
    ("scopa", {"players": "3"}),
    ("scopone", {}),
    ("scala40", {}),
    ("scala40", {"players": "4"}),
]


def environment(name: str, settings: dict[str, str] | None = None, unit: Unit = "hand") -> CardGameEnv:
    return pettingzoo_env(name, settings, unit, render_mode="ansi")


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.parametrize(("name", "settings"), GAMES)
def test_it_conforms(name: str, settings: dict[str, str]) -> None:
    api_test(environment(name, settings), num_cycles=60)


@pytest.mark.parametrize("name", ["scopa", "scopone", "scala40"])
def test_the_same_seed_is_the_same_play(name: str) -> None:
    seed_test(lambda: environment(name), num_cycles=60)


def test_a_hand_ends_with_what_it_is_worth() -> None:
    env = environment("scopa")
    env.reset(seed=4)
    while not env.episode.position.points:
        assert set(env.rewards.values()) == {0.0}
        env.step(min(env.episode.legal))
    assert env.terminations == {"player_1": True, "player_2": True}
    points = env.episode.position.points
    assert env.rewards == {"player_1": points[0] - points[1], "player_2": points[1] - points[0]}


def test_only_who_is_to_act_has_legal_words() -> None:
    env = environment("scopone")
    env.reset(seed=4)
    for agent in env.agents:
        assert env.infos[agent]["action_mask"].any() == (agent == env.agent_selection)
    assert str(env.render()).startswith(f"seat {env.agents.index(env.agent_selection) + 1};")
    with pytest.raises(ValueError, match="not an action"):
        env.step(10_000)
    wrong = next(n for n, legal in enumerate(env.infos[env.agent_selection]["action_mask"]) if not legal)
    with pytest.raises(ValueError, match="not legal"):
        env.step(wrong)


def test_a_match_goes_from_hand_to_hand() -> None:
    env = environment("scopa", {"punti": "11"}, "match")
    env.reset(seed=1)
    hands = set[int]()
    while env.episode.moves:
        hands.add(sum(env.episode.position.state.cells[slot] for slot in (env.episodes.rules.layout.memory["dealer"].slot,)))
        env.step(max(env.episode.legal))
    assert len(hands) == 2
    assert sorted(env.rewards.values()) == [-1.0, 1.0]


def test_another_reset_is_another_deal() -> None:
    env = environment("scopa")
    env.reset(seed=2)
    first = env.episode.position
    env.reset()
    assert env.episode.position != first
    env.reset(seed=2)
    assert env.episode.position == first
