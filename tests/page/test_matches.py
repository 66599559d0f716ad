"""A match of several hands is played in the page to its end, by keyboard: one hand after another, until there is a winner."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.page.dealing import deal_anew
from tests.page.served_page import AT_ONCE, new_page

pytestmark = pytest.mark.slow
MOST_TURNS = 200


def test_a_match_of_several_hands_is_played_to_its_end(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.add_init_script(AT_ONCE)
    page.goto(f"{address}#game=rubamazzo&pane=table")
    deal_anew(page, "12", {"The others play": "at random", "Length of play": "a match"})
    now = page.get_by_role("group", name="Possible moves")
    next_hand = now.get_by_role("button", name="Next hand")
    over = now.get_by_text(re.compile("It is over|The winner|Nobody wins the match"))
    mine = now.get_by_text(re.compile("Your turn"))
    hands = 1
    for _ in range(MOST_TURNS):
        expect(mine.or_(next_hand).or_(over).first).to_be_visible()
        if over.is_visible():
            break
        if next_hand.is_visible():
            next_hand.press("Enter")
            hands += 1
            expect(next_hand).to_be_hidden()
            continue
        moves = page.locator(".log li[value]")
        count = moves.first.get_attribute("value") if moves.count() else "0"
        if not now.locator(".all-moves[open]").count():
            now.locator(".all-moves summary").press("Enter")
        now.locator(".all-moves .play").first.press("Enter")
        expect(moves.first).not_to_have_attribute("value", count or "0")
    expect(over).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("The points of hand"))).to_have_count(hands)
    page.context.close()
    assert hands > 1
