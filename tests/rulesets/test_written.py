"""Games that are written and played, but not yet shipped. They are by authors who used only the documentation. `docs/scope.md`
lists them as written.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.engine.side_by_side import rules_of
from tests.levels import at_night
from tests.rulesets.matches import play

from cartaro_interpreter import run_examples

FOLDER = Path(__file__).parent / "written"
SCOPE = (Path(__file__).parents[2] / "docs" / "scope.md").read_text(encoding="utf-8")
NAMES = sorted(path.stem for path in FOLDER.glob("*.regole") if "." not in path.stem)


@pytest.mark.parametrize("name", NAMES)
def test_its_examples_hold(name: str) -> None:
    outcomes = run_examples(rules_of(str(FOLDER / f"{name}.regole"), {}).game)
    assert outcomes
    assert [(outcome.example.name, outcome.failures) for outcome in outcomes if not outcome.holds] == []


@pytest.mark.parametrize("name", at_night(NAMES, by_day=("brag",)))
@pytest.mark.slow
def test_a_match_is_played(name: str) -> None:
    path = str(FOLDER / f"{name}.regole")
    for players in rules_of(path, {}).game.ruleset.player_counts:
        found = play(path, players, 1)
        assert (found.ended, found.wrong) == (1, ""), found.line


def test_the_page_on_scope_lists_them() -> None:
    table = SCOPE.partition("## Games that people ask for")[2].partition("\n## ")[0]
    written = [name for row in table.splitlines() if "| written" in row for name in re.findall(r"`written/(\w+)`", row)]
    assert sorted(written) == NAMES
