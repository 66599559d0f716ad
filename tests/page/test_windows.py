"""Two windows of the page share their texts: a change in one reaches the other, and nothing is lost without a message."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import new_page
from tests.page.test_editing import wait_until_kept
from tests.page.written_texts import tab, text

pytestmark = pytest.mark.slow

DEAF = "window.BroadcastChannel = class { addEventListener() {} postMessage() {} };"
"""A window that receives nothing from the others, such as one that slept or one of an older browser."""


@pytest.fixture
def windows(browser: Browser, address: str) -> Iterator[tuple[Page, Page]]:
    first = new_page(browser)
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{address}#game=scopa")
        expect(text(page)).to_contain_text("game scopa")
    yield first, second
    first.context.close()


@pytest.fixture
def deaf(browser: Browser, address: str) -> Iterator[tuple[Page, Page]]:
    first = new_page(browser)
    first.context.add_init_script(DEAF)
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"{address}#game=scopa")
        expect(text(page)).to_contain_text("game scopa")
    yield first, second
    first.context.close()


def comment(page: Page, written: str) -> None:
    text(page).click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text(f"-- {written}\n")


def said(page: Page) -> str:
    return page.get_by_role("complementary", name="What happened").inner_text()


def test_what_is_written_in_one_window_is_in_the_other(windows: tuple[Page, Page]) -> None:
    first, second = windows
    comment(first, "due A")
    expect(text(second)).to_contain_text("-- due A")
    assert "“scopa” was changed in another window" in said(second)
    comment(second, "tre B")
    expect(text(first)).to_contain_text("-- tre B")
    for page in windows:
        page.reload()
        expect(text(page)).to_contain_text("-- due A")
        expect(text(page)).to_contain_text("-- tre B")


def test_both_changes_are_kept_where_neither_window_knew_of_the_other(deaf: tuple[Page, Page]) -> None:
    first, second = deaf
    comment(first, "due A")
    wait_until_kept(first, "due A")
    comment(second, "tre B")
    expect(tab(second, "scopa_2").or_(second.locator(".notice"))).to_be_visible()
    assert "“scopa” was changed in two windows at the same time: the other version is kept as “scopa_2”" in said(second)
    wait_until_kept(second, "tre B")
    wait_until_kept(second, "game scopa_2")
    first.reload()
    expect(text(first)).to_contain_text("-- tre B")
    wait_until_kept(first, "-- due A")


def test_a_window_that_comes_back_takes_in_what_was_written(deaf: tuple[Page, Page]) -> None:
    first, second = deaf
    comment(first, "due A")
    wait_until_kept(first, "due A")
    expect(text(second)).not_to_contain_text("due A")
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(text(second)).to_contain_text("-- due A")


def test_a_text_that_is_put_back_in_one_window_is_put_back_in_the_other(windows: tuple[Page, Page]) -> None:
    first, second = windows
    comment(first, "due A")
    expect(text(second)).to_contain_text("-- due A")
    first.get_by_role("button", name="Back to the original").first.click()
    expect(text(second)).not_to_contain_text("-- due A")
    second.reload()
    expect(text(second)).to_contain_text("game scopa")
    expect(text(second)).not_to_contain_text("-- due A")
