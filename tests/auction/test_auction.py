"""Test passed cards, an auction, a called card and its unknown holder, written with the existing language (decision 0049)."""

from __future__ import annotations

from pathlib import Path

from tests.engine.side_by_side import SideBySide, rules_of

from cartaro_engine import PythonMachine
from cartaro_grammar.load import load_checked
from cartaro_interpreter import Rules, SeededChance, State, View, begin_hand, begin_match, legal_moves, step, view

TEXT = str(Path(__file__).parent / "passa.regole")


def begun(rules: Rules) -> State:
    chance = SeededChance(1)
    match = begin_match(rules, chance)
    assert isinstance(match, State)
    state = begin_hand(rules, match, chance)
    assert isinstance(state, State)
    return state


def seen(rules: Rules, state: State, player: int, zone: str, owner: int) -> tuple[int, ...] | None:
    found = view(rules, state, player)
    assert isinstance(found, View)
    return next(one.cards for one in found.zones if (one.zone, one.owner) == (zone, owner))


def after(rules: Rules, state: State, act: str) -> State:
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    assert {move.act for move in moves} == {act}
    found = step(rules, state, moves[0], SeededChance(2))
    assert isinstance(found, State)
    return found


def test_it_is_checked() -> None:
    _, found = load_checked(TEXT)
    assert {one.code for one in found if one.severity == "error"} == set()


def test_nobody_sees_what_the_others_pass_until_all_have() -> None:
    rules = rules_of(TEXT, {})
    state, given = begun(rules), rules.layout.places["given"].slot
    for count in (1, 2):
        state = after(rules, state, "give")
        lying = [player for player in range(3) if state.cells[given + player]]
        assert len(lying) == count
        assert all(seen(rules, state, other, "given", player) is None for player in lying for other in range(3))
    state = after(rules, state, "give")
    hands = rules.layout.places["hand"].slot
    assert [state.cells[hands + player].bit_count() for player in range(3)] == [6, 6, 6]
    assert not any(state.cells[given + player] for player in range(3))


def test_then_all_bid_until_two_give_up() -> None:
    rules = rules_of(TEXT, {})
    state = begun(rules)
    for _ in range(3):
        state = after(rules, state, "give")
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    assert {move.act for move in moves} == {"offer", "stop"}
    assert sorted(move.args[0] for move in moves if move.act == "offer") == [1, 2, 3, 4, 5, 6]


def test_the_engine_plays_the_same() -> None:
    sides = SideBySide(rules_of(TEXT, {}), PythonMachine, 4)
    sides.play(120)
    assert not sides.faults
