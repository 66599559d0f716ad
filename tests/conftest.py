"""What all tests share: golden files, which `pytest --rewrite` writes anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the golden files anew instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(path, text)` compares a text with a golden file, or writes it under `--rewrite`; it ends in one line end."""
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
