"""Turns of several steps: the open steps, the look-ahead to the end of the turn, and its limits."""

from __future__ import annotations

from tests.interpreter.material import rules_of, state_of

from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    Judgement,
    Move,
    Rules,
    State,
    judge,
    legal_moves,
    phrase,
    read_position,
    step,
)
from cartaro_interpreter.ruling.refusals import reason


def position(rules: Rules, zones: dict[str, Json], **more: Json) -> State:
    return state_of(read_position(rules, {"zones": zones, "players": rules.game.players, **more}))


def legal(rules: Rules, state: State) -> list[str]:
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple), moves
    return [phrase(rules.game, move) for move in moves]


def do(rules: Rules, state: State, said: str) -> State:
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple), moves
    return state_of(step(rules, state, next(move for move in moves if phrase(rules.game, move) == said)))


def ruling(rules: Rules, state: State, act: str, *args: int) -> tuple[str, tuple[str, ...]]:
    verdict = judge(rules, state, Move(act, args, ()))
    assert isinstance(verdict, Judgement), verdict
    return verdict.reason, verdict.clauses


HELD: dict[str, Json] = {
    "stock": ["AB", "2B", "3B"],
    "heap": ["7C", "4C"],
    "hand": {"1": ["7D", "RD", "RS", "5S"], "2": ["FB", "FC"]},
}


def test_a_card_is_picked_up_only_to_be_used() -> None:
    rules = rules_of("pesca")
    assert legal(rules, position(rules, HELD)) == ["draw", "pick"]
    alone = {**HELD, "hand": {"1": ["6D", "RD", "RS", "5S"], "2": ["FB"]}}
    state = position(rules, alone)
    assert legal(rules, state) == ["draw"]
    assert ruling(rules, state, "pick") == ("turn", ("usa",))


def test_steps_follow_their_order() -> None:
    rules = rules_of("pesca")
    state = position(rules, HELD)
    assert ruling(rules, state, "put", 0) == ("step", ("pesca", "cala"))
    state = do(rules, state, "draw")
    assert ruling(rules, state, "draw") == ("step", ("scarta", "pesca"))
    state = do(rules, state, "put RD RS")
    assert "drop 5S" in legal(rules, state)
    state = do(rules, state, "drop 5S")
    assert state.turn == 1
    assert legal(rules, state) == ["draw"]


def test_an_obligation_closes_the_moves_that_would_break_it() -> None:
    rules = rules_of("pesca")
    state = do(rules, position(rules, HELD), "pick")
    assert legal(rules, state) == ["put 7C 7D", "put RD RS"]
    number = rules.game.card_number
    assert ruling(rules, state, "drop", number["5S"]) == ("turn", ("usa",))
    assert ruling(rules, state, "drop", number["7C"]) == ("barred", ("non_si_rende",))
    state = do(rules, state, "put 7C 7D")
    assert "drop 5S" in legal(rules, state)


def test_legality_does_not_disclose_the_stock() -> None:
    rules = rules_of("pesca")
    held: dict[str, Json] = {"hand": {"1": ["6D", "5S"], "2": ["FB"]}, "heap": ["4C"]}
    for top in ("6C", "RC", "2B"):
        assert legal(rules, position(rules, {**held, "stock": [top, "AB"]})) == ["draw"]


def test_the_turn_passes_and_the_marks_are_cleared() -> None:
    rules = rules_of("pesca")
    state = do(rules, position(rules, HELD), "pick")
    slot = rules.layout.memory["owed"].slot
    assert state.cells[slot] == 1 << rules.game.card_number["7C"]
    state = do(rules, do(rules, state, "put 7C 7D"), "drop 5S")
    assert (state.turn, state.cells[slot]) == (1, 0)


def test_what_is_optional_at_the_end_can_be_left() -> None:
    rules = rules_of("escoba", dimenticata="scopa")
    state = position(rules, {"table": ["7S", "2C"], "hand": {"1": ["FB", "AB"], "2": ["5D", "RD"]}})
    state = do(rules, state, "lay FB")
    assert "gather 7S FB" in " ".join(legal(rules, state)).replace("FB 7S", "7S FB")
    assert any(said.startswith("lay") for said in legal(rules, state))
    assert END_OF_TURN not in legal(rules, state), "a card must still be played"
    assert ruling(rules, state, END_OF_TURN) == ("step", ("gioca",))


def test_where_no_move_is_awaited_none_is_legal() -> None:
    rules = rules_of("scopa")
    state = position(rules, {"hand": {"1": ["AB"]}})
    state = do(rules, state, "lay AB")
    assert legal(rules, state) == []
    assert ruling(rules, state, "lay", 0) == ("no choice", ("fine",))


def test_a_refusal_after_the_end_names_the_clause_that_ended_the_hand() -> None:
    rules = rules_of("scopa")
    state = do(rules, position(rules, {"hand": {"1": ["AB"]}}), "lay AB")
    verdict = judge(rules, state, Move("lay", (0,), ()))
    assert isinstance(verdict, Judgement)
    assert reason(verdict) == "the hand is over (`fine`)"
