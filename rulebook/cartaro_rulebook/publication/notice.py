"""The notice of a new edition: each changed article with its words in both editions, for a board on a wall (decision 0142).

The words are those of the source if the articles of both editions are those of a quoted source.  Below them, and smaller, are
our readings of both editions, and a case that the editions decide differently.  The changed words are marked on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from cartaro_grammar import fingerprint, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import ArticleProse, ClauseProse, option_prose
from cartaro_rulebook.publication.pages import (
    NONE,
    changed_options,
    marked,
    option_in_words,
    position_apart,
    prose_of_clauses,
    worded_changes,
)
from cartaro_rulebook.site.book import ChangedCase, ClauseChange, Comparison, Page
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.site.official_page import article_of_clause, has_official_text
from cartaro_rulebook.site.play_page import changed_case
from cartaro_rulebook.site.rules_page import language_in_words, quotations, sentence
from cartaro_rulebook.words.nouns import capitalized, unmarked


def notice_body(page: Page, base: Page, meaning: Comparison | None, cases: Mapping[str, ChangedCase]) -> Iterator[str]:
    """Yield the changes from one edition (`base`) to another, article by article; if no change has a case, a position that
    distinguishes the editions follows.
    """
    names = edition_names(page, base)
    page, base = replace(page, called=names[1]), replace(base, called=names[0])
    yield tag("p", escaped(page.label("notice_note")))
    yield _whose_words(page, base)
    notice = _Notice(page, base, cases)
    yield notice.table()
    if meaning is not None and not cases:
        yield position_apart(meaning, page, base)


def edition_names(page: Page, base: Page) -> tuple[str, str]:
    """Return the names of the old edition (`base`) and of the new one: the title if it changes, the edition if it has a name,
    and its date if the dates differ.  If nothing distinguishes them, or one has none of these, they are the old and the new
    text.
    """
    editions = [each.game.ruleset.edition for each in (base, page)]
    numbers = [base.label("edition", x=edition.name) if edition and edition.name else "" for edition in editions]
    dates = [base.dated(edition.date) if edition and edition.date else "" for edition in editions]
    titles = (base.title, page.title) if base.title != page.title else ("", "")
    dates = dates if dates[0] != dates[1] else ["", ""]
    old, new = (" · ".join(filter(None, parts)) for parts in zip(titles, numbers, dates, strict=True))
    if old == new or not (old and new):
        titled = base.label("notice_old_text"), page.label("notice_new_text")
        named = ("", "") if old == new else (old, new)
        old, new = (" · ".join(filter(None, parts)) for parts in zip(titled, named, strict=True))
        return old, new
    return capitalized(old), capitalized(new)


def edition_lines(page: Page, base: Page) -> Iterator[str]:
    """Yield a line about each of the two editions, the old one (`base`) first, and one that states that no date distinguishes
    them.
    """
    for name, each in zip(edition_names(page, base), (base, page), strict=True):
        yield f"{name} · {each.label('fingerprint', x=fingerprint(each.game))}"
    editions = [each.game.ruleset.edition for each in (base, page)]
    dates = [edition.date if edition else None for edition in editions]
    if dates[0] is None and dates[1] is None:
        yield page.label("notice_no_dates")
    elif dates[0] == dates[1] and dates[1] is not None:
        yield page.label("notice_one_date", x=page.dated(dates[1]))


def _whose_words(page: Page, base: Page) -> str:
    """Return of which source the words of the articles are; empty if they are not printed."""
    if not (has_official_text(page.game) and has_official_text(base.game)):
        return ""
    sources = [source for source in page.game.ruleset.sources if source.owed and source.quotations]
    languages = {quotation.language for source in sources for quotation in source.quotations} - {page.scope.lang.code}
    named = "; ".join(source.title for source in sources)
    others = ", ".join(language_in_words(code, page) for code in sorted(languages))
    text = page.label("notice_words", x=f"{named} ({others})" if others else named)
    return tag("p", escaped(text), class_="whose")


@dataclass
class _ChangedArticle:
    """An article of one edition or of both, with what changes in it."""

    before: ArticleProse | None = None
    now: ArticleProse | None = None
    changes: list[ClauseChange] = field(default_factory=list[ClauseChange])
    options: list[tuple[g.Option | None, g.Option | None]] = field(
        default_factory=list[tuple[g.Option | None, g.Option | None]]
    )


@dataclass(frozen=True)
class _Notice:
    page: Page
    base: Page
    cases: Mapping[str, ChangedCase]

    def table(self) -> str:
        """Return the table of changes: a column for each edition, and for each article a heading and its rows."""
        head = "".join(tag("th", escaped(each.title), scope="col") for each in (self.base, self.page))
        bodies = "".join(tag("tbody", "".join(self._rows(article))) for article in self._changed().values())
        return tag("table", tag("thead", tag("tr", head)) + bodies, class_="compared")

    def _changed(self) -> dict[str, _ChangedArticle]:
        """Return the changed articles by their keys, in the order of the text."""
        old, new = ({article.key: article for article in each.articles} for each in (self.base, self.page))
        found = {key: _ChangedArticle(old.get(key), new.get(key)) for key in dict.fromkeys((*new, *old))}
        homes = _homes(self.base) | _homes(self.page)
        for change in worded_changes(self.page, self.base):
            found[homes[change.names[0]]].changes.append(change)
        for pair in changed_options(self.page, self.base):
            key = next(option.article for option in reversed(pair) if option is not None)
            found[key].options.append(pair)
        return {key: one for key, one in found.items() if one.changes or one.options or self._have_other_words(one)}

    def _have_other_words(self, article: _ChangedArticle) -> bool:
        was, now = self._words(article)
        return was != now and bool(was or now)

    def _words(self, article: _ChangedArticle) -> tuple[str, str]:
        """Return the words of the source in both editions; empty for an edition whose articles are not those of a source."""
        return _quoted(article.before, self.base), _quoted(article.now, self.page)

    def _rows(self, article: _ChangedArticle) -> Iterator[str]:
        shown, page = (article.now, self.page) if article.now is not None else (article.before, self.base)
        assert shown is not None
        title = f"{escaped(page.article(shown.key))} &#183; {escaped(shown.title)}"
        yield tag("tr", tag("th", title, colspan="2", scope="rowgroup", class_="change"))
        was, now = self._words(article)
        if was == now and was:
            lead = tag("p", escaped(self.page.label("notice_same_words")), class_="reading-of")
            yield tag("tr", tag("td", lead + was, colspan="2"), class_="article-words same")
        elif was or now:
            yield _pair(was, now, "article-words")
        readings = [*self._readings(article.changes)]
        readings += [reading for option in article.options for reading in self._chosen(option)]
        if readings and (was or now):
            lead = tag("p", escaped(self.page.label("our_reading")), class_="reading-of")
            was, now = readings[0]
            readings[0] = (lead + (was or NONE), lead + (now or NONE))
        for old, new in readings:
            yield _pair(old, new, "article-reading")
        names = (name for change in article.changes for name in change.names)
        for name in dict.fromkeys(name for name in names if name in self.cases):
            drawn = changed_case(self.cases[name], name, self.page, self.base)
            yield tag("tr", tag("td", drawn, colspan="2"), class_="change-case")

    def _readings(self, changes: Sequence[ClauseChange]) -> Iterator[tuple[str, str]]:
        """Yield our readings of changed clauses before and now: the guide's sentences if they differ, else the clauses.  If
        only one edition has a sentence of its author, the two would differ in more than what changes.  A clause that only one
        edition has is stated by its author's sentence.
        """
        pages = (self.base, self.page)
        told, prose = self._told, [prose_of_clauses(each) for each in pages]
        seen = set[tuple[str, str]]()
        for change in changes:
            names = (change.before, (change.after,) if change.after is not None else ())
            known = [[told[at].get(name) for name in side] for at, side in enumerate(names)]
            was, now = (" ".join(dict.fromkeys(one.text for one in side if one is not None)) for side in known)
            authors = [{one.author for one in side if one is not None} for side in known]
            differ = bool(known[0] and known[1]) and authors[0] != authors[1]
            if was == now or None in (*known[0], *known[1]) or differ or self._is_of_both(was, now):
                was, now = (
                    "".join(_clause(prose[at][name], each) for name in side)
                    for at, (each, side) in enumerate(zip(pages, names, strict=True))
                )
            if (was, now) not in seen:
                seen.add((was, now))
                yield was, now

    def _is_of_both(self, was: str, now: str) -> bool:
        """Return whether the only sentence is one that the other edition has too, about other clauses."""
        return not (was and now) and any((was or now) == one.text for one in self._told[bool(was)].values())

    @cached_property
    def _told(self) -> tuple[dict[str, _Told], dict[str, _Told]]:
        return _told(self.base), _told(self.page)

    def _chosen(self, pair: tuple[g.Option | None, g.Option | None]) -> Iterator[tuple[str, str]]:
        """Yield the guide's sentences about the rules that read a house rule, if only its default changes and they differ; or
        the values of the house rule.
        """
        before, now = self._told
        name = next(option.name for option in pair if option is not None)
        clauses = self.page.game.ruleset.clauses
        read = {
            each.name for each in clauses if any(isinstance(part, g.Setting) and part.option == name for part in parts(each))
        }
        told = ((before[one], now[one]) for one in before if one in read and one in now)
        texts = dict.fromkeys((was.text, new.text) for was, new in told if was.author == new.author and was.text != new.text)
        alone = len({None if option is None else frozenset(option.values) for option in pair}) == 1
        other = alone and len({option.default for option in pair if option is not None}) > 1
        changed = [*texts] if other else []
        yield from changed or [self._option(pair)]

    def _option(self, pair: tuple[g.Option | None, g.Option | None]) -> tuple[str, str]:
        values = [set[str]() if option is None else set(option.values) for option in pair]
        sides = zip(pair, (self.base, self.page), strict=True)
        texts = ["" if option is None else _option(option, each, alone=values[0] == values[1]) for option, each in sides]
        return texts[0], texts[1]


def _clause(prose: ClauseProse, page: Page) -> str:
    return tag("p", f"{tag('b', escaped(capitalized(prose.title)))}<br>{sentence(prose, page)}")


def _option(option: g.Option, page: Page, *, alone: bool = False) -> str:
    """Word a house rule with its default value; with the other values too, unless it is `alone` that changes."""
    title, value = option_in_words(option, page)
    shown = option_prose(option, page.scope).default if alone else value
    return tag("p", f"{tag('b', escaped(title))}<br>{escaped(shown)}")


def _homes(page: Page) -> dict[str, str]:
    """Return the keys of the articles at which clauses are printed.  A clause of a library is at the article of an official
    text that refers to it.
    """
    found = {clause.name: clause.article for clause in page.game.ruleset.clauses}
    official = article_of_clause(page) if has_official_text(page.game) else {}
    return found | {name: article.key for name, article in official.items()}


def _quoted(article: ArticleProse | None, page: Page) -> str:
    if article is None or not has_official_text(page.game):
        return ""
    texts = ((items[0].language, text) for _, items in quotations(set(article.cites), page) for text in items[0].paragraphs)
    return "".join(tag("p", escaped(text), lang=code) for code, text in texts)


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence of the guide, as members read it."""

    text: str
    author: bool


def _told(page: Page) -> dict[str, _Told]:
    """Return the sentences of the guide by the clauses that they are about."""
    sections = page.guide.sections
    sentences = (one for section in sections for one in (*section.sentences, *section.scores, *section.behind))
    found = dict[str, _Told]()
    for one in sentences:
        if one.author or one.composed:
            shown = _Told(tag("p", escaped(unmarked(one.text)), class_="told"), one.author)
            found |= {name: shown for name in one.names if name not in found}
    return found


ALIKE: Final = 0.7
"""The least part of the words that two texts share if their differences are marked."""
KEPT: Final = 0.9
"""The least part of the words of the shorter text that the longer one keeps, if what was added or left out is marked."""


def _pair(was: str, now: str, css_class: str) -> str:
    """Return a row with two texts, with their differences marked if they share most of their words."""
    if was and now and _are_alike(was.split(), now.split()):
        was, now = marked(was, now)
    return tag("tr", tag("td", was or NONE) + tag("td", now or NONE), class_=css_class)


def _are_alike(was: Sequence[str], now: Sequence[str]) -> bool:
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    return matcher.ratio() >= ALIKE or kept >= KEPT * min(len(was), len(now))
