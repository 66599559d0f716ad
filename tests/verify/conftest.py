"""What the tests of the prover leave behind goes with each file."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def _let_go() -> Iterator[None]:
    """Contexts of Z3 are held by cycles and hold much that Python does not know of: it would wait long before it looks."""
    yield
    gc.collect()
