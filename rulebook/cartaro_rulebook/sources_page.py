"""The sources on a page: every row of every source, what covers it, and the rows that nothing covers."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar.game import Game
from cartaro_rulebook.book import Page
from cartaro_rulebook.inline import capital
from cartaro_rulebook.markup import escaped, heading, tag
from cartaro_rulebook.naming import in_any


def coverage(game: Game) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each row of the sources, in their order, what cites it: pairs (kind, name), kinds as on the page."""
    found: dict[str, list[tuple[str, str]]] = {row: [] for source in game.sources for row, _ in source.rows}

    def add(kind: str, name: str, cites: tuple[str, ...]) -> None:
        for cite in cites:
            found.setdefault(cite, []).append((kind, name))

    for article in game.articles:
        add("article", article.key, article.cites)
    for clause in game.clauses:
        add("clause", clause.name, clause.cites)
    for option in game.options:
        add("option", option.name, option.cites)
    for act in game.acts:
        add("act", act.name, act.cites)
    for example in game.examples:
        add("example", example.name, example.cites)
    for claim in game.claims:
        add("claim", claim.name, claim.cites)
    return {row: tuple(dict.fromkeys(by)) for row, by in found.items()}


def gaps(game: Game) -> tuple[str, ...]:
    """The rows that nothing covers."""
    return tuple(row for row, by in coverage(game).items() if not by)


def sources(page: Page) -> Iterator[str]:
    """The table of sources and articles."""
    if not page.game.sources:
        return
    yield f"## {heading(page.label('sources'))} {{ #sources }}"
    missing = gaps(page.game)
    listed = f"{page.label('gaps')}: {', '.join(missing)}" if missing else page.label("no_gaps")
    yield tag("p", escaped(listed), class_="gaps" if missing else "no-gaps")
    covered = coverage(page.game)
    titles: dict[str, str] = {}
    rows: dict[str, dict[str, str | None]] = {}
    for source in page.game.sources:
        titles.setdefault(source.letter, source.title)
        rows.setdefault(source.letter, {}).update(source.rows)
    for letter, title in titles.items():
        yield f"### {heading(letter)} &#183; {heading(title)} {{ #source-{letter} }}"
        yield _table(rows[letter], covered, page)


def _table(rows: dict[str, str | None], covered: dict[str, tuple[tuple[str, str], ...]], page: Page) -> str:
    articles = any(rows.values())
    head = tag("th", escaped(page.label("row")))
    head += tag("th", escaped(page.label("source_article"))) if articles else ""
    head += tag("th", escaped(page.label("covered")))
    body = ""
    for row, article in rows.items():
        cells = tag("td", escaped(row), class_="row-name")
        cells += tag("td", escaped(article or "")) if articles else ""
        by = covered.get(row, ())
        links = ", ".join(_link(kind, name, page) for kind, name in by)
        cells += tag("td", links or tag("span", escaped(page.label("gap")), class_="verdict refuted"))
        body += tag("tr", cells, id=f"s-{row}")
    return tag("div", tag("table", tag("thead", tag("tr", head)) + tag("tbody", body)), class_="sources")


def _link(kind: str, name: str, page: Page) -> str:
    if kind == "article":
        found = next(a for a in page.game.articles if a.key == name)
        title = in_any(found.names, page.scope.lang.code, "")
        shown = page.label("article", n=found.number) + (" " + page.scope.naming.quoted(title) if title else "")
        return tag("a", escaped(shown), href=f"#a-{found.home}-{found.number}")
    if kind == "act":
        return escaped(f"{page.label('act')} {page.scope.naming.title(name)}")
    prefix = {"clause": "c", "option": "o", "example": "e", "claim": "k"}[kind]
    return tag(
        "a", escaped(f"{page.label(kind)} {page.scope.naming.quoted(_title(kind, name, page))}"), href=f"#{prefix}-{name}"
    )


def _title(kind: str, name: str, page: Page) -> str:
    game, code = page.game, page.scope.lang.code
    match kind:
        case "clause":
            return page.scope.naming.title(name, next(c for c in game.clauses if c.name == name).names)
        case "option":
            return page.scope.naming.title(name, next(o for o in game.options if o.name == name).names)
        case "example":
            return in_any(next(e for e in game.examples if e.name == name).names, code, name)
        case _:
            return capital(in_any(next(c for c in game.claims if c.name == name).names, code, name))
