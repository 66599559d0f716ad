"""The page about the scope, the README and the shipped games agree."""

from __future__ import annotations

import re
from pathlib import Path

from cartaro_grammar import shipped

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scope.md").read_text(encoding="utf-8")


def test_the_page_lists_every_shipped_game_and_no_other() -> None:
    table = PAGE.partition("## Shipped games")[2].partition("## ")[0]
    named = [name for row in table.splitlines() if row.startswith("| ") for name in re.findall(r"`(\w+)`", row.split("|")[2])]
    assert sorted(named) == sorted(shipped())


def test_the_readme_counts_them() -> None:
    assert f"| {len(shipped())}, of " in (ROOT / "README.md").read_text(encoding="utf-8")


def test_each_of_the_games_of_valet_has_a_row() -> None:
    rows = PAGE.partition("## The games of Valet")[2]
    assert sum(row.startswith("| ") and not row.startswith("| game") for row in rows.splitlines()) == 21
