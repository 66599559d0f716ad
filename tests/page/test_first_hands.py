"""Before Python has started, a hand of a shipped game is shown and played; Python then takes it over."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.page.served_page import AT_ONCE, new_page

pytestmark = pytest.mark.slow


@contextmanager
def without_python(browser: Browser, address: str) -> Generator[tuple[Page, list[Route]], None, None]:
    """A page whose Python waits for one of its files, and the requests that are held back."""
    page, held = new_page(browser), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/python/packages.bin", hold)
    page.add_init_script(AT_ONCE)
    page.goto(address)
    yield page, held
    page.context.close()


def hand(page: Page) -> Locator:
    """The cards in the person's hand."""
    return page.get_by_role("group", name=re.compile("the hand of player 1")).get_by_role("button")


def let_python_start(page: Page, held: list[Route]) -> None:
    while not held:
        page.wait_for_timeout(50)  # the page requests it in the background
    held[0].continue_()


def play_first(page: Page) -> None:
    """Make the first move of the list."""
    page.get_by_text(re.compile(r"^All moves")).click()
    page.get_by_role("group", name="Possible moves").locator("details .play").first.click()


def test_a_hand_is_played_before_python_and_goes_on_with_it(browser: Browser, address: str) -> None:
    with without_python(browser, address + "#game=scopa&pane=table") as (page, held):
        expect(hand(page)).to_have_count(3)
        expect(page.locator("body")).to_have_attribute("data-state", "starting")
        expect(page.get_by_role("region", name="Mistakes and doubts")).to_contain_text("No mistakes")
        hand(page).first.click()
        expect(hand(page).first).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Put the cards back").click()
        expect(hand(page).first).to_have_attribute("aria-pressed", "false")
        play_first(page)
        moves = page.get_by_role("list", name="Moves so far").get_by_role("listitem")
        expect(moves).to_have_count(2)
        expect(page.get_by_role("group", name="Possible moves")).to_contain_text("Your turn")
        said = moves.all_inner_texts()
        left = hand(page).count()
        expect(page.locator("body")).to_have_attribute("data-state", "starting")
        let_python_start(page, held)
        expect(page.locator("body")).to_have_attribute("data-state", "ready")
        play_first(page)
        expect(moves).to_have_count(4)
        assert set(said) <= set(moves.all_inner_texts())
        expect(hand(page)).to_have_count(left - 1)


def test_a_deal_of_the_address_waits_for_python(browser: Browser, address: str) -> None:
    with without_python(browser, address + "#game=scopa&pane=table&deal=77&seats=person.greedy") as (page, held):
        expect(page.get_by_role("region", name="Mistakes and doubts")).to_contain_text("No mistakes")
        expect(hand(page)).to_have_count(0)
        let_python_start(page, held)
        expect(hand(page)).to_have_count(3)
        expect(page.locator(".seed")).to_contain_text("77")
