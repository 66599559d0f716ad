"""The address holds the state of the page, so that a reload, Back and a shared link restore it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import AT_ONCE, new_page
from tests.page.test_shared_hands import link_of_a_hand
from tests.page.test_table import offered, own, state
from tests.page.written_texts import begin, problems, tab, text, write

pytestmark = pytest.mark.slow

MEANWHILE = 300
"""Milliseconds within which the address is updated."""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = new_page(browser)
    page.add_init_script(AT_ONCE)
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    yield page
    page.context.close()


def shown(page: Page) -> dict[str, str]:
    page.wait_for_timeout(MEANWHILE)
    return {name: values[0] for name, values in parse_qs(page.url.partition("#")[2]).items()}


def moves(page: Page) -> list[str]:
    return page.locator(".log li").all_inner_texts()


def play(page: Page, many: int) -> list[str]:
    for _ in range(many):
        before = own(page).count()
        own(page).first.click()
        offered(page).first.click()
        expect(own(page)).not_to_have_count(before)
        expect(state(page)).to_have_text(re.compile("Your turn"))
    return moves(page)


def test_a_hand_survives_a_reload(page: Page) -> None:
    done = play(page, 2)
    assert len(done) == 4
    page.wait_for_timeout(MEANWHILE)
    page.reload()
    expect(page.locator(".log li")).to_have_count(4)
    assert moves(page) == done
    expect(page.get_by_text("deal no. 7", exact=True)).to_be_visible()
    expect(state(page)).to_have_text(re.compile("Your turn"))


def test_a_hand_is_sent_with_the_address(page: Page, browser: Browser) -> None:
    done = play(page, 1)
    assert shown(page)["moves"].count(".") == 1
    friend = new_page(browser)
    friend.goto(page.url)
    expect(friend.locator(".log li")).to_have_count(2)
    assert moves(friend) == done
    friend.context.close()


def test_house_rules_and_players_come_with_the_hand(page: Page, browser: Browser) -> None:
    page.get_by_text("Players, house rules, deal").click()
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_role("button", name="Deal like this").click()
    expect(page.get_by_text("player 3").first).to_be_visible()
    assert shown(page)["rules"] == "players-3"
    page.reload()
    expect(state(page)).to_have_text(re.compile("Your turn"))
    expect(page.get_by_text("player 3").first).to_be_visible()


def test_back_takes_back_a_pane_a_deal_and_a_game(page: Page) -> None:
    done = play(page, 1)
    page.wait_for_timeout(MEANWHILE)
    page.get_by_role("button", name="New deal").click()
    expect(page.locator(".log li.none")).to_be_visible()
    page.wait_for_timeout(MEANWHILE)
    page.get_by_role("tab", name="Rulebook").click()
    page.wait_for_timeout(MEANWHILE)
    page.get_by_role("button", name="Games", exact=True).click()
    page.get_by_role("button", name=re.compile("^Escoba")).click()
    expect(tab(page, "escoba")).to_have_attribute("aria-current", "true")
    expect(problems(page)).to_contain_text("No mistakes")
    page.wait_for_timeout(MEANWHILE)
    page.go_back()
    expect(tab(page, "scopa")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("tab", name="Rulebook")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_role("tab", name="Table")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_text("deal no. 7", exact=True)).to_be_visible()
    expect(page.locator(".log li")).to_have_count(2)
    assert moves(page) == done
    page.go_forward()
    expect(page.locator(".log li.none")).to_be_visible()


def test_a_received_text_survives_a_reload_until_it_is_dismissed(page: Page, browser: Browser) -> None:
    begin(page, "bella")
    write(page, 'variant bella of scopa\n  title "Bella"\n')
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link").input_value()
    friend = new_page(browser)
    friend.goto(link)
    expect(tab(friend, "bella")).to_have_attribute("aria-current", "true")
    expect(friend.locator("#pane-rulebook h1")).to_contain_text("Bella")  # the game comes first
    expect(friend.get_by_role("button", name="See its text")).to_be_visible()
    friend.get_by_role("button", name="Play it").click()
    expect(state(friend)).to_have_text(re.compile("Your turn"))
    dealt = own(friend).all_inner_texts()
    number = friend.locator(".seed").inner_text()
    assert "texts" in shown(friend)
    friend.reload()
    expect(text(friend)).to_contain_text("variant bella of scopa")
    expect(friend.locator(".origin.guest")).to_be_visible()
    expect(friend.locator(".seed")).to_have_text(number)
    assert own(friend).all_inner_texts() == dealt
    friend.get_by_role("button", name="Dismiss").click()
    expect(tab(friend, "bella")).to_have_count(0)
    assert "texts" not in shown(friend)
    friend.reload()
    expect(problems(friend)).to_contain_text("No mistakes")
    expect(tab(friend, "bella")).to_have_count(0)
    friend.context.close()


def test_a_followed_hand_survives_a_reload_and_back_leaves_it(page: Page, address: str) -> None:
    page.goto(f"{address}#game=scopa&{link_of_a_hand()}")
    heading = page.get_by_role("heading", name=re.compile("Step by step: Sunday"))
    expect(heading).to_be_visible()
    page.wait_for_timeout(MEANWHILE)
    page.reload()
    expect(heading).to_be_visible()
    page.get_by_role("button", name="Back to play").click()
    expect(heading).to_have_count(0)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    page.wait_for_timeout(MEANWHILE)
    page.go_back()
    expect(heading).to_be_visible()
    page.go_forward()
    expect(heading).not_to_be_visible()


@pytest.mark.parametrize(
    "hand",
    [
        "deal=-1",
        "deal=99999999",
        "deal=7&seats=",
        "deal=7&seats=x",
        "deal=7&seats=" + ".".join(["random"] * 99),
        "deal=7&hands=0",
        "deal=7&rules=__proto__-x",
        "deal=7&rules=nessuna-si",
        "deal=7&seats=random.random.person",
    ],
)
def test_a_hand_that_cannot_be_dealt_is_left_and_another_is_dealt(browser: Browser, address: str, hand: str) -> None:
    page = new_page(browser)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}#game=scopa&pane=table&{hand}")
    expect(state(page)).to_have_text(re.compile("Your turn|is playing"))
    assert faults == []
    page.context.close()


def test_moves_that_cannot_be_replayed_are_reported_and_the_hand_goes_on(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random&moves=lay+everything")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    expect(page.get_by_role("complementary", name="What happened")).to_contain_text("lay everything")
    page.context.close()


def test_an_unknown_game_is_reported(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.goto(f"{address}#game=mai_vista")
    expect(page.get_by_role("complementary", name="What happened")).to_contain_text("There is no game called “mai_vista” here")
    page.context.close()
