"""The pages for contributors name files, folders and functions that exist."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from tests.project.packages import ROOT

PAGES = (ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md")
"""Decision records are left out, because they name files as they were when the decision was made."""
NAMED = re.compile(r"`([\w./*-]+\.(?:py|toml|lark)|(?:\w+/)+)`")
SKIPPED = {".git", ".venv", "build", "dist", "site-packages", "node_modules"}


@cache
def files() -> list[str]:
    """Return all files and folders of the project; the name of a folder ends in a slash."""
    found = list[str]()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in SKIPPED]
        inside = "/" + Path(folder).relative_to(ROOT).as_posix()
        found += [f"{inside}/{name}/" for name in folders] + [f"{inside}/{name}" for name in names]
    return found


def missing(text: str) -> list[str]:
    """Return the files and folders that a page names and that do not exist."""
    wanted = {name: re.compile("/" + re.escape(name).replace(r"\*", "[^/]*") + "$") for name in NAMED.findall(text)}
    return [name for name, form in wanted.items() if not any(form.search(file) for file in files())]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_name_files_that_exist(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_a_missing_file_is_found() -> None:
    assert missing("`nowhere.py`, `syntax/parser.py`, `messages/*/rules.toml`, `nohow/`, `syntax/tree*.py`, `commands/`") == [
        "nowhere.py",
        "nohow/",
    ]


IDENTIFIER = re.compile(r"`(?:\w+\.)?([A-Za-z_]{3,})`")


def unknown_names(text: str) -> set[str]:
    """Return the identifiers that a page names and that occur neither in the code nor in a ruleset."""
    sources = (
        path
        for path in files()
        if path.endswith((".py", ".lark", ".regole", ".toml")) and not path.startswith("/tests/project/")
    )
    known = {word for path in sources for word in re.findall(r"\w+", (ROOT / path[1:]).read_text(encoding="utf-8"))}
    return set(IDENTIFIER.findall(text)) - known


def test_the_page_on_the_architecture_names_functions_that_exist() -> None:
    assert unknown_names((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")) == set()
    assert unknown_names("`parse`, `Game.yields_to`, `not_a_function_at_all`") == {"not_a_function_at_all"}
