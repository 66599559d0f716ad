"""Every vector replays in the interpreter: its position is read, its moves are legal, its transitions agree."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.engine.side_by_side import rules_of

from cartaro_engine import vectors
from cartaro_grammar import Diagnostic, shipped
from cartaro_interpreter import (
    PHASE_TURN,
    STEP,
    JsonReader,
    Rules,
    ScoreSheet,
    ScriptedChance,
    State,
    legal_moves,
    move_json,
    read_position,
    score,
    score_json,
    step,
    write_position,
)

pytestmark = pytest.mark.slow

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "vectors.schema.json"
AWAITS = {1: "move", 2: "hand", 3: "nothing"}


def made(rules: Rules, count: int, *, every_move: bool = False, seed: int = 5) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(json.dumps([*islice(vectors(rules, seed, every_move=every_move), count)]))
    return found


def check(rules: Rules, vector: dict[str, Any]) -> None:
    """Return the vector as computed again from its position."""
    state = read_position(rules, vector["position"])
    assert isinstance(state, State), state
    assert state.cells[STEP] + 1 == vector["step"]
    moves = legal_moves(rules, state)
    assert not isinstance(moves, Diagnostic)
    assert [move_json(rules, move) for move in moves] == vector["moves"]
    sheet = score(rules, state)
    assert isinstance(sheet, ScoreSheet)
    assert plain(score_json(sheet)) == vector["score"]
    for transition in vector["transitions"]:
        packs = [JsonReader(rules.game).pack(pack, "a pack") for pack in transition.get("packs", ())]
        chance = ScriptedChance(packs)
        number: int = transition["move"]
        after = step(rules, state, moves[number], chance)
        assert isinstance(after, State), after
        assert not chance.left()
        assert plain(write_position(rules, after)) == transition["after"]
        assert AWAITS[after.phase] == transition["awaits"]
        assert transition.get("step") == (after.cells[STEP] + 1 if after.phase == PHASE_TURN else None)


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_they_replay_and_are_of_their_form(name: str) -> None:
    rules = rules_of(name, {})
    checker: Any = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for vector in made(rules, 45):
        check(rules, vector)
    for vector in made(rules, 3, every_move=True):
        assert [transition["move"] for transition in vector["transitions"]] == [*range(len(vector["moves"]))]
        check(rules, vector)
        assert [fault.message for fault in checker.iter_errors(vector)] == []


def test_positions_in_the_middle_of_a_turn_and_shuffles_are_among_them() -> None:
    rules = rules_of("scala40", {"players": "6"})
    found = made(rules, 240)
    assert {vector["step"] for vector in found} > {1}
    shuffled = [vector for vector in found if any("packs" in transition for transition in vector["transitions"])]
    assert shuffled
    for vector in shuffled:
        check(rules, vector)


def test_the_end_of_a_hand_has_its_score() -> None:
    rules = rules_of("scopa", {})
    found = made(rules, 120)
    ends = [vector["transitions"][0] for vector in found if vector["transitions"][0]["awaits"] != "move"]
    assert len(ends) >= 2
    for end in ends:
        assert end["score"]["points"] == end["after"]["counters"]["points"]
    assert {vector["hand"] for vector in found} >= {0, 1, 2}


def test_the_same_seed_gives_the_same_bytes() -> None:
    rules = rules_of("scopa", {})
    assert json.dumps(made(rules, 60)) == json.dumps(made(rules, 60))
    assert made(rules, 60)[:20] == made(rules, 20)
    assert made(rules, 5, seed=6) != made(rules, 5)
