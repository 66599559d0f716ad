"""Where a proof came to nothing, on a page: the case, the move, what is known of it, and the positions that this leaves open.

What the terminal shows of an `unknown`.  The positions are the solver's: nobody has played them, a card may lie in two places,
and the groups of a family are one row; so they are read more kindly than a history is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from cartaro_interpreter import Json, JsonReader, read_entry
from cartaro_rulebook.cards.positions import Drawing, known_cards, memory_rows, row
from cartaro_rulebook.site.book import Page, ShownCase
from cartaro_rulebook.site.history_page import drawing_for, entry_text
from cartaro_rulebook.site.markup import tag
from cartaro_rulebook.site.verdict_words import told


def open_case(found: ShownCase, settings: Mapping[str, str], page: Page) -> str:
    """An open case, to be unfolded, of the game under these house rules."""
    lines = [("case", told(found.case, page)), ("move", told(found.move, page))]
    lines += [("known", page.scope.lang.word("m_series").join(told(fact, page) for fact in found.invariants))]
    said = "".join(tag("p", f"{page.shown(f'open_{label}')} {text}") for label, text in lines if text)
    drawing = drawing_for(page, settings, found.players)
    shown = list(_positions(found, drawing, page))
    allowed = tag("p", page.shown("open_allowed")) if shown else ""
    return tag("details", tag("summary", page.shown("open")) + said + allowed + "".join(shown), class_="history open")


def _positions(found: ShownCase, drawing: Drawing, page: Page) -> Iterator[str]:
    """The position before the move, the move, and the one after it; as far as they are known."""
    positions = [at for at in (found.before, found.position) if at is not None]
    for number, at in enumerate(positions):
        yield tag("dl", "".join((*_zones(at, drawing), *_cells(at, drawing))), class_="position")
        if found.played is not None and not number:
            said = _played(found.played, drawing)
            yield tag("p", f"{page.shown('open_then')} {said}") if said else ""


def _played(played: Mapping[str, object], drawing: Drawing) -> str:
    """The move in its own words; nothing where some of its arguments are not known."""
    reader = JsonReader(drawing.game)
    entry = read_entry(reader, cast("Json", dict(played)), 1)
    return "" if entry is None or reader.found else entry_text(entry, drawing)


# ---------------------------------------------------------------------------------------------- cards


def _zones(position: Mapping[str, object], drawing: Drawing) -> Iterator[str]:
    naming, lang = drawing.scope.naming, drawing.scope.lang
    for name, content in cast("Mapping[str, object]", position["zones"]).items():
        zone = drawing.game.zone[name]
        title = lang.forms.determined(naming.zone(name), "the", zone.family).text
        if isinstance(content, Mapping):
            whose = naming.kernel(zone.owner).form(False)
            for owner, codes in cast("Mapping[str, object]", content).items():
                yield row(f"{title} ({whose} {owner})", [known_cards(codes, drawing)], drawing)
        else:
            yield row(title, [known_cards(content, drawing)], drawing)


def _cells(position: Mapping[str, object], drawing: Drawing) -> Iterator[str]:
    yield from (shown for _, shown in memory_rows(position, drawing))
