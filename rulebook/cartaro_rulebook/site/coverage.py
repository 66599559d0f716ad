"""What covers the sources: for each article of each source, what in some rulesets cites it; and the questions they leave open.

Takes checked games, together: an article is covered where any of them covers it.  What a game says without a citation of its
own cites what its article cites; an article that only sends to another one covers what it cites by that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Clause, Game, Span
from cartaro_grammar import game as g

CoverKind = Literal["clause", "conduct", "ruling", "article", "option", "act", "finding", "example", "claim"]


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers an article of a source, in which of the rulesets (more than one where it is inherited).

    `article` is the key of the article it stands in, "" for examples and claims; of kind "article", `name` is the key of the
    one sent to.  `own` is false where the citation is that of `article`.  `names` are those given with the thing itself.
    """

    kind: CoverKind
    name: str
    article: str
    own: bool
    names: g.Names
    rulesets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """An article of a source: its row, its title in the source where that is given, what covers it, and what it says where that
    is quoted.

    What a ruleset builds on may name articles that are no concern of its own: they are left out where nothing covers them.
    """

    row: str
    title: str | None
    covers: tuple[Cover, ...]
    quotation: g.Quotation | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """A source, the rulesets that declare it, and its articles in their order."""

    letter: str
    title: str
    publisher: str
    date: g.Date | None
    rulesets: tuple[str, ...]
    articles: tuple[Covered, ...]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """The rows that nothing covers."""
        return tuple(article.row for article in self.articles if not article.covers)


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A house rule, standing where a source is silent or can be read in two ways; `cites` are its own or its article's."""

    option: g.Option
    cites: tuple[str, ...]
    rulesets: tuple[str, ...]


def coverage(games: Mapping[str, Game]) -> tuple[Coverage, ...]:
    """Every source of some games, by name, with what covers its articles; sources in the order in which they are declared.

    Two sources of one letter are one where their titles are the same.
    """
    found: dict[tuple[str, str], _SourceRows] = {}
    for name, game in games.items():
        covers = _covers(game)
        for source in game.sources:
            gathered = found.setdefault((source.letter, source.title), _SourceRows(source, {}, {}, {}, {}))
            gathered.rulesets[name] = None
            for quotation in source.quotations:
                gathered.quotations.setdefault(quotation.row, quotation)
            for row, title in source.rows:
                gathered.titles[row] = gathered.titles.get(row) or title
                if row not in source.owed and row not in covers:
                    continue
                things = gathered.covers.setdefault(row, {})
                for thing in covers.get(row, ()):
                    things.setdefault(thing, {})[name] = None
    return tuple(_coverage(gathered) for gathered in found.values())


def questions(games: Mapping[str, Game]) -> tuple[OpenRow, ...]:
    """The house rules of some games, by name; one that a variant sets otherwise is another question."""
    found: dict[tuple[object, ...], tuple[g.Option, tuple[str, ...], dict[str, None]]] = {}
    for name, game in games.items():
        articles = {article.key: article for article in game.articles}
        for option in game.options:
            cites = option.cites or (articles[option.article].cites if option.article in articles else ())
            place = (*_place(option.span), option.default, option.values, option.reason)
            found.setdefault(place, (option, cites, {}))[2][name] = None
    return tuple(OpenRow(option, cites, tuple(rulesets)) for option, cites, rulesets in found.values())


@dataclass(frozen=True, slots=True)
class Addition:
    """A clause that no source states, in the rulesets that have it."""

    clause: Clause
    rulesets: tuple[str, ...]


def additions(games: Mapping[str, Game]) -> tuple[Addition, ...]:
    """The clauses of some games, by name, that no source states; the same text in two games is one."""
    found: dict[tuple[str, int, int], tuple[Clause, dict[str, None]]] = {}
    for name, game in games.items():
        for clause in game.clauses:
            if clause.ours:
                found.setdefault(_place(clause.span), (clause, {}))[1][name] = None
    return tuple(Addition(clause, tuple(rulesets)) for clause, rulesets in found.values())


@dataclass(frozen=True, slots=True)
class _Thing:
    """What covers, as it is told apart: the same text in two games is one thing."""

    kind: CoverKind
    name: str
    article: str
    own: bool
    names: g.Names
    place: tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class _SourceRows:
    source: g.SourceInfo
    rulesets: dict[str, None]
    titles: dict[str, str | None]
    quotations: dict[str, g.Quotation]
    covers: dict[str, dict[_Thing, dict[str, None]]]


def _coverage(gathered: _SourceRows) -> Coverage:
    source = gathered.source
    articles = tuple(
        Covered(
            row,
            gathered.titles[row],
            tuple(_cover(thing, rulesets) for thing, rulesets in things.items()),
            gathered.quotations.get(row),
        )
        for row, things in sorted(gathered.covers.items(), key=lambda pair: _in_order(pair[0]))
    )
    return Coverage(source.letter, source.title, source.publisher, source.date, tuple(gathered.rulesets), articles)


def _cover(thing: _Thing, rulesets: dict[str, None]) -> Cover:
    return Cover(thing.kind, thing.name, thing.article, thing.own, thing.names, tuple(rulesets))


def _in_order(row: str) -> tuple[int, str]:
    """Rows by their numbers: F9 is before F10."""
    number = re.search(r"\d+", row)
    return int(number[0]) if number else 0, row


def _covers(game: Game) -> dict[str, dict[_Thing, None]]:
    """What covers each row that a game cites, each once, in the order: clauses, articles sent to, declarations, evidence."""
    articles = {article.key: article for article in game.articles}
    found: dict[str, dict[_Thing, None]] = {}

    def add(kind: CoverKind, name: str, names: g.Names, cites: tuple[str, ...], span: Span, article: str = "") -> None:
        place = articles.get(article)
        for row in cites or (place.cites if place else ()):
            found.setdefault(row, {})[_Thing(kind, name, article, bool(cites), names, _place(span))] = None

    for clause in game.clauses:
        article_of = "" if clause.ours else clause.article
        add(_kind(clause), clause.name, clause.names, clause.cites, clause.span, article_of)
    for article in game.articles:
        for other in _sent_to(article, game, articles):
            add("article", other.key, other.names, (), other.span, article.key)
    for option in game.options:
        add("option", option.name, option.names, option.cites, option.span, option.article)
    for act in game.acts:
        add("finding" if act.finding else "act", act.name, (), act.cites, act.span, _declared_in(act, game))
    for example in game.examples:
        add("example", example.name, example.names, example.cites, example.span)
    for claim in game.claims:
        add("claim", claim.name, claim.names, claim.cites, claim.span)
    return found


def _kind(clause: Clause) -> CoverKind:
    match clause.sentence:
        case g.Conduct():
            return "conduct"
        case g.Breach():
            return "ruling"
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins()
            | g.Passes() | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Material()
        ):  # fmt: skip
            return "clause"


def _sent_to(article: g.Article, game: Game, articles: dict[str, g.Article]) -> Iterator[g.Article]:
    """The articles by which an article says something: those it sends to; itself, where it declares places or memory only."""
    speaking = {clause.article for clause in game.clauses}
    for key in article.see:
        if key in articles and (key in speaking or articles[key].declares):
            yield articles[key]
    heard = {option.name for option in game.options} | {act.name for act in game.acts}
    if not article.see and article.key not in speaking and article.declares and heard.isdisjoint(article.declares):
        yield article


def _declared_in(act: g.Act, game: Game) -> str:
    return next((article.key for article in game.articles if act.name in article.declares), "")


def _place(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end
