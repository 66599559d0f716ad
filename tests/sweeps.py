"""Sweeps: tests that ask the same of a tool, whichever shipped text it is given.

They run over the few texts that together use every construct (`REPRESENTATIVE`), and over all of them with `--every-game`.
What a game itself must keep, its examples, proofs, certificates and printed pages, is no sweep, and is asked of each.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

RULESETS = Path(__file__).parents[1] / "rulesets"
REPRESENTATIVE = frozenset({
    "agram", "asino", "basra", "briscola_in_cinque", "casino", "chkobba", "cirulla", "escoba", "following", "french_deck",
    "italian_deck", "machiavelli", "rummy", "scala40", "scopa", "scopone", "trumps", "under_the_stock",
})  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-game", action="store_true", help="sweep over every shipped text, not over some alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a sweep the texts that others represent."""
    if config.getoption("--every-game"):
        return
    left_out = {item for item in items if item.get_closest_marker("sweep") and is_represented(item.nodeid)}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def is_represented(nodeid: str) -> bool:
    """Return whether the parameters of a test name shipped texts, and only such as others represent."""
    named = shipped() & set(re.split(r"[^a-z0-9_]+", nodeid.partition("[")[2]))
    return bool(named) and not named & REPRESENTATIVE


@cache
def shipped() -> frozenset[str]:
    """Return the names of all shipped games and libraries."""
    return frozenset(path.name.partition(".")[0] for path in RULESETS.rglob("*.regole"))
