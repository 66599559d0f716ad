"""The arbiter is called at the page's table, by mouse or keys: several findings before one move, and a breach that is
ruled on.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.axe import violations
from tests.page.dealing import deal_anew

pytestmark = pytest.mark.slow
HELD_BY_THE_SECOND = "The two of clubs"
"""A card that the second player holds in deal 7."""


@pytest.fixture(scope="module")
def table(begun: Page, address: str) -> Page:
    begun.goto(f"{address}#game=scopone&pane=table")
    return begun


@pytest.fixture(params=[1400, 412])
def page(table: Page, request: pytest.FixtureRequest) -> Page:
    """The first player's turn in the scopone of deal 7, which is dealt again."""
    page = table
    page.set_viewport_size({"width": request.param, "height": 900})
    deal_anew(page, "7")
    expect(call(page)).to_be_visible()
    return page


def call(page: Page) -> Locator:
    return page.get_by_role("button", name="Call the arbiter")


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="The arbiter")


def done(page: Page) -> Locator:
    return page.get_by_role("list", name="Moves so far").get_by_role("listitem")


def test_several_findings_and_a_breach_are_entered_by_mouse(page: Page) -> None:
    """The second finding is about an unseen card, so the page asks for its name; a card that the player does not hold is
    refused.
    """
    call(page).click()
    expect(panel(page)).to_be_focused()
    assert violations(page) == []
    panel(page).get_by_role("button", name="Player 1 played or showed the seven of swords").click()
    expect(done(page).first).to_contain_text("The arbiter: player 1 played or showed the seven of swords")
    call(page).click()
    for card, count in (("The seven of swords", 1), (HELD_BY_THE_SECOND, 2)):
        asked = panel(page).get_by_role("form", name="Player 2 played or showed")
        asked.get_by_label("Card:").select_option(card)
        asked.get_by_role("button", name="Enter").click()
        expect(page.locator(".fault")).to_be_visible(visible=count == 1)
        expect(done(page)).to_have_count(count)
    call(page).click()
    panel(page).get_by_role("button", name="Lay the seven of swords on the table", exact=True).click()
    expect(done(page).filter(has_text="lay the seven of swords")).to_contain_text("ruled on: article 11")


def test_a_breach_that_is_noticed_leaves_only_what_the_ruling_asks_for(page: Page) -> None:
    call(page).click()
    expect(panel(page).get_by_role("heading", name="Moves that break a rule and are noticed at once")).to_be_visible()
    panel(page).get_by_role("button", name="Lay the seven of swords on the table: noticed at once").click()
    expect(done(page).last).to_contain_text("ruled on: article 11")
    page.get_by_text(re.compile(r"^All moves")).click()
    left = page.locator(".all-moves li")
    expect(left).not_to_have_count(0)
    expect(left.filter(has_text=re.compile(r"^Capture .* with the seven of swords"))).to_have_count(left.count())


def test_the_arbiter_is_called_only_by_keys(page: Page) -> None:
    page.locator("button.card").first.focus()
    page.keyboard.press("a")
    expect(panel(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    expect(page.locator("button.card:focus")).to_have_count(1)
    for count in (1, 2):
        page.keyboard.press("a")
        expect(panel(page)).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(done(page)).to_have_count(count)
        expect(panel(page)).to_have_count(0)
    expect(page.locator("button.card:focus")).to_have_count(1)
