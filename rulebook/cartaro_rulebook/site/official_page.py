"""The official rulebook: the articles of a source in their own words, with our reading and one small example (decision 0119).

The same content is printed on paper and is a page of the site, whose addresses (`#art-9`) are the ones to cite.  A ruleset has
an official rulebook if each of its articles cites the one row of a quoted source that has its number.

The reading of an article consists of the guide's sentences about its clauses, and of the clauses without such a sentence as the
Rules page words them.  A sentence is printed at the article of its first clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cartaro_grammar import Game, parts
from cartaro_grammar import game as g
from cartaro_rulebook.guide import GuideSentence
from cartaro_rulebook.prose.clauses import ArticleProse, ClauseProse, option_prose, option_setting
from cartaro_rulebook.site.book import Page, page_for, page_name
from cartaro_rulebook.site.markup import bullets, escaped, heading, inline, tag
from cartaro_rulebook.site.our_table import game_of_table
from cartaro_rulebook.site.play_page import Figures
from cartaro_rulebook.site.rules_page import behind_players, clauses_of, officially_numbered, ours, quotations, sentence
from cartaro_rulebook.site.seating import seating
from cartaro_rulebook.words.nouns import capitalized, plain

SUMMARY = 4
"""The number of words for each clause below which a sentence about several articles is a summary of them."""


def has_official_text(game: Game) -> bool:
    """Return whether the articles of a game and its bases are the articles of a quoted source."""
    homes = _own_homes(game)
    return bool(homes) and homes <= officially_numbered(game)


def _own_homes(game: Game) -> set[str]:
    """Return the rulesets whose articles are the game's own, that is, without libraries."""
    return {article.home for article in game.ruleset.articles} & {game.name, *game.ruleset.bases}


def edition_name(game: Game) -> str | None:
    """Return the name of the page of a game's edition, which no ruleset can have; None if it has no edition or no official
    text.
    """
    edition = game.ruleset.edition
    if edition is None or not has_official_text(game):
        return None
    return f"{game.name}-edition-{re.sub(r'[^a-z0-9]+', '-', edition.name.lower()).strip('-') or '1'}"


def official_head(page: Page, in_force: str = "", *, publisher: str = "", address: str = "") -> str:
    """Return whose text it is, which words prevail, from when it is in force, and how to cite it: with its publisher and its
    `address`, if they are known.
    """
    sources = [source for source in page.game.ruleset.sources if source.owed and source.quotations]
    texts = "; ".join(
        " · ".join(filter(None, (each.title, each.publisher, page.dated(each.date) if each.date else ""))) for each in sources
    )
    homes = _own_homes(page.game)
    last = next((article.number for article in reversed(page.articles) if article.home in homes), "1")
    force = page.label("official_in_force", x=in_force) if in_force else ""
    where = ", ".join(filter(None, (publisher, f"{address}#art-{last}" if address else "")))
    cited = ". ".join(filter(None, (citation(page, page.label("official_article_n", n=last)), where)))
    lines = [
        tag("p", tag("strong", escaped(force)), class_="in-force") if force else "",
        tag(
            "p",
            f"{escaped(page.label('official_whose', x=texts))} {tag('strong', escaped(page.label('official_prevails')))}",
            class_="whose",
        ),
        # an address ends without a stop, which would be copied with it
        tag("p", escaped(page.label("official_cite", x=cited).removesuffix("." if address else "")), class_="cite-as"),
    ]
    return "".join(lines)


def citation(page: Page, article: str) -> str:
    """Return the citation of an article: the game, its edition with the date, and the article."""
    edition = page.game.ruleset.edition
    named = page.label("edition", x=edition.name) if edition else ""
    dated = f"{named} ({page.dated(edition.date)})" if edition and edition.date else named
    return ", ".join(filter(None, (page.title, dated, article)))


def official_articles(page: Page, *, level: str = "h2", address: str = "") -> Iterator[str]:
    """Yield the articles, each as a section; `address` is the beginning of the addresses that are printed."""
    articles = _Articles(page)
    for article in articles.own:
        yield _section(article, articles, level, address)


def _section(article: ArticleProse, articles: _Articles, level: str, address: str) -> str:
    page, anchor = articles.page, f"art-{article.number}"
    where = tag("small", tag("a", escaped(f"{address}#{anchor}"), href=f"#{anchor}"), class_="where") if address else ""
    title = tag(level, f"{escaped(page.article(article.key))} &#183; {escaped(article.title)} {where}", id=anchor)
    words = "".join(
        tag("blockquote", "".join(tag("p", escaped(text)) for text in items[0].paragraphs), lang=items[0].language)
        for _, items in quotations(set(article.cites), page)
    )
    named = tag("p", escaped(page.label("our_reading")), class_="reading-of")
    reading = tag("div", named + articles.reading(article), class_="reading")
    return tag("section", title + tag("div", words + reading, class_="words-and-reading"), class_="official")


