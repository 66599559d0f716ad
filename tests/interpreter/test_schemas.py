"""The published schemas accept all output of Cartaro, and know every key of its input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.interpreter.test_ruled_records import REGULAR, good, record
from tests.shipped_games import rules_of

from cartaro_grammar import shipped
from cartaro_interpreter import (
    RandomPlayer,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    legal_moves,
    moves_json,
    play_hand,
    write_position,
    write_record,
)
from cartaro_interpreter.formats.json_forms import PositionJson, RecordJson
from cartaro_interpreter.formats.json_model import keys_of
from cartaro_interpreter.table.playout import Played

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
SCHEMAS = {path.name.partition(".")[0]: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}

WRONG: list[tuple[str, dict[str, object]]] = [
    ("position", {"zones": {"table": "7D"}}),
    ("position", {"zones": {"hand": {"0": ["7D"]}}}),
    ("position", {"zone": {}}),
    ("position", {"zones": {}, "turn": 0}),
    ("record", {"stock": ["7D"]}),
    ("record", {"stock": [7], "moves": []}),
    ("record", {"stock": [], "moves": [{"args": {}}]}),
    ("moves", {"moves": [{"act": "take"}]}),
]


def faults(name: str, value: object) -> list[str]:
    checker: Any = Draft202012Validator(SCHEMAS[name])
    return [f"{fault.json_path}: {fault.message}" for fault in checker.iter_errors(json.loads(json.dumps(value)))]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped())
def test_what_is_written_of_a_hand_is_of_its_form(name: str) -> None:
    rules = rules_of(name)
    played = play_hand(rules, [RandomPlayer("1")] * rules.game.players, SeededChance(1))
    assert isinstance(played, Played)
    assert faults("record", write_record(rules, played)) == []
    assert faults("position", write_position(rules, played.state)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped())
def test_every_move_of_a_deal_is_of_its_form(name: str) -> None:
    rules, chance = rules_of(name), SeededChance(4)
    state = begin_match(rules, chance)
    dealt = begin_hand(rules, state, chance) if isinstance(state, State) else state
    assert isinstance(dealt, State)
    moves = legal_moves(rules, dealt)
    assert isinstance(moves, tuple)
    assert faults("moves", moves_json(rules, moves)) == []
    assert faults("position", write_position(rules, dealt)) == []


def test_rulings_are_of_their_form() -> None:
    written = record(REGULAR[0], {"ruling": "miscount", "who": 2, "choice": "stop"})
    good(written)
    assert faults("record", written) == []


def test_every_key_that_is_read_is_known_and_no_other() -> None:
    assert set(SCHEMAS["position"]["properties"]) == set(keys_of(PositionJson))
    assert set(SCHEMAS["record"]["properties"]) == set(keys_of(RecordJson))


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_another_form_is_refused(name: str, wrong: dict[str, object]) -> None:
    assert faults(name, wrong)
