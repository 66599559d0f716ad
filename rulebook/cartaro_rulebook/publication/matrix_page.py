"""All games side by side by what they do: players, cards, acts, rows of the count, house rules with their defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.site.pages import document
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.references import capital

MATRIX = "all-games"
"""The name of the page, which no ruleset can have."""
YES, NO = "&#10003;", ""

MatrixColumn = dict[str, tuple[str, str]]
"""Of one game: what each row is called, and what stands in it as HTML, by the row's name."""


def matrix_page(families: Sequence[tuple[str, Sequence[Ruleset]]], code: str) -> str:
    """The page as Markdown: a table for each family, with its title."""
    lang = language(code)
    return document(lang.say("ui_matrix"), code, lang.say("ui_matrix_note"), _body(families, code), wide=True)


def _body(families: Sequence[tuple[str, Sequence[Ruleset]]], code: str) -> Iterator[str]:
    lang = language(code)
    yield f"# {heading(lang.say('ui_matrix'))}"
    yield tag("p", escaped(lang.say("ui_matrix_note")))
    for title, rulesets in families:
        yield f"## {heading(title)}"
        yield _table(title, [page_for(ruleset, code) for ruleset in rulesets])


def _table(title: str, pages: list[Page]) -> str:
    label = pages[0].shown
    links = (tag("a", escaped(page.title), href=f"{page.game.name}.html") for page in pages)
    head = tag("tr", tag("td", "") + "".join(tag("th", link, scope="col") for link in links))
    parts = (
        ("", _size), (label("acts"), _acts), (label("headings"), _headings), (label("matrix_rules"), _options),
    )  # fmt: skip
    body = "".join(_rows(name, [(page.title, cells(page)) for page in pages]) for name, cells in parts)
    table = tag("table", tag("thead", head) + tag("tbody", body), class_="matrix")
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=title)


def _rows(part: str, found: list[tuple[str, MatrixColumn]]) -> str:
    """The rows of one part of the table: all that some game has, in the order of the games."""
    names = dict.fromkeys(name for _, cells in found for name in cells)
    over = tag("tr", tag("th", part, scope="colgroup", colspan=str(len(found) + 1))) if part and names else ""
    return over + "".join(_row(name, found) for name in names)


def _row(name: str, found: list[tuple[str, MatrixColumn]]) -> str:
    """What each game has under one name; a cell says which game it is of, for where there is no room for columns."""
    title = next(cells[name][0] for _, cells in found if name in cells)
    shown = "".join(tag("td", cells[name][1], data_of=of) if name in cells else tag("td", NO) for of, cells in found)
    return tag("tr", tag("th", escaped(capital(title)), scope="row") + shown)


def _size(page: Page) -> MatrixColumn:
    players = page.scope.lang.series([str(n) for n in page.game.player_counts], "or")
    return {
        "players": (page.label("players_row"), escaped(players)),
        "cards": (page.label("cards_row"), str(len(page.game.deck.cards))),
    }


def _acts(page: Page) -> MatrixColumn:
    return {act.name: (page.scope.naming.title(act.name), YES) for act in page.game.acts if not act.finding}


def _headings(page: Page) -> MatrixColumn:
    return {clause.name: (page.scope.naming.title(clause.name, clause.names), YES) for clause, _ in page.game.headings}


def _options(page: Page) -> MatrixColumn:
    naming = page.scope.naming
    said: Callable[[str], str] = naming.option_value
    return {o.name: (naming.title(o.name, o.names), escaped(said(o.default))) for o in page.game.options}
