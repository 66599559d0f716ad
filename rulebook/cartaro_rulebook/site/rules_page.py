"""The rules on a page: the player's guide, the articles clause by clause, a variant's differences, house rules, sources.

A clause is followed by the verdicts on the claims that name it or share a citation with it, each a link to its claim.  The
quotations of a source are folded next to the clauses that cite them, in their own language, escaped like every text; rows
without a quotation have none.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import repeat

from cartaro_grammar import Game, is_integer, parts
from cartaro_grammar import game as g
from cartaro_rulebook.guide import (
    GuideSection,
    GuideSentence,
    Heading,
    OtherRule,
    calculations,
    difference,
    keeps_only,
    unspoken,
)
from cartaro_rulebook.prose.clauses import (
    ArticleProse,
    ClauseProse,
    DeclarationProse,
    TurnCourse,
    clause_prose,
    declarations_of,
    option_prose,
)
from cartaro_rulebook.prose.sentences import NumberTable
from cartaro_rulebook.site import elsewhere, first_screen
from cartaro_rulebook.site.book import Cover, Covered, Finding, Page, clause_changes, comparison_name, ruled
from cartaro_rulebook.site.book import coverage as covered
from cartaro_rulebook.site.ladder import ladder
from cartaro_rulebook.site.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import capitalized, plain

# ------------------------------------------------------------------------ badges


SIGNS = {"refuted": "✕", "unknown": "?", "attained": "✓", "proved": "✓"}
"""The verdicts on a claim, beginning with the most serious."""


def clause_badges(clause: ClauseProse, page: Page) -> str:
    """Return the verdicts on all claims about a clause, or an empty text if no claim was decided."""
    return _badges(_about(clause, page), page)


def sentence_badges(names: tuple[str, ...], page: Page) -> str:
    """Render the verdicts on the claims that name a clause of a guide's sentence, without the claims about rows that it
    cites.  Several proved claims have one sign, with their titles, which leads to the first.
    """
    claims = page.game.ruleset.claims if page.ruleset.findings else ()
    wanted = frozenset[str]().union(*(_names(name, page) for name in names))
    named = [claim for claim in claims if wanted & _named_by(claim)]
    proved = [claim for claim in named if verdict_of(claim, page) == "proved"]
    others = _badges((claim for claim in named if claim not in proved), page)
    return (" " + _badge(proved, "proved", page) if proved else "") + others


def article_badges(article: ArticleProse, page: Page) -> str:
    """Return the verdicts on the claims that share a citation with an article, except those that are shown after its
    clauses.
    """
    clauses = [c for item in article.items for c in (item.clauses if isinstance(item, TurnCourse) else (item,))]
    shown = {claim.name for clause in clauses for claim in _about(clause, page)}
    left = (claim for claim in page.game.ruleset.claims if claim.name not in shown)
    return _badges((claim for claim in left if not set(claim.cites).isdisjoint(article.cites)), page)


def claim_badge(name: str, page: Page) -> str:
    """Return the verdict on one claim."""
    return _badges((claim for claim in page.game.ruleset.claims if claim.name == name), page)


def _about(clause: ClauseProse, page: Page) -> tuple[g.Claim, ...]:
    """Return the claims that name a clause, or the word it defines, or that share a citation with it."""
    names = _names(clause.name, page)
    claims = page.game.ruleset.claims if page.ruleset.findings else ()
    return tuple(c for c in claims if names & _named_by(c) or not set(clause.cites).isdisjoint(c.cites))


def _names(clause: str, page: Page) -> frozenset[str]:
    """Return the name of a clause and the word that it defines."""
    found = page.game.clause.get(clause)
    return frozenset((clause, found.sentence.function) if found and isinstance(found.sentence, g.Definition) else (clause,))


def _badges(claims: Iterable[g.Claim], page: Page) -> str:
    decided = ((claim, verdict_of(claim, page)) for claim in claims)
    return "".join(" " + _badge([claim], verdict, page) for claim, verdict in decided if verdict)


@lru_cache(maxsize=512)
def _named_by(claim: g.Claim) -> frozenset[str]:
    """Return the names that a claim uses: headings, clauses whose case it uses, and definitions."""
    conditions = list(parts(claim.lines))
    headings = (part.heading for part in conditions if isinstance(part, g.ScoreOf) and part.heading is not None)
    cases = (part.clause for part in conditions if isinstance(part, g.Applies))
    return frozenset((*headings, *cases, *(part.function for part in conditions if isinstance(part, g.Apply))))


def verdict_of(claim: g.Claim, page: Page) -> str:
    """Return the verdict on a claim under all settings for which it was decided; "" if it was not decided."""
    found = {shown_as(f) for f in page.ruleset.findings if f.kind == "claim" and f.name == claim.name}
    return next((verdict for verdict in SIGNS if verdict in found), "")


def shown_as(found: Finding) -> str:
    """Return the verdict that is shown for a finding; a finding whose premise never holds is shown as refuted."""
    return "refuted" if found.vacuous else found.verdict if found.verdict.isalpha() else "unknown"


def _badge(claims: Sequence[g.Claim], verdict: str, page: Page) -> str:
    """Return the sign of a verdict on claims, which leads to the first.  That of a statement which is false, as its author
    says, is in quotation marks: it is not a verdict on the rule next to it.
    """
    lang, naming = page.scope.lang, page.scope.naming
    claim, sign, kind = claims[0], SIGNS[verdict], verdict
    title = "; ".join(capitalized(localized(each.names, lang.code, each.name)) for each in claims)
    words = f"{lang.phrases.get(f'verdict_{verdict}', verdict)}: {title}"
    if claim.refuted and verdict == "refuted":
        words, sign, kind = f"{page.label('told_false')}: {naming.quoted(title)}", naming.quoted(sign), "untrue"
    return tag("a", escaped(sign), class_=f"badge {kind}", href=f"#k-{claim.name}", title=words, aria_label=words)


# ------------------------------------------------------------------ sources page


PRINTED = {"conduct": "clause", "ruling": "clause", "finding": "act"}
"""Kinds of items that a page calls by the name of another kind."""


def coverage(game: Game) -> dict[str, tuple[Cover, ...]]:
    """Return what covers each row of a game's sources, in the order of the rows."""
    return {article.row: article.covers for source in covered({game.name: game}) for article in source.articles}