def article_of_clause(page: Page) -> dict[str, ArticleProse]:
    """Return the article of an official rulebook at which each clause is printed."""
    return _Articles(page).of_clause


@dataclass(frozen=True)
class _Articles:
    """The articles of an official rulebook, and the text at each."""

    page: Page

    @cached_property
    def own(self) -> list[ArticleProse]:
        homes = _own_homes(self.page.game)
        return [article for article in self.page.articles if article.home in homes]

    @cached_property
    def _figures(self) -> Figures:
        return Figures(self.page)

    @cached_property
    def of_clause(self) -> dict[str, ArticleProse]:
        """Return the article at which each clause is printed; for a clause of a library, an article that refers to it, and for
        one about partners the article about the number of players.
        """
        libraries = {
            prose.name: each.key for each in self.page.articles if each not in self.own for prose in self._spoken(each)
        }
        found = dict[str, ArticleProse]()
        for article in self.own:
            for prose in self._spoken(article):
                overridden = self.page.game.ruleset.clause[prose.name].despite
                found |= {name: article for name in overridden if libraries.get(name) in article.see and name not in found}
                found[prose.name] = article
        players = next((found[prose.name] for prose in self._of_own if self._is_about_players(prose)), None)
        for name in libraries:
            if players is not None and isinstance(self.page.game.ruleset.clause[name].sentence, g.SidesAre):
                found.setdefault(name, players)
        for article in self.own:
            for library in (each for each in self.page.articles if each.key in article.see):
                for prose in self._spoken(library):
                    found.setdefault(prose.name, article)
        return found

    @property
    def _of_own(self) -> Iterator[ClauseProse]:
        return (prose for article in self.own for prose in self._spoken(article))

    def _is_about_players(self, prose: ClauseProse) -> bool:
        return self.page.game.ruleset.clause[prose.name].sentence == g.Material("players")

    @cached_property
    def _sentences(self) -> dict[str, list[GuideSentence]]:
        """Return the guide's sentences by the keys of the articles at which they are printed."""
        found = dict[str, list[GuideSentence]]()
        for section in self.page.guide.sections:
            for one in (*section.sentences, *section.scores, *section.behind):
                at = next((self.of_clause[name] for name in one.names if name in self.of_clause), None)
                if at is not None and not self._is_summary(one):
                    found.setdefault(at.key, []).append(one)
        return found

    def _is_summary(self, one: GuideSentence) -> bool:
        """Return whether a sentence is too general to be printed next to an article: a sentence about several articles, or one
        that shortens the text of a clause about conduct.
        """
        clauses = [name for name in one.names if name in self.page.game.clause]
        if clauses and all(isinstance(self.page.game.clause[name].sentence, g.Conduct) for name in clauses):
            whole = sum(len(plain(self._prose[name].text).split()) for name in clauses)
            return len(plain(one.text).split()) < whole
        rules = [name for name in clauses if not self._defines(name)]
        about = {self.page.game.clause[name].article for name in rules}
        return len(about) > 1 and len(plain(one.text).split()) < SUMMARY * len(rules)

    @cached_property
    def _prose(self) -> dict[str, ClauseProse]:
        return {prose.name: prose for article in self.page.articles for item in article.items for prose in clauses_of(item)}

    def _spoken(self, article: ArticleProse) -> list[ClauseProse]:
        """Return the clauses in force that players mention."""
        behind = behind_players(article, False, self.page)
        shown = [prose for item in article.items if item not in behind for prose in clauses_of(item)]
        return [prose for prose in shown if prose.in_force]

    def reading(self, article: ArticleProse) -> str:
        """Return our reading of an article: sentences in the order of its clauses, open questions, and an example."""
        page, said = self.page, self._sentences.get(article.key, [])
        covered = {name for sentences in self._sentences.values() for one in sentences for name in one.names}
        here = [name for name, at in self.of_clause.items() if at is article]
        found = list[tuple[int, str]]()
        for one in said:
            place = min((here.index(name) for name in one.names if name in here), default=len(here))
            found.append((place, self._sentence(one)))
        libraries = [prose for each in page.articles if each.key in article.see for prose in self._spoken(each)]
        printed = [prose for prose in (*self._spoken(article), *libraries) if prose.name in here]
        said_by_source = " ".join(text for _, one in quotations(set(article.cites), page) for text in one[0].paragraphs)
        for prose in printed:
            if prose.name not in covered and self._is_needed(prose, printed) and plain(prose.text) not in said_by_source:
                added = ours((("", prose.ours),), page, alone=True) if prose.ours else ""
                found.append((here.index(prose.name), tag("p", sentence(prose, page) + added)))
        drawn = self._table_as_dealt(article) or self._figures.of_article(article.cites, tuple(here))
        under = self._under_other_rules(article, with_example=not drawn)
        if not drawn and "<figure" not in under:
            drawn = self._figures.citing_article(article.cites, tuple(here))
        said_now = "".join(html for _, html in sorted(found, key=lambda part: part[0]))
        said_now = under + said_now if under and self._come_first(article) else said_now + under
        shown = said_now + self._elsewhere(article) + self._open(article) + drawn
        return shown or tag("p", page.shown("official_as_written"), class_="see")

    @cached_property
    def _dealing(self) -> ArticleProse | None:
        """Return the article by which the players get the cards of a hand."""
        for name, article in self.of_clause.items():
            clause = self.page.game.ruleset.clause[name]
            if isinstance(clause.sentence, g.Consequence) and clause.sentence.event == ("start", "hand"):
                deals = [effect.body for effect in clause.effects if isinstance(effect.body, g.Deal)]
                if any(self.page.game.zone[deal.to.zone].owner == "player" for deal in deals):
                    return article
        return None

    def _table_as_dealt(self, article: ArticleProse) -> str:
        """Draw the table after the deal, for the article about the deal."""
        drawn = seating(self.page) if article is self._dealing else ""
        return tag("figure", drawn, class_="seating") if drawn else ""

    def _come_first(self, article: ArticleProse) -> bool:
        """Return whether the first rule of an article is one that another house rule puts in force."""
        behind = behind_players(article, False, self.page)
        shown = [prose for item in article.items if item not in behind for prose in clauses_of(item)]
        rules = [prose for prose in shown if not self._defines(prose.name)]
        return bool(rules) and not rules[0].in_force

    def _elsewhere(self, article: ArticleProse) -> str:
        """Refer to the articles at which sentences about the rules of this one are printed."""
        rules = [prose.name for prose in self._spoken(article) if not self._defines(prose.name)]
        others = {
            at.key: at
            for at in self.own
            for one in self._sentences.get(at.key, ())
            if at is not article and not set(rules).isdisjoint(one.names)
        }
        links = [tag("a", escaped(self.page.article(key)), href=f"#art-{at.number}") for key, at in others.items()]
        return tag("p", f"{self.page.shown('see')} {', '.join(links)}.", class_="see") if links else ""

    def _defines(self, name: str) -> bool:
        return isinstance(self.page.game.ruleset.clause[name].sentence, g.Definition)

    def _is_needed(self, prose: ClauseProse, printed: Sequence[ClauseProse]) -> bool:
        """Return whether a clause without a sentence of the guide is printed: not a definition that no rule at its article
        uses, nor that everybody sees a place, nor a statement about the cards, except for the last table of
        their values.
        """
        clause = self.page.game.ruleset.clause
        defined = clause[prose.name].sentence
        if isinstance(defined, g.Material):
            return prose is next((one for one in reversed(printed) if one.numbers is not None), None)
        if isinstance(defined, g.Sees) and defined.yes and not defined.own:
            return False
        if not isinstance(defined, g.Definition) or clause[prose.name].despite:
            return True
        rules = [clause[one.name] for one in printed if not isinstance(clause[one.name].sentence, g.Definition)]
        return any(part.function == defined.function for part in parts(rules) if isinstance(part, g.Apply))

    def _sentence(self, one: GuideSentence) -> str:
        title = tag("b", escaped(one.title)) + escaped(self.page.label("colon")) + " " if one.title else ""
        text = escaped(one.text) if one.author else inline(one.text, self.page.pictures)
        stop = "" if one.text.rstrip().endswith((".", "!", "?", "…", ")")) else "."
        clauses = (self.page.game.clause[name] for name in one.names if name in self.page.game.clause)
        added = next((ours(clause.ours, self.page, alone=True) for clause in clauses if clause.ours), "")
        return tag("p", title + text + stop + added)

    def _under_other_rules(self, article: ArticleProse, *, with_example: bool) -> str:
        """Return the reading of the clauses of an article that another house rule would put in force, if no open question here
        does; for each house rule, its name and the sentences of the guide under it.
        """
        page, here = self.page, {one.name for one in self._options(article)}
        clause = page.game.ruleset.clause
        left = [clause[prose.name] for item in article.items for prose in clauses_of(item) if not prose.in_force]
        found = ""
        for option, values in dict.fromkeys(rule for each in left for rule in each.under if rule[0] not in here):
            names = [each.name for each in left if (option, values) in each.under]
            rule = plain(option_setting(option, values, page.scope))
            text = self._reading_under(option, values[0], article, names, with_example)
            key = "official_with" if text else "official_only_with"
            found += tag("p", escaped(page.label(key, x=rule)), class_="only-with") + text
        return found

    def _reading_under(
        self, option: str, value: str, article: ArticleProse, names: Sequence[str], with_example: bool
    ) -> str:  # fmt: skip
        """Return the guide's sentences about some clauses of an article under another house rule, and an example under it."""
        game = game_of_table(self.page.game, {option: value})
        if game is None:
            return ""
        other = _Articles(page_for(replace(self.page.ruleset, game=game), self.page.scope.lang.code, self.page.built))
        said = [one for one in other._sentences.get(article.key, ()) if not set(names).isdisjoint(one.names)]
        drawn = other._figures.of_article(article.cites, tuple(names)) if said and with_example else ""
        return "".join(map(other._sentence, said)) + drawn

    def _options(self, article: ArticleProse) -> list[g.Option]:
        return [option for option in self.page.game.ruleset.options if option.article == article.key]

    def _open(self, article: ArticleProse) -> str:
        """Return the house rules of an article, as choices of this edition, each with its reason."""
        items = list[str]()
        for option in self._options(article):
            prose, page = option_prose(option, self.page.scope), self.page
            chosen = page.scope.naming.option_value(page.game.chosen.get(option.name, option.default))
            rest = [text for text in (prose.default, *prose.others) if text != chosen]
            text = page.label("official_open", x=capitalized(prose.title), y=chosen, others=page.scope.lang.series(rest, "or"))
            reason = capitalized(prose.reason)
            stop = "" if reason.endswith((".", "?", "!")) else "."
            items.append(escaped(text) + (f" {tag('em', escaped(reason + stop))}" if reason else ""))
        return "".join(tag("p", item, class_="open-question") for item in items)


