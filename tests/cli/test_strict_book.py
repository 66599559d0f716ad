"""A strict build of the book fails on warnings of `cartaro check`; any build prints them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command_calls import cartaro
from tests.levels import at_night

STALE = """variant mia of scopa
  title "Mia"

in article 5 add
  extra it "in più" en "extra" fr "en plus": each side scores 1 when RD is in won

telling
  extra #bababa
    it "un punto a chi ha il re di denari"
    en "one point for the king of coins"
    fr "un point pour le roi de deniers"
"""


@pytest.mark.parametrize(("strict", "code"), at_night([((), 0), (("--strict",), 1)], by_day=[(("--strict",), 1)]))
def test_a_stale_wording_is_printed_and_refused(strict: tuple[str, ...], code: int, tmp_path: Path) -> None:
    (tmp_path / "mia.regole").write_text(STALE, encoding="utf-8")
    found = cartaro("book", "build", "mia.regole", "--no-verify", "--no-statistics", *strict, folder=tmp_path)
    assert found.returncode == code, found.stderr
    assert b"C0518" in found.stderr
    assert (tmp_path / "site").exists() == (code == 0)