def gaps(game: Game) -> tuple[str, ...]:
    """Return the rows of the sources that no clause covers."""
    return tuple(row for source in covered({game.name: game}) for row in source.uncovered)


def sources(page: Page) -> Iterator[str]:
    """Yield the table of sources and articles; a source that only libraries or bases of the game name is left out if it has no
    rows.
    """
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
        yield _sources_table(source.articles, page)


EVIDENCE = ("example", "claim")
"""The kinds of items that cover a row of a source without stating a rule."""


def _sources_table(articles: tuple[Covered, ...], page: Page) -> str:
    titled = any(article.title for article in articles)
    head = tag("th", page.shown("row"))
    head += tag("th", page.shown("source_article")) if titled else ""
    head += tag("th", page.shown("covered"))
    body = ""
    for article in articles:
        cells = tag("td", escaped(article.row), class_="row-name")
        cells += tag("td", escaped(article.title or "")) if titled else ""
        cells += tag("td", _covers(article, page) + quoted((article.row,), page))
        body += tag("tr", cells, id=f"s-{article.row}")
    return tag(
        "div", tag("table", tag("thead", tag("tr", head)) + tag("tbody", body)), class_="sources", data_search_exclude=""
    )


def _covers(article: Covered, page: Page) -> str:
    """Return links to the rules that cover a row, and to its examples and claims, which are left out on paper."""
    rules, evidence = (
        ", ".join(dict.fromkeys(_link(cover, page) for cover in article.covers if (cover.kind in EVIDENCE) is shown))
        for shown in (False, True)
    )
    if not rules or not evidence:
        return rules or evidence or tag("span", page.shown("gap"), class_="verdict refuted")
    return rules + tag("span", f", {evidence}", class_="evidence")


def _link(cover: Cover, page: Page) -> str:
    """Return a link to an item that covers a row, or to its article if only the article cites the row."""
    if not cover.own:
        return _article_link(cover.article, page)
    if cover.kind == "report":
        return tag("a", page.shown("elsewhere"), href=f"#{elsewhere.ANCHOR}")
    kind = PRINTED.get(cover.kind, cover.kind)
    if kind == "act":
        return escaped(f"{page.label('act')} {page.scope.naming.title(cover.name)}")
    prefix = {"clause": "c", "option": "o", "example": "e", "claim": "k"}[kind]
    shown = escaped(f"{page.label(kind)} {page.scope.naming.quoted(_title(cover, page))}")
    return tag("a", shown, href=f"#{prefix}-{cover.name}") + (claim_badge(cover.name, page) if kind == "claim" else "")


def _article_link(key: str, page: Page) -> str:
    found = next(article for article in page.game.ruleset.articles if article.key == key)
    title = localized(found.names, page.scope.lang.code, "")
    shown = page.article(key) + (" " + page.scope.naming.quoted(title) if title else "")
    return tag("a", escaped(shown), href=f"#a-{found.home}-{found.number}")


