"""The address of the built page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.page.served_page import PATIENCE, built_page, served


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    expect.set_options(timeout=PATIENCE)
    with served(built_page()) as found:
        yield found
