"""Settings of a game that together cover every number of players and every value of every house rule.

This takes only a few games instead of one for each value: the k-th game has the k-th non-default value of every house rule.
Faults that appear only if a single house rule is changed are found by the programs that try each change (`make engine`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cartaro_grammar import PLAYERS_SETTING, Game


def settings_of(game: Game) -> Iterator[dict[str, str]]:
    """Return the usual settings, and each change of them in the number of players or in one house rule."""
    yield {}
    yield from ({name: value} for name, values in others(game) for value in values)


def covering(game: Game) -> Iterator[dict[str, str]]:
    """Return the usual settings, and as many others as the house rule with the most values needs."""
    yield {}
    names = [name for name, _ in others(game)]
    for row in zip_longest(*(values for _, values in others(game))):
        yield {name: value for name, value in zip(names, row, strict=True) if value is not None}


def others(game: Game) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the options that can be changed, with their non-default values."""
    players = [str(count) for count in game.ruleset.player_counts if count != game.players]
    rules = [(option.name, [value for value in option.values if value != option.default]) for option in game.ruleset.options]
    return [(PLAYERS_SETTING, players), *rules]