def _title(cover: Cover, page: Page) -> str:
    """Return the title of a cover: its own name, or the ruleset's word for it; for evidence, its own title in any language."""
    if cover.kind in EVIDENCE:
        text = localized(cover.names, page.scope.lang.code, cover.name)
        return capitalized(text) if cover.kind == "claim" else text
    return page.scope.naming.title(cover.name, cover.names)


# ---------------------------------------------------------------------------------------------- the words of sources


class QuotationsBeside:
    """The quotations next to one article; each is shown only once there, next to the first clause that cites it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._clauses_of: set[g.Quotation] = set()

    def quoted(self, rows: Iterable[str]) -> str:
        """Render the quotations of some rows, except those that are already shown above."""
        named = set(rows)
        return "".join(
            _folded(source, prose, self._page) for source, prose in quotations(named, self._page) if self._new(prose)
        )

    def shown(self, rows: Iterable[str]) -> str:
        """Render the quotations of some rows in full, under their sources."""
        found = list(quotations(set(rows), self._page))
        return "".join(_in_full(source, prose, self._page) for source, prose in found if self._new(prose))

    def _new(self, items: tuple[g.Quotation, ...]) -> bool:
        new = not self._clauses_of.issuperset(items)
        self._clauses_of.update(items)
        return new


def quoted(rows: Iterable[str], page: Page) -> str:
    """Render the quotations of some rows, folded under their sources."""
    return QuotationsBeside(page).quoted(rows)


def quotations(rows: set[str], page: Page) -> Iterator[tuple[g.SourceInfo, tuple[g.Quotation, ...]]]:
    """Yield the quotations of each source in some rows; rows quoted together stay together."""
    for source in page.game.ruleset.sources:
        together: dict[tuple[str, ...], list[g.Quotation]] = {}
        for quotation in source.quotations:
            if quotation.row in rows:
                together.setdefault(quotation.paragraphs, []).append(quotation)
        yield from ((source, tuple(quotations)) for quotations in together.values())


def _folded(source: g.SourceInfo, items: tuple[g.Quotation, ...], page: Page) -> str:
    """Return one quotation, folded under a line that opens it."""
    rows, language = ", ".join(quotation.row for quotation in items), items[0].language
    summary = tag("summary", escaped(page.label("quoted", rows=rows, x=language_in_words(language, page))))
    figure = tag("figure", _words(source, items, page))
    return tag("details", summary + figure, class_="quoted", **_searched(language, page))


def _in_full(source: g.SourceInfo, items: tuple[g.Quotation, ...], page: Page) -> str:
    return tag("figure", _words(source, items, page), class_="source-words", **_searched(items[0].language, page))


def _words(source: g.SourceInfo, items: tuple[g.Quotation, ...], page: Page) -> str:
    """Return one quotation with its origin: the source's title, the articles of its rows, publisher and date."""
    first, articles = items[0], dict(source.rows)
    named = dict.fromkeys(article for article in (articles[quotation.row] for quotation in items) if article)
    origin = [source.title, ", ".join(named), source.publisher, page.dated(source.date) if source.date else ""]
    words = tag("blockquote", "".join(tag("p", escaped(text)) for text in first.paragraphs), lang=first.language)
    return words + tag("figcaption", escaped(" · ".join(part for part in origin if part)))


def _searched(language: str, page: Page) -> dict[str, str]:
    """Return the attribute that excludes a quotation from the search if the page is in another language."""
    return {} if language == page.scope.lang.code else {"data_search_exclude": ""}


def language_in_words(code: str, page: Page) -> str:
    """Return the name of a language in the reader's language; its code if it has no name here."""
    key = f"site_in_{code}"
    return page.scope.lang.text(key) if key in page.scope.lang.phrases else code


# -------------------------------------------------------------------- rules page


OTHERS = "house-rules"
"""The class and the id of the box with the house rules that could be chosen instead."""
LONG = ("turn", "count")
"""The sections in which a search finds single sentences; the others are short."""
Beside = Callable[[GuideSentence], str]
"""Returns the HTML to be put next to a sentence."""
Changes = Callable[[OtherRule, Page], Iterable[tuple[str, tuple[str, ...], tuple[str, ...]]]]
"""Returns the other values of a house rule, each with the sentences that it adds and those that it takes away."""


