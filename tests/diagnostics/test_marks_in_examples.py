"""An example that uses a mark as a place with cards gets the correct form as help."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.load import load_checked

CASES = Path(__file__).parent / "cases"
TEXTS = {
    "en": ('game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n  mark mostrata for the hand "Shown"\n',
           '\nexample e "E"\n  mostrata holds AH\n', "mostrata is …"),
    "it": ('in italiano\ngioco caso\n  titolo "A"\n  usa tavolo\n\narticolo 1 "R"\n  contrassegno mostrata '
           'per la smazzata "M"\n',
           '\nesempio e "E"\n  mostrata contiene AH\n', "mostrata è …"),
}  # fmt: skip


@pytest.mark.parametrize("language", TEXTS)
def test_a_mark_with_holds_is_told_as_is(language: str, tmp_path: Path) -> None:
    rules, example, said = TEXTS[language]
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (tmp_path / "caso.regole").write_text(rules + example, encoding="utf-8")
    found = [one.help for one in load_checked(tmp_path / "caso.regole")[1] if one.code == "C0402"]
    assert found == [f"for the cards with a mark, write `{said}`"]


CARDS = {"en": "AH KA has mostrata", "it": "AH KA ha mostrata"}


@pytest.mark.parametrize("language", TEXTS)
def test_a_card_that_has_a_mark_is_told_as_is(language: str, tmp_path: Path) -> None:
    rules, example, said = TEXTS[language]
    (tmp_path / "tavolo.regole").write_bytes((CASES / "lib" / "tavolo.regole").read_bytes())
    (tmp_path / "caso.regole").write_text(f"{rules}\n{example.splitlines()[1]}\n  {CARDS[language]}\n", encoding="utf-8")
    found = [one.help for one in load_checked(tmp_path / "caso.regole")[1] if one.code == "C0201"]
    assert found == [f"for the cards with a mark, write `{said}`"]
