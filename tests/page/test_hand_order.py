"""The player orders the cards of the hand by mouse, finger, keys and buttons; the order is kept through moves and a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.axe import violations
from tests.chromium import swipe
from tests.page.dealing import deal_anew
from tests.page.test_dragging import finger, middle
from tests.page.test_table import offered, own, state

pytestmark = pytest.mark.slow

SEED = "7"
DEALT = ["knave of clubs", "ace of coins", "knave of swords"]
KNAVE, ACE, SWORDS = DEALT


@pytest.fixture(scope="module")
def page(phone: Page, address: str) -> Page:
    """A phone's page at the table of scopa, with a finger, a mouse and keys."""
    phone.set_viewport_size({"width": 412, "height": 850})
    phone.goto(f"{address}#game=scopa&pane=table")
    return phone


@pytest.fixture(autouse=True)
def dealt(page: Page) -> None:
    """A hand is dealt, in the game's own order."""
    deal_anew(page, SEED, {"Players": "2", "The others play": "at random"})
    expect(state(page)).to_have_text(re.compile("Your turn"))
    if sort(page).is_visible():
        sort(page).click()
    expect_held(page, DEALT)


def sort(page: Page) -> Locator:
    return page.get_by_role("button", name="Sort the hand")


def card(page: Page, name: str) -> Locator:
    return own(page).and_(page.get_by_role("button", name=name))


def expect_held(page: Page, names: list[str]) -> None:
    expect(own(page)).to_have_count(len(names))
    for number, name in enumerate(names):
        expect(own(page).nth(number)).to_have_accessible_name(re.compile(name))


def edge(of: Locator, part: float) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + part * box["width"], box["y"] + box["height"] / 2


def test_a_card_is_dragged_to_another_place_in_the_hand(page: Page) -> None:
    page.mouse.move(*middle(card(page, KNAVE)))
    page.mouse.down()
    page.mouse.move(*edge(card(page, SWORDS), 0.8), steps=4)
    expect(page.locator(".card.after")).to_have_count(1)
    page.mouse.up()
    expect_held(page, [ACE, SWORDS, KNAVE])
    page.mouse.move(*middle(card(page, SWORDS)))
    page.mouse.down()
    page.mouse.move(*edge(card(page, ACE), 0.2), steps=4)
    page.mouse.up()
    expect_held(page, [SWORDS, ACE, KNAVE])
    expect(page.locator(".card[aria-pressed=true]")).to_have_count(0)
    expect(page.locator(":is(.before, .after, .lifted, .carried)")).to_have_count(0)


def test_a_card_is_moved_by_a_finger_that_rests_on_it(page: Page) -> None:
    touch, (x, y), there = finger(page), middle(card(page, SWORDS)), edge(card(page, KNAVE), 0.2)
    touch("touchStart", (x, y))
    expect(page.locator(".carried")).to_be_visible()
    for part in (0.3, 0.6, 1.0):
        touch("touchMove", (x + part * (there[0] - x), y + part * (there[1] - y)))
    touch("touchEnd")
    expect_held(page, [SWORDS, KNAVE, ACE])


def test_a_finger_that_passes_over_the_hand_moves_no_card(page: Page) -> None:
    swipe(page, middle(card(page, KNAVE)), middle(card(page, ACE)), middle(card(page, SWORDS)))
    expect_held(page, DEALT)
    expect(sort(page)).to_have_count(0)


def test_a_card_is_moved_by_keys_and_stays_focused(page: Page) -> None:
    card(page, KNAVE).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect_held(page, [ACE, KNAVE, SWORDS])
    expect(card(page, KNAVE)).to_be_focused()
    expect(page.get_by_role("complementary", name="What happened")).to_contain_text("knave of clubs: place 2 of 3 in the hand")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")  # the card is already at the end
    expect_held(page, [ACE, SWORDS, KNAVE])
    page.keyboard.press("Shift+ArrowLeft")
    expect_held(page, [ACE, KNAVE, SWORDS])
    expect(card(page, KNAVE)).to_have_attribute("aria-keyshortcuts", "Shift+ArrowLeft Shift+ArrowRight")


def test_a_chosen_card_is_moved_by_buttons_with_names(page: Page) -> None:
    card(page, KNAVE).click()
    right = page.get_by_role("button", name=re.compile("^Move .*knave of clubs to the right"))
    expect(page.get_by_role("button", name=re.compile("^Move .*knave of clubs to the left"))).to_have_attribute(
        "aria-disabled", "true"
    )
    right.click()
    right.click()
    expect_held(page, [ACE, SWORDS, KNAVE])
    expect(right).to_be_focused()
    expect(right).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")  # at the end the button does nothing
    expect_held(page, [ACE, SWORDS, KNAVE])
    assert violations(page) == []
    page.keyboard.press("Escape")
    sort(page).click()
    expect_held(page, DEALT)
    expect(sort(page)).to_have_count(0)


def test_the_hand_is_held_so_through_a_move_what_is_taken_back_and_a_reload(page: Page) -> None:
    card(page, SWORDS).focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect_held(page, [SWORDS, KNAVE, ACE])
    card(page, KNAVE).click()
    offered(page).first.click()
    expect_held(page, [SWORDS, ACE])
    expect(state(page)).to_have_text(re.compile("Your turn"))
    page.wait_for_timeout(300)  # the address is written
    page.reload()
    expect_held(page, [SWORDS, ACE])
    expect(state(page)).to_have_text(re.compile("Your turn"))
    page.get_by_role("button", name="Undo").click()
    expect_held(page, [SWORDS, KNAVE, ACE])


def test_another_deal_is_held_as_the_game_has_it(page: Page) -> None:
    card(page, SWORDS).focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect_held(page, [KNAVE, SWORDS, ACE])
    deal_anew(page, "8")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    expect(sort(page)).to_have_count(0)
    deal_anew(page, SEED)
    expect_held(page, DEALT)
