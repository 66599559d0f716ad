"""Opponents look at nothing hidden, play the same from the same seed, and play better than random players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.bench.strength import kind_of, match
from tests.engine.side_by_side import rules_of
from tests.levels import at_night
from tests.rulesets.worlds import otherwise, seen

from cartaro_engine import GamePosition, GameTable, Opponent, good, greedy, table_of
from cartaro_engine.lower.tree_search import OFFSET, ROW_WORDS
from cartaro_engine.opponents import MOST_TRIED, RuledOut, SearchingOpponent, imagined, solution_of
from cartaro_engine.running.engine import Engine, best_machine, engine_of
from cartaro_engine.running.machines import PythonMachine
from cartaro_engine.table.tables import EngineTable, KnownCards, Onlooker, awaited, known_after, known_at_first, points_of
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
        for kind, many in ((good, 64), (greedy, 1)):
            chosen = [
                kind(table, "7", many).choose(seen(rules, state, player), known[player], moves)
                for state in (position.state, other)
            ]
            assert chosen[0] == chosen[1]
            assert 0 <= chosen[0] < len(moves)
    assert compared


def searched(engine: Engine, position: GamePosition, simulations: int) -> list[tuple[int, int]]:
    """Return the number of simulations of each legal move and the sum of their values, after a search of one world."""
    machine, tree = engine.machine, engine.lowered.tree
    machine.call("forget")
    machine.write(tree.spread, [1 << 10])
    engine.load(position.state.cells)
    machine.write(tree.asked, [0, 5, 3, 0, simulations, 1, -1])
    machine.call("explore")
    assert engine.state() == position.state
    rows = machine.read(tree.rows, machine.call("weigh") * ROW_WORDS)[::ROW_WORDS]
    entries = [machine.read(entry, 3) if entry > 0 else [0, 0, 0] for entry in rows]
    return [(times, total) for _, times, total in entries]


@pytest.mark.parametrize("name", at_night(["scopa", "hearts", "leduc", "ramino"], by_day=["leduc", "hearts"]))
def test_a_search_in_python_is_that_in_webassembly(name: str) -> None:
    rules = rules_of(name, {})
    table = table_of(rules)
    fast, slow = engine_of(rules), engine_of(rules, PythonMachine)
    assert isinstance(fast, Engine)
    assert isinstance(slow, Engine)
    for position, _ in [*positions(table, most=10)][::5]:
        found = searched(fast, position, 12)
        assert found == searched(slow, position, 12)
        assert sum(times for times, _ in found) == 12 or len(found) == 1


@pytest.mark.parametrize("name", ["scopone", "scala40", "leduc"])
def test_each_move_of_a_choice_has_its_own_memory(name: str) -> None:
    """The numbers of simulations of all moves of a choice add up to their number: no two moves share an entry."""
    table = table_of(rules_of(name, {}))
    assert isinstance(table, EngineTable)
    counted = 0
    for position, _ in [*positions(table, most=12)][::4]:
        found = searched(table.searcher, position, 300)
        if len(found) > 1:
            assert sum(times for times, _ in found) == 300
            counted += 1
    assert counted


def test_three_cards_of_286_choices_are_passed_with_care() -> None:
    """In Hearts, the queen of spades is passed if few spades cover it."""
    table = table_of(rules_of("hearts", {}))
    rules, passed = table.rules, 0
    queen = next(n for n, card in enumerate(rules.game.deck.cards) if card.code == "Q♠")
    spades = sum(1 << n for n, card in enumerate(rules.game.deck.cards) if card.code.endswith("♠"))
    for number in range(12):
        position = table.deal(3, number)
        moves = [option.move for _, option in awaited(table.legal(position))]
        view = seen(rules, position.state, 0)
        held = view.cards("hand", 0) or ()
        if queen in held and sum(1 for card in held if spades >> card & 1) <= 3:
            chosen = good(table, "7", 1_500).choose(view, known_at_first(rules, position.state)[0], moves)
            assert moves[chosen].args[0] >> queen & 1
            passed += 1
    assert passed


def test_a_fold_is_not_chosen_if_nothing_is_to_be_called() -> None:
    table = table_of(rules_of("five_card_draw", {}))
    rules = table.rules
    for number in range(8):
        position = table.deal(4, number)
        options = awaited(table.legal(position))
        moves, player = [option.move for _, option in options], options[0][1].player
        known = known_at_first(rules, position.state)[player]
        chosen = moves[good(table, "7", 2_000).choose(seen(rules, position.state, player), known, moves)]
        assert chosen.act in ("check", "bet")


def alike(rules: Rules, cards: tuple[int, ...]) -> tuple[int, str]:
    """Return the largest number of cards of a rank, and this rank."""
    ranks = [rules.game.deck.cards[card].code[:-1] for card in cards]
    return max((ranks.count(rank), rank) for rank in ranks)


def test_a_raise_is_read() -> None:
    """A player who has bet at draw poker, and is raised, does not raise once more with a small pair."""
    table = table_of(rules_of("five_card_draw", {"players": "2"}))
    rules, answered = table.rules, 0
    for number in range(24):
        position = table.deal(5, number)
        known = known_at_first(rules, position.state)
        for act in ("bet", "raise"):
            place, option = next((n, option) for n, option in enumerate(table.legal(position)) if option.move.act == act)
            after = table.after(position, place)
            known = known_after(rules, known, position, option.move, after)
            position = after
        options = awaited(table.legal(position))
        moves, player = [option.move for _, option in options], options[0][1].player
        view = seen(rules, position.state, player)
        count, rank = alike(rules, view.cards("hand", player) or ())
        if count == 2 and rank in "23456789":
            answered += 1
            assert moves[good(table, "7", 4_000).choose(view, known[player], moves)].act in ("call", "fold")
    assert answered >= 4


def test_a_rehearsal_in_python_is_that_in_webassembly() -> None:
    rules = rules_of("five_card_draw", {"players": "2"})
    found: list[list[int]] = []
    for machine in (best_machine, PythonMachine):
        engine = engine_of(rules, machine)
        assert isinstance(engine, Engine)
        tree = engine.lowered.tree
        engine.machine.call("forget")
        engine.machine.write(tree.spread, [1 << 10])
        engine.machine.call("rehearse", 5, 3, 0, 6)
        engine.load(table_of(rules).deal(3, 0).state.cells)
        engine.machine.call("recall")
        found.append(engine.machine.read(tree.rows, 8) + engine.machine.read(tree.entries, 3 << 10))
    assert found[0] == found[1]
    _, here, _, anywhere = found[0][4:8]
    assert (here, anywhere) == (6, 12), "each hand was counted once, and half of them had this dealer"


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
        chosen = (good(table, "7", 600) if kind is good else kind(table, "7")).choose(
            seen(rules, position.state, player), known_at_first(rules, position.state)[player], moves
        )
        kept += values[chosen]
        mean += sum(values) / len(values)
    assert kept > 1.5 * mean


def test_a_hand_without_an_end_is_cut_off_and_counted() -> None:
    """A card laid is a point, and a hand never ends."""
    rules = compile_game(cast("Game", load_game(str(Path(__file__).parent / "senza_fine.regole"))))
    assert isinstance(rules, Rules)
    table = table_of(rules)
    assert isinstance(table, EngineTable)
    position = table.deal(3, 1)
    moves = [option.move for _, option in awaited(table.legal(position))]
    assert {move.act for move in moves} == {"lay", "wait"}
    found = searched(table.searcher, position, 200)
    assert sum(times for times, _ in found) >= 200
    assert any(total != times * OFFSET for times, total in found), "the cards were counted"


def test_every_choice_of_a_small_game_has_a_strategy() -> None:
    """The moves of a hand lead to the same information set in play as in self-play, and hardly anything is folded for free."""
    table = table_of(rules_of("leduc", {}))
    opponent = good(table, "7")
    assert isinstance(opponent, SearchingOpponent)
    later = 0
    for number in range(12):
        position = table.deal(2, number)
        known = known_at_first(table.rules, position.state)
        while position.state.phase == PHASE_TURN:
            options = awaited(table.legal(position))
            player, moves = options[0][1].player, [option.move for _, option in options]
            view, chosen = seen(table.rules, position.state, player), 0
            if len(moves) > 1:
                shares = opponent.shares(view, known[player], moves)
                assert abs(sum(shares) - 1) < 1e-9
                folded = sum(share for share, move in zip(shares, moves, strict=True) if move.act == "fold")
                assert folded < 0.1 or "check" not in [move.act for move in moves]
                later += bool(view.cards("board"))
                chosen = opponent.choose(view, known[player], moves)
            after = table.after(position, options[chosen][0])
            known = known_after(table.rules, known, position, moves[chosen], after)
            position = after
    assert later


@pytest.mark.parametrize("name", ["scopa", "five_card_draw"])
def test_a_large_game_is_searched(name: str) -> None:
    table = table_of(rules_of(name, {}))
    assert isinstance(table, EngineTable)
    assert solution_of(table) is None


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
    assert match(table, "good=300", "random", 2)[0] > 0


@pytest.mark.parametrize(("name", "least"), [("hearts", 100), ("euchre", 10), ("tressette", 10), ("scopa", 0)])
def test_cards_that_a_move_rules_out_are_not_imagined(name: str, least: int) -> None:
    """A player who has not followed suit has no card of it, until the hand gets further cards."""
    table, random, found = table_of(rules_of(name, {})), Random(1), 0
    assert isinstance(table, EngineTable)
    ruled_out = RuledOut(table.searcher)
    for position, known in [*positions(table, 1)][::4]:
        player = awaited(table.legal(position))[0][1].player
        view = seen(table.rules, position.state, player)
        barred = ruled_out.of(view, known[player])
        world = imagined(table.rules, view, known[player], random, barred)
        assert world is not None
        for slot, cards in barred.items():
            found += cards.bit_count()
            assert not cards & position.state.cells[slot]
            assert not cards & world.cells[slot]
    assert found >= least
    assert least or not found


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_a_league_seats_both_kinds_at_every_side_equally_often(sides: int) -> None:
    seated = [[kind_of(side, turned, sides) for turned in range(sides)] for side in range(sides)]
    assert len({sum(kinds) for kinds in seated}) == 1
    assert 0 < sum(seated[0]) < sides


def test_a_card_is_laid_off_before_the_discard() -> None:
    """At Scala 40, laying off costs nothing, and simulations hardly show its value: the turn goes on, and the same discard is
    still legal.
    """
    table = table_of(rules_of("scala40", {"players": "2"}))
    rules, laid = table.rules, 0
    for number in range(3):
        position = table.deal(7, number)
        known = known_at_first(rules, position.state)
        drivers = [good(table, f"d{number}/{seat}", 160) for seat in range(2)]
        while position.state.phase == PHASE_TURN:
            options = awaited(table.legal(position))
            player, moves = options[0][1].player, [option.move for _, option in options]
            view = seen(rules, position.state, player)
            if {"attach", "discard"} <= {move.act for move in moves}:
                laid += moves[good(table, "7", 4_000).choose(view, known[player], moves)].act != "discard"
                break
            chosen = drivers[player].choose(view, known[player], moves)
            after = table.after(position, options[chosen][0])
            known = known_after(rules, known, position, moves[chosen], after)
            position = after
    assert laid == 3
