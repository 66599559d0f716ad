"""Cards at the page's table are dragged by mouse and by finger; a finger that only moves across them scrolls the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.page.dealing import deal_anew

pytestmark = pytest.mark.slow

DEALT = 3
"""The number of cards in a hand of scopa."""
SEED = "7"
"""In this deal each card of the hand has one move: the knaves take the seven and the ace on the table, and the ace takes the
ace.
"""


@pytest.fixture(scope="module")
def page(phone: Page, address: str) -> Page:
    """A phone's page at the table, with both a finger and a mouse."""
    page = phone
    page.set_viewport_size({"width": 412, "height": 600})
    page.goto(f"{address}#game=scopa&pane=table")
    deal_anew(page, SEED)
    return page


@pytest.fixture(autouse=True)
def first_turn(page: Page) -> None:
    """Take back all moves, and clear the selection."""
    expect(state(page)).to_have_text(re.compile("Your turn"))
    while page.get_by_role("button", name="Undo").is_enabled():
        page.get_by_role("button", name="Undo").click()
        expect(own(page)).to_have_count(DEALT)
    page.evaluate("document.querySelector('.pane.table').scrollTo(0, 0)")


def state(page: Page) -> Locator:
    return page.get_by_role("group", name="Possible moves").locator(".state").first


def own(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile(r"the hand of player 1: \d")).get_by_role("button")


def shared(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile(r"^the table: \d"))


def middle(of: Locator) -> tuple[float, float]:
    """Return the middle of the visible part of an element. A table that is being redrawn has no position at that moment."""
    for _ in range(100):
        expect(of).to_be_visible()
        if (box := of.bounding_box()) is not None:
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pytest.fail("nothing stays where it is seen")


def drag(page: Page, card: Locator, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    expect(page.locator(".carried")).to_be_visible()
    page.mouse.up()


def finger(page: Page) -> Callable[..., None]:
    """Move one finger to a point, or lift it."""
    session = page.context.new_cdp_session(page)
    send = cast("Callable[[str, dict[str, object]], object]", session.send)  # pyright: ignore[reportUnknownMemberType] - its answers are untyped

    def touch(kind: str, *points: tuple[float, float]) -> None:
        send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    return touch


def scrolled(page: Page) -> float:
    found: float = page.evaluate("document.querySelector('.pane.table').scrollTop")
    return found


def test_a_card_let_fall_on_the_table_is_played_where_it_has_one_move(page: Page) -> None:
    drag(page, own(page).first, middle(shared(page).locator(".zone-name")))
    expect(own(page)).to_have_count(DEALT - 1)
    expect(page.locator(".carried")).to_have_count(0)


def test_a_card_let_fall_on_one_that_it_does_not_take_is_chosen_with_it(page: Page) -> None:
    """The seven is taken only by a knave. Both cards are then chosen, and the reader can ask why they are not a move."""
    drag(page, own(page).nth(1), middle(shared(page).get_by_role("button", name="the seven of coins")))
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(2)
    expect(own(page)).to_have_count(DEALT)
    page.get_by_role("button", name="Why not?").click()
    expect(page.get_by_role("region", name="Why not?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("stopped", ["at home", "by a key"])
def test_a_card_that_is_brought_back_is_neither_played_nor_chosen(page: Page, stopped: str) -> None:
    home = middle(own(page).first)
    page.mouse.move(*home)
    page.mouse.down()
    page.mouse.move(*middle(shared(page)), steps=4)
    expect(page.locator(".onto")).to_have_count(1)
    if stopped == "at home":
        page.mouse.move(*home, steps=4)
    else:
        page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(0)
    expect(own(page)).to_have_count(DEALT)


def test_a_finger_that_rests_on_a_card_takes_it_up(page: Page) -> None:
    touch, (x, y), before = finger(page), middle(own(page).first), scrolled(page)
    touch("touchStart", (x, y))
    expect(page.locator(".carried")).to_be_visible()
    there = middle(shared(page).locator(".zone-name"))
    for part in (0.3, 0.6, 1.0):
        touch("touchMove", (x + part * (there[0] - x), y + part * (there[1] - y)))
    touch("touchEnd")
    expect(own(page)).to_have_count(DEALT - 1)
    assert scrolled(page) == before


def test_a_finger_that_passes_over_a_card_scrolls(page: Page) -> None:
    touch, (x, y), before = finger(page), middle(own(page).first), scrolled(page)
    touch("touchStart", (x, y))
    for part in (40, 80, 120):
        touch("touchMove", (x, y - part))
    touch("touchEnd")
    expect(page.locator("button.card[aria-pressed=true]")).to_have_count(0)
    expect(own(page)).to_have_count(DEALT)
    assert scrolled(page) > before