def guide(
    page: Page,
    *,
    alone: bool = False,
    beside: Beside = lambda _: "",
    told: Callable[[Heading], str] = lambda _: "",
    changes: Changes = lambda _rule, _page: (),
) -> Iterator[str]:
    """Yield the game explained in the order of play, and a box with the house rules that could be chosen instead, with what
    each changes.  A guide that is shown `alone`, that is, without the articles, does not refer to them and has no box.
    """
    found, whole = page.guide, ""
    yield f"## {heading(page.label('telling'))} {{ #telling }}"
    for section in found.sections:
        name, inside = section.heading, _section(section, page, alone, beside)
        yield f"### {heading(page.label(f'guide_{name}'))} {{ #t-{name} }}"
        yield tag("div", inside, class_="guide", data_section=name) + told(name)
        articles = "" if alone else _articles_of(section, page)
        if articles:
            yield articles
        whole += inside + articles
    legend = "" if alone else _legend(whole, page)
    if legend:
        yield tag("p", legend, class_="legend")
    if found.others and not alone:
        lead = tag("p", tag("strong", page.shown("guide_others"))) + tag("p", page.shown("guide_others_note"))
        yield tag("div", lead + bullets(_other(rule, page, changes) for rule in found.others), class_=OTHERS, id=OTHERS)


def _legend(guide: str, page: Page) -> str:
    """Explain where the symbols after sentences lead, if there are any."""
    signs = {"articles": 'class="art"', "proved": ">✓<", "refuted": ">✕<", "untrue": "badge untrue", "open": ">?<"}
    quoted = page.scope.naming.quoted(SIGNS["refuted"])
    return " ".join(page.shown(f"legend_{name}", x=quoted) for name, sign in signs.items() if sign in guide)


def _section(section: GuideSection, page: Page, alone: bool, beside: Beside) -> str:
    pieces = section_pieces(section, page, alone=alone)
    return "".join(html + (beside(sentence) if sentence is not None else "") for html, sentence in pieces)


def section_pieces(section: GuideSection, page: Page, *, alone: bool = False) -> Iterator[tuple[str, GuideSentence | None]]:
    """Yield the pieces of a section's HTML, each with the sentence next to which an example may be shown."""
    phase, anchors = "", Counter[str]()

    def anchor(sentence: GuideSentence) -> dict[str, str]:
        """Return the id of a sentence, by which a search finds it: the first clause that it states, in its section."""
        if alone or not sentence.names or section.heading not in LONG or sentence in section.sentences[:1]:
            return {}
        anchors[sentence.names[0]] += 1
        again = anchors[sentence.names[0]]
        return {"id": f"t-{section.heading}-{sentence.names[0]}{f'-{again}' if again > 1 else ''}"}

    for sentence in section.sentences:
        if sentence.phase != phase:
            phase = sentence.phase
            yield tag("h4", escaped(capitalized(phase))), None
        found = None if alone else first_screen.rank(sentence, section.heading, page.game)
        marks = {} if found is None else {"data_rank": str(found or "")}
        if not alone and section.heading == "turn" and first_screen.is_exception(sentence, page.game):
            marks = {"data_also": ""}
        form = first_screen.alike(sentence, page.game) if "data_rank" in marks else ""
        marks |= {"data_alike": form} if form else {}
        text = tag("p", _sentence(_before_steps(sentence), page, alone, section.heading), **marks, **anchor(sentence))
        yield text + _steps(sentence, page, marked=not alone and section.heading in first_screen.MOST), sentence
        drawn = "" if alone else ladder(sentence, page)
        if drawn:
            yield drawn, None
    if section.numbers is not None:
        yield number_table(section.numbers), None
    if section.scores:
        heads = (page.label("guide_score"), page.label("guide_points"))
        rows: list[tuple[str, ...]] = [(escaped(s.title), _sentence(s, page, alone, section.heading)) for s in section.scores]
        marked = [anchor(section.scores[0]), *({} for _ in section.scores[1:])]
        opening, *body, closing = _table_pieces(heads, rows, "scores", marked)
        yield from ((html, None) for html in (opening, *body, closing))
        yield from (("", sentence) for sentence in section.scores)
    for sentence in section.behind:
        shown = bool(section.scores) and not alone and first_screen.is_told_of_count(sentence, page.game)
        text = _sentence(_before_steps(sentence), page, alone, section.heading if shown else None)
        marks = {"data_also": ""} if shown else {}
        yield tag("p", text, **marks) + _steps(sentence, page, marked=shown), sentence


def _steps(sentence: GuideSentence, page: Page, *, marked: bool = False) -> str:
    words = first_screen.steps_marked(sentence, page) if marked else [inline(step, page.pictures) for step in sentence.steps]
    items = "".join(tag("li", each) for each in words)
    return tag("ol" if sentence.ordered else "ul", items) if items else ""


