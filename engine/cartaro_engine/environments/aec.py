"""A game as a PettingZoo environment in which agents act in turn (AEC).

The extra `cartaro[env]` installs the library. An observation has the numbers of `memory/features`; `action_mask` in `infos`
marks the words that may come next. All rewards come at the end. Without a seed, `reset` begins the next deal of the last seed;
the first seed is 0.

The game is a batch with a single game (`environments/batch`). If the engine does not play the game, or stops in it, a table
plays the game from the same deal and with the same actions.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv

from cartaro_engine.environments.compiled_game import CompiledGame, Observation
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.memory.layout import Unit
from cartaro_engine.running.machines import Trapped
from cartaro_engine.table.tables import GameTable

MOST_DEALS: Final = 100
"""The number of deals in a row that may end before anybody chooses, or fail; after that the ruleset cannot be played."""


class CardGameEnv(AECEnv[str, Observation, "int | None"]):
    """Hands or matches of a game. The agents are `player_1`, `player_2`, …, in the order of the seats."""

    def __init__(self, table: GameTable, unit: Unit = "hand", render_mode: str | None = None) -> None:
        super().__init__()
        self.episodes = Episodes(table, unit)
        self.render_mode = render_mode
        self.metadata = {"name": f"cartaro_{table.rules.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat + 1}" for seat in range(table.rules.game.players)]
        self.agents = [*self.possible_agents]
        words = len(self.episodes.alphabet.words)
        low = np.array(self.episodes.observer.features.lowest, dtype=np.float32)
        self._observations = gymnasium.spaces.Box(low, np.ones_like(low), dtype=np.float32)
        self._actions = {agent: gymnasium.spaces.Discrete(words) for agent in self.possible_agents}
        self._nothing = np.zeros(words, dtype=np.int8)
        self._nothing.flags.writeable = False
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed, self._number = 0, -1
        self._words: list[int] = []
        """The words that compiled code has played since the position of `_episode`, or since the deal."""
        self._game = CompiledGame.of(table, unit)
        self._plays = False
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The hand or match in progress. The moves that compiled code has made are repeated in it."""
        if self._episode is None:
            found = self.episodes.begin(self._seed, self._number)
            if isinstance(found, str):
                raise RuntimeError(found)
            self._episode = found
        for word in self._words:
            self._episode = self.episodes.after(self._episode, word)
        self._words = []
        return self._episode

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The observation space, which is the same for all agents, in the order of `episodes.observer.sections`."""
        del agent
        return self._observations

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The words of the alphabet."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next deal of the seed, or the first deal of a new one. Options are ignored."""
        del options
        if seed is not None:
            self._seed, self._number = seed, -1
        self._words, self._episode, self._plays = [], None, self._game is not None
        if self._game is not None:
            self._number = self._game.deal(self._seed, self._number + 1)
        else:
            self._episode = self._dealt()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _dealt(self) -> Episode:
        """Return the next deal in which a player has a choice."""
        found: Episode | str = ""
        for _ in range(MOST_DEALS):
            self._number += 1
            found = self.episodes.begin(self._seed, self._number)
            if isinstance(found, Episode) and found.moves:
                return found
        raise RuntimeError(found if isinstance(found, str) else "no hand has a choice in it")

    def observe(self, agent: str) -> Observation:
        """Return the sight and memory of an agent, as an array."""
        seat = self._seat_of[agent]
        if self._plays and self._game is not None:
            return self._game.observation(seat)
        return np.array(self.episodes.observation(self.episode, seat), dtype=np.float32)

    def step(self, action: int | None) -> None:
        """Take a word chosen by the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._nothing):
            raise ValueError(f"{action} is not an action")
        self._cumulative_rewards[agent] = 0.0
        payoffs = self._after(int(action))
        if payoffs is not None:
            self.rewards = dict(zip(self.agents, payoffs, strict=True))
            cut = not self._plays and self.episode.cut is not None
            (self.truncations if cut else self.terminations).update(dict.fromkeys(self.agents, True))
            self._accumulate_rewards()
        self._select()

    def _after(self, word: int) -> tuple[float, ...] | None:
        """Apply a word. Return the payoffs at the end, otherwise None."""
        if self._plays and self._game is not None:
            if not self._game.is_legal(word):
                raise ValueError(f"word {word} is not legal here")
            try:
                payoffs = self._game.step(word)
            except Trapped:
                self._plays = False
            else:
                self._words.append(word)
                return payoffs
        self._episode = self.episodes.after(self.episode, word)
        return None if self._episode.moves else self.episodes.payoffs(self._episode)

    def _select(self) -> None:
        """Set the agent to act, the legal words of each agent, and the reason why a hand was cut off."""
        if self._plays and self._game is not None:
            player, legal, info = self._game.seat, self._game.mask(), {}
        else:
            player, legal = self.episode.player or 0, self._nothing.copy()
            legal[list(self.episode.legal)] = 1
            info = {} if self.episode.cut is None else {"cut": self.episode.cut}
        if self.terminations[self.possible_agents[0]] or self.truncations[self.possible_agents[0]]:
            player = 0
        self.agent_selection = self.possible_agents[player]
        self.infos = {agent: {"action_mask": self._nothing, **info} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = legal

    def render(self) -> str | None:
        """Return the view of the agent to act as text, if `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return self.episodes.observation_text(self.episode, self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""
