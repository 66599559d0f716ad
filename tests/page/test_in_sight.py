"""The player's cards, the cards of the table and the arbiter's answers are visible together, on a phone and on a laptop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from tests.page.served_page import AT_ONCE, new_page
from tests.page.test_table import own, state

pytestmark = pytest.mark.slow

MELDED = ".".join((
    "draw", "meld 4♠ 5♠' 6♠ JK/7♠ 8♠' 9♠", "meld JK'/A♥ A♣' A♠'", "discard Q♦",
    "draw", "meld Q♥ Q♣' Q♠", "meld 8♥' 8♦ 8♣", "meld 4♦ 4♣ 4♠'", "discard A♥",
))  # fmt: skip
"""After these moves of the second deal of Scala 40 five melds are on the table."""


WINDOWS = {"phone": (390, 844), "laptop": (1400, 900), "low phone": (412, 600), "low laptop": (1366, 620)}


@pytest.fixture(params=[*WINDOWS.values()], ids=[*WINDOWS])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    width, height = request.param
    page = new_page(browser, width, height, phone=width < 500)
    page.add_init_script(AT_ONCE)
    yield page
    page.context.close()


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def room(page: Page) -> tuple[float, float]:
    """Return the vertical range in which cards are visible: below the fixed bar at the top, and above the list of moves."""
    pane, foot = box(page.locator(".pane.table")), box(page.locator(".foot"))
    return pane["y"], foot["y"]


def are_seen(page: Page, cards: Locator) -> bool:
    top, bottom = room(page)
    boxes = [box(card) for card in cards.all()]
    return bool(boxes) and all(top <= each["y"] and each["y"] + each["height"] <= bottom + 1 for each in boxes)


def test_the_answer_to_why_not_covers_no_card_that_it_speaks_of(page: Page, address: str) -> None:
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    own(page).first.click()
    page.get_by_role("button", name="Why not?").click()
    ruling = page.get_by_role("region", name="Why not?")
    expect(ruling).to_contain_text("capture the seven of coins and the ace of swords")
    spoken = [page.get_by_role("button", name=re.compile(name)) for name in ("seven of coins", "ace of swords")]
    for card in (*spoken, own(page)):
        assert are_seen(page, card.and_(page.locator(".card")))
    first = ruling.get_by_text("It is not legal to lay")
    expect(first).to_be_in_viewport(ratio=1)


def test_melds_and_the_hand_are_in_sight_together(page: Page, address: str) -> None:
    hand = {"game": "scala40", "pane": "table", "deal": "2", "seats": "person.greedy", "moves": MELDED}
    page.goto(f"{address}#{urlencode(hand)}")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    melds = page.locator(".zone.group")
    expect(melds).to_have_count(5)
    assert own(page).count() >= 2
    melds.last.scroll_into_view_if_needed()
    assert are_seen(page, own(page))
    for meld in melds.all():
        meld.locator("button.card").first.focus()
        assert are_seen(page, own(page))
        top, _ = room(page)
        mine, seen = box(page.locator(".mine")), box(meld.locator(".cards"))
        assert top <= seen["y"]
        assert seen["y"] + seen["height"] <= mine["y"] + 16


MOVING = """() => {
    const card = document.createElement("span");
    card.className = "came";
    document.querySelector(".felt").append(card);
    const name = getComputedStyle(card).animationName;
    card.remove();
    return name;
}"""


@pytest.mark.parametrize(("still", "movement"), [(True, "none"), (False, "come")])
def test_cards_come_without_movement_to_who_wants_none(browser: Browser, address: str, still: bool, movement: str) -> None:
    page = new_page(browser, still=still)
    page.goto(f"{address}#game=scopa&pane=table")
    expect(page.locator(".felt").first).to_be_attached()
    assert page.evaluate(MOVING) == movement
    page.context.close()


@pytest.mark.parametrize("page", [WINDOWS["phone"], WINDOWS["laptop"]], ids=["phone", "laptop"], indirect=True)
def test_the_card_that_was_led_and_the_hand_are_in_sight_together(page: Page, address: str) -> None:
    """The person has a trick, and the two players before them have played to the next one. On a phone the hand has two rows."""
    page.goto(f"{address}#game=spades&pane=table&deal=7&seats=person.random.random.random")
    page.get_by_role("button", name="Bid 3", exact=True).click()
    choosing = page.get_by_role("group", name="Possible moves").get_by_text("Your turn: choose cards")
    expect(choosing).to_be_visible()
    assert own(page).count() == 13
    assert len({round(box(card)["y"]) for card in own(page).all()}) <= 2
    laid = page.locator(".felt .others .zone[data-zone^='played-'] .face")
    for done in (page.locator(".felt .own .zone.backs"), laid.nth(1)):
        page.locator(".all-moves summary").click()
        page.locator(".all-moves .play").first.click()
        expect(done).to_be_attached()
        expect(choosing).to_be_visible()
    led, mine = box(laid.first), box(page.locator(".mine"))
    assert led["y"] + led["height"] <= mine["y"] + 16