def _before_steps(sentence: GuideSentence) -> GuideSentence:
    """Return a sentence without its steps, which are in a list after it."""
    steps = " ".join(sentence.steps)
    return replace(sentence, text=sentence.text.removesuffix(steps).rstrip()) if steps else sentence


def _sentence(sentence: GuideSentence, page: Page, alone: bool, marked: Heading | None = None) -> str:
    """Render a sentence of the guide, with the verdicts about it.  In a section that is `marked`, the part that the first
    screen shows has a mark.
    """
    if alone or marked is None:
        text = escaped(sentence.text) if sentence.author else inline(sentence.text, page.pictures)
    else:
        text = first_screen.words_marked(sentence, marked, page)
    clauses = [page.game.clause[name] for name in sentence.names if name in page.game.clause]
    text += next((ours(c.ours, page, alone) for c in clauses if c.ours), "")
    return text if alone else text + sentence_badges(sentence.names, page)


def _articles_of(section: GuideSection, page: Page) -> str:
    """Return a line with links to the articles that state the sentences of a section: the game's own, then common rules."""
    sentences = (*section.sentences, *section.scores, *section.behind)
    stated = (next((name for name in one.names if name in page.game.clause), None) for one in sentences)
    clauses = [page.game.clause[name] for name in dict.fromkeys(stated) if name is not None]
    keys = [article.key for article in page.game.ruleset.articles]
    first = dict[str, g.Clause]()
    for clause in clauses:
        first.setdefault(_official_article(clause, page.game), clause)
    ordered = sorted(first, key=lambda key: (page.scope.naming.is_common(key), keys.index(key)))
    links = [_link_to_clause(first[key], page) for key in ordered]
    lead = escaped(page.label("guide_articles") + page.label("colon"))
    return tag("p", f"{lead} {' · '.join(links)}", class_="articles", data_search_exclude="") if links else ""


def ours(reason: g.Names, page: Page, alone: bool) -> str:
    """Return the tag of a rule without a source, with its reason; empty if a source states the rule."""
    why = localized(reason, page.scope.lang.code, "")
    if not why:
        return ""
    label = page.shown("ours")
    return " " + (tag("span", label, class_="ours") if alone else tag("a", label, class_="ours", title=why, href="#additions"))


def _official_article(clause: g.Clause, game: Game) -> str:
    """Return the article of an official text that refers to the library of a clause: the one with a clause that overrides it,
    or else the first; otherwise the clause's own article.
    """
    own = officially_numbered(game)
    seeing = [one.key for one in game.ruleset.articles if one.home in own and clause.article in one.see]
    overriding = (one.article for one in game.ruleset.clauses if clause.name in one.despite and one.article in seeing)
    return next(overriding, next(iter(seeing), clause.article))


def _link_to_clause(clause: g.Clause, page: Page) -> str:
    article = _official_article(clause, page.game)
    label = page.article(article)
    number = page.scope.naming.article(article, "short")
    name = label if number in label else f"{number}, {label}"  # the accessible name contains the visible text (WCAG 2.5.3)
    href = f"#c-{clause.name}"
    return tag("a", escaped(number), href=href, class_="art", title=label, aria_label=name, data_search_exclude="")


def _other(rule: OtherRule, page: Page, changes: Changes) -> str:
    title = tag("a", escaped(rule.title), href=f"#o-{rule.name}")
    text = rule.text
    if text is None:
        numbers = all(is_integer(value) for value in rule.others)
        text = rule.chosen
        for others in [page.scope.lang.series(rule.others, "or")] if numbers else rule.others:
            text = page.label("guide_other", x=text, others=others)
    return f"{title}{page.label('colon')} {escaped(text)}" + (_changed(rule, page, changes) if rule.text is None else "")


def _changed(rule: OtherRule, page: Page, changes: Changes) -> str:
    """Return a list of what each other value of a house rule changes."""
    items = list[str]()
    for value, added, gone in changes(rule, page):
        quoted = " ".join(page.scope.naming.quoted(plain(one)) for one in gone)
        named = f"{escaped(value)}{page.label('colon')} " if len(rule.others) > 1 else ""
        without = page.label("guide_choice_without", x=quoted)
        texts = [*map(plain, added), *([without if named and not added else capitalized(without)] if gone else [])]
        if texts:
            items.append(named + inline(" ".join(texts), page.pictures))
    return bullets(items) if items else ""


def number_table(found: NumberTable) -> str:
    heads, rows = tuple(map(capitalized, found.heads)), [tuple(map(escaped, row)) for row in found.rows]
    return "".join(_table_pieces(heads, rows, "numbers", counted=found.counted))


