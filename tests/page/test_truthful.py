"""The page's statements about a text are up to date, failures are visible, and the names of buttons are the words that they
show.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.page.served_page import new_page
from tests.page.test_table import deal, offered, own, state
from tests.page.written_texts import begin, clear, problems, write

pytestmark = pytest.mark.slow

NOT_YET = "The text is being checked"
CODES = ("it", "fr", "en")


@pytest.fixture
def page(begun: Page) -> Page:
    clear(begun)
    return begun


# ---------------------------------------------------------------------------------------------- not known yet


def test_nothing_is_said_of_mistakes_before_a_text_is_checked(browser: Browser, address: str) -> None:
    page, held = new_page(browser), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/python/packages.bin", hold)
    for pane in ("Table", "Rulebook", "Proofs", "Statistics"):
        page.goto(f"{address}#game=scopa&pane={pane.lower()}")
        expect(page.locator(f"#pane-{pane.lower()}")).to_be_visible()
        page.wait_for_timeout(500)
        assert "mistakes" not in page.locator("main").inner_text().replace("Mistakes and doubts", "")
    page.get_by_role("tab", name="Table").click()
    expect(page.locator("#pane-table")).to_contain_text(NOT_YET)
    for route in held:
        route.continue_()
    expect(state(page)).to_have_text(re.compile("Your turn"))
    expect(page.locator("#pane-table")).not_to_contain_text(NOT_YET)
    page.context.close()


def test_a_text_with_a_mistake_from_the_beginning_has_no_rulebook_of_before(page: Page, browser: Browser) -> None:
    begin(page, "bella")
    write(page, 'variant bella of scopa\n  title "Bella"\n\nin article 5 add\n  x: each side scors 1\n')
    expect(problems(page).locator("li.error")).not_to_have_count(0)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link").input_value()
    page.keyboard.press("Escape")
    friend = new_page(browser)
    friend.goto(link)
    expect(friend.locator("#pane-rulebook")).to_contain_text("its rulebook appears when they are fixed")
    friend.get_by_role("tab", name="Table").click()
    expect(friend.locator("#pane-table")).to_contain_text("it can be played when they are fixed")
    expect(friend.locator("#pane-rulebook")).not_to_contain_text("of before")
    friend.context.close()


# ---------------------------------------------------------------------------------------------- failures

BROKEN = """() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
        return post.call(this, message.method === "why_not" ? { ...message, method: "nothing" } : message);
    };
}"""


def test_a_failed_call_is_reported_visibly(browser: Browser, address: str) -> None:
    page = new_page(browser, 390, 700)
    page.add_init_script(f"({BROKEN})()")
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    own(page).first.click()
    page.get_by_role("button", name=re.compile("^Why")).first.scroll_into_view_if_needed()
    page.get_by_role("group", name="Possible moves").locator(".row button").first.click()
    notice = page.get_by_role("complementary", name="What happened").locator(".notice")
    expect(notice).to_contain_text("Something went wrong here")
    expect(notice).to_be_in_viewport(ratio=1)
    expect(notice.get_by_role("button", name="Load the page again")).to_be_in_viewport()
    page.context.close()


# ---------------------------------------------------------------------------------------------- names

UNNAMED = """() => {
    const letters = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim();
    const seen = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (!(node instanceof HTMLElement) || node.offsetParent === null) return "";
        if (node.matches(".unseen, [aria-hidden=true]")) return "";
        return [...node.childNodes].map(seen).join(" ");
    };
    const found = [];
    for (const one of document.querySelectorAll("button, a[href], summary, [role=button], [role=tab], [role=menuitem]")) {
        const name = one.getAttribute("aria-label");
        if (name === null || one.offsetParent === null) continue;
        const label = letters([...one.childNodes].map(seen).join(" "));
        if (label !== "" && !letters(name).includes(label)) found.push(`${label} | ${name}`);
    }
    return found;
}"""


def test_every_name_of_a_button_holds_what_it_shows(page: Page) -> None:
    """Users of speech input speak the visible words (WCAG 2.5.3); all panes are checked in three languages."""
    wrong: list[str] = []
    for code in CODES:
        page.locator(".language").select_option(code)
        for pane in range(2, 6):
            page.keyboard.press(f"Alt+{pane}")
            page.wait_for_timeout(300)
            wrong += page.evaluate(UNNAMED)
        for menu in page.locator("header .menu-button, .file-tabs .menu-button, .tools button").all():
            if menu.get_attribute("aria-expanded") is not None:
                menu.click()
                wrong += page.evaluate(UNNAMED)
                page.keyboard.press("Escape")
    page.keyboard.press("Alt+2")
    deal(page)
    own(page).first.click()
    page.keyboard.press("w")
    expect(page.get_by_role("region", name=re.compile("Why"))).to_contain_text("article")
    wrong += page.evaluate(UNNAMED)
    assert wrong == []


def test_a_claims_button_is_called_by_its_label_and_its_claim(page: Page) -> None:
    page.keyboard.press("Alt+4")
    button = page.locator('.proof[data-name="conservate"]').first.get_by_role("button").first
    expect(button).to_have_accessible_name(re.compile(r"^Prove this one \(.+\)"))


# ---------------------------------------------------------------------------------------------- another language


def test_another_language_changes_nothing_at_the_table(page: Page) -> None:
    """A value that is merely shown in other words is not marked as changed."""
    page.keyboard.press("Alt+2")
    deal(page)
    own(page).first.click()
    offered(page).first.click()
    expect(state(page)).to_have_text(re.compile("Your turn"))
    for code in CODES:
        page.locator(".language").select_option(code)
        player = {"it": "giocatore", "fr": "joueur", "en": "player"}[code]
        expect(page.locator(".table-pane .memory:visible")).to_contain_text(player)
        expect(page.locator(".table-pane .memory:visible .changed")).to_have_count(0)
