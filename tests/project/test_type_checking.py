"""The chunks that `make pyright` passes to pyright cover everything that pyproject.toml includes."""

from __future__ import annotations

import re
import shlex
import tomllib
from itertools import chain

from tests.project.packages import ROOT


def python_files(*patterns: str) -> set[str]:
    """Return the Python files at paths, or below folders, that match patterns."""
    matches = chain.from_iterable(ROOT.glob(pattern) for pattern in patterns)
    files = chain.from_iterable(path.rglob("*.py") if path.is_dir() else [path] for path in matches)
    return {path.relative_to(ROOT).as_posix() for path in files if path.suffix == ".py"}


def test_the_chunks_cover_what_pyright_includes() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pyright"]["include"]
    chunks = re.search(r"^PYRIGHT_CHUNKS +:= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert chunks is not None
    patterns = [pattern for chunk in shlex.split(chunks[1]) for pattern in chunk.split()]
    assert python_files(*patterns) == python_files(*included)
