"""The edition of the language that the first line of a text names (0104)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro import format_text
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_grammar.text.opening import EDITION, Opening, opening

FIRST_LINES = {
    "in english, edition 1": Opening("en", "en", 1, 0, 21),
    "in english, names in italian, edition 1": Opening("en", "it", 1, 0, 39),
    "in italiano, edizione 12": Opening("it", "it", 12, 0, 24),
    "in italiano, nomi in inglese, edizione 1": Opening("it", "en", 1, 0, 40),
    "en français, édition 1  -- mine": Opening("fr", "fr", 1, 0, 22),
    "in italiano": Opening("it", "it", None, 0, 11),
}


@pytest.mark.parametrize("line", FIRST_LINES)
def test_the_first_line_names_language_and_edition(line: str) -> None:
    assert opening(f"{line}\ngame prova\n") == FIRST_LINES[line]


@pytest.mark.parametrize(
    "line", ["in italiano, edition 1", "in english, edition", "in english, edition 01", "in english edition 1", "edition 1"]
)
def test_no_other_line_names_one(line: str) -> None:
    assert opening(f"{line}\n") == Opening()


def variant(folder: Path, line: str) -> Game | tuple[Diagnostic, ...]:
    path = folder / "mia.regole"
    path.write_text(f'{line}\nvariant mia of scopa\n  title "Mia"\n', encoding="utf-8")
    return load_game(path)


def test_a_text_of_the_present_edition_is_read(tmp_path: Path) -> None:
    assert isinstance(variant(tmp_path, f"in english, edition {EDITION}"), Game)


@pytest.mark.parametrize("edition", [0, EDITION + 1])
def test_of_another_edition_only_the_edition_is_reported(edition: int, tmp_path: Path) -> None:
    found = variant(tmp_path, f"in english, edition {edition}\nand words of that edition")
    assert isinstance(found, tuple)
    assert [each.code for each in found] == ["C0109"]


def test_the_edition_is_kept_in_every_language() -> None:
    text = 'in english, edition 1\ngame prova\n  title "Prova"\n'
    assert format_text(text) == text
    italian = format_text(text, "it")
    assert italian.splitlines()[0] == "in italiano, nomi in inglese, edizione 1"
    assert format_text(italian, "en") == text


def test_a_clause_that_moved_to_another_library_is_found_there(tmp_path: Path) -> None:
    path = tmp_path / "mia.regole"
    text = 'variant mia of scopa\n  title "Mia"\n\nin article 1 of italian_deck repeal francesi\n'
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, tuple)
    (fault,) = found
    assert fault.fix is not None
    path.write_text(text[: fault.fix.span.start] + fault.fix.replacement + text[fault.fix.span.end :], encoding="utf-8")
    assert "in article 1 of italian_cards repeal francesi" in path.read_text(encoding="utf-8")
    assert isinstance(load_game(path), Game)
