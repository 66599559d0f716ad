"""A new user writes the variant of the README in the page, plays, reads, proves and shares it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import new_page
from tests.page.test_dragging import drag, middle, own, shared, state
from tests.page.test_proofs import claim
from tests.page.test_rulebook import rulebook
from tests.page.test_table import deal
from tests.page.written_texts import problems, tab, text, variant, write

pytestmark = pytest.mark.slow

TITLES = {"it": "Scopa con la bella", "fr": "Scopa avec la bella", "en": "Scopa with the bella"}
FALSE_CLAIM = """annex prove of bella

claim mai_scopa it "non si fa mai scopa" en "nobody ever sweeps" fr "personne ne balaie jamais"
  never some x in sides has scope of x is at least 1
"""


def test_a_stranger_writes_plays_proves_and_shares_a_variant(browser: Browser, address: str) -> None:
    page = new_page(browser, still=False)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    writes(page)
    plays(page)
    reads(page)
    proves(page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy", exact=True).click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    page.context.close()
    is_seen_by_a_friend(browser, link)


def test_one_of_three_rules_is_changed_by_a_click_on_a_first_visit(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.goto(address)
    rules = page.get_by_role("dialog").locator(".rules-to-change")
    expect(rules.get_by_role("button")).to_have_count(3)
    rules.get_by_role("button", name="The cards dealt at a time: 9").click()
    expect(text(page)).to_contain_text("option per_volta (S1) is 9 among 3, 9")
    expect(page.locator(".felt .own .zone.seen button.card")).to_have_count(9)
    page.get_by_role("button", name="Undo in the text").click()
    expect(text(page)).to_contain_text("option per_volta (S1) is 3 among 3, 9")
    expect(page.locator(".felt .own .zone.seen button.card")).to_have_count(3)
    page.context.close()


def test_help_that_cannot_be_fetched_is_reported(browser: Browser, address: str) -> None:
    page = new_page(browser)
    page.route("**/chunks/later-*", lambda route: route.abort())
    page.goto(f"{address}#file=scopa.regole")
    missing = page.locator(".notice").filter(has_text="could not be fetched")
    for item in ("Keys", "First steps", "About Cartaro"):
        page.evaluate("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
        page.get_by_role("button", name="Help").click()
        page.get_by_role("button", name=item).click()
        expect(missing).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.context.close()


def writes(page: Page) -> None:
    """From the first steps to a variant without mistakes; one mistake is corrected by a click."""
    page.get_by_role("button", name="Begin a variant").click()
    page.get_by_label("Name").fill("bella")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(tab(page, "bella")).to_have_attribute("aria-current", "true")
    write(page, variant().replace("cavallo in", "cavalo in"))
    problems(page).get_by_role("button", name="write cavallo").click()
    expect(text(page)).to_contain_text("number of cavallo in won")
    expect(problems(page).locator("li.error")).to_have_count(0)


def plays(page: Page) -> None:
    """In this deal, two cards with one move each are dragged to the table. For the third card the page names the article that
    forbids the move.
    """
    deal(page)
    for left in (2, 1):
        expect(state(page)).to_have_text(re.compile("Your turn"))
        drag(page, own(page).first, middle(shared(page).locator(".zone-name")))
        expect(own(page)).to_have_count(left)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    own(page).first.click()
    page.keyboard.press("w")
    expect(page.get_by_role("region", name=re.compile("Why"))).to_contain_text("article")


def reads(page: Page) -> None:
    page.get_by_role("tab", name="Rulebook").click()
    for code, title in TITLES.items():
        page.locator(".language").select_option(code)
        expect(rulebook(page).locator("h1")).to_contain_text(title)


def proves(page: Page) -> None:
    """A false claim is refuted, and its hand is followed to the step that breaks it."""
    page.get_by_role("button", name="Open another text").click()
    page.get_by_role("button", name="bella.prove").click()
    write(page, FALSE_CLAIM)
    page.get_by_role("tab", name="Proofs").click()
    claim(page, "mai_scopa").get_by_role("button", name=re.compile(r"Prove this one\s*\(nobody ever sweeps\)")).click()
    claim(page, "mai_scopa").get_by_role("button", name="See the hand that refutes it").click()
    page.get_by_role("group", name="Steps").get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="To the point that matters").click()
    expect(page.locator(".followed .said")).to_contain_text("Here it breaks")


def is_seen_by_a_friend(browser: Browser, link: str) -> None:
    """A friend reads in another language; both texts are there, and the claim can be proved."""
    friend = new_page(browser, locale="it-IT")
    friend.goto(link)
    expect(friend.get_by_role("textbox")).to_contain_text("variant bella of scopa")
    friend.get_by_role("tab", name="Regolamento").click()
    expect(rulebook(friend).locator("h1")).to_contain_text(TITLES["it"])
    friend.get_by_role("tab", name="Prove").click()
    expect(claim(friend, "mai_scopa")).to_contain_text("Non si fa mai scopa")
    friend.context.close()
