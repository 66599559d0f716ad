"""Deal a chosen hand at the page's table, whatever was there before."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect


def deal_anew(page: Page, number: str, chosen: Mapping[str, str] | None = None) -> None:
    """Deal by a number, with the values chosen by their labels. If the page comes from an earlier file with a hand of this
    very deal, another hand is dealt first: nothing visible would distinguish the old hand from the new one.
    """
    if _shown(page, number).count():
        _deal(page, str(int(number) + 1), chosen or {})
    _deal(page, number, chosen or {})


def _deal(page: Page, number: str, chosen: Mapping[str, str]) -> None:
    page.get_by_text("Players, house rules, deal").click()
    for label, value in chosen.items():
        page.get_by_label(label, exact=True).select_option(value)
    page.get_by_label("Number of the deal").fill(number)
    page.get_by_role("button", name="Deal like this").click()
    expect(_shown(page, number)).to_be_attached()


def _shown(page: Page, number: str) -> Locator:
    return page.get_by_text(f"deal no. {number}", exact=True)
