"""Scala 40 compared with the hand-written reference: legal lays, attachments, swaps and discards in generated positions."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from tests.levels import by_level
from tests.positions.rummy_reference import PLACE, Move, Read, Turn, alike, is_meld, joker, moves, random_turn, readings, worth
from tests.shipped_games import rules_of

from cartaro_interpreter import Rules, State, legal_moves, moves_json, read_position, step
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_interpreter.state.state import Move as Done

pytestmark = pytest.mark.slow

POSITIONS = by_level(day=40, night=80)


@cache
def rules_for(players: int, impossible: str = "cede") -> Rules:
    return rules_of("scala40", players=str(players), impossibile=impossible)


def code_of(read: Read) -> str:
    """A card that is read as another, as positions write it."""
    code, place, suit = read
    rank = "A" if place in (1, 14) else next(rank for rank, number in PLACE.items() if number == place)
    like = f"/{rank}{suit}" if joker(code) else ""
    return f"{code}{like}" + ("/1" if place == 1 else "")


def read_of(code: str) -> Read:
    """A card that is read as another, from the form in which moves write it."""
    parts = code.split("/")
    plain = (parts[1] if joker(parts[0]) else parts[0]).rstrip("'")
    return parts[0], 1 if parts[-1] == "1" else PLACE[plain[:-1]], plain[-1]


def position_of(turn: Turn, drawn: str) -> dict[str, Any]:
    """Return the position before the draw of this card of the hand."""
    top = [turn.picked] if turn.picked else []
    return {
        "players": turn.players,
        "zones": {
            "stock": [] if turn.picked else [drawn],
            "discards": top,
            "hand": {"1": sorted(turn.hand - {drawn})},
            "melds": [sorted(map(code_of, meld)) for meld in sorted(turn.melds, key=sorted)],
        },
        "counters": {
            "opened": {"1": turn.opened},
            "turns": {str(n): 1 if turn.all_have_played else 0 for n in range(1, turn.players + 1)},
        },
    }


def state_of(rules: Rules, turn: Turn, drawn: str) -> State:
    state = read_position(rules, position_of(turn, drawn))
    assert isinstance(state, State), state
    return state


def answered(rules: Rules, state: State, turn: Turn) -> set[Move]:
    """Return the interpreter's legal moves in the reference's form; none occurs twice."""
    found = legal_moves(rules, state)
    assert isinstance(found, tuple), found
    listed: Any = moves_json(rules, found)["moves"]
    made = [alike(turn, _move(m["act"], m["args"])) for m in listed]
    assert len(made) == len(set(made)), made
    return set(made)


def _move(act: str, args: dict[str, Any]) -> Move:
    match act:
        case "meld":
            return act, frozenset(map(read_of, args["group"]))
        case "attach":
            return act, (read_of(args["card"]), frozenset(map(read_of, args["place"])))
        case "swap":
            return act, (args["card"], args["presa"].split("/")[0], frozenset(map(read_of, args["place"])))
        case _:
            return act, args["card"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("impossible", ["cede", "blocca"])
def test_turns_agree(players: int, impossible: str) -> None:
    random = Random(f"{players}{impossible}")
    rules = rules_for(players, impossible)
    for _ in range(POSITIONS):
        turn = random_turn(random, players)
        if impossible == "blocca":
            turn = Turn(turn.hand, turn.melds, turn.opened, players, all_have_played=turn.all_have_played, yields=False)
        drawn = random.choice(sorted(turn.hand))
        after = step(rules, state_of(rules, turn, drawn), Done("draw", (), ()))
        assert isinstance(after, State), after
        assert answered(rules, after, turn) == moves(turn), position_of(turn, drawn)


@pytest.mark.parametrize("players", [2, 3])
def test_the_card_picked_up_is_used(players: int) -> None:
    """`pick_up` is legal exactly when the reference can complete the turn, and the legal moves after it agree."""
    random = Random(players)
    rules = rules_for(players)
    could = 0
    for _ in range(POSITIONS):
        found = random_turn(random, players)
        picked = random.choice(sorted(found.hand))
        owed = frozenset({picked})
        turn = Turn(found.hand, found.melds, True, players, 0, picked, owed, found.all_have_played)
        state = state_of(rules, turn, picked)
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple), legal
        expected = moves(turn)
        assert [move.act for move in legal] == (["pick_up"] if expected else []), position_of(turn, picked)
        if legal:
            could += 1
            after = step(rules, state, legal[0])
            assert isinstance(after, State), after
            assert answered(rules, after, turn) == expected, position_of(turn, picked)
    assert could > POSITIONS // 10


def test_all_groups_of_some_cards_are_found() -> None:
    """The table of the sets that fit, compared with all readings of all sets of at most four of some cards."""
    rules = rules_for(2)
    (shapes,) = rules.compiler.shapes.values()
    numbers = rules.game.faces.numbered
    cards = ("A♥", "2♥", "3♥", "K♥", "Q♥", "A♦", "A♣", "A♥'", "JK", "JK'")
    for size in (2, 3, 4):
        for some in combinations(cards, size):
            for reads in product(*(readings(card)[:: 3 if joker(card) else 1] for card in some)):
                found = shapes.fits(mask_of(numbers[code_of(read)] for read in reads))
                assert found == is_meld(frozenset(reads)), reads


def test_the_longest_sequence_is_in_the_table() -> None:
    rules = rules_for(2)
    (shapes,) = rules.compiler.shapes.values()
    assert max(map(len, shapes.keys)) == 14
    reads = frozenset((f"{rank}♠", PLACE[rank], "♠") for rank in PLACE)
    assert is_meld(reads)
    assert worth(reads) == 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 4 * 10 + 11
    assert shapes.fits(mask_of(rules.game.faces.numbered[code_of(read)] for read in reads))
