"""The pages for contributors name files and folders that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.project.packages import ROOT

PAGES = (ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md")
"""Decision records are left out: they name files as they were when the decision was taken."""
NAMED = re.compile(r"`([\w./*-]+\.(?:py|toml|lark)|(?:\w+/)+)`")
SKIPPED = {".git", ".venv", "build", "dist", "site-packages", "node_modules"}


def files() -> list[str]:
    """All files and folders of the project, folders with a stroke at their end."""
    found = (path for path in ROOT.rglob("*") if not SKIPPED.intersection(path.relative_to(ROOT).parts))
    return [f"/{path.relative_to(ROOT).as_posix()}{'/' if path.is_dir() else ''}" for path in found]


FILES = files()


def missing(text: str) -> list[str]:
    """What a page names and is not there."""
    wanted = {name: re.compile("/" + re.escape(name).replace(r"\*", "[^/]*") + "$") for name in NAMED.findall(text)}
    return [name for name, form in wanted.items() if not any(form.search(file) for file in FILES)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_name_files_that_exist(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_a_missing_file_is_found() -> None:
    assert missing("`nowhere.py`, `syntax/parser.py`, `messages/*/rules.toml`, `nohow/`, `syntax/tree*.py`, `commands/`") == [
        "nowhere.py",
        "nohow/",
    ]
