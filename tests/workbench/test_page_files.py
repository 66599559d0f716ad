"""What the build writes beside the page for the time before Python is there."""

from __future__ import annotations

import json
from pathlib import Path

from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_rulebook import languages
from cartaro_workbench.service.page_files import write_page_files


def test_the_shipped_texts_are_those_that_the_service_tells_of(tmp_path: Path) -> None:
    write_page_files(tmp_path)
    written = json.loads((tmp_path / "texts.json").read_text(encoding="utf-8"))
    assert written["files"] == TEXTS
    assert written["rulesets"] == Page().asked("shipped")


def test_each_language_has_the_phrases_of_the_page_alone(tmp_path: Path) -> None:
    write_page_files(tmp_path)
    for code in languages():
        phrases = json.loads((tmp_path / "words" / f"{code}.json").read_text(encoding="utf-8"))
        assert phrases["page_close"]
        assert all(key.startswith("page_") for key in phrases)


def test_words_of_a_language_that_is_no_more_do_not_stay(tmp_path: Path) -> None:
    write_page_files(tmp_path)
    (tmp_path / "words" / "la.json").write_text("{}", encoding="utf-8")
    write_page_files(tmp_path)
    assert sorted(path.stem for path in (tmp_path / "words").iterdir()) == sorted(languages())
