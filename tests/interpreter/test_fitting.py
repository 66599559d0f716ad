"""The house rules that fit a record are exactly those under which it replays, when each choice is tried in turn."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.levels import by_level
from tests.shipped_games import game_of

from cartaro_grammar import Game, choose, shipped
from cartaro_interpreter import (
    ALL,
    NONE,
    ChoiceFitting,
    FittedRecord,
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    SettingSets,
    compile_game,
    contradiction,
    json_forms,
    play_hand,
    play_match,
    write_record,
)

OPTIONS = {"a": ("0", "1", "2"), "b": ("0", "1"), "c": ("0", "1", "2")}


def rules_under(game: Game, settings: dict[str, str]) -> Rules:
    chosen = choose(game, settings)
    assert isinstance(chosen, Game)
    rules = compile_game(chosen)
    assert isinstance(rules, Rules)
    return rules


def recorded(rules: Rules, seed: int, *, match: bool = False) -> json_forms.RecordJson:
    players = [RandomPlayer(f"{seed}/{seat}") for seat in range(rules.game.players)]
    played = (play_match if match else play_hand)(rules, players, SeededChance(seed))
    assert isinstance(played, Played)
    return write_record(rules, played, match=match)


@pytest.mark.sweep("cirulla", "scala40", "scopa")
@pytest.mark.parametrize("name", shipped())
def test_a_record_fits_under_the_choices_under_which_it_replays(name: str) -> None:
    game, draw = game_of(name), random.Random(name)
    fitting = ChoiceFitting(game)
    every = [dict(zip(fitting.sets.options, v, strict=True)) for v in product(*fitting.sets.options.values())]
    for seed, hidden in enumerate(draw.sample(every, min(by_level(day=1, night=2), len(every)))):
        record = recorded(rules_under(game, hidden), seed)
        found = fitting.fit({**record})
        assert isinstance(found, FittedRecord)
        assert fitting.sets.both(found.fitting, fitting.sets.of(hidden)) != NONE
        players = [settings for settings in every if settings["players"] == hidden["players"]]
        for settings in draw.sample(players, min(by_level(day=4, night=12), len(players))):
            fits = contradiction(rules_under(game, settings), {**record}) is None
            assert (fitting.sets.both(found.fitting, fitting.sets.of(settings)) != NONE) is fits, settings
        told = found.fitting
        for failing, _ in found.failures:
            assert fitting.sets.both(told, failing) == NONE
            told = fitting.sets.either(told, failing)
        assert told == ALL


def test_a_match_distinguishes_its_target() -> None:
    game = game_of("scopa")
    fitting = ChoiceFitting(game)
    found = fitting.fit({**recorded(rules_under(game, {"punti": "16", "ultima": "vale"}), 5, match=True)})
    assert isinstance(found, FittedRecord)
    targets = fitting.sets.possible(found.fitting, "punti")
    assert "16" in targets
    assert not {"11", "21"} & set(targets)
    assert "vale" in fitting.sets.possible(found.fitting, "ultima")


def sampled(sets: SettingSets, draw: random.Random) -> tuple[int, set[tuple[str, ...]]]:
    every = list(product(*OPTIONS.values()))
    chosen = set(draw.sample(every, draw.randrange(len(every) + 1)))
    found = NONE
    for values in chosen:
        found = sets.either(found, sets.of(dict(zip(OPTIONS, values, strict=True))))
    return found, chosen


@pytest.mark.parametrize("seed", range(30))
def test_sets_of_choices_are_sets(seed: int) -> None:
    sets, draw = SettingSets(OPTIONS), random.Random(seed)
    (one, first), (other, second) = sampled(sets, draw), sampled(sets, draw)

    def members(found: int) -> set[tuple[str, ...]]:
        return {tuple(choice.values()) for choice in sets.choices(found, tuple(OPTIONS))}

    assert members(sets.both(one, other)) == first & second
    assert members(sets.either(one, other)) == first | second
    assert members(sets.without(one, other)) == first - second
    assert sets.count(one) == len(first)
    projected = {tuple(choice.values()) for choice in sets.choices(sets.projected(one, ("a", "c")), ("a", "c"))}
    assert projected == {(a, c) for a, _, c in first}
    groups = sets.independent(one)
    assert sorted(name for group in groups for name in group) == sorted(OPTIONS)
    if first:
        together = ALL
        for group in groups:
            together = sets.both(together, sets.projected(one, group))
        assert together == one
