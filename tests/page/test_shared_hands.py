"""Shared links: they restore the same text and hand, or become a file if a link would be too long. Also swipes through
a hand.
"""

from __future__ import annotations

import base64
import random
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect
from tests import chromium
from tests.page.served_page import AT_ONCE, new_page, opened_from
from tests.page.written_texts import begin, text, variant, write
from tests.workbench.service_calls import Page as Service

pytestmark = pytest.mark.slow
SEED = 7


def record() -> str:
    """Return the record of a hand of scopa between machines, in its saved form."""
    service = Service()
    dealing = {"name": "scopa.regole", "seed": SEED, "seats": ["person", "random"]}
    view = service.answer("deal", dealing=dealing, seat=0, language="en")["view"]
    while view["actor"] is not None:
        if view["actor"] == 0:
            view = service.answer("act", seat=0, move=view["moves"][0]["phrase"], language="en")
        else:
            view = service.answer("machine_move", seat=0, language="en")
    saved: str = service.answer("record")
    return saved


def link_of_a_hand() -> str:
    code = base64.urlsafe_b64encode(record().encode()).decode().rstrip("=")
    return f"record={code}&title=Sunday"


@pytest.fixture(scope="module")
def writer(begun: Page) -> Page:
    """A reader who has begun a variant; each test writes its text again."""
    begin(begun, "bella")
    return begun


def at(page: Page, step: int) -> None:
    expect(page.locator(".followed .stepping .at")).to_have_text(f"{step} of 36")


def test_a_friend_sees_the_same_text_and_the_same_hand(browser: Browser, phone: Page, writer: Page) -> None:
    write(writer, 'variant bella of scopa\n  title "Bella"\n')
    writer.get_by_role("button", name="Share", exact=True).click()
    link = writer.get_by_label("Link").input_value()
    writer.keyboard.press("Escape")
    stranger = new_page(browser)
    shown = list[list[str]]()
    for friend in (phone, stranger):
        friend.goto(f"{link}&{link_of_a_hand()}")
        expect(friend.get_by_role("heading", name=re.compile("Step by step: Sunday"))).to_be_visible()
        friend.get_by_role("button", name="Next step").click()
        at(friend, 1)
        shown.append(friend.locator(".followed .said, .followed .felt .zone").all_inner_texts())
        assert friend.locator(".cm-content").inner_text().startswith("variant bella of scopa")
    stranger.context.close()
    assert shown[0] == shown[1] != []


def test_a_hand_is_gone_through_by_swipes_on_a_phone(phone: Page, address: str) -> None:
    page = phone
    page.goto(f"{address}#game=scopa&{link_of_a_hand()}")

    def swipe(x: int, y: int) -> None:
        """Put a finger on the middle of the felt, and move it by this distance."""
        box = page.locator(".followed .felt").bounding_box()
        assert box is not None
        across = box["x"] + box["width"] / 2
        chromium.swipe(page, (across, 400), (across + x / 2, 400 + y / 2), (across + x, 400 + y))

    expect(page.locator(".followed .stepping")).to_be_visible()
    at(page, 0)
    swipe(-120, 0)
    at(page, 1)
    swipe(-120, 10)
    at(page, 2)
    swipe(120, 0)
    at(page, 1)
    swipe(-20, 0)
    at(page, 1)


def test_a_hand_is_shared_as_it_was_played_with_the_names_if_they_are_chosen(browser: Browser, address: str) -> None:
    service = Service()
    view = service.answer(
        "deal", dealing={"name": "scopa.regole", "seed": SEED, "seats": ["person", "random"]}, seat=0, language="en"
    )["view"]
    while view["moves_played"] < 34:
        mine = view["actor"] == 0
        view = (
            service.answer("act", seat=0, move=view["moves"][0]["phrase"], language="en")
            if mine
            else service.answer("machine_move", seat=0, language="en")
        )
    moves = quote(".".join(service.answer("dealing")["moves"]))
    page = new_page(browser)
    page.add_init_script(AT_ONCE)
    page.goto(f"{address}#game=scopa&pane=table&deal={SEED}&seats=person.random&moves={moves}")
    page.get_by_text("Players, house rules, deal").click()
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_label("Player 2", exact=True).fill('<img src="x">')
    page.get_by_role("button", name="Use these names").click()
    expect(page.get_by_role("heading", name='<img src="x">')).to_be_visible()
    share = page.get_by_role("button", name="Share", exact=True)
    dialog = page.get_by_role("dialog")
    share.click()
    expect(dialog.get_by_label("This hand, as it was played")).to_be_disabled()
    page.keyboard.press("Escape")
    page.locator(".all-moves summary").click()
    page.locator(".all-moves .play").first.click()
    expect(page.get_by_role("table", name=re.compile("The points of hand"))).to_contain_text("Anna")
    share.click()
    dialog.get_by_label("This hand, as it was played").check()
    dialog.get_by_label("Title").fill("Sunday <b>")
    link = dialog.get_by_label("Link").input_value()
    assert "Anna" not in link
    assert "Anna" not in page.url
    assert re.search(r"/scopa\.html#game=scopa&pane=table&played=1&deal=7&.*&title=Sunday", link)
    dialog.get_by_label("With the names of the players").check()
    link = dialog.get_by_label("Link").input_value()
    page.context.close()
    friend = new_page(browser)
    friend.goto(link)
    expect(friend.get_by_role("heading", name=re.compile("Step by step: Sunday <b>"))).to_be_visible()
    expect(friend).to_have_title("Sunday <b> · Cartaro")
    at(friend, 0)
    friend.get_by_role("button", name="Next step").click()
    expect(friend.locator(".followed .said strong")).to_have_text("Anna: ")
    friend.get_by_role("button", name="To the end").click()
    at(friend, 36)
    friend.get_by_role("button", name="Back to play").click()
    expect(friend.get_by_role("heading", name='<img src="x">')).to_be_visible()
    expect(friend).not_to_have_url(re.compile("played"))  # the address follows after a pause
    friend.context.close()


def test_keys_reach_the_table_that_a_link_opens(begun: Page, address: str) -> None:
    begun.goto(f"{address}#game=scopa&pane=table&deal=61&seats=person.random")
    begun.reload()
    moves = begun.get_by_role("group", name="Possible moves")
    expect(begun.get_by_text("deal no. 61", exact=True)).to_be_attached()
    expect(moves).to_contain_text("Your turn")
    begun.keyboard.press("h")
    expect(moves).to_contain_text("A good player would choose")


def test_a_text_that_is_too_long_for_a_link_goes_as_a_file(
    browser: Browser, address: str, writer: Page, tmp_path: Path
) -> None:
    """The text consists of random words, which cannot be compressed."""
    noise = random.Random(SEED)
    long = variant() + "".join(f"-- {noise.getrandbits(400):x}\n" for _ in range(200))
    page = writer
    write(page, long)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("The text is too long for a link")
    expect(page.get_by_label("Link")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.keyboard.press("Escape")
    friend = opened_from(browser, address, file)
    expect(text(friend)).to_contain_text("tre_re_insieme")
    friend.context.close()
