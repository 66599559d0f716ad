"""A game in OpenSpiel: after this module is imported, `pyspiel.load_game("cartaro", {"rules": "…"})` returns it.

The extra `cartaro[openspiel]` installs the library. The parameters are `rules` (a name or a file), `settings` (`players=3,…`),
`unit` (`hand` or `match`), `seed` and `deals`: the one chance node, at the root, chooses one of `deals` deals of the seed.
Observations are as in `episode`; actions are the words of the alphabet.

States are positions in the play of a compiled game. Texts come from an episode, which is played from the same deal by the same
words. An episode is also used if the engine does not play the game, or stops in it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cartaro_engine.environments.compiled_game import CompiledGame, GamePlace
from cartaro_engine.environments.episode import MOST_MOVES, Episode, Episodes
from cartaro_engine.memory.layout import Unit
from cartaro_engine.running.machines import Trapped
from cartaro_engine.table.tables import named_table

MOST_PLAYERS: Final = 16
DEALS: Final = 1_024
MOST_DEALS: Final = 1 << 20
PARAMETERS: Final[dict[str, str | int]] = {"rules": "", "settings": "", "unit": "hand", "seed": 0, "deals": DEALS}
NAME: Final = "cartaro"


def _game_type(*, zero_sum: bool) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="A card game of a Cartaro ruleset",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


class CardGame(pyspiel.Game):
    """The hands, or matches, of a ruleset."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        unit = _unit(given["unit"])
        table = named_table(str(given["rules"]), _settings(str(given["settings"])))
        self.episodes, self.compiled = Episodes(table, unit), CompiledGame.of(table, unit)
        self.seed, self.deals = int(given["seed"]), min(MOST_DEALS, max(1, int(given["deals"])))
        game = self.episodes.rules.game
        members = [game.side_of.count(side) for side in range(game.sides)]
        zero_sum = game.sides > 1 and len(set(members)) == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.episodes.alphabet.words),
            max_chance_outcomes=self.deals,
            num_players=game.players,
            min_utility=-1.0 if unit == "match" else -np.inf,
            max_utility=1.0 if unit == "match" else np.inf,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=MOST_MOVES * (2 + len(game.deck.cards)),
        )
        super().__init__(_game_type(zero_sum=zero_sum), info, given)

    def new_initial_state(self) -> CardGameState:
        """Return the state before the deal."""
        return CardGameState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> CardGameObserver:
        """Return the observer of a player's view. There is no observer that sees only public information, and none that sees
        all cards.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("an observation is of all that one player sees")
        return CardGameObserver(self.episodes, perfect_recall=kind.perfect_recall)


def _unit(given: object) -> Unit:
    match given:
        case "hand":
            return "hand"
        case "match":
            return "match"
        case _:
            raise ValueError(f"`unit` is `hand` or `match`, not {given!r}")


def _settings(given: str) -> dict[str, str]:
    parts = [part.partition("=") for part in given.split(",") if part]
    if not all(equals for _, equals, _ in parts):
        raise ValueError(f"`settings` is of the form `option=value,option=value`, not {given!r}")
    return {name: value for name, _, value in parts}


class CardGameState(pyspiel.State):
    """A state: empty before the deal, then a place of the compiled game, or an episode."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.episodes, self.seed, self.deals = game.episodes, game.seed, game.deals
        self.place = None if game.compiled is None else GamePlace(game.compiled)
        self.worth: tuple[float, ...] | None = None
        """The value of the end for each player."""
        self._number: int | None = None
        self._episode: Episode | None = None
        self._words: list[int] = []
        """The words chosen since the episode, or since the deal."""

    @property
    def is_dealt(self) -> bool:
        return self._number is not None

    @property
    def episode(self) -> Episode:
        """The hand or match in progress. The moves that compiled code has made are repeated in it."""
        if self._episode is None:
            found = self.episodes.begin(self.seed, self._number or 0)
            if isinstance(found, str):
                raise ValueError(found)
            self._episode = found
        for word in self._words:
            self._episode = self.episodes.after(self._episode, word)
        self._words = []
        return self._episode

    def current_player(self) -> int:
        """Chance, a seat, or nobody at the end."""
        if not self.is_dealt:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return self.episode.player or 0 if self.place is None else self.place.here().seat

    def is_terminal(self) -> bool:
        """Return whether the hand, or the match, is over or was cut off."""
        return self.worth is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each with the same probability."""
        return [(number, 1 / self.deals) for number in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        """The words that may come next."""
        del player
        if not self.is_dealt or self.is_terminal():
            return []
        if self.place is None:
            return [*self.episode.legal]
        legal: list[int] = np.flatnonzero(self.place.here().mask()).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        """Apply a deal, or a word."""
        if not self.is_dealt:
            self._deal(action)
        elif self.place is None or not self._step(self.place.here(), action):
            self._words.append(action)
            self._ended()

    def _deal(self, number: int) -> None:
        self._number = number
        with suppress(RuntimeError):  # the engine raises this if it can play none of the deals
            if self.place is not None and self.place.here().deal(self.seed, number) == number:
                return
        self.place = None
        self._ended()

    def _step(self, game: CompiledGame, word: int) -> bool:
        """Go on in compiled code. Return False if it has stopped."""
        if not game.is_legal(word):
            raise ValueError(f"word {word} is not legal here")
        try:
            self.worth = game.step(word)
        except Trapped:
            self.place = None
            return False
        self._words.append(word)
        return True

    def _ended(self) -> None:
        """Set the payoffs at the end of an episode."""
        self.worth = None if self.episode.moves else self.episodes.payoffs(self.episode)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a deal or a word in its written form."""
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.episodes.alphabet.text(action)

    def returns(self) -> list[float]:
        """Return the value of the end for each player."""
        return [*(self.worth or (0.0,) * self.episodes.rules.game.players)]

    def __str__(self) -> str:
        """The moves so far, and the words already chosen for the next move."""
        if not self.is_dealt:
            return "before the deal"
        text = self.episodes.alphabet
        moves = [" ".join(map(text.text, text.spelling(one.move))) for one in self.episode.done]
        return "; ".join([*moves, " ".join(map(text.text, self.episode.words))])


class CardGameObserver:
    """See OpenSpiel's `PyObserver`; with perfect recall the text has all that was seen since the deal."""

    def __init__(self, episodes: Episodes, *, perfect_recall: bool) -> None:
        self.episodes, self.perfect_recall = episodes, perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(episodes.observer.length, np.float32)
        self.dict = {
            section.name: self.tensor[section.first : section.first + section.length] for section in episodes.observer.sections
        }

    def set_from(self, state: CardGameState, player: int) -> None:
        """Write what a player sees and remembers; zeros before the deal."""
        if not state.is_dealt:
            self.tensor.fill(0)
        elif state.place is not None:
            self.tensor[:] = state.place.here().observation(player)
        else:
            self.tensor[:] = self.episodes.observation(state.episode, player)

    def string_from(self, state: CardGameState, player: int) -> str:
        """Return the same observation as text."""
        if not state.is_dealt:
            return "before the deal"
        text = self.episodes.recalled if self.perfect_recall else self.episodes.observation_text
        return text(state.episode, player)


def register() -> None:
    """Register the game with `pyspiel.load_game`, once."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(zero_sum=False), CardGame)


register()
