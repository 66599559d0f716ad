"""The page without a network, at any address, after a new build; and the requests that the page makes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import built_page, new_page, served, wait_until_it_needs_no_network

pytestmark = pytest.mark.slow

READY = "body[data-state=ready]"


def visited(page: Page, address: str) -> list[str]:
    """Open the page and wait until it is stored; return every address that was requested."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    wait_until_it_needs_no_network(page)
    return asked


def test_after_one_visit_the_page_needs_no_network_nor_ever_another_host(browser: Browser, address: str) -> None:
    page = new_page(browser, kept=True)
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    with page.expect_response("**/verdicts/index.json"):  # this file is requested last
        asked = visited(page, f"{address}#game=scopa&pane=proofs")
    page.context.set_offline(True)
    again = page.context.new_page()
    again.on("request", lambda request: asked.append(request.url))
    again.goto(f"{address}#game=scopa&pane=table")
    again.wait_for_selector(READY, state="attached")
    expect(again.locator("body")).to_contain_text("Scopa", ignore_case=True)
    assert [url for url in asked if not url.startswith((address, f"blob:{address}", "data:"))] == []
    assert faults == []  # a violation of the page's content policy is one of these faults
    page.context.close()


def test_who_never_proved_anything_is_told_that_it_needs_a_network(browser: Browser, address: str) -> None:
    """The prover is stored only after its first use, because most visitors do not prove."""
    page = new_page(browser, kept=True)
    visited(page, f"{address}#game=scopa&pane=proofs")
    page.context.set_offline(True)
    page.get_by_role("button", name="Prove all").click()
    expect(page.locator(".proofs-state")).to_contain_text("could not be fetched: try again when there is a network")
    notice = page.get_by_role("complementary", name="What happened")
    expect(notice).to_contain_text("could not be fetched")
    expect(notice).not_to_contain_text("went wrong")
    page.context.set_offline(False)
    page.get_by_role("button", name="Prove all").click()
    expect(page.locator(".badge.proved").first).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(READY, state="attached")
    page.get_by_role("button", name="Prove all").click()
    expect(page.locator(".badge.proved").first).to_be_visible()
    page.context.close()


def test_it_works_at_any_address_and_a_new_page_is_offered_and_not_forced(browser: Browser, tmp_path: Path) -> None:
    place = tmp_path / "some" / "place"
    shutil.copytree(built_page(), place)
    with served(tmp_path) as root:
        page = new_page(browser, kept=True)
        page.goto(f"{root}some/place/")
        wait_until_it_needs_no_network(page)  # the new page shows whether Python has started
        for name in ("index.html", "service-worker.js"):
            changed = (place / name).read_text(encoding="utf-8").replace("<title>", "<title>New ")
            (place / name).write_text(changed + ("\n// another build" if name.endswith(".js") else ""), encoding="utf-8")
        page.reload()
        offer = page.get_by_role("button", name="Use it")
        expect(offer).to_be_visible()
        with page.expect_navigation():
            offer.click()
        page.wait_for_selector(READY, state="attached")
        page.context.close()
