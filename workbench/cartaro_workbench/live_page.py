"""The rulebook page of the current text, for a page that shows it next to the text.

Every word of an author is escaped. The only elements and attributes that can occur are listed in `ELEMENTS`. Links lead to
places of the page itself or contain a record. A page that inserts the HTML removes all other elements.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cartaro_grammar import Declaration, Game, NameKind
from cartaro_rulebook import example_outcomes, localized, ruleset_html
from cartaro_workbench.editing.document import Document, Location, Position, location_of

ELEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "a": ("aria-label", "class", "data-search-exclude", "download", "href", "title"),
    "b": ("aria-label", "class", "role"),
    "blockquote": ("lang",),
    "code": (),
    "dd": (),
    "details": ("class", "data-search-exclude", "open"),
    "div": (
        "class",
        "data-none",
        "data-place",
        "data-same",
        "data-search-exclude",
        "data-section",
        "data-steps",
        "id",
        "title",
    ),
    "dl": ("class",),
    "dt": ("id",),
    "em": ("class",),
    "figcaption": (),
    "figure": ("class",),
    "h1": ("id",),
    "h2": ("id",),
    "h3": ("id",),
    "i": (),
    "li": ("class", "id", "title"),
    "ol": ("start",),
    "p": ("class", "data-also", "data-rank", "data-search-exclude", "id", "title"),
    "s": (),
    "small": ("class",),
    "span": ("aria-hidden", "class", "lang"),
    "strong": ("class",),
    "summary": (),
    "table": ("class",),
    "tbody": (),
    "td": ("class",),
    "th": ("data-counted", "scope"),
    "thead": (),
    "tr": ("id",),
    "u": (),
    "ul": ("data-search-exclude",),
}
"""The elements of a page, and the attributes that each may have."""
LINKS: Final[tuple[str, ...]] = ("#", "data:application/json;base64,")
"""The allowed beginnings of a link's address. Links with any other address lead nowhere here, and are left out."""

ANCHOR = re.compile(r"([coke])-(\w+)")
KINDS: Final[Mapping[str, tuple[NameKind, ...]]] = {
    "c": ("clause", "definition", "heading"),
    "o": ("option",),
    "k": ("claim",),
    "e": ("example",),
}
"""The kinds of declarations that the parts of a page show, by the first letter of their addresses."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page: its title and the body of its document."""

    title: str
    html: str


def live_page(game: Game, base: Game | None, code: str, *, examples_run: bool = False) -> LivePage:
    """Return the page of a game in a language; `base` is the game that it varies.

    If its examples are run, each shows whether it holds.
    """
    outcomes = example_outcomes(game) if examples_run else None
    return LivePage(localized(game.ruleset.title, code, game.name), ruleset_html(game, code, base=base, outcomes=outcomes))


def place_of(document: Document, anchor: str) -> Location | None:
    """Return the place in the texts of the declaration that a part of a page shows. The part is given by its address
    (`c-name`).
    """
    found = ANCHOR.fullmatch(anchor)
    if found is None:
        return None
    declared = (one for one in document.checked.occurrences if one.declares and one.declaration.name == found[2])
    return next((location_of(one.span) for one in declared if one.declaration.kind in KINDS[found[1]]), None)


def anchor_at(document: Document, position: Position) -> str | None:
    """Return the address of the part of the page that describes the name at a position."""
    one = document.at(position)
    return None if one is None else _anchor(one.declaration)


def _anchor(of: Declaration) -> str | None:
    return next((f"{letter}-{of.name}" for letter, kinds in KINDS.items() if of.kind in kinds), None)
