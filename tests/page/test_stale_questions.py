"""Questions about a text that has changed since are not sent to the worker; what the texts are is always sent."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.page.served_page import new_page

pytestmark = pytest.mark.slow

SENT = """
window.sent = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
    if (message.kind === "call") window.sent.push([message.method, message.arguments]);
    return post.call(this, message, ...more);
};
"""
"""Keeps what is sent to workers."""


def test_of_questions_that_wait_only_the_newest_is_asked_and_no_text_is_lost(browser: Browser, address: str) -> None:
    """While the worker starts, its packages held back, three changes are made, each long enough apart to be asked about."""
    page = new_page(browser)
    page.context.set_default_timeout(40_000)
    page.add_init_script(SENT)
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.context.route("**/python/packages.bin", hold)
    page.goto(f"{address}#game=rubamazzo")
    text = page.get_by_role("textbox", name="text of the rules")
    for mark in ("one", "two", "three"):
        text.click()
        page.keyboard.press("Control+Home")
        page.keyboard.insert_text(f"-- {mark}\n")
        page.wait_for_timeout(400)
    for route in held:
        route.continue_()
    expect(page.get_by_role("region", name="Mistakes and doubts")).to_contain_text("No mistakes")
    sent = page.evaluate("window.sent")
    asked = Counter(method for method, _ in sent)
    assert (asked["problems"], asked["tokens"], asked["folds"]) == (1, 1, 1)
    put = [arguments for method, arguments in sent if method == "put"]
    assert all(mark in put[-1] for mark in ("-- one", "-- two", "-- three"))
    assert len(put) >= 3
    page.context.close()
