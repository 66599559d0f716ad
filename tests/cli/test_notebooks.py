"""The notebooks of `docs/examples`: their cells run from the first to the last, by day with fewer hands than are shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.levels import at_night

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
QUICK = {"learning": {"ROUNDS": 120, "HANDS": 3}, "designing": {"HANDS": 200}}
"""The notebooks, with the numbers that replace those of their first cell by day."""


def code_of(name: str) -> list[dict[str, Any]]:
    cells = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def run(name: str, numbers: dict[str, int], capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], list[str]]:
    """Run the cells of a notebook in one namespace; return it, and what each cell printed."""
    space: dict[str, Any] = {}
    printed: list[str] = []
    for number, cell in enumerate(code_of(name)):
        exec(compile("".join(cell["source"]), f"{name}.ipynb, cell {number + 1}", "exec"), space)
        if number == 0:
            assert numbers.keys() <= space.keys()
            space.update(numbers)
        printed.append(capsys.readouterr().out)
    return space, printed


def shown(cell: dict[str, Any]) -> str:
    return "".join("".join(output["text"]) for output in cell["outputs"])


@pytest.fixture(autouse=True)
def in_a_folder_without_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("wasmtime")
    pytest.importorskip("z3")
    monkeypatch.chdir(tmp_path)


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == QUICK.keys()


@pytest.mark.parametrize("full", at_night([False, True], by_day=[False]))
def test_the_learner_of_the_notebook_wins_from_random_moves(full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    space, printed = run("learning", {} if full else QUICK["learning"], capsys)
    assert printed[1] == shown(code_of("learning")[1])
    assert space["entries"][-1] > space["entries"][0]
    assert set(space["results"]) == {"random", "good"}
    if full:
        assert all(mean - half > 0 for mean, half in space["results"].values())


@pytest.mark.parametrize("full", at_night([False, True], by_day=[False]))
def test_the_notebook_about_a_new_rule_prints_the_answers_that_it_shows(full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    _, printed = run("designing", {} if full else QUICK["designing"], capsys)
    seen = [shown(cell) for cell in code_of("designing")]
    means = next(number for number, text in enumerate(seen) if "points a hand" in text)
    assert printed[means].count("points a hand") == seen[means].count("points a hand")
    if not full:
        del printed[means], seen[means]
    assert printed == seen
