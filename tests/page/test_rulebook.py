"""The rulebook next to the text: it follows the current text, in three languages, with links to its positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.axe import violations
from tests.page.written_texts import begin, tab, text, variant, write

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(begun: Page) -> Page:
    """The page with the variant of the README, its rulebook shown."""
    page = begun
    begin(page, "bella")
    write(page, variant())
    page.get_by_role("tab", name="Rulebook").click()
    expect(rulebook(page).locator("h1")).to_contain_text("Scopa with the bella")
    return page


def rulebook(page: Page) -> Locator:
    return page.locator("#pane-rulebook article")


def clause(page: Page, name: str) -> Locator:
    return page.locator(f"#book-c-{name}")


def test_the_rulebook_is_read_in_three_languages(page: Page) -> None:
    for code, title in (("it", "Scopa con la bella"), ("fr", "Scopa avec la bella"), ("en", "Scopa with the bella")):
        page.locator(".language").select_option(code)
        expect(rulebook(page).locator("h1")).to_contain_text(title)
        expect(rulebook(page)).to_have_attribute("lang", code)


def test_it_is_the_rulebook_of_the_text_as_it_is(page: Page) -> None:
    write(page, variant().replace("re in won is at least 3", "re in won is at least 4"))
    expect(clause(page, "tre_re_insieme")).to_contain_text("four kings")
    write(page, variant().replace("in won", "in wonn"))
    expect(page.locator(".rulebook-head")).to_contain_text("There are mistakes in the text")
    expect(clause(page, "tre_re_insieme")).to_contain_text("four kings")
    write(page, variant())
    expect(clause(page, "tre_re_insieme")).to_contain_text("three kings")


def test_a_sentence_leads_to_its_clause_and_back(page: Page) -> None:
    page.locator("details:has(#book-c-cavalli) > summary").click()
    clause(page, "cavalli").get_by_role("button", name="Show in the text").click()
    expect(text(page)).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_contain_text("cavalli")
    page.locator(".means-clause", has_text="tre_re_insieme").first.click()
    page.keyboard.press("Shift+F12")
    expect(clause(page, "tre_re_insieme")).to_be_focused()


def test_paper_shows_what_is_folded(page: Page) -> None:
    """Folded parts are open while the page is printed, and folded again afterwards. A phone can print too."""
    folded = rulebook(page).locator("details:not([open])")
    before = folded.count()
    assert before > 0
    seen = page.evaluate(
        """async () => {
            let count = -1;
            const look = () => { count = document.querySelectorAll("#pane-rulebook article details:not([open])").length };
            addEventListener("beforeprint", look, { once: true });
            dispatchEvent(new Event("beforeprint"));
            dispatchEvent(new Event("afterprint"));
            return count;
        }"""
    )
    assert seen == 0
    expect(folded).to_have_count(before)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.set_viewport_size({"width": 1400, "height": 900})


def test_no_markup_of_a_text_comes_into_the_page(page: Page) -> None:
    evil = "<img src=x onerror=document.title=1><b id=main>"
    write(page, variant().replace("Scopa with the bella", evil))
    expect(rulebook(page).locator("h1")).to_contain_text(evil)
    expect(rulebook(page).locator("img")).to_have_count(0)
    expect(page.locator("#main")).to_have_count(0)
    write(page, variant())
    expect(rulebook(page).locator("h1")).to_contain_text("Scopa with the bella")


def test_examples_are_run_in_it(page: Page) -> None:
    holds = "  table holds 6C 2D\n  hand holds 2B\n  player may only take 2D with 2B\n"
    annex = f'annex prove of bella\n  title "Examples"\n\nexample anche_due "a 2 takes the 2"\n{holds}'
    page.get_by_role("button", name="Open another text").click()
    page.get_by_role("navigation", name="Open another text").get_by_role("button", name="bella.prove", exact=True).click()
    write(page, annex)
    expect(page.locator("#book-e-anche_due")).to_be_visible()
    page.get_by_role("button", name="Run the examples").click()
    expect(page.locator("#book-e-anche_due .verdict.proved")).to_be_visible()


@pytest.fixture(scope="module")
def scopa(page: Page, address: str) -> Iterator[Page]:
    """The rulebook of scopa, opened once: tests only look at it, at a size and in colours of their own."""
    page.goto(f"{address}#game=scopa&pane=rulebook")
    expect(rulebook(page).locator("h1#book-scopa")).to_be_visible()
    yield page
    page.set_viewport_size({"width": 1400, "height": 900})
    page.emulate_media(color_scheme="light")
    tab(page, "bella").click()


@pytest.mark.parametrize(("scheme", "width"), [("light", 412), ("dark", 1400)])
def test_everyone_can_read_the_rulebook(scopa: Page, scheme: Literal["light", "dark"], width: int) -> None:
    scopa.set_viewport_size({"width": width, "height": 900})
    scopa.emulate_media(color_scheme=scheme)
    expect(scopa.locator("html")).to_have_attribute("data-appearance", scheme)
    assert violations(scopa) == []
    assert scopa.evaluate(
        "document.querySelector('#pane-rulebook').scrollWidth <= document.querySelector('#pane-rulebook').clientWidth"
    )


def test_what_is_printed_is_the_rulebook_and_all_of_it(page: Page) -> None:
    page.emulate_media(media="print")
    for hidden in (".bar", ".tabs", ".pane.editor", ".rulebook-head"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(rulebook(page)).to_be_visible()
    pages = len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(format="A4")))
    page.emulate_media(media="screen")
    assert pages > 3
    expect(page.locator(".bar")).to_be_visible()
