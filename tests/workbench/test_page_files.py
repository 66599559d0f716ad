"""The files that the build writes next to the page, for use before Python has started."""

from __future__ import annotations

import json
from pathlib import Path

from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_rulebook import languages
from cartaro_workbench.service.page_files import write_page_files


def test_the_shipped_texts_are_those_that_the_service_reports_of(tmp_path: Path) -> None:
    write_page_files(tmp_path)
    written = json.loads((tmp_path / "texts.json").read_text(encoding="utf-8"))
    assert written["files"] == TEXTS
    assert written["rulesets"] == Page().answer("shipped")


def test_each_language_has_the_phrases_of_the_page_alone(tmp_path: Path) -> None:
    write_page_files(tmp_path)
    written = json.loads((tmp_path / "words.json").read_text(encoding="utf-8"))
    assert sorted(written) == sorted(languages())
    for phrases in written.values():
        assert phrases["page_close"]
        assert all(key.startswith("page_") for key in phrases)
