"""The page as `cartaro page` serves it: it starts under the headers that it needs, and reads nothing from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.page.served_page import BUILT, built_page, new_page

pytestmark = pytest.mark.slow


def test_the_page_of_the_command_plays_and_asks_nobody_else(browser: Browser) -> None:
    built_page()
    words = [sys.executable, "-u", "-m", "cartaro", "page", "--no-browser", "--port", "0", "--folder", str(BUILT)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout is not None
            hosts = asked_hosts(browser, served.stdout.readline().partition(" ")[0])
        finally:
            served.terminate()
    assert hosts == {"127.0.0.1"}


def asked_hosts(browser: Browser, address: str) -> set[str | None]:
    """The hosts that receive a request until a hand can be played."""
    page = new_page(browser)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")
    expect(page.get_by_text("Your turn").first).to_be_visible()
    page.context.close()
    return {urlsplit(url).hostname for url in asked if not url.startswith(("data:", "blob:"))}
