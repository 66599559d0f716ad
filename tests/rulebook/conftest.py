"""What the tests of the rulebook share: a small site."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.small_site import rulesets

from cartaro_rulebook import build_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, built strictly."""
    out = tmp_path_factory.mktemp("book") / "site"
    build_site(rulesets(), out, strict=True)
    return out
