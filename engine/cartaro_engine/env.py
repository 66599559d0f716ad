"""A ruleset, given by its name or its file, as a batch of games, an environment of PettingZoo, or a game of OpenSpiel.

Each form needs an extra: `cartaro[env]` or `cartaro[openspiel]`. A ruleset that cannot be read or played raises a `ValueError`
with the reason, as is usual in these libraries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cartaro_engine.memory.layout import Unit
from cartaro_engine.table.tables import GameTable, named_table
from cartaro_interpreter import Rules

if TYPE_CHECKING:
    from cartaro_engine.environments.aec import CardGameEnv
    from cartaro_engine.environments.batch import GameBatch
    from cartaro_engine.environments.openspiel import CardGame
    from cartaro_engine.environments.policies import Policy, PolicyOpponent
    from cartaro_engine.environments.vector import CardGameVectorEnv

__all__ = ["GameBatch", "batch", "gymnasium_env", "openspiel_game", "pettingzoo_env", "policy_opponent"]


def batch(
    rules: str | Rules, n: int, settings: Mapping[str, str] | None = None, unit: Unit = "hand", threads: int = 1
) -> GameBatch:
    """Return `n` games of a ruleset, stepped in one call. An episode is a hand, or a match."""
    from cartaro_engine.environments.batch import GameBatch

    return GameBatch(named_table(rules, settings or {}).rules if isinstance(rules, str) else rules, n, unit, threads)


def gymnasium_env(
    rules: str | Rules, n: int, settings: Mapping[str, str] | None = None, unit: Unit = "hand", threads: int = 1
) -> CardGameVectorEnv:
    """Return `n` games of a ruleset as a vector environment of Gymnasium."""
    from cartaro_engine.environments.vector import CardGameVectorEnv

    return CardGameVectorEnv(batch(rules, n, settings, unit, threads))


def pettingzoo_env(
    rules: str | GameTable, settings: Mapping[str, str] | None = None, unit: Unit = "hand", render_mode: str | None = None
) -> CardGameEnv:
    """Return an environment of a ruleset, or of a table, in which agents act in turn; an episode is a hand, or a match."""
    from cartaro_engine.environments.aec import CardGameEnv

    table = named_table(rules, settings or {}) if isinstance(rules, str) else rules
    return CardGameEnv(table, unit, render_mode)


def openspiel_game(rules: str, settings: Mapping[str, str] | None = None, unit: Unit = "hand", deals: int = 1_024) -> CardGame:
    """Return a game of OpenSpiel with a number of deals. After this call, `pyspiel.load_game` knows it by the name
    `cartaro`.
    """
    from cartaro_engine.environments.openspiel import CardGame

    chosen = ",".join(f"{name}={value}" for name, value in (settings or {}).items())
    return CardGame({"rules": rules, "settings": chosen, "unit": unit, "deals": deals})


def policy_opponent(rules: Rules, policy: Policy) -> PolicyOpponent:
    """Return an opponent that chooses by a policy, from observations and masks of the same form as those in a batch."""
    from cartaro_engine.environments.policies import PolicyOpponent

    return PolicyOpponent(rules, policy)
