"""All parts of a release bear one version."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.project.versions import ROOT, versions


def test_every_part_of_a_release_bears_the_same_version() -> None:
    assert len(set(versions().values())) == 1, versions()


def test_a_part_that_was_forgotten_is_seen(tmp_path: Path) -> None:
    for name in versions():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    citation = tmp_path / "CITATION.cff"
    citation.write_text(citation.read_text("utf-8").replace("version: ", "version: 9"), "utf-8")
    assert versions(tmp_path)["CITATION.cff"] == "9" + versions()["CITATION.cff"]
