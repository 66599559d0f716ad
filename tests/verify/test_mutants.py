"""Rulesets broken on purpose: each is caught by the obligation or claim that its header names, with a hand that can be
replayed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from tests.levels import at_night
from tests.verify.material import game_of

from cartaro_grammar.model.settings import choose
from cartaro_interpreter import Json, compile_game, read_record, replay
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record
from cartaro_verify import Counterexample, Result, as_json, verify

pytestmark = pytest.mark.slow

MUTANTS = (Path(__file__).parents[1] / "mutants", Path(__file__).parent / "mutants")
UNENDING = frozenset({"movable", "ends", "decided", "faultless"})


def caught_by(path: Path) -> tuple[str, ...]:
    """The names that a mutant's header gives."""
    header = path.read_text(encoding="utf-8").split("\n")[0]
    assert header.startswith("-- Broken on purpose: ")
    return tuple(re.findall(r"`(\w+)`", header.split("Caught by")[1]))


CASES = [
    (p.stem, n) for folder in MUTANTS for p in sorted(folder.glob("*.regole")) if p.stem.isidentifier() for n in caught_by(p)
]
BY_DAY = list({name: (mutant, name) for mutant, name in CASES if mutant != "calata_scordata"}.values())
"""One mutant for each statement that some mutant breaks."""


def result_of(mutant: str, name: str) -> Result:
    found = verify(game_of(mutant), only=name)
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("mutant", "name"), at_night(CASES, by_day=BY_DAY))
def test_a_mutant_is_caught(mutant: str, name: str) -> None:
    result = result_of(mutant, name)
    assert result.verdict == "refuted"
    assert result.witness is not None
    assert as_json(result)["counterexample"]
    if result.witness.hand is None:
        assert name in UNENDING
    else:
        assert_replays(mutant, result, result.witness)


def assert_replays(mutant: str, result: Result, witness: Counterexample) -> None:
    """The interpreter replays the hand, and after its moves reaches the state of the counterexample."""
    game = choose(game_of(mutant), dict(result.settings))
    rules = compile_game(game) if not isinstance(game, tuple) else game
    assert isinstance(rules, Rules)
    record = read_record(rules, cast("Json", witness.hand))
    assert isinstance(record, Record), [d.message for d in record]
    assert isinstance(replay(rules, record), Played)
    moves = cast("list[object]", witness.record["moves"])
    hand = cast("list[object]", (witness.hand or {})["moves"])
    assert hand[: len(moves)] == moves


def test_there_are_mutants_for_every_obligation_but_conservation() -> None:
    assert {"movable", "ends", "decided", "faultless"} <= {name for _, name in CASES}
    assert len({mutant for mutant, _ in CASES}) >= 10
