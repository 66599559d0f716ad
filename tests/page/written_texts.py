"""The reader's own texts in the page: they are written, shown, restored and deleted."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

OWN = ("bella.prove", "bella", "bella_2.prove", "bella_2", "scopa.tutto")
"""The texts that tests write."""
VARIANT = Path(__file__).parents[1] / "variants" / "bella.regole"


def variant() -> str:
    """Return the clauses of the README's variant without its player's guide. The text has warnings, and ends within an
    article.
    """
    return VARIANT.read_text(encoding="utf-8")


def text(page: Page) -> Locator:
    return page.get_by_role("textbox", name="text of the rules")


def write(page: Page, written: str) -> None:
    """Replace the shown text by writing another."""
    text(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(written)


def begin(page: Page, name: str) -> None:
    """Begin a variant by the menu."""
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="New variant…").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(tab(page, name)).to_have_attribute("aria-current", "true")
    expect(text(page)).to_contain_text(f"variant {name} of scopa")
    expect(problems(page)).to_contain_text("No mistakes")


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Open texts").get_by_role("button", name=name, exact=True)


def tabs(page: Page) -> Locator:
    return page.locator(".file-tab")


def problems(page: Page) -> Locator:
    return page.get_by_role("region", name="Mistakes and doubts")


def delete(page: Page, name: str) -> None:
    """Delete a text of the reader's."""
    if not tab(page, name).count():
        others(page).get_by_role("button", name=name, exact=True).click()
    tab(page, name).click()
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(tab(page, name)).to_have_count(0)
    page.get_by_role("complementary", name="What happened").get_by_role("button", name="Close", exact=True).click()


def put_back(page: Page) -> None:
    """Restore a shipped text that was changed."""
    if page.locator(".origin.changed").count():
        page.get_by_role("button", name="Back to the original").first.click()
        expect(page.locator(".origin.changed")).to_have_count(0)


def clear(page: Page) -> None:
    """Return the page to its initial state: no text is the reader's own, and only scopa is open, next to its table."""
    page.set_viewport_size({"width": 1400, "height": 900})
    page.emulate_media(color_scheme="light")
    page.get_by_role("tab", name="Table").click()
    back_to_play(page)
    put_back(page)
    kept = {*tabs(page).all_inner_texts(), *others(page).get_by_role("button").all_inner_texts()}
    page.keyboard.press("Escape")
    for name in OWN:
        if name in kept:
            delete(page, name)
    close = page.locator(".file-tabs .close")
    while close.count() > 1 or not tab(page, "scopa").count():
        close.first.click()
    expect(page.locator(".origin.shipped")).to_be_visible()
    expect(problems(page)).to_contain_text("No mistakes")


def back_to_play(page: Page) -> None:
    """Return to the table after a hand was followed at it."""
    back = page.get_by_role("button", name="Back to play")
    if back.is_visible():
        back.click()


def others(page: Page) -> Locator:
    """Open the menu of the texts that are not open."""
    page.get_by_role("button", name="Open another text").click()
    found = page.get_by_role("navigation", name="Open another text")
    expect(found.get_by_role("button").first).to_be_visible()
    return found
