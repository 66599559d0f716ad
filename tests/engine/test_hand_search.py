"""The search through hands: the engine finds the same events, in the same first hands, as the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interpreter.small_games import rules_with
from tests.shipped_games import game_of

from cartaro_engine import Machine, PythonMachine, best_machine, search_hands
from cartaro_engine.ir.nodes import Module
from cartaro_engine.running.hand_search import interpreted
from cartaro_grammar import Game
from cartaro_interpreter import AGAIN, FAULT, SILENT, STUCK, Rules, SearchedHands, Sought
from cartaro_verify.claims import begun
from cartaro_verify.play.search import Goal, GoalSearch
from cartaro_verify.play.table import HistoryTable

HANDS = 3
STOPS = (STUCK, SILENT, FAULT)

PLAY = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
"""
STUCK_SOMETIMES = f"{PLAY}libera: the player may play when suit of card is denari\n"
SILENT_SOMETIMES = f"""{PLAY}libera: the player may play
uno: worth of c is 1 when suit of c is denari
presa: after a play, add worth of card to points
"""


def goals_of(game: Game) -> list[Goal]:
    """Return every event that claims look for in play, and every event that stops play."""
    lines = [line for claim in game.claims for line in claim.lines]
    return [goal for line in lines for goal in begun(line).goals] + [Goal(moment, None) for moment in (*STOPS, AGAIN)]


def sought_of(goals: list[Goal]) -> tuple[Sought, ...]:
    return tuple(Sought(goal.moment, goal.expr, goal.wanted, "side" in goal.free) for goal in goals)


def first_hands(table: HistoryTable, goals: list[Goal], hands: int) -> dict[int, int]:
    """Return, by the number of each goal that is reached, the first hand that shows it, in the way in which the verifier
    watches the interpreter.
    """
    search, found = GoalSearch(table, goals), dict[int, int]()
    for number in range(hands):
        hand, _ = interpreted(table.rules, number, table.ending)
        search.follow(hand.packs, hand.moves)
        for n, goal in enumerate(goals):
            if goal.found is not None:
                found.setdefault(n, number)
    return found


@pytest.mark.sweep("scopa", "scala40")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings"),
    [("scopa", {"players": "3"}), ("escoba", {}), ("cirulla", {}), ("rubamazzo", {}), ("scopone", {}), ("ramino", {}),
     ("scala40", {})],
)  # fmt: skip
def test_what_is_seen_first_is_what_the_interpreter_sees(name: str, settings: dict[str, str]) -> None:
    game = game_of(name, **settings)
    table, goals = HistoryTable(game), goals_of(game)
    found = search_hands(table.rules, sought_of(goals), table.ending, hands=HANDS)
    expected = first_hands(table, goals, HANDS)
    assert found.looked_for == {n for n, goal in enumerate(goals) if goal.moment != AGAIN}
    assert [shown.number for shown in found.shown] == sorted(set(expected.values()))
    assert found.hands == HANDS


def test_it_stops_where_everything_is_seen() -> None:
    game = game_of("scopa")
    table = HistoryTable(game)
    found = search_hands(table.rules, (Sought(("after", "take"), None),), table.ending)
    assert (found.hands, len(found.shown)) == (1, 1)


def stops(rules: Rules, machine: Callable[[Module], Machine]) -> SearchedHands:
    return search_hands(rules, tuple(Sought(moment, None) for moment in STOPS), machine=machine, hands=200)


@pytest.mark.parametrize(("text", "moment"), [(STUCK_SOMETIMES, STUCK), (SILENT_SOMETIMES, SILENT)])
def test_a_hand_in_which_play_stops_is_shown(text: str, moment: tuple[str, str], tmp_path: Path) -> None:
    rules = rules_with(tmp_path, text)
    found = stops(rules, best_machine)
    assert stops(rules, PythonMachine) == found
    (shown,) = found.shown
    assert interpreted(rules, shown.number, frozenset()) == (shown, moment)
    before = [interpreted(rules, number, frozenset())[1] for number in range(shown.number)]
    assert set(before) <= {None}


def test_what_is_never_seen_is_looked_for_in_all_hands(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, f"{PLAY}libera: the player may play\n")
    found = stops(rules, best_machine)
    assert (found.hands, found.shown, len(found.looked_for)) == (200, (), 3)
