"""The parts in which pyright is given the house, so that it stays small, are together the whole of it."""

from __future__ import annotations

import re
import shlex
import tomllib
from itertools import chain

from tests.project.packages import ROOT


def files(*places: str) -> set[str]:
    """The Python files at some places, which may have wildcards."""
    found = chain.from_iterable(ROOT.glob(place) for place in places)
    named = chain.from_iterable(place.rglob("*.py") if place.is_dir() else [place] for place in found)
    return {place.relative_to(ROOT).as_posix() for place in named if place.suffix == ".py"}


def test_the_parts_are_all_that_is_to_be_checked() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pyright"]["include"]
    parts = re.search(r"^PARTS +:= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert parts is not None
    places = [place for part in shlex.split(parts[1]) for place in part.split()]
    assert files(*places) == files(*included)
