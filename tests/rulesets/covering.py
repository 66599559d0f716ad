"""Settings of a game that have between them every number of players and every value of every house rule.

A few games do where one for each value would be many: the k-th has the k-th of the values that are not the default of every
house rule.  What shows only where one house rule alone is changed is for the programs that try them all (`make engine`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cartaro_grammar import PLAYERS_SETTING, Game


def settings_of(game: Game) -> Iterator[dict[str, str]]:
    """The usual settings, and each with one number of players or one house rule changed."""
    yield {}
    yield from ({name: value} for name, values in others(game) for value in values)


def covering(game: Game) -> Iterator[dict[str, str]]:
    """The usual settings, and as many more as the house rule with most values needs."""
    yield {}
    names = [name for name, _ in others(game)]
    for row in zip_longest(*(values for _, values in others(game))):
        yield {name: value for name, value in zip(names, row, strict=True) if value is not None}


def others(game: Game) -> Sequence[tuple[str, Sequence[str]]]:
    """What can be set otherwise, with the values that are not the default."""
    players = [str(count) for count in game.ruleset.player_counts if count != game.players]
    rules = [(option.name, [value for value in option.values if value != option.default]) for option in game.ruleset.options]
    return [(PLAYERS_SETTING, players), *rules]
