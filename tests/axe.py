"""What keeps somebody from reading a page, as axe-core finds it: contrast, names, links told by more than a colour."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours: what else axe-core finds is the same in the dark as in the light."""
VIOLATIONS = """async ([place, rules]) => (
    await axe.run(place, { resultTypes: ["violations"], ...(rules.length ? { runOnly: rules } : {}) })
).violations.map(
    ({id, nodes}) => id + ": " + nodes.slice(0, 4).map(node => node.target.join(" ") + " " + node.failureSummary).join("; ")
)"""


def violations(page: Page, within: str = "html", *, apart: str = "", colours: bool = False) -> list[str]:
    """What breaks a rule within an element, but for what is left apart; `colours`: of the rules that look at colours."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    place = {"include": [[within]], "exclude": [[apart]] if apart else []}
    found: list[str] = page.evaluate(VIOLATIONS, [place, OF_COLOURS if colours else []])
    return found
