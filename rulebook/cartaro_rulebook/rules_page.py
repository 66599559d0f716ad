"""The rules on a page: a variant's differences, the articles clause by clause, the house rules."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import game as g
from cartaro_rulebook.book import Page
from cartaro_rulebook.clauses import ArticleProse, ClauseProse, Course, articles
from cartaro_rulebook.declarations import Declared, declared_in, option_prose
from cartaro_rulebook.inline import capital
from cartaro_rulebook.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.naming import in_any


def rules(page: Page) -> Iterator[str]:
    """The ruleset's own articles, then those of the rulesets and libraries it stands on."""
    told = [a for a in articles(page.game, page.scope.lang.code) if "." not in a.home]
    homes = dict.fromkeys(a.home for a in told)
    own = [home for home in homes if home in (page.game.name, page.game.base)]
    for home in [*own, *(h for h in homes if h not in own)]:
        yield f"## {_part_title(home, own, page)} {{ #rules-{home} }}"
        for article in told:
            if article.home == home:
                yield from _article(article, page)


def _part_title(home: str, own: list[str], page: Page) -> str:
    """The heading over the articles of one ruleset or library."""
    if home not in own:
        return f"{heading(page.label('library'))} &#183; {heading(_library_title(home, page))}"
    if len(own) == 1:
        return heading(page.label("rules"))
    base = page.ruleset.base
    title = page.title if home == page.game.name or base is None else in_any(base.title, page.scope.lang.code, home)
    return f"{heading(page.label('rules'))} &#183; {heading(title)}"


def _library_title(home: str, page: Page) -> str:
    return in_any(dict(page.game.homes).get(home, ()), page.scope.lang.code, home.replace("_", " "))


def _article(article: ArticleProse, page: Page) -> Iterator[str]:
    number = page.label("article", n=article.number)
    yield f"### {heading(number)} &#183; {heading(article.title)} {{ #a-{article.home}-{article.number} }}"
    inside = cites(article.cites)
    source = next(a for a in page.game.articles if a.key == article.key)
    inside += _declarations(declared_in(source, page.scope), page)
    for item in article.items:
        inside += _course(item, page) if isinstance(item, Course) else clause(item, page)
    if article.see:
        links = ", ".join(_see(key, page) for key in article.see)
        inside += tag("p", f"{escaped(page.label('see'))} {links}.", class_="see")
    yield tag("div", inside or "&nbsp;", class_="article")


def _see(key: str, page: Page) -> str:
    home, _, number = key.partition("/")
    found = next((a for a in page.game.articles if a.key == key), None)
    title = in_any(found.names, page.scope.lang.code, "") if found else ""
    shown = escaped(page.label("article", n=number)) + (" " + escaped(page.scope.naming.quoted(title)) if title else "")
    return tag("a", shown, href=f"#a-{home}-{number}")


def _declarations(found: tuple[Declared, ...], page: Page) -> str:
    if not found:
        return ""
    items = [inline(d.text, page.pictures) + cites(d.cites) for d in found]
    return tag("div", bullets(items), class_="declared")


def _course(course: Course, page: Page) -> str:
    steps = [clause(c, page, "li") for c in course.clauses]
    return tag("p", inline(course.heading, page.pictures), class_="course") + tag("ol", "".join(steps))


def clause(said: ClauseProse, page: Page, element: str = "p") -> str:
    """A clause with its name in the margin, its citations, and where it can be pointed to."""
    name = tag("a", escaped(capital(said.title)), class_="clause-name", href=f"#c-{said.name}")
    text = escaped(said.text) if said.author else inline(said.text, page.pictures)
    classes = "clause" + ("" if said.stands else " not-standing") + (" conduct" if said.author else "")
    attributes = {"class_": classes, "id": f"c-{said.name}"}
    if not said.stands:
        attributes["title"] = page.label("stands_not")
    return tag(element, f"{name} {text}{cites(said.cites)}", **attributes)


def cites(rows: tuple[str, ...]) -> str:
    """Citations, each leading to its row of the sources."""
    return "".join(" " + tag("a", escaped(row), class_="cite", href=f"#s-{row}") for row in rows)


def options(page: Page) -> Iterator[str]:
    """The house rules: where a source is silent or can be read in two ways."""
    if not page.game.options:
        return
    yield f"## {heading(page.label('options'))} {{ #options }}"
    yield tag("p", escaped(page.label("options_note")))
    yield tag("dl", "".join(_option(o, page) for o in page.game.options), class_="options")


def _option(option: g.Option, page: Page) -> str:
    said = option_prose(option, page.scope)
    default = tag("span", escaped(said.default), class_="value default")
    others = "".join(" " + tag("span", escaped(v), class_="value") for v in said.others)
    choice = f"{default} {tag('small', escaped(page.label('default')))}{others}"
    where = tag("a", escaped(page.article(said.article)), href=f"#a-{said.article.replace('/', '-')}", class_="where")
    term = tag("dt", f"{escaped(capital(said.title))} {where}{cites(said.cites)}", id=f"o-{said.name}")
    reason = tag("div", escaped(said.reason), class_="reason") if said.reason else ""
    return term + tag("dd", choice + reason)


# ---------------------------------------------------------------------------------------------- variants


def differences(page: Page) -> Iterator[str]:
    """The box of a variant: as its base, but for these."""
    base = page.ruleset.base
    if base is None:
        return
    items = [*_changed_clauses(page, base), *_changed_options(page, base)]
    title = in_any(base.title, page.scope.lang.code, base.name)
    link = tag("a", escaped(title), href=f"{base.name}.html")
    lead = tag("p", escaped(page.label("variant", x="\0")).replace("\0", link))
    yield tag("div", lead + bullets(items), class_="variant-box")


def _changed_clauses(page: Page, base: g.Game) -> Iterator[str]:
    told = {c.name: c for a in articles(page.game, page.scope.lang.code) for i in a.items for c in _told(i)}
    before, now = _ruled(base), _ruled(page.game)
    for name, found in now.items():
        if name not in before:
            yield _change("added", told[name], page)
        elif found.span != before[name].span:
            yield _change("replaced", told[name], page)
    for name in before:
        if name not in now:
            label = tag("strong", escaped(page.label("repealed")), class_="change")
            yield f"{label} {tag('s', escaped(page.scope.naming.title(name, before[name].names)))}"


def _ruled(game: g.Game) -> dict[str, g.Clause]:
    """The clauses of the rules themselves; those of an annex are only for claims."""
    return {c.name: c for c in game.clauses if "." not in c.article.partition("/")[0]}


def _told(item: ClauseProse | Course) -> tuple[ClauseProse, ...]:
    return item.clauses if isinstance(item, Course) else (item,)


def _change(kind: str, said: ClauseProse, page: Page) -> str:
    label = tag("strong", escaped(page.label(kind)), class_="change")
    name = tag("a", escaped(capital(said.title)), href=f"#c-{said.name}")
    return f"{label} {name}: {inline(said.text, page.pictures)}{cites(said.cites)}"


def _changed_options(page: Page, base: g.Game) -> Iterator[str]:
    before = {o.name: o.default for o in base.options}
    for option in page.game.options:
        if option.name in before and before[option.name] != option.default:
            said = option_prose(option, page.scope)
            label = tag("strong", escaped(page.label("reset")), class_="change")
            name = tag("a", escaped(capital(said.title)), href=f"#o-{said.name}")
            yield f"{label} {name}: {escaped(said.default)}"
