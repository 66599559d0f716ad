"""The fixtures and options of all tests: golden files, which `pytest --rewrite` writes again, and a folder for cached
results.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import chromium, durations, levels, memory_limit, optional_libraries

Golden = Callable[[Path, str], None]


os.environ.setdefault("XDG_CACHE_HOME", str(Path(__file__).parents[1] / "build" / "cache"))
# tests keep their caches in the checkout, not in the user's cache folder; `make test` shares the verdicts with the book

os.environ["CARTARO_LANGUAGE"] = "en"  # whatever the machine's


# this takes a tenth less time than Python's default; `memory_limit` collects garbage after each file
gc.set_threshold(1_000_000, 10, 5)

browser = chromium.browser
"""The system's Chromium."""

PLUGINS = (optional_libraries, levels, durations, memory_limit)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    for plugin in PLUGINS:
        pluginmanager.register(plugin)
    parser.addoption("--rewrite", action="store_true", help="write the golden files again instead of comparing with them")


def pytest_collection_finish() -> None:
    """Freeze the objects created before the first test, so that the collector skips them and frees the objects of the tests
    sooner.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Freeze all objects at the end: pytest has already collected the garbage of the tests, and Python would collect it
    again.
    """
    gc.freeze()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(path, text)` compares a text with a golden file, or writes it under `--rewrite`. The file ends with a single line
    end.
    """
    rewrite = bool(request.config.getoption("--rewrite"))

    def compare(path: Path, text: str) -> None:
        text = text.rstrip("\n") + "\n"
        if rewrite:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
            return
        if not path.exists():
            pytest.fail(f"there is no golden file {path.name}; run pytest --rewrite and read what it writes")
        assert text == path.read_bytes().decode("utf-8"), f"{path.name} differs; run pytest --rewrite if it should"

    return compare
