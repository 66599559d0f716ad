"""A written state is read back as the same state, at any point of play, with the same legal moves."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.levels import examples
from tests.shipped_games import rules_of

import cartaro
from cartaro_grammar import Diagnostic, shipped
from cartaro_interpreter import Rules, SeededChance, State, begin_hand, begin_match, legal_moves, read_position, step
from cartaro_interpreter import write_position as written
from cartaro_interpreter.state.state import PHASE_OVER, PHASE_TURN, STEP

IN_STEPS = ("gin", "scala40", "ramino", "machiavelli", "escoba", "tressette", "cucu", "sette_e_mezzo")


def comes_back(rules: Rules, state: State) -> None:
    again = read_position(rules, json.loads(json.dumps(written(rules, state))))
    assert isinstance(again, State)
    assert again == state
    if state.phase == PHASE_TURN:
        assert legal_moves(rules, again) == legal_moves(rules, state)


def played(rules: Rules, seed: int, moves: int) -> list[State]:
    """All states after some random moves of a match, including those between hands and before the first one."""
    random, chance = Random(seed), SeededChance(seed)
    states = [begin_match(rules, chance)]
    while len(states) <= moves:
        last = states[-1]
        assert isinstance(last, State)
        if last.phase == PHASE_OVER:
            break
        if last.phase != PHASE_TURN:
            states.append(begin_hand(rules, last, chance))
            continue
        options = legal_moves(rules, last)
        assert not isinstance(options, Diagnostic)
        states.append(step(rules, last, random.choice(options), chance))
    return [state for state in states if isinstance(state, State)]


@examples(15)
@given(name=st.sampled_from(IN_STEPS), seed=st.integers(0, 1_000), moves=st.integers(0, 40))
def test_a_state_of_a_game_with_steps_comes_back(name: str, seed: int, moves: int) -> None:
    rules = rules_of(name)
    comes_back(rules, played(rules, seed, moves)[-1])


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped())
def test_every_state_of_a_shipped_game_comes_back(name: str) -> None:
    rules = rules_of(name)
    for state in played(rules, 5, 40):
        comes_back(rules, state)


def test_the_draw_of_gin_is_not_done_again() -> None:
    state = cartaro.load("gin").game().deal(seed=3)
    drawn = next(s for s in _turns(state) if "step" in s.to_json())
    again = drawn.game.position(drawn.to_json())
    assert again == drawn
    assert {move.text.split()[0] for move in again.legal_moves()} == {"discard"}


def _turns(state: cartaro.State) -> list[cartaro.State]:
    found = [state]
    for _ in range(6):
        found.append(found[-1].play(found[-1].legal_moves()[0]))
    return found


def test_the_end_of_a_match_comes_back() -> None:
    rules = rules_of("cucu")
    states = played(rules, 2, 400)
    assert states[-1].phase == PHASE_OVER
    assert written(rules, states[-1]).get("awaits") == "nothing"
    for state in states[-20:]:
        comes_back(rules, state)


def test_a_step_states_that_the_turn_has_begun() -> None:
    rules = rules_of("gin")
    state = next(s for s in played(rules, 3, 8) if s.cells[STEP] and s.phase == PHASE_TURN)
    position = {key: value for key, value in written(rules, state).items() if key != "begun"}
    assert read_position(rules, json.loads(json.dumps(position))) == state


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"step": 0}, "`step` should be a number from 1 to"),
        ({"step": 99}, "`step` should be a number from 1 to"),
        ({"step": True}, "`step` should be a number from 1 to"),
        ({"awaits": "tea"}, "`awaits` should be one of `move`, `first hand`, `hand`, `nothing`"),
        ({"awaits": 3}, "`awaits` should be one of"),
        ({"playing": [7]}, "`playing` should be the number of a player"),
    ],
)
def test_what_is_no_step_is_reported(part: dict[str, object], message: str) -> None:
    found = read_position(rules_of("gin"), json.loads(json.dumps({"zones": {}, **part})))
    assert isinstance(found, tuple)
    assert found[0].message.startswith(message)
