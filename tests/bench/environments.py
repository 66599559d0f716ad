"""`python -m tests.bench.environments`: steps per second of the learning environments, side by side, in one run.

For each named game it measures a batch on one core and on two, the environments of PettingZoo and OpenSpiel, and their former
table; for comparison also games of OpenSpiel and rlcard with their observations, if these packages are installed. Every step is
a random legal action. Rates are per second of processor time of the whole loop. For a batch, the time to choose the actions is
left out, unless the row names it, because the environment does not do that work. With two threads the rate is per second of
wall-clock time. In each round every subject has a turn; medians are shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from cartaro_engine.env import batch, openspiel_game, pettingzoo_env
from cartaro_engine.environments.aec import CardGameEnv
from cartaro_engine.environments.batch import GameBatch
from cartaro_engine.environments.episode import Episode, Episodes

GAMES = ("scopa", "scala40")
THREADS = 2
OF_OPENSPIEL = ("gin_rummy", "crazy_eights", "hearts")
OF_RLCARD = ("gin-rummy", "uno")

Turn = Callable[[float], float]
"""Return the steps per second, measured for about a given number of seconds."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject that can be stepped: its name, and a function that plays one turn of it."""

    name: str
    turn: Turn


def of_game(name: str, n: int) -> Iterator[Subject]:
    """Yield the environments of a game."""
    yield Subject(f"{name}, batch of {n}", partial(of_batch, batch(name, n), process_time))
    yield Subject(f"{name}, {THREADS} threads, by the clock", partial(of_batch, batch(name, n, threads=THREADS), perf_counter))
    yield Subject(f"{name}, batch of {n}, choices included", partial(of_batch, batch(name, n), process_time, chosen=True))
    env = pettingzoo_env(name)
    yield Subject(f"{name}, PettingZoo", partial(of_pettingzoo, env))
    if find_spec("pyspiel") is not None:
        yield Subject(f"{name}, OpenSpiel", partial(of_openspiel, openspiel_game(name)))
    yield Subject(f"{name}, table in Python", partial(of_table, env.episodes))


def of_batch(games: GameBatch, clock: Callable[[], float], seconds: float, *, chosen: bool = False) -> float:
    """Step a batch by random actions, chosen by a table of random numbers."""
    random = np.random.default_rng(1)
    noise = random.random((2 * games.n, games.mask.shape[1]), np.float32) + 1
    games.reset(1)
    spent, steps, begun = 0.0, 0, process_time()
    while process_time() - begun < seconds:
        before = clock()
        first = int(random.integers(games.n))
        actions = (games.mask * noise[first : first + games.n]).argmax(1)
        after = clock()
        games.step(actions)
        spent += clock() - (before if chosen else after)
        steps += games.n
    return steps / spent


def of_pettingzoo(env: CardGameEnv, seconds: float) -> float:
    """Step an environment in the way its users write it."""
    random, steps = Random(1), 0
    begun = process_time()
    env.reset(seed=1)
    while process_time() - begun < seconds:
        env.reset()
        for _ in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(info["action_mask"])
            env.step(int(legal[random.randrange(len(legal))]))
            steps += 1
    return steps / (process_time() - begun)


def of_table(episodes: Episodes, seconds: float) -> float:
    """Step the former environment: each step computes the observation of the player who chooses."""
    random, steps, number = Random(1), 0, 0
    begun = process_time()
    while process_time() - begun < seconds:
        episode = episodes.begin(1, number)
        number += 1
        while isinstance(episode, Episode) and episode.player is not None:
            np.array(episodes.observation(episode, episode.player), np.float32)
            episode = episodes.after(episode, random.choice(episode.legal))
            steps += 1
    return steps / (process_time() - begun)


def of_openspiel(game: Any, seconds: float) -> float:
    """Step a game of OpenSpiel, and compute at each step the observation tensor of the player who chooses."""
    observed = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    random, steps = Random(1), 0
    begun = process_time()
    while process_time() - begun < seconds:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            np.array(getattr(state, observed)(state.current_player()), np.float32)
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (process_time() - begun)


def of_rlcard(name: str, seconds: float) -> float:
    """Step a game of rlcard."""
    rlcard: Any = import_module("rlcard")
    env: Any = rlcard.make(name)
    random, steps = Random(1), 0
    begun = process_time()
    while process_time() - begun < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
    return steps / (process_time() - begun)


def subjects(games: list[str], n: int) -> Iterator[Subject]:
    """Yield every subject to be measured."""
    for name in games:
        yield from of_game(name, n)
    if find_spec("pyspiel") is not None:
        pyspiel: Any = import_module("pyspiel")
        yield from (Subject(f"OpenSpiel's {name}", partial(of_openspiel, pyspiel.load_game(name))) for name in OF_OPENSPIEL)
    if find_spec("rlcard") is not None:
        yield from (Subject(f"rlcard's {name}", partial(of_rlcard, name)) for name in OF_RLCARD)


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("-n", type=int, default=1024, help="games of a batch")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn")
    given = parser.parse_args(arguments)
    measured = [*subjects(given.games, given.n)]
    rounds = [[subject.turn(given.seconds) for subject in measured] for _ in range(given.rounds)]
    rates = [median(turns) for turns in zip(*rounds, strict=True)]
    base = next(rate for subject, rate in zip(measured, rates, strict=True) if subject.name.endswith("PettingZoo"))
    lines = [f"{'':<44}{'steps/s':>12}{'/PettingZoo':>13}"]
    lines += [f"{one.name:<44}{rate:>12,.0f}{rate / base:>13.2f}" for one, rate in zip(measured, rates, strict=True)]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