def _table_pieces(
    heads: tuple[str, ...],
    rows: list[tuple[str, ...]],
    kind: str,
    marks: Sequence[Mapping[str, str]] = (),
    counted: Container[int] = (),
) -> Iterator[str]:
    """Yield a table in pieces: its beginning, each row with its attributes, and its end.  The cells are HTML already; the
    columns in `counted` are marked for the first screen.
    """
    shown = ({"data_counted": ""} if at in counted else {} for at in range(len(heads)))
    cells = (tag("th", escaped(head), scope="col", **more) for head, more in zip(heads, shown, strict=True))
    top = tag("thead", tag("tr", "".join(cells)))
    opening, closing = tag("table", top + tag("tbody", "\0"), class_=f"guide-{kind}").split("\0")
    yield opening
    for row, attributes in zip(rows, marks or repeat(dict[str, str]()), strict=False):
        yield tag("tr", tag("th", row[0], scope="row") + "".join(tag("td", cell) for cell in row[1:]), **attributes)
    yield closing


def rules(page: Page) -> Iterator[str]:
    """Yield the articles, each folded under its heading: first of the ruleset, then of its base, then of the libraries."""
    printed = [a for a in page.articles if "." not in a.home]
    homes = dict.fromkeys(a.home for a in printed)
    own = [home for home in (page.game.name, *page.game.ruleset.bases) if home in homes]
    for home in [*own, *(h for h in homes if h not in own)]:
        yield f"## {_part_title(home, own, page)} {{ #rules-{home} }}"
        for article in printed:
            if article.home == home:
                yield from _article(article, page)


def _part_title(home: str, own: list[str], page: Page) -> str:
    """Return the heading over the articles of one ruleset or library."""
    if home not in own:
        return f"{heading(page.label('library'))} &#183; {heading(_home_title(home, page))}"
    if len(own) == 1:
        return heading(page.label("rules"))
    return f"{heading(page.label('rules'))} &#183; {heading(_home_title(home, page))}"


def _home_title(home: str, page: Page) -> str:
    return localized(dict(page.game.ruleset.homes).get(home, ()), page.scope.lang.code, home.replace("_", " "))


def _article(article: ArticleProse, page: Page) -> Iterator[str]:
    """Yield an article, folded under its heading; if the source uses the same numbers, the source's own words precede it."""
    yield f"### {heading(page.article(article.key))} &#183; {heading(article.title)} {{ #a-{article.home}-{article.number} }}"
    beside = QuotationsBeside(page)
    official = article.home in officially_numbered(page.game)
    words = beside.shown(article.cites) if official else ""
    inside = cites(article.cites, page) + article_badges(article, page) + beside.quoted(article.cites)
    source = next(a for a in page.game.ruleset.articles if a.key == article.key)
    behind = behind_players(article, official, page)
    for item in article.items:
        inside += _course(item, page) if isinstance(item, TurnCourse) else "" if item in behind else clause(item, page)
        inside += beside.quoted(row for prose in clauses_of(item) for row in prose.cites)
    if article.see:
        links = ", ".join(_see(key, page) for key in article.see)
        inside += tag("p", f"{page.shown('see')} {links}.", class_="see")
    inside += _workings(declarations_of(source, page.scope), behind, beside, page)
    clauses = [prose for item in article.items if item not in behind for prose in clauses_of(item)]
    summary = " · ".join(capitalized(prose.title) for prose in clauses) or page.label("see" if article.see else "workings")
    summary = page.label("our_reading") if words else summary
    opened = {"open": ""} if words else {}
    folded = tag("details", tag("summary", escaped(summary)) + (inside or "&nbsp;"), class_="article", **opened)
    yield tag("div", words + folded, class_="beside-source") if words else folded


@lru_cache(maxsize=64)
def officially_numbered(game: Game) -> frozenset[str]:
    """Return the rulesets of a game in which every article cites the one row of a quoted source that has the same number: F9
    for article 9.
    """
    quoted_rows = {quotation.row for source in game.ruleset.sources for quotation in source.quotations}
    rows = {home: [a for a in game.ruleset.articles if a.home == home] for home in (game.name, *game.ruleset.bases)}
    return frozenset(
        home
        for home, articles in rows.items()
        if articles and all(_has_its_number(a) and a.cites[0] in quoted_rows for a in articles)
    )


def _has_its_number(article: g.Article) -> bool:
    return len(article.cites) == 1 and article.cites[0].lstrip(string.ascii_letters) == article.number


