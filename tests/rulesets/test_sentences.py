"""Small games that state rules which once seemed to need a construct of their own. `docs/scope.md` names them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import rules_of
from tests.rulesets.matches import play

from cartaro_interpreter import run_examples

FOLDER = Path(__file__).parent / "sentences"
SCOPE = (Path(__file__).parents[2] / "docs" / "scope.md").read_text(encoding="utf-8")
NAMES = sorted(path.stem for path in FOLDER.glob("*.regole") if "." not in path.stem)


@pytest.mark.parametrize("name", NAMES)
def test_their_examples_hold(name: str) -> None:
    outcomes = run_examples(rules_of(str(FOLDER / f"{name}.regole"), {}).game)
    assert outcomes
    assert [(outcome.example.name, outcome.failures) for outcome in outcomes if not outcome.holds] == []


@pytest.mark.parametrize("name", NAMES)
def test_matches_are_played(name: str) -> None:
    found = play(str(FOLDER / f"{name}.regole"), 2 if name == "raise_in_a_trick" else 4, 3)
    assert (found.ended, found.wrong) == (3, ""), found.line


def test_the_page_on_scope_names_them() -> None:
    assert [name for name in NAMES if f"`sentences/{name}`" not in SCOPE] == []
