"""`cartaro simulate`: the same numbers, in a table and as JSON, whichever machine computes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from tests.engine.test_statistics import LARGE
from tests.interpreter.small_games import rules_with

from cartaro.commands.simulate import command
from cartaro.terminal.statistics_table import decimals

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schemas/statistics.schema.json").read_text(encoding="utf-8"))
TIMES = ("seconds", "per_second")


def simulate(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def answer(*words: str) -> dict[str, Any]:
    done = simulate(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    cast("Any", Draft202012Validator(SCHEMA)).validate(found)
    return {name: value for name, value in found.items() if name not in TIMES}


def test_engine_and_interpreter_have_the_same_statistics() -> None:
    compiled = answer("scopa", "-n", "6", "--set", "ultima=presa")
    assert compiled["house_rules"]["ultima"] == "presa"
    for by in ("python", "interpreter"):
        assert answer("scopa", "-n", "6", "--set", "ultima=presa", "--engine", by) == compiled | {"played_by": by}


def test_the_number_of_threads_makes_no_difference() -> None:
    assert answer("napola", "-n", "900", "-j", "1") == answer("napola", "-n", "900", "-j", "3")


def test_matches_are_won() -> None:
    found = answer("scopa", "-n", "20", "--matches")
    assert found["played"] == 20
    assert sum(side["times"] for side in found["wins"].values()) == 20
    assert found["lengths"]["total"] == found["hands"] > 40


def test_a_game_that_is_not_compiled_is_played_by_the_interpreter_and_reported(tmp_path: Path) -> None:
    rules_with(tmp_path, LARGE)
    path = str(tmp_path / "prova.regole")
    found = answer(path, "-n", "2")
    assert found["played_by"] == "interpreter"
    assert found["not_lowered"] == "a product of more than twelve digits"
    assert "the engine does not play this game: a product of more than twelve digits" in simulate(path, "-n", "2").stdout


def test_a_table_for_people() -> None:
    output = simulate("scopa", "-n", "2000", "--matches", "--seed", "4").stdout
    assert "scopa, 2 players, matches: 2,000" in output
    assert "random seed 4; played by the engine" in output
    rows = ("moves in a hand", "legal moves to choose from", "hands in a match", "first to play", "points in a hand")
    for row in (*rows, "hands with the most points", "matches won", "settebello", "spazzata"):
        assert row in output
    assert " 36 │" in output
    assert "36.000" not in output
    assert "end turn" not in output


def test_an_interrupt_reports_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def impatient(*_: object) -> Generator[Callable[[int], None]]:
        def progress(done: int) -> None:
            if done >= 250:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr("cartaro.commands.simulate.progress_bar", impatient)
    done = simulate("scopa", "-n", "2000", "-j", "1", "--json")
    assert done.exit_code == 130
    found = json.loads(done.stdout)
    cast("Any", Draft202012Validator(SCHEMA)).validate(found)
    assert found["interrupted"]
    assert 250 <= found["played"] < 2_000
    assert " of 2000\n" in simulate("scopa", "-n", "2000", "-j", "1").stdout


@pytest.mark.parametrize("address", ["dask://127.0.0.1:1", "spark://host:1", "dask://"])
@pytest.mark.slow
def test_a_missing_executor_is_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_engine.statistics.executors.PATIENCE", "1s")
    done = simulate("scopa", "-n", "5", "--executor", address)
    assert done.exit_code == 2
    assert "C0909" in done.stderr


def test_an_interval_has_as_many_digits_as_it_needs() -> None:
    assert [decimals(half, 3) for half in (0, 0.4, 0.02, 0.0006, 0.00002, 1e-30)] == [3, 3, 3, 4, 5, 9]


SOMETIMES_ENDLESS = """game sometimes
  title "A match that ends after its first hand, or never"
  use fishing

article 1
  seats: there are 2 players
  direction: play runs anticlockwise
  reference first_card, a card, for the match "the first card"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 1 from stock to each hand
  lays: the player may lay
  begins: after a lay when first_card is none, first_card becomes card
  soon: the hand ends when every hand is empty
  wins: the winner is last player
  over: the match ends when value of first_card is at most {most}
"""


def endless(folder: Path, most: int) -> str:
    (folder / "sometimes.regole").write_text(SOMETIMES_ENDLESS.format(most=most), encoding="utf-8")
    return str(folder / "sometimes.regole")


def test_matches_that_do_not_end_are_counted_and_left_out(tmp_path: Path) -> None:
    rules = endless(tmp_path, 5)
    compiled = answer(rules, "-n", "6", "--matches")
    assert (compiled["played"], compiled["cut_off"]) == (4, 2)
    assert compiled["lengths"]["mean"][0] == 1
    assert "interrupted" not in compiled
    for by in ("python", "interpreter"):
        assert answer(rules, "-n", "6", "--matches", "--engine", by) == compiled | {"played_by": by}
    assert "2 further matches were cut off" in " ".join(simulate(rules, "-n", "6", "--matches").stdout.split())
    done = simulate(rules, "-n", "6", "--matches", "--records", str(tmp_path / "records.jsonl"))
    assert done.exit_code == 0
    assert len((tmp_path / "records.jsonl").read_text(encoding="utf-8").splitlines()) == 4


def test_matches_none_of_which_ends_are_reported(tmp_path: Path) -> None:
    done = simulate(endless(tmp_path, 0), "-n", "2", "--matches")
    assert done.exit_code == 1
    assert "none of the 2 matches has ended after 1000 hands" in done.stderr
    assert "choose at random" in done.stderr
