"""The editions and dates that a ruleset declares for itself and for its sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import game as g
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game


def variant(folder: Path, *lines: str, name: str = "mia", base: str = "scopa") -> Game:
    path = folder / f"{name}.regole"
    path.write_text("\n  ".join((f"variant {name} of {base}", 'title "Mia"', *lines)) + "\n", encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), found
    return found


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("", None),
        ("2026", g.Date(2026, 0, 0)),
        ("2026-11", g.Date(2026, 11, 0)),
        ("2024-02-29", g.Date(2024, 2, 29)),
    ],
)
def test_a_date_is_a_year_a_month_or_a_day(written: str, date: g.Date | None, tmp_path: Path) -> None:
    assert variant(tmp_path, f'edition "2" {written}').ruleset.edition == g.Edition("2", date)


@pytest.mark.parametrize("written", ["0000", "26", "2026-1", "2026-00", "2026-13", "2025-02-29", "2026-11-00", "2026-11-03-04"])
def test_a_date_in_no_calendar_is_reported(written: str, tmp_path: Path) -> None:
    path = tmp_path / "mia.regole"
    path.write_text(f'variant mia of scopa\n  title "Mia"\n  edition "2" {written}\n', encoding="utf-8")
    found = load_game(path)
    assert not isinstance(found, Game)
    assert [reported.code for reported in found] == ["C0603"]


def test_a_variant_does_not_inherit_an_edition(tmp_path: Path) -> None:
    variant(tmp_path, 'edition "1" 2025')
    assert variant(tmp_path, name="tua", base="mia").ruleset.edition is None


def test_the_first_declaration_of_a_source_wins(tmp_path: Path) -> None:
    variant(tmp_path, 'source Z "Zeta" covers Z1')
    below = variant(tmp_path, 'source Z "Zeta" by "Somebody" 2025-01-08 covers Z2', name="tua", base="mia")
    zeta = next(source for source in below.ruleset.sources if source.letter == "Z")
    assert (zeta.publisher, zeta.date) == ("Somebody", g.Date(2025, 1, 8))
    assert [row for row, _ in zeta.rows] == ["Z1", "Z2"]