def behind_players(article: ArticleProse, official: bool, page: Page) -> list[ClauseProse]:
    """Return the clauses of an article that players do not mention.  They are clauses that only update memory and, unless the
    article is read next to an official text, clauses that only compute a number.
    """
    hidden, reckoned = unspoken(page.game), frozenset[str]() if official else calculations(page.game)
    return [
        prose
        for prose in article.items
        if isinstance(prose, ClauseProse)
        and (prose.name in reckoned or (prose.name in page.game.clause and keeps_only(page.game.clause[prose.name], hidden)))
    ]


def _workings(declared: tuple[DeclarationProse, ...], behind: list[ClauseProse], beside: QuotationsBeside, page: Page) -> str:
    """Fold the parts of an article that only authors of rules need: places, memory, acts, and the clauses in `behind`."""
    inside = _declarations(declared, page) + beside.quoted(row for one in declared for row in one.cites)
    inside += "".join(clause(prose, page) for prose in behind)
    return tag("details", tag("summary", page.shown("workings")) + inside, class_="workings") if inside else ""


def _see(key: str, page: Page) -> str:
    home, _, number = key.partition("/")
    found = next((a for a in page.game.ruleset.articles if a.key == key), None)
    title = localized(found.names, page.scope.lang.code, "") if found else ""
    shown = escaped(page.article(key) + (f" {page.scope.naming.quoted(title)}" if title else ""))
    return tag("a", shown, href=f"#a-{home}-{number}")


def _declarations(found: tuple[DeclarationProse, ...], page: Page) -> str:
    if not found:
        return ""
    items = [inline(d.text, page.pictures) + cites(d.cites, page) for d in found]
    return tag("div", bullets(items), class_="declared")


def _course(course: TurnCourse, page: Page) -> str:
    steps = "".join(clause(c, page, "li") for c in course.clauses)
    lead = tag("p", inline(course.heading, page.pictures), class_="course")
    return lead + tag("ol" if course.ordered else "ul", steps)


def clause(prose: ClauseProse, page: Page, element: str = "p") -> str:
    """Return a clause with its name in the margin, its citations, and an anchor for links to it."""
    name = tag("a", escaped(capitalized(prose.title)), class_="clause-name", href=f"#c-{prose.name}")
    if prose.name in page.changed:
        name += tag("strong", page.shown(page.changed[prose.name]), class_="change")
    classes = "clause" + ("" if prose.in_force else " not-standing") + (" conduct" if prose.author else "")
    attributes = {"class_": classes, "id": f"c-{prose.name}"}
    if not prose.in_force:
        attributes["title"] = page.label("stands_not")
    behind = cites(prose.cites, page) + ours((("", prose.ours),), page, alone=False) + clause_badges(prose, page)
    whole = f"{name} {sentence(prose, page, behind)}"
    whole += f" {tag('small', escaped(prose.ours), class_='reason')}" if prose.ours else ""
    return tag("div" if element == "p" and (prose.listed or prose.numbers) else element, whole, **attributes)


def sentence(prose: ClauseProse, page: Page, behind: str = "") -> str:
    """Render a clause: its sentence, the rest of its line, and its list or its table."""
    text = escaped(prose.text) if prose.author else inline(prose.text, page.pictures)
    listed = bullets((inline(item, page.pictures) for item in prose.listed), prose.ordered)
    lead = f" {escaped(prose.lead)}" if prose.lead else ""
    return f"{text}{behind}{lead}{listed}{'' if prose.numbers is None else number_table(prose.numbers)}"


def cites(rows: tuple[str, ...], page: Page) -> str:
    """Return citations; each links to its row of the sources, if the page lists that row."""
    return "".join(" " + _cite(row, page) for row in rows)


def _cite(row: str, page: Page) -> str:
    if row in page.rows:
        return tag("a", escaped(row), class_="cite", href=f"#s-{row}", title=page.rows[row])
    return tag("span", escaped(row), class_="cite")


def options(page: Page) -> Iterator[str]:
    """Render the house rules, which exist because a source is silent or ambiguous, and the additions of the ruleset."""
    added = [clause_prose(clause, page.scope) for clause in page.game.ruleset.clauses if clause.ours]
    if not page.game.ruleset.options and not added:
        return
    yield f"## {heading(page.label('options'))} {{ #options }}"
    if page.game.ruleset.options:
        yield tag("p", page.shown("options_note"))
        yield tag("dl", "".join(_option(o, page) for o in page.game.ruleset.options), class_="options")
    if added:
        yield f"### {heading(page.label('additions'))} {{ #additions }}"
        yield tag("p", page.shown("additions_note"))
        yield tag("dl", "".join(_addition(prose, page) for prose in added), class_="options")


