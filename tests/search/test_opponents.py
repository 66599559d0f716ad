"""Opponents look at nothing hidden, play the same from the same seed, and play better than random players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.bench.strength import match
from tests.engine.side_by_side import rules_of
from tests.levels import at_night
from tests.rulesets.worlds import otherwise, seen

from cartaro_engine import GamePosition, GameTable, Opponent, good, greedy, table_of
from cartaro_engine.opponents import MOST_TRIED, EngineTrials, TableTrials, imagined, key_of, trials_of
from cartaro_engine.table.tables import InterpreterTable, KnownCards, Onlooker, awaited, known_after, known_at_first, points_of
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import PHASE_TURN, Move, Rules, compile_game, legal_moves
from cartaro_interpreter.state.state import conserved

pytestmark = pytest.mark.slow

GAMES: list[tuple[str, dict[str, str]]] = [
    ("scopa", {"players": "3"}),
    ("scopone", {}),
    ("rubamazzo", {}),
    ("tablanette", {}),
    ("scala40", {}),
]


def positions(table: GameTable, number: int = 0, most: int = 60) -> Iterator[tuple[GamePosition, tuple[KnownCards, ...]]]:
    """Return the positions of a random hand, each with the facts known in it."""
    rules, random = table.rules, Random(number)
    position = table.deal(2, number)
    known = known_at_first(rules, position.state)
    for _ in range(most):
        if position.state.phase != PHASE_TURN:
            return
        yield position, known
        options = table.legal(position)
        chosen = random.randrange(len(options))
        after = table.after(position, chosen)
        known = known_after(rules, known, position, options[chosen].move, after)
        position = after


def acts(moves: tuple[Move, ...] | Diagnostic) -> list[tuple[str, tuple[int, ...]]]:
    assert isinstance(moves, tuple), moves
    return [(move.act, move.args) for move in moves]


@pytest.mark.parametrize(("name", "settings"), at_night(GAMES, by_day=GAMES[1:3]))
def test_an_imagined_world_looks_as_the_real_one(name: str, settings: dict[str, str]) -> None:
    table, random = table_of(rules_of(name, settings)), Random(1)
    rules, differ = table.rules, 0
    for position, known in [*positions(table)][::5]:
        for player in range(rules.game.players):
            view = seen(rules, position.state, player)
            world = imagined(rules, view, known[player], random)
            assert world is not None
            assert conserved(rules.layout, world)
            assert seen(rules, world, player) == view
            assert all(cards & ~world.cells[slot] == 0 for cards, slot in zip(known[player], rules.layout.holders, strict=True))
            differ += world != position.state
            if table.legal(position)[0].player == player:
                assert acts(legal_moves(rules, world)) == acts(legal_moves(rules, position.state))
    assert differ


@pytest.mark.parametrize("name", at_night(["scopa", "scopone", "scala40"], by_day=["scopone"]))
def test_tables_that_look_the_same_get_the_same_move(name: str) -> None:
    table, random, compared = table_of(rules_of(name, {})), Random(1), 0
    rules = table.rules
    for position, known in [*positions(table, 1, 40)][1::12]:
        options = awaited(table.legal(position))
        player, moves = options[0][1].player, [option.move for _, option in options]
        witnessed = 0
        for cards in known[player]:
            witnessed |= cards
        other = otherwise(rules, position.state, player, random, witnessed)
        compared += other != position.state
        for kind in (good, greedy):
            chosen = [
                kind(table, "7", 1).choose(seen(rules, state, player), known[player], moves)
                for state in (position.state, other)
            ]
            assert chosen[0] == chosen[1]
            assert 0 <= chosen[0] < len(moves)
    assert compared


@pytest.mark.parametrize(
    ("name", "settings"),
    at_night([("scopa", {"players": "3"}), ("scopone", {}), ("cirulla", {})], by_day=[("scopa", {"players": "3"})]),
)
def test_the_engine_tries_moves_as_the_interpreter_does(name: str, settings: dict[str, str]) -> None:
    rules = rules_of(name, settings)
    table = table_of(rules)
    fast, plain = trials_of(table), TableTrials(InterpreterTable(rules))
    assert isinstance(fast, EngineTrials)
    for position, _ in [*positions(table)][::9]:
        wanted = frozenset(key_of(rules, option.move) for option in table.legal(position)[::2])
        found = fast.of(position.state, wanted, 5, 3, 5)
        assert len(found) == len(wanted)
        assert fast.engine.state() == position.state
        assert [(move.act, move.args, sums) for move, sums in found] == [
            (move.act, move.args, sums) for move, sums in plain.of(position.state, wanted, 5, 3, 5)
        ]


@pytest.mark.parametrize("kind", at_night([good, greedy], by_day=[good]))
def test_of_many_moves_the_best_of_a_sample_is_taken(kind: Callable[[GameTable, str], Opponent]) -> None:
    """The player keeps three of ten cards, with 120 choices, and keeps more hearts than a random player."""
    rules = compile_game(cast("Game", load_game(str(Path(__file__).parent / "scelte.regole"))))
    assert isinstance(rules, Rules)
    table, kept, mean = table_of(rules), 0.0, 0.0
    for number in range(6):
        position = table.deal(3, number)
        options = awaited(table.legal(position))
        assert len(options) == 120 > MOST_TRIED
        player = options[0][1].player
        moves = [option.move for _, option in options]
        values = [points_of(rules, table.after(position, n).state)[player] for n, _ in options]
        chosen = kind(table, "7").choose(
            seen(rules, position.state, player), known_at_first(rules, position.state)[player], moves
        )
        kept += values[chosen]
        mean += sum(values) / len(values)
    assert kept > 1.5 * mean


def test_an_observer_knows_what_is_public() -> None:
    table = table_of(rules_of("scopa", {}))
    onlooker, last = Onlooker(table.rules, 1), None
    for position, known in positions(table):
        if last is not None:
            move = next(o.move for n, o in enumerate(table.legal(last)) if table.after(last, n) == position)
            onlooker.saw(last.state, move, position.state, shuffled=False)
        assert onlooker.known(seen(table.rules, position.state, 1)) == known[1]
        last = position


def test_hidden_events_are_not_remembered() -> None:
    table = table_of(rules_of("scopa", {}))
    found = [*positions(table)]
    onlooker = Onlooker(table.rules, 0)
    (before, _), (after, _), (later, _) = found[3], found[4], found[9]
    move = next(o.move for n, o in enumerate(table.legal(before)) if table.after(before, n) == after)
    onlooker.saw(before.state, move, after.state, shuffled=False)
    view = seen(table.rules, later.state, 0)
    assert onlooker.known(view) == Onlooker(table.rules, 0).known(view)


def test_stronger_opponents_win() -> None:
    table = table_of(rules_of("scopa", {}))
    assert match(table, "greedy", "random", 8)[0] > 0
    assert match(table, "good", "random", 2)[0] > 0
