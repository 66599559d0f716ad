"""A variant beside its base: what differs, clause beside clause, then the house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cartaro_rulebook.prose.clauses import ClauseProse, clause_prose
from cartaro_rulebook.prose.declarations import option_prose
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.site.pages import document, picture_name
from cartaro_rulebook.site.rules_page import sentence
from cartaro_rulebook.site.variant_changes import ClauseChange, clause_changes
from cartaro_rulebook.words.references import capital

_TO_A_CLAUSE = re.compile(r'href="#')
NONE = "&#8212;"


def comparison_page(ruleset: Ruleset, base: Ruleset, code: str) -> str:
    """The page of a variant beside its base, as Markdown."""
    page, base_page = page_for(ruleset, code), page_for(base, code)
    title = page.label("compared", x=page.title, y=base_page.title)
    return document(title, code, title, _body(title, page, base_page), picture_name(page.game), wide=True)


def _body(title: str, page: Page, base: Page) -> Iterator[str]:
    yield f"# {heading(title)}"
    yield tag("p", escaped(page.label("compared_note")))
    before, now = _prose(base), _prose(page)
    changes = [change for change in clause_changes(page.game, base.game) if not _same(change, before, now)]
    rows = [_clauses(change, before, now, page, base) for change in changes]
    yield _table([*rows, *_options(page, base)], page, base)


def _prose(page: Page) -> dict[str, ClauseProse]:
    """The clauses of a game, by name; each says when it happens, since it stands by itself here."""
    return {clause.name: clause_prose(clause, page.scope) for clause in page.game.clauses}


def _same(change: ClauseChange, before: dict[str, ClauseProse], now: dict[str, ClauseProse]) -> bool:
    """Whether a clause stands for one that says the same: of another source, say."""
    was = [before[name].lines for name in change.before]
    return change.after is not None and was == [now[change.after].lines]


def _table(rows: list[str], page: Page, base: Page) -> str:
    heads = (page.shown("change"), _link(base, escaped(base.title)), _link(page, escaped(page.title)))
    head = tag("thead", tag("tr", "".join(tag("th", each, scope="col") for each in heads)))
    table = tag("table", head + tag("tbody", "".join(rows)), class_="compared")
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=page.label("change"))


def _clauses(change: ClauseChange, before: dict[str, ClauseProse], now: dict[str, ClauseProse], page: Page, base: Page) -> str:
    was = "".join(_said(before[name], base) for name in change.before)
    after = _said(now[change.after], page) if change.after is not None else ""
    return _row(page.shown(change.kind), was, after, page, base)


def _row(what: str, was: str, after: str, page: Page, base: Page) -> str:
    """What changes, and its two sides, each with the game that it is of: on a phone they stand one under the other."""
    sides = ((base, was), (page, after))
    shown = "".join(tag("td", said or NONE, data_of=of.title) for of, said in sides)
    return tag("tr", tag("th", what, scope="row", class_="change") + shown)


def _said(said: ClauseProse, page: Page) -> str:
    """A clause under its name, its links leading to the page that it stands on."""
    title = tag("strong", tag("a", escaped(capital(said.title)), href=f"#c-{said.name}"))
    return tag("div", _elsewhere(f"{title}<br>{sentence(said, page)}", page), class_="compared-clause")


def _elsewhere(html: str, page: Page) -> str:
    return _TO_A_CLAUSE.sub(f'href="{page.game.name}.html#', html)


def _link(page: Page, inside: str) -> str:
    return tag("a", inside, href=f"{page.game.name}.html")


def _options(page: Page, base: Page) -> Iterator[str]:
    """The house rules that are new or gone, or of which another value is chosen or can be."""
    before, now = {o.name: o for o in base.game.options}, {o.name: o for o in page.game.options}
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None or (old.default, old.values) != (new.default, new.values):
            kind = "added" if old is None else "repealed" if new is None else "reset"
            yield _row(page.shown(kind), _option(name, base), _option(name, page), page, base)


def _option(name: str, page: Page) -> str:
    """A house rule with the value by default, and the others in brackets."""
    option = next((o for o in page.game.options if o.name == name), None)
    if option is None:
        return ""
    said = option_prose(option, page.scope)
    title = tag("strong", tag("a", escaped(capital(said.title)), href=f"{page.game.name}.html#o-{name}"))
    others = f" ({escaped(', '.join(said.others))})" if said.others else ""
    return tag("p", f"{title}<br>{escaped(said.default)}{others}")
