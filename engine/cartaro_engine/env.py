"""A ruleset as an environment of PettingZoo, or as a game of OpenSpiel, by its name or its file.

Each needs an extra: `cartaro[env]`, `cartaro[openspiel]`.  A ruleset that cannot be read or played is a `ValueError` that says
why, as these libraries have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cartaro_engine.running.chance import Unit
from cartaro_engine.table.position import Table
from cartaro_engine.table.tables import table_of
from cartaro_grammar import Game, load_game, render
from cartaro_interpreter import Rules, compile_game

if TYPE_CHECKING:
    from cartaro_engine.environments.aec import CardGameEnv


def pettingzoo_env(
    rules: str, settings: Mapping[str, str] | None = None, unit: Unit = "hand", render_mode: str | None = None
) -> CardGameEnv:
    """An environment in which agents act one after the other; an episode is a hand, or a match."""
    from cartaro_engine.environments.aec import CardGameEnv

    return CardGameEnv(open_table(rules, settings or {}), unit, render_mode)


def open_table(rules: str, settings: Mapping[str, str]) -> Table:
    """A table for a ruleset, with its house rules and number of players chosen."""
    game = load_game(rules, dict(settings))
    compiled = compile_game(game) if isinstance(game, Game) else game
    if not isinstance(compiled, Rules):
        raise ValueError("\n".join(render(found) for found in compiled))
    return table_of(compiled)
