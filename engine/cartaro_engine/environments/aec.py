"""A game as an environment of PettingZoo in which agents act one after the other (AEC).

The extra `cartaro[env]` brings the library.  An observation has the numbers of `observations`; the words that may come next
are in `infos`, as `action_mask`.  All rewards come at the end.  Without a seed, `reset` goes on to the next deal of the last
one; the first seed is 0.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium.spaces
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.memory.layout import Unit
from cartaro_engine.table.tables import GameTable

Observation = NDArray[np.float32]
LARGEST: Final = 2.0**40
"""No counter may become larger, as in the engine."""
MOST_DEALS: Final = 100
"""So many deals in a row may end before anybody chooses, or fail; then the ruleset cannot be played."""


class CardGameEnv(AECEnv[str, Observation, "int | None"]):
    """Hands, or matches, of a game; the agents are `player_1` and so on, by their seats."""

    def __init__(self, table: GameTable, unit: Unit = "hand", render_mode: str | None = None) -> None:
        super().__init__()
        self.episodes = Episodes(table, unit)
        self.render_mode = render_mode
        self.metadata = {"name": f"cartaro_{table.rules.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat + 1}" for seat in range(table.rules.game.players)]
        self.agents = [*self.possible_agents]
        words, length = len(self.episodes.alphabet.words), self.episodes.observer.length
        largest = np.full(length, LARGEST, dtype=np.float32)
        self._observations = gymnasium.spaces.Box(-largest, largest, dtype=np.float32)
        self._actions = {agent: gymnasium.spaces.Discrete(words) for agent in self.possible_agents}
        self._seed, self._number = 0, -1
        self.episode: Episode

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same space for all, in the order of `episodes.observer.sections`."""
        del agent
        return self._observations

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The words of the alphabet."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next deal of the seed, or the first of a new one; there are no options."""
        del options
        if seed is not None:
            self._seed, self._number = seed, -1
        self.episode = self._dealt()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _dealt(self) -> Episode:
        """The next deal after which somebody has a choice."""
        found: Episode | str = ""
        for _ in range(MOST_DEALS):
            self._number += 1
            found = self.episodes.begin(self._seed, self._number)
            if isinstance(found, Episode) and found.moves:
                return found
        raise RuntimeError(found if isinstance(found, str) else "no hand has a choice in it")

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees and remembers, as an array."""
        numbers = self.episodes.observation(self.episode, self.possible_agents.index(agent))
        return np.array(numbers, dtype=np.float32)

    def step(self, action: int | None) -> None:
        """A word chosen by the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_space(agent).contains(action):
            raise ValueError(f"{action} is not an action")
        self._cumulative_rewards[agent] = 0.0
        self.episode = self.episodes.after(self.episode, int(action))
        if not self.episode.moves:
            self._end()
        self._accumulate_rewards()
        self._select()

    def _end(self) -> None:
        self.rewards = dict(zip(self.agents, self.episodes.payoffs(self.episode), strict=True))
        ended = self.terminations if self.episode.cut is None else self.truncations
        ended.update(dict.fromkeys(self.agents, True))

    def _select(self) -> None:
        """Say who is to act, which words are legal for whom, and why a hand was cut off."""
        player, legal = self.episode.player, np.zeros(len(self.episodes.alphabet.words), dtype=np.int8)
        self.agent_selection = self.possible_agents[0 if player is None else player]
        info = {} if self.episode.cut is None else {"cut": self.episode.cut}
        self.infos = {agent: {"action_mask": legal.copy(), **info} for agent in self.agents}
        if player is not None:
            self.infos[self.agent_selection]["action_mask"][list(self.episode.legal)] = 1

    def render(self) -> str | None:
        """Return the view of the agent to act as text, where `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return self.episodes.observation_text(self.episode, self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """Nothing is held open."""
