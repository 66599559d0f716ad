"""A batch plays like the environment of one game, with the same masks, observations and rewards, and shows nothing hidden."""

from __future__ import annotations

import gc
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.side_by_side import rules_of
from tests.environments.test_table import begun
from tests.interpreter.small_games import rules_with
from tests.levels import at_night
from tests.rulesets.worlds import otherwise, seen

from cartaro import shipped
from cartaro_engine import Engine, engine_of, table_of
from cartaro_engine.env import gymnasium_env, pettingzoo_env
from cartaro_engine.environments import episode as episodes_of_one_game
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.lower import hands, learning
from cartaro_engine.memory.layout import Unit
from cartaro_engine.table.tables import known_at_first
from cartaro_interpreter import Rules, State, View

pytest.importorskip("numpy", reason="the extra `cartaro[env]` is not installed")
pytest.importorskip("wasmtime", reason="the extra `cartaro[env]` is not installed")
import numpy as np
from numpy.typing import NDArray

from cartaro_engine.environments.batch import GameBatch

UNSEEN = str(Path(__file__).parent.parent / "unseen" / "asino.regole")
ENDLESS = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to hand
gioca: in a turn the player must play
libera: the player may play
"""

USUAL: dict[str, str] = {}
"""The usual house rules."""


@cache
def rules(name: str, **settings: str) -> Rules:
    return rules_of(name, settings)


class Followed:
    """Step a batch and the environments of single games side by side, and compare every step."""

    def __init__(self, rules: Rules, n: int, unit: Unit = "hand", seed: int = 5) -> None:
        self.batch, self.episodes = GameBatch(rules, n, unit), Episodes(table_of(rules), unit)
        self.batch.reset(seed)
        self.deals, self.ended = [0] * n, 0
        self.games = [self.deal(game) for game in range(n)]
        self.compare()

    def deal(self, game: int) -> Episode:
        while True:
            found = self.episodes.begin(self.batch.seeds[game], self.deals[game])
            self.deals[game] += 1
            if isinstance(found, Episode) and found.moves:
                return found

    def play(self, steps: int) -> None:
        random = Random(steps)
        for _ in range(steps):
            actions = [random.choice(episode.legal) for episode in self.games]
            self.batch.step(np.array(actions))
            for game, action in enumerate(actions):
                after = self.episodes.after(self.games[game], action)
                worth = self.episodes.payoffs(after)
                assert np.array_equal(self.batch.rewards[game], np.array(worth, np.float32))
                assert self.batch.terminated[game] == (not after.moves and after.cut is None)
                assert self.batch.truncated[game] == (after.cut is not None)
                self.ended += not after.moves
                self.games[game] = after if after.moves else self.deal(game)
            self.compare()

    def compare(self) -> None:
        batch, players = self.batch, self.batch.rules.game.players
        low = np.array(batch.features.lowest, np.float32)
        seen = [batch.observe(player) for player in range(players)]
        for game, episode in enumerate(self.games):
            assert batch.seats[game] == episode.player
            assert np.flatnonzero(batch.mask[game]).tolist() == list(episode.legal)
            for player, observed in enumerate(seen):
                expected = np.array(self.episodes.observation(episode, player), np.float32)
                wrong = np.flatnonzero(observed[game] != expected)
                assert not len(wrong), [(batch.describe_observation()[n], observed[game][n], expected[n]) for n in wrong]
                assert (low <= expected).all()
                assert (expected <= 1).all()
            assert np.array_equal(batch.observations[game], seen[episode.player or 0][game])


@pytest.mark.parametrize(
    ("name", "settings", "unit", "steps"),
    at_night(
        [
            ("scopa", USUAL, "hand", 140),
            ("scopa", {"players": "4", "punti": "11"}, "match", 260),
            ("scopa", {"players": "3"}, "hand", 80),
            ("briscola", USUAL, "hand", 90),
            ("cucu", USUAL, "hand", 40),
            (UNSEEN, {"players": "3"}, "hand", 60),
        ],
        by_day=[
            ("scopa", {"players": "4", "punti": "11"}, "match", 260),
            ("cucu", USUAL, "hand", 40),
            (UNSEEN, {"players": "3"}, "hand", 60),
        ],
    ),
)
def test_it_plays_what_the_environment_of_one_game_plays(name: str, settings: dict[str, str], unit: Unit, steps: int) -> None:
    followed = Followed(rules(name, **settings), 3, unit)
    followed.play(steps)
    assert followed.ended > 0


@pytest.mark.sweep("briscola_in_cinque", "casino", "scala40")
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped() if name not in {"scopa", "briscola", "cucu"}])
def test_so_it_is_in_every_shipped_game(name: str) -> None:
    Followed(rules(name), 2).play(70)


def test_legal_moves_that_are_many_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "KEPT_MOVES", 2)
    Followed(rules("scopa"), 2).play(70)


def test_a_hand_that_does_not_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "MOST_MOVES", 50)
    batch = GameBatch(rules_with(tmp_path, ENDLESS), 2)
    batch.reset(1)
    other, steps = batch.observations[1].copy(), 0
    while not batch.truncated.any():
        batch.step(np.array([int(batch.mask[0].argmax()), -1]))
        steps += 1
    assert steps == 2 * 51
    assert batch.truncated.tolist() == [True, False]
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert np.array_equal(batch.observations[1], other)
    assert batch.mask.any(1).all()


def bytes_of(batch: GameBatch, steps: int, games: int) -> list[bytes]:
    """Return everything that is shown of the first games while they are played; each step takes the last legal action."""
    batch.reset(11)
    found: list[bytes] = []
    for _ in range(steps):
        shown = (batch.observations, batch.mask, batch.rewards, batch.seats, batch.terminated, batch.truncated)
        found += [np.ascontiguousarray(array[:games]).tobytes() for array in shown]
        batch.step(batch.mask.shape[1] - 1 - batch.mask[:, ::-1].argmax(1))
    return found


def test_the_same_seed_is_the_same_bytes_at_any_size_and_any_split() -> None:
    first = bytes_of(GameBatch(rules("scopa"), 2), 70, 2)
    for n, threads in ((2, 2), (7, 1), (7, 3)):
        assert bytes_of(GameBatch(rules("scopa"), n, threads=threads), 70, 2) == first
    alone = GameBatch(rules("scopa"), 1)
    both = GameBatch(rules("scopa"), 2)
    both.reset(11)
    alone.reset(both.seeds[1])
    assert np.array_equal(alone.observations[0], both.observations[1])
    assert not np.array_equal(both.observations[0], both.observations[1])


@pytest.mark.parametrize(
    ("name", "settings"), [("scopa", {"players": "3"}), ("rubamazzo", {}), ("briscola", {}), ("scala40", {})]
)
def test_what_is_hidden_from_a_seat_is_not_in_its_observation(name: str, settings: dict[str, str]) -> None:
    """Two positions that differ only in facts that a seat neither sees nor remembers give that seat the same bytes. So do their
    successors by the same moves, as long as they look the same.
    """
    worlds, random = Worlds(rules(name, **settings)), Random(4)
    episode = begun(worlds.episodes)
    for step in range(90):
        if not episode.moves:
            break
        for seat in range(worlds.rules.game.players) if step % 9 == 0 else ():
            worlds.compare(episode, seat, random)
        episode = worlds.episodes.after(episode, random.choice(episode.legal))
    assert worlds.compared > 10
    assert worlds.told_apart > 5


class Worlds:
    """A batch of two games whose states differ in facts that one seat does not see."""

    def __init__(self, rules: Rules) -> None:
        engine = engine_of(rules)
        assert isinstance(engine, Engine)
        self.rules, self.engine, self.episodes = rules, engine, Episodes(table_of(rules))
        self.batch = GameBatch(rules, 2)
        self.batch.reset(0)
        self.compared = self.told_apart = 0

    def compare(self, episode: Episode, seat: int, random: Random) -> None:
        """Play two worlds on with the same words. While two positions look the same to a seat, its observations are equal."""
        witnessed = 0
        for cards in episode.known[seat]:
            witnessed |= cards
        state = episode.position.state
        other = otherwise(self.rules, state, seat, random, witnessed)
        others = known_at_first(self.rules, other)
        its = tuple(episode.known[seat] if player == seat else known for player, known in enumerate(others))
        self.lay(0, state, episode.position.chance, episode.known)
        self.lay(1, other, episode.position.chance, its)
        word = random.choice(episode.legal)
        for _ in range(6):
            if other == state or not self.looks_the_same(seat):
                return
            mine, theirs = self.batch.observe(seat)
            assert mine.tobytes() == theirs.tobytes()
            self.compared += 1
            observed = [self.batch.observe(player) for player in range(self.rules.game.players)]
            self.told_apart += any((one != two).any() for one, two in observed)
            part = self.batch.parts[0]
            part.actions[:] = word
            part.step()
            common = np.flatnonzero(self.batch.mask.all(0))
            if part.ends.any() or not len(common):
                return
            word = int(random.choice(common.tolist()))

    def looks_the_same(self, seat: int) -> bool:
        part = self.batch.parts[0]
        views: list[View] = []
        for game in range(2):
            self.engine.machine.write(0, self.game(game)[: part.lowered.plan.state].tolist())
            views.append(seen(self.rules, self.engine.state(), seat))
        return views[0] == views[1]

    def game(self, number: int) -> NDArray[Any]:
        """The words of a game."""
        part = self.batch.parts[0]
        first = part.lowered.batch.games + number * part.lowered.batch.game_words
        return part.words[first : first + part.lowered.batch.game_words]

    def lay(self, number: int, state: State, chance: tuple[int, ...], known: tuple[tuple[int, ...], ...]) -> None:
        """Put a state, and the memory of each player, into a game."""
        lowered, game = self.batch.parts[0].lowered, self.game(number)
        plan, width = lowered.batch, lowered.plan.width
        self.engine.load(state.cells)
        game[: lowered.plan.state] = self.engine.machine.read(0, lowered.plan.state)
        game[plan.chance : plan.chance + len(chance)] = chance
        game[plan.chosen], game[plan.kept] = 0, -1
        masks = [mask >> 63 * n & (1 << 63) - 1 for cards in known for mask in cards for n in range(width)]
        game[plan.known : plan.known + len(masks)] = masks


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    batch = GameBatch(rules("scopa"), 3)
    with pytest.raises(ValueError, match="reset"):
        batch.step(np.zeros(3, int))
    batch.reset(2)
    before = batch.observations.copy()
    actions = batch.mask.argmax(1)
    for wrong in (int(np.flatnonzero(~batch.mask[1])[0]), 10_000, -2):
        actions[1] = wrong
        with pytest.raises(ValueError, match=f"action {wrong} is not legal in game 1"):
            batch.step(actions)
    for shape in (np.zeros(2, int), np.zeros(3)):
        with pytest.raises(ValueError, match="whole numbers, one for each of 3 games"):
            batch.step(shape)
    assert np.array_equal(batch.observations, before)
    batch.step(np.array([-1, -1, -1]))
    assert np.array_equal(batch.observations, before)
    with pytest.raises(ValueError, match="seats"):
        batch.observe(2)
    with pytest.raises(ValueError, match="3 games and 2 seeds"):
        batch.reset([1, 2])


def test_arrays_outlive_their_batch_and_cannot_be_written() -> None:
    batch = GameBatch(rules("scopa"), 64)
    batch.reset(3)
    observations, copied = batch.observations, batch.observations.copy()
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0] = 1
    del batch
    gc.collect()
    GameBatch(rules("scopa"), 64).reset(4)
    assert np.array_equal(observations, copied)


def test_every_number_and_action_is_described() -> None:
    batch = GameBatch(rules("scopa"), 1)
    observed, actions = batch.describe_observation(), batch.describe_action()
    assert len(observed) == len(set(observed)) == batch.observations.shape[1]
    assert len(actions) == len(set(actions)) == batch.mask.shape[1]
    batch.reset(1)
    lay, chosen = actions.index("lay"), observed.index("move:lay")
    while not batch.observations[0, chosen]:
        batch.step(np.array([lay if batch.mask[0, lay] else int(batch.mask[0].argmax())]))
    assert batch.observations[0, chosen] == 0.5
    shown = {name for name, value in zip(observed, batch.observations[0], strict=True) if value}
    assert {f"seat:{batch.seats[0] + 1}", "turn:+0", "phase:turn"} <= shown
    cards = {name.removeprefix("hand+0:") for name in shown if name.startswith("hand+0:")} - {"cards"}
    assert {actions[n] for n in np.flatnonzero(batch.mask[0])} <= cards


def test_the_environment_of_one_game_is_a_batch_of_one() -> None:
    """At every step, including the last, the environment shows the same as a table on which the same words are played from the
    same deal.
    """
    env, random = pettingzoo_env("scopa", {"players": "3"}), Random(2)
    for _ in range(2):
        env.reset(seed=None if env.agents == [] else 3)
        while not any(env.terminations.values()):
            for seat, agent in enumerate(env.possible_agents):
                expected = np.array(env.episodes.observation(env.episode, seat), np.float32)
                assert np.array_equal(env.observe(agent), expected)
                legal = env.episode.legal if seat == env.episode.player else ()
                assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == list(legal)
            env.step(random.choice(env.episode.legal))
        assert tuple(env.rewards.values()) == env.episodes.payoffs(env.episode)
        for seat, agent in enumerate(env.possible_agents):
            expected = np.array(env.episodes.observation(env.episode, seat), np.float32)
            assert np.array_equal(env.observe(agent), expected)
            assert env.observation_space(agent).contains(env.observe(agent))


def test_where_the_engine_stops_the_table_plays_on_and_states_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "MOST_MOVES", 50)
    monkeypatch.setattr(episodes_of_one_game, "MOST_MOVES", 50)
    env = pettingzoo_env(table_of(rules_with(tmp_path, ENDLESS)))
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert "50 moves" in str(env.infos["player_1"]["cut"])
    assert set(env.rewards.values()) == {0.0}
    env.reset()
    assert env.episode.moves


def test_a_vector_environment_steps_the_batch() -> None:
    env, batch = gymnasium_env("scopa", 3), GameBatch(rules("scopa"), 3)
    observations, infos = env.reset(seed=4)
    batch.reset(4)
    ended = 0
    for _ in range(120):
        assert np.array_equal(observations, batch.observations)
        assert env.observation_space.contains(observations)
        actions, acted = infos["action_mask"].argmax(1), infos["seat"]
        assert env.action_space.contains(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        batch.step(actions)
        assert rewards.tolist() == [batch.rewards[game, seat] for game, seat in enumerate(acted)]
        assert np.array_equal(infos["rewards"], batch.rewards)
        assert np.array_equal(terminated, batch.terminated)
        assert not truncated.any()
        ended += int(terminated.sum())
    assert ended > 3
