"""The sources on a page: every row of every source with what covers it, the rows that nothing covers, and what the sources say.

The words of a source are folded beside what cites them, as quotations in the language that they are in.  What is quoted is a
text like every other: escaped.  Rows that nobody has quoted have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_rulebook.site.badges import claim_badge
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.coverage import Cover, Covered
from cartaro_rulebook.site.coverage import coverage as covered
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import capital

PRINTED = {"conduct": "clause", "ruling": "clause", "finding": "act"}
"""The kinds that a page calls by the name of another."""


def coverage(game: Game) -> dict[str, tuple[Cover, ...]]:
    """For each row of the sources of a game, in their order, what covers it."""
    return {article.row: article.covers for source in covered({game.name: game}) for article in source.articles}


def gaps(game: Game) -> tuple[str, ...]:
    """The rows that nothing covers."""
    return tuple(row for source in covered({game.name: game}) for row in source.uncovered)


def sources(page: Page) -> Iterator[str]:
    """The table of sources and articles; a source that only what a game shares with others names has no rows in it."""
    found = tuple(source for source in covered({page.game.name: page.game}) if source.articles)
    if not found:
        return
    yield f"## {heading(page.label('sources'))} {{ #sources }}"
    missing = [row for source in found for row in source.uncovered]
    listed = f"{page.label('gaps')}{page.label('colon')} {', '.join(missing)}" if missing else page.label("no_gaps")
    yield tag("p", escaped(listed), class_="gaps" if missing else "no-gaps")
    for source in found:
        yield f"### {heading(source.letter)} &#183; {heading(source.title)} {{ #source-{source.letter} }}"
        published = [source.publisher] if source.publisher else []
        published += [page.dated(source.date)] if source.date else []
        if published:
            yield tag("p", escaped(", ".join(published)), class_="published")
        yield _table(source.articles, page)


def _table(articles: tuple[Covered, ...], page: Page) -> str:
    titled = any(article.title for article in articles)
    head = tag("th", page.shown("row"))
    head += tag("th", page.shown("source_article")) if titled else ""
    head += tag("th", page.shown("covered"))
    body = ""
    for article in articles:
        cells = tag("td", escaped(article.row), class_="row-name")
        cells += tag("td", escaped(article.title or "")) if titled else ""
        links = ", ".join(dict.fromkeys(_link(cover, page) for cover in article.covers))
        links = links or tag("span", page.shown("gap"), class_="verdict refuted")
        cells += tag("td", links + quoted((article.row,), page))
        body += tag("tr", cells, id=f"s-{article.row}")
    return tag("div", tag("table", tag("thead", tag("tr", head)) + tag("tbody", body)), class_="sources")


def _link(cover: Cover, page: Page) -> str:
    """A link to what covers a row; to its article, where that is what cites the row."""
    if not cover.own:
        return _article_link(cover.article, page)
    kind = PRINTED.get(cover.kind, cover.kind)
    if kind == "act":
        return escaped(f"{page.label('act')} {page.scope.naming.title(cover.name)}")
    prefix = {"clause": "c", "option": "o", "example": "e", "claim": "k"}[kind]
    shown = escaped(f"{page.label(kind)} {page.scope.naming.quoted(_title(cover, page))}")
    return tag("a", shown, href=f"#{prefix}-{cover.name}") + (claim_badge(cover.name, page) if kind == "claim" else "")


def _article_link(key: str, page: Page) -> str:
    found = next(article for article in page.game.articles if article.key == key)
    title = in_any(found.names, page.scope.lang.code, "")
    shown = page.article(key) + (" " + page.scope.naming.quoted(title) if title else "")
    return tag("a", escaped(shown), href=f"#a-{found.home}-{found.number}")


def _title(cover: Cover, page: Page) -> str:
    """What a thing is called: by its own name or the ruleset's word for it; evidence by its own, in any language."""
    if cover.kind in ("example", "claim"):
        text = in_any(cover.names, page.scope.lang.code, cover.name)
        return capital(text) if cover.kind == "claim" else text
    return page.scope.naming.title(cover.name, cover.names)


# ---------------------------------------------------------------------------------------------- what they say


class QuotationsBeside:
    """The quotations beside one article: each stands there once, where the first that cites it stands."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._told: set[g.Quotation] = set()

    def quoted(self, rows: Iterable[str]) -> str:
        """What the sources say in some rows, but for what stands above already."""
        named = set(rows)
        return "".join(_folded(source, said, self._page) for source, said in _said(named, self._page) if self._new(said))

    def _new(self, said: tuple[g.Quotation, ...]) -> bool:
        new = not self._told.issuperset(said)
        self._told.update(said)
        return new


def quoted(rows: Iterable[str], page: Page) -> str:
    """What the sources say in some rows, each folded under its name."""
    return QuotationsBeside(page).quoted(rows)


def _said(rows: set[str], page: Page) -> Iterator[tuple[g.SourceInfo, tuple[g.Quotation, ...]]]:
    """What each source says in some of its rows; rows that it says in one breath are together."""
    for source in page.game.sources:
        together: dict[tuple[str, ...], list[g.Quotation]] = {}
        for quotation in source.quotations:
            if quotation.row in rows:
                together.setdefault(quotation.paragraphs, []).append(quotation)
        yield from ((source, tuple(quotations)) for quotations in together.values())


def _folded(source: g.SourceInfo, said: tuple[g.Quotation, ...], page: Page) -> str:
    """One quotation with its origin: the source's title, the rows with their articles there, publisher and date."""
    first = said[0]
    articles = dict(source.rows)
    rows = ", ".join(quotation.row for quotation in said)
    named = dict.fromkeys(article for article in (articles[quotation.row] for quotation in said) if article)
    origin = [source.title, ", ".join(named), source.publisher, page.dated(source.date) if source.date else ""]
    words = tag("blockquote", "".join(tag("p", escaped(text)) for text in first.paragraphs), lang=first.language)
    caption = tag("figcaption", escaped(" · ".join(part for part in origin if part)))
    summary = tag("summary", escaped(page.label("quoted", rows=rows, x=_language(first.language, page))))
    return tag("details", summary + tag("figure", words + caption), class_="quoted", **_searched(first.language, page))


def _searched(language: str, page: Page) -> dict[str, str]:
    """What keeps a quotation out of the search of a page in another language."""
    return {} if language == page.scope.lang.code else {"data_search_exclude": ""}


def _language(code: str, page: Page) -> str:
    """A language as the reader calls it; one that has no name here, by its code."""
    key = f"ui_in_{code}"
    return page.scope.lang.say(key) if key in page.scope.lang.phrases else code
