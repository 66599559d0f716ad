"""If a worker is lost while the page starts, the reader loses nothing but time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.page.served_page import new_page

pytestmark = pytest.mark.slow

LOSE_AT = """
const Given = Worker;
let lost = false;
globalThis.Worker = class extends Given {
    postMessage(message) {
        if (lost || message.method !== "METHOD") return super.postMessage(message);
        lost = true;
        this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    }
};
"""
"""The first worker that is called to answer a method is lost."""


def test_a_hand_of_a_link_is_dealt_after_the_worker_was_lost_before_it(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.add_init_script(LOSE_AT.replace("METHOD", "controls"))
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.greedy")
    table = page.get_by_role("tabpanel", name="Table")
    expect(table).to_contain_text("out of memory")
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_role("tab", name="Table").click()
    expect(table.get_by_role("group", name="the hand of player 1: 3")).to_be_visible()
    expect(table.locator(".seed")).to_contain_text("7")
    expect(table).not_to_contain_text("no person sits")
    page.context.close()
