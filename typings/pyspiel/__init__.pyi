"""What the project uses of OpenSpiel, whose compiled module ships no types."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

class PlayerId:
    CHANCE: int
    TERMINAL: int

class PrivateInfoType(Enum):
    NONE = 0
    SINGLE_PLAYER = 1
    ALL_PLAYERS = 2

class IIGObservationType:
    public_info: bool
    perfect_recall: bool
    private_info: PrivateInfoType
    def __init__(self, public_info: bool = True, perfect_recall: bool = False, private_info: PrivateInfoType = ...) -> None: ...

class GameType:
    class Dynamics(Enum):
        SEQUENTIAL = 1

    class ChanceMode(Enum):
        EXPLICIT_STOCHASTIC = 1

    class Information(Enum):
        IMPERFECT_INFORMATION = 1

    class Utility(Enum):
        ZERO_SUM = 0
        GENERAL_SUM = 2

    class RewardModel(Enum):
        TERMINAL = 1

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: dict[str, str | int],
        default_loadable: bool = True,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float | None,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, game_type: GameType, game_info: GameInfo, params: dict[str, Any]) -> None: ...
    def new_initial_state(self) -> State: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def observation_tensor_shape(self) -> list[int]: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def get_game(self) -> Game: ...
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...
    def returns(self) -> list[float]: ...
    def clone(self) -> State: ...
    def history(self) -> list[int]: ...
    def observation_string(self, player: int) -> str: ...
    def information_state_string(self, player: int) -> str: ...
    def observation_tensor(self, player: int) -> list[float]: ...

def register_game(game_type: GameType, game: type[Game]) -> None: ...
def registered_names() -> Sequence[str]: ...
def load_game(name: str, params: dict[str, Any] = ...) -> Game: ...
def random_sim_test(game: Game, num_sims: int, serialize: bool, verbose: bool) -> None: ...
