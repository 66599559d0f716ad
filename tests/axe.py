"""Accessibility faults of a page, as axe-core finds them: contrast, names, links marked by more than a colour."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
VIOLATIONS = """async (place) => (await axe.run(place, { resultTypes: ["violations"] })).violations.map(
    ({id, nodes}) => id + ": " + nodes.slice(0, 4).map(node => node.target.join(" ") + " " + node.failureSummary).join("; ")
)"""


def violations(page: Page, within: str = "html", *, apart: str = "") -> list[str]:
    """Return the broken rules within an element, except for the excluded ones."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    place = {"include": [[within]], "exclude": [[apart]] if apart else []}
    found: list[str] = page.evaluate(VIOLATIONS, place)
    return found
