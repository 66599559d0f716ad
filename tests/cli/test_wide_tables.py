"""Tables of `simulate` for many sides: names and numbers are not cut, and a table that is too wide is split."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cartaro.main import cartaro


@pytest.mark.parametrize(("width", "tables"), [("80", 2), ("200", 1)])
def test_no_name_and_no_number_is_cut(width: str, tables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    answer = CliRunner().invoke(cartaro, ["simulate", "hearts", "-n", "40", "--language", "en"])
    assert answer.exit_code == 0, answer.output
    assert "…" not in answer.output
    assert answer.output.count("points in a") == tables
    assert [f"side {n}" in answer.output for n in range(1, 5)] == [True] * 4
    assert max(map(len, answer.output.splitlines())) <= int(width)
