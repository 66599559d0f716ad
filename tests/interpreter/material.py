"""Material for the interpreter's tests: games loaded once, playouts, and small random positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from tests import shipped_games

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Json, Played, RandomPlayer, Rules, SeededChance, State, compile_game, play_hand, play_match

RULESETS = Path(__file__).parent / "rulesets"


@cache
def game_of(name: str, **settings: str) -> Game:
    """Return a shipped game, or one of the rulesets next to the tests, under some settings."""
    own = RULESETS / f"{name}.regole"
    if not own.exists():
        return shipped_games.game_of(name, **settings)
    game = load_game(own, settings)
    assert isinstance(game, Game), [found.message for found in game]
    return game


@cache
def rules_of(name: str, **settings: str) -> Rules:
    if not (RULESETS / f"{name}.regole").exists():
        return shipped_games.rules_of(name, **settings)
    rules = compile_game(game_of(name, **settings))
    assert isinstance(rules, Rules), [found.message for found in rules]
    return rules


def hand(rules: Rules, seed: int) -> Played:
    return _sound(play_hand(rules, [RandomPlayer(seed)] * rules.game.players, SeededChance(seed)))


def match(rules: Rules, seed: int) -> Played:
    return _sound(play_match(rules, [RandomPlayer(seed)] * rules.game.players, SeededChance(seed)))


def _sound(played: Played | Diagnostic) -> Played:
    assert isinstance(played, Played), played
    return played


def state_of(found: State | Diagnostic | tuple[Diagnostic, ...]) -> State:
    assert isinstance(found, State), found
    return found


def small_position(rules: Rules, seed: int, cards: int = 12) -> dict[str, Json]:
    """A few cards in any places, and any values of the memory."""
    random = Random(seed)
    codes = [card.code for card in rules.game.deck.cards]
    chosen = random.sample(codes, min(cards, len(codes)))
    zones: dict[str, Json] = {}
    for name, place in rules.layout.places.items():
        held = [[chosen.pop() for _ in range(random.randint(0, 5)) if chosen] for _ in range(place.count)]
        zones[name] = held[0] if place.zone.owner == "table" else {str(n + 1): row for n, row in enumerate(held)}
    counters: dict[str, Json] = {}
    for name, slot in rules.layout.memory.items():
        if slot.cell.kind in ("counter", "flag"):
            values: list[Json] = [
                random.randint(0, 3) if slot.cell.kind == "counter" else random.random() < 0.5 for _ in range(slot.count)
            ]
            table: dict[str, Json] = {str(n + 1): value for n, value in enumerate(values)}
            counters[name] = values[0] if slot.cell.owner == "table" else table
    return {"players": rules.game.players, "zones": zones, "turn": random.randint(1, rules.game.players), "counters": counters}
