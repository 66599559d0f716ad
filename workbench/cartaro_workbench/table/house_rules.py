"""House rules and numbers of players, as controls: names, titles and values in a language."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_rulebook import Naming, in_any, language


@dataclass(frozen=True, slots=True)
class OptionValue:
    """A value of a house rule, by its word, and what it is called."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: its word, what it is called, the value it has unless another is chosen, why that, and all values."""

    name: str
    title: str
    default: str
    reason: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class GameControls:
    """What may be chosen before cards are dealt; `players` is the number unless another is chosen."""

    name: str
    title: str
    players: int
    player_counts: tuple[int, ...]
    house_rules: tuple[HouseRule, ...]


def controls(game: Game, code: str) -> GameControls:
    """The controls of a game, in a language."""
    naming = Naming(game, language(code))
    rules = (
        HouseRule(
            option.name,
            naming.title(option.name, option.names),
            option.default,
            in_any(option.reason, code, ""),
            tuple(OptionValue(value, naming.title(value)) for value in option.values),
        )
        for option in game.options
    )
    return GameControls(game.name, in_any(game.title, code, game.name), game.players, game.player_counts, tuple(rules))