def editions(page: Page, known: Sequence[tuple[str, Game]]) -> str:
    """Return the list of editions, the newest first, each with a link to its page."""
    items = list[str]()
    for name, game in known:
        edition = game.ruleset.edition
        if edition is None:
            continue
        dated = f" ({page.dated(edition.date)})" if edition.date else ""
        text = escaped(capitalized(page.label("edition", x=edition.name)) + dated)
        items.append(tag("strong", text) if game is page.game else tag("a", text, href=f"{name}.html"))
    return f"## {heading(page.label('official_editions'))} {{ #editions }}\n\n{bullets(items)}" if items else ""


def contents(page: Page) -> str:
    """Return the list of articles, each with a link to its place on the page."""
    items = (
        tag("a", f"{escaped(page.article(article.key))} &#183; {escaped(article.title)}", href=f"#art-{article.number}")
        for article in _Articles(page).own
    )
    return tag("ul", "".join(tag("li", item) for item in items), class_="in-columns")


def official_body(page: Page, known: Sequence[tuple[str, Game]], name: str, site: str = "") -> Iterator[str]:
    """Yield the page of an edition on the site, which has a name: who publishes it, if stated, and when, whose text it is, how
    to cite it, the editions, and the articles.  `site` is the address of the site.
    """
    game, edition = page.game, page.game.ruleset.edition
    back = tag("a", page.shown("official_guide"), href=f"{game.name}.html")
    exact = tag("a", page.shown("official_exact"), href=f"{page_name(game, 'rules')}.html")
    publisher = page.ruleset.publisher
    published = [
        page.label("official_publisher", x=publisher) if publisher else "",
        page.dated(edition.date) if edition and edition.date else "",
    ]
    yield tag("p", escaped(page.imprint), class_="imprint")
    yield tag("p", escaped(", ".join(filter(None, published))), class_="published")
    address = f"{site}{page.scope.lang.code}/{name}.html" if site else ""
    yield official_head(page, publisher=publisher, address=address)
    yield tag("p", f"{back} · {exact}")
    yield contents(page)
    yield from official_articles(page, address=f"{name}.html")
    yield editions(page, known)
