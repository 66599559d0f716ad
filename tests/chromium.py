"""The system's Chromium, and a finger that touches its pages. All tests of a process share one browser, because Playwright
cannot be started twice in a process.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM
"""The same browser without windows, where it is installed: it uses a quarter less processor time."""
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
SELDOM_COMPILED_AGAIN = "--js-flags=--wasm-tiering-budget=1000000000"
"""V8 then recompiles only code that runs for very long; otherwise recompiling takes a quarter of the time that a page needs to
start.
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if WITHOUT_WINDOWS is None:
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=WITHOUT_WINDOWS, args=[*FLAGS, SELDOM_COMPILED_AGAIN])
        yield found
        found.close()


def swipe(page: Page, *points: tuple[float, float]) -> None:
    """Move one finger from the first point through the others to the last, and lift it there."""
    session = page.context.new_cdp_session(page)
    send = cast("Callable[[str, dict[str, object]], object]", session.send)  # pyright: ignore[reportUnknownMemberType] - its answers are untyped
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