def _addition(prose: ClauseProse, page: Page) -> str:
    title = tag("a", escaped(capitalized(prose.title)), href=f"#c-{prose.name}")
    return tag("dt", title) + tag("dd", sentence(prose, page) + tag("div", escaped(prose.ours), class_="reason"))


def _option(option: g.Option, page: Page) -> str:
    prose = option_prose(option, page.scope)
    default = tag("span", escaped(prose.default), class_="value default")
    others = "".join(" " + tag("span", escaped(v), class_="value") for v in prose.others)
    choice = f"{default} {tag('small', page.shown('default'))}{others}"
    where = tag("a", escaped(page.article(prose.article)), href=f"#a-{prose.article.replace('/', '-')}", class_="where")
    term = tag("dt", f"{escaped(capitalized(prose.title))} {where}{cites(prose.cites, page)}", id=f"o-{prose.name}")
    reason = tag("div", escaped(prose.reason), class_="reason") if prose.reason else ""
    return term + tag("dd", choice + reason + quoted(prose.cites, page))


# ---------------------------------------------------------------------------------------------- variants


def variant_line(page: Page) -> Iterator[str]:
    """Yield a variant's base, the author's sentence about the difference, and a link to the page that compares the two. Yield
    nothing for a game that is not a variant.
    """
    base = page.ruleset.base
    if base is None:
        return
    title, differences = escaped(localized(base.ruleset.title, page.scope.lang.code, base.name)), difference(page.scope)
    link = tag("a", title, href=f"{base.name}.html") if base.name in page.built else title
    beside = tag("a", page.shown("compare_link"), href=f"{comparison_name(page.game)}.html") if base.name in page.built else ""
    lead = page.shown("variant_of", x="\0").replace("\0", link) + "."
    yield tag("p", " ".join(filter(None, (lead, escaped(differences), beside))), class_="variant-line")


def differences(page: Page) -> Iterator[str]:
    """Yield the box of a variant, which states that it is the same as its base except for the listed differences."""
    base = page.ruleset.base
    if base is None:
        return
    items = [*_changed_clauses(page, base), *_changed_options(page, base)]
    title = escaped(localized(base.ruleset.title, page.scope.lang.code, base.name))
    link = tag("a", title, href=f"{base.name}.html") if base.name in page.built else title
    lead = tag("p", page.shown("variant", x="\0").replace("\0", link))
    yield tag("div", lead + bullets(items), class_="variant-box")


def _changed_clauses(page: Page, base: g.Game) -> Iterator[str]:
    before, now = ruled(base), ruled(page.game)
    for change in clause_changes(page.game, base):
        if change.after is None:
            yield from (_repealed(page, name, before[name].names) for name in change.before)
        else:
            struck = " ".join(_struck(page, old, before[old].names) for old in change.before if old != change.after)
            yield _change(change.kind, clause_prose(now[change.after], page.scope), page, struck)


def _struck(page: Page, name: str, names: g.Names) -> str:
    return tag("s", escaped(page.scope.naming.title(name, names)))


def _repealed(page: Page, name: str, names: g.Names) -> str:
    return f"{tag('strong', page.shown('repealed'), class_='change')} {_struck(page, name, names)}"


def clauses_of(item: ClauseProse | TurnCourse) -> tuple[ClauseProse, ...]:
    return item.clauses if isinstance(item, TurnCourse) else (item,)


def _change(kind: str, prose: ClauseProse, page: Page, struck: str = "") -> str:
    label = tag("strong", page.shown(kind), class_="change")
    name = tag("a", escaped(capitalized(prose.title)), href=f"#c-{prose.name}")
    return f"{label} {f'{struck} → ' if struck else ''}{name}: {sentence(prose, page, cites(prose.cites, page))}"


def _changed_options(page: Page, base: g.Game) -> Iterator[str]:
    """Yield house rules that are new, that have another default or fewer values, or that were removed."""
    before, now = {o.name: o for o in base.ruleset.options}, {o.name: o for o in page.game.ruleset.options}
    for name, option in now.items():
        old = before.get(name)
        kind = "added" if old is None else "reset" if (old.default, old.values) != (option.default, option.values) else ""
        if not kind:
            continue
        prose = option_prose(option, page.scope)
        label = tag("strong", page.shown(kind), class_="change")
        title = tag("a", escaped(capitalized(prose.title)), href=f"#o-{prose.name}")
        yield f"{label} {title}: {escaped(prose.default)}"
    for name, option in before.items():
        if name not in now:
            yield _repealed(page, name, option.names)
