"""All parts of a release have the same version."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.project.versions import ROOT, has_unreleased, versions


def test_every_part_of_a_release_bears_the_same_version() -> None:
    assert len(set(versions().values())) == 1, versions()


def test_a_part_that_was_forgotten_is_seen(tmp_path: Path) -> None:
    for name in versions():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    citation = tmp_path / "CITATION.cff"
    citation.write_text(citation.read_text("utf-8").replace("version: ", "version: 9"), "utf-8")
    assert versions(tmp_path)["CITATION.cff"] == "9" + versions()["CITATION.cff"]


@pytest.mark.parametrize(("entries", "there_are"), [("", False), ("\n### Added\n\n- A thing.\n", True)])
def test_entries_of_no_version_are_seen(entries: str, there_are: bool, tmp_path: Path) -> None:
    text = f"# Changelog\n\n## [Unreleased]\n{entries}\n## [0.2.0] - 2026-11-25\n\n### Added\n\n- Another.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, "utf-8")
    assert has_unreleased(tmp_path) is there_are
