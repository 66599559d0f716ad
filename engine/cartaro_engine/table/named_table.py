"""The table of a ruleset, by its name or its file, for libraries that know nothing of diagnostics."""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_engine.table.position import GameTable
from cartaro_engine.table.tables import table_of
from cartaro_grammar import Game, load_game, render
from cartaro_interpreter import Rules, compile_game, disclosures


def named_table(rules: str, settings: Mapping[str, str]) -> GameTable:
    """The table, with house rules and number of players chosen; `ValueError` says what is wrong with the ruleset."""
    game = load_game(rules, dict(settings))
    compiled = (disclosures(game) or compile_game(game)) if isinstance(game, Game) else game
    if not isinstance(compiled, Rules):
        raise ValueError("\n".join(render(found) for found in compiled))
    return table_of(compiled)
