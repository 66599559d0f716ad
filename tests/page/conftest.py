"""The address of the built page, and pages that have already started, since a start takes longer than most tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import AT_ONCE, PATIENCE, built_page, new_page, served
from tests.page.written_texts import back_to_play, clear


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    expect.set_options(timeout=PATIENCE)
    with served(built_page()) as found:
        yield found


Kept = dict[bool, tuple[int, Page]]
"""Started pages, for a phone or not, each with the number of tests that had failed when it was last taken."""


@pytest.fixture(scope="session")
def kept(browser: Browser) -> Iterator[Kept]:
    del browser  # it outlives them
    found: Kept = {}
    yield found
    for _, page in found.values():
        page.context.close()


@pytest.fixture(scope="module")
def take(kept: Kept, browser: Browser, address: str, request: pytest.FixtureRequest) -> Callable[[bool], Page]:
    """Return the page that an earlier file left; at first, or if a test has failed since then, return a new one."""

    def taken(phone: bool) -> Page:
        failed, page = kept.get(phone, (-1, None))
        if page is None or failed != request.session.testsfailed:
            if page is not None:
                page.context.close()
            page = new_page(browser, *((412, 850) if phone else ()), phone=phone)
            page.add_init_script(AT_ONCE)
            page.goto(address)
            page.get_by_role("button", name="Play and look around").click()
        kept[phone] = request.session.testsfailed, page
        return page

    return taken


@pytest.fixture(scope="module")
def begun(take: Callable[[bool], Page]) -> Page:
    """Return a page in its initial state: scopa next to its table."""
    page = take(False)
    clear(page)
    return page


@pytest.fixture(scope="module")
def phone(take: Callable[[bool], Page]) -> Page:
    """A page on a phone that has started. It may show any table except a hand that is being replayed."""
    page = take(True)
    back_to_play(page)
    return page
