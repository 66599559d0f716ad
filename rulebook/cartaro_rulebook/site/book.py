"""The data of a ruleset's page: the checked game, the findings about it, its changes to the base, the coverage of the sources.

Findings are passed in (the verifier's results have the form `Finding` without conversion); the rulebook proves nothing itself.

Coverage is computed for several games together: an article of a source is covered if any of them cites it.  A declaration
without a citation has the citations of its article.  An article that only refers to another article covers the same rows as
that article.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable
from urllib.parse import urlencode

from cartaro_grammar import Clause, Game, Span, fingerprint
from cartaro_grammar import game as g
from cartaro_interpreter import Record
from cartaro_rulebook.answers.extent import FoundEverywhere
from cartaro_rulebook.answers.verdict_parts import Formed
from cartaro_rulebook.prose.clauses import ArticleProse, articles_in, scope_for
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.site.markup import CardPictures, inline, tag
from cartaro_rulebook.site.measurements import Measurements, PlayedLengths
from cartaro_rulebook.words.language import date_in_words, language
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import capitalized

if TYPE_CHECKING:
    from cartaro_rulebook.guide import Guide

# ---------------------------------------------------------------------- coverage


CoverKind = Literal["clause", "conduct", "ruling", "article", "option", "act", "finding", "report", "example", "claim"]


@dataclass(frozen=True, slots=True)
class Cover:
    """A clause, act or other item that covers an article of a source, with the rulesets that have it (several if it is
    inherited).

    `article` is the key of its article, "" for examples and claims.  For the kind "article", `name` is the key of the article
    referred to.  `own` is false if the item has only the citation of `article`.  `names` are the names given with the item
    itself.
    """

    kind: CoverKind
    name: str
    article: str
    own: bool
    names: g.Names
    rulesets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """An article of a source: its row, its title in the source if given, what covers it, and its quoted text, if any.

    A base or library may name articles that do not concern the ruleset. Articles without a covering clause are omitted.
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
        """Return the rows of the sources that no clause covers."""
        return tuple(article.row for article in self.articles if not article.covers)


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A house rule that exists because a source is silent or ambiguous; `cites` are its own citations or, if it has none, those
    of its article.
    """

    option: g.Option
    cites: tuple[str, ...]
    rulesets: tuple[str, ...]


def coverage(games: Mapping[str, Game]) -> tuple[Coverage, ...]:
    """Return the sources of the games, by name and in the order of declaration, each with what covers its articles.

    Two sources with the same letter count as one if their titles are the same.
    """
    found: dict[tuple[str, str], _SourceRows] = {}
    for name, game in games.items():
        covers = _covers(game)
        for source in game.ruleset.sources:
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
    """Return the house rules of some games, by name; a house rule that a variant sets differently is a separate question."""
    found: dict[tuple[object, ...], tuple[g.Option, tuple[str, ...], dict[str, None]]] = {}
    for name, game in games.items():
        articles = {article.key: article for article in game.ruleset.articles}
        for option in game.ruleset.options:
            cites = option.cites or (articles[option.article].cites if option.article in articles else ())
            place = (*_place(option.span), option.default, option.values, option.reason)
            found.setdefault(place, (option, cites, {}))[2][name] = None
    return tuple(OpenRow(option, cites, tuple(rulesets)) for option, cites, rulesets in found.values())


@dataclass(frozen=True, slots=True)
class Addition:
    """A clause that no source states, with the rulesets in which it occurs."""

    clause: Clause
    rulesets: tuple[str, ...]


def additions(games: Mapping[str, Game]) -> tuple[Addition, ...]:
    """Return the clauses of the games that no source states, by name. A clause of a text that several games share is returned
    once.
    """
    found: dict[tuple[str, int, int], tuple[Clause, dict[str, None]]] = {}
    for name, game in games.items():
        for clause in game.ruleset.clauses:
            if clause.ours:
                found.setdefault(_place(clause.span), (clause, {}))[1][name] = None
    return tuple(Addition(clause, tuple(rulesets)) for clause, rulesets in found.values())


@dataclass(frozen=True, slots=True)
class _Thing:
    """The identity of a cover: the same text in two games counts as one cover."""

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
    """Return a sort key that orders rows by their numbers: F9 is before F10."""
    number = re.search(r"\d+", row)
    return int(number[0]) if number else 0, row


def _covers(game: Game) -> dict[str, dict[_Thing, None]]:
    """Return, for each row that a game cites, what covers it, without duplicates and in this order: clauses, articles referred
    to, declarations, reports, evidence.
    """
    articles = {article.key: article for article in game.ruleset.articles}
    found: dict[str, dict[_Thing, None]] = {}

    def add(kind: CoverKind, name: str, names: g.Names, cites: tuple[str, ...], span: Span, article: str = "") -> None:
        place = articles.get(article)
        for row in cites or (place.cites if place else ()):
            found.setdefault(row, {})[_Thing(kind, name, article, bool(cites), names, _place(span))] = None

    for clause in game.ruleset.clauses:
        article_of = "" if clause.ours else clause.article
        add(_kind(clause), clause.name, clause.names, clause.cites, clause.span, article_of)
    for article in game.ruleset.articles:
        for other in _sent_to(article, game, articles):
            add("article", other.key, other.names, (), other.span, article.key)
    for option in game.ruleset.options:
        add("option", option.name, option.names, option.cites, option.span, option.article)
    for act in game.acts:
        add("finding" if act.finding else "act", act.name, (), act.cites, act.span, _declared_in(act, game))
    for known in game.ruleset.elsewhere:
        add("report", known.kind, known.texts, known.cites, known.span)
    for example in game.ruleset.examples:
        add("example", example.name, example.names, example.cites, example.span)
    for claim in game.ruleset.claims:
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
    """Yield the articles through which an article covers rows: the articles that it refers to, and the article itself if it
    declares only places or memory.
    """
    speaking = {clause.article for clause in game.ruleset.clauses}
    for key in article.see:
        if key in articles and (key in speaking or articles[key].declares):
            yield articles[key]
    named = {option.name for option in game.ruleset.options} | {act.name for act in game.acts}
    if not article.see and article.key not in speaking and article.declares and named.isdisjoint(article.declares):
        yield article


def _declared_in(act: g.Act, game: Game) -> str:
    return next((article.key for article in game.ruleset.articles if act.name in article.declares), "")


def _place(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end


# --------------------------------------------------------------- variant changes


ChangeKind = Literal["added", "replaced", "repealed"]


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A change, as names of clauses: `before` are the base's, `after` is the variant's, or None if the base's are
    repealed.
    """

    kind: ChangeKind
    before: tuple[str, ...]
    after: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the clauses, that of the variant's first."""
        return (*(() if self.after is None else (self.after,)), *self.before)


def clause_changes(game: Game, base: Game) -> tuple[ClauseChange, ...]:
    """Return the changes in the order of the variant's clauses, followed by the clauses that were removed without a
    replacement.
    """
    before, now = ruled(base), ruled(game)
    replaced = dict(game.ruleset.replaced)
    gone = [name for name in before if name not in now]
    taken = {old: tuple(n for n in replaced.get(old, ()) if n in now and n not in before) for old in gone}
    found: list[ClauseChange] = []
    for name, clause in now.items():
        if name not in before:
            olds = tuple(old for old, names in taken.items() if name in names)
            found.append(ClauseChange("replaced" if olds else "added", olds, name))
        elif clause.span != before[name].span:
            found.append(ClauseChange("replaced", (name,), name))
    return (*found, *(ClauseChange("repealed", (old,), None) for old, names in taken.items() if not names))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two games: the relation of the second to the first, and the answer of each for the position that shows
    the difference.
    """

    relation: str
    """`equal`, `stricter`, `looser`, `unlike` or `not told apart`."""
    proved: bool
    hands: int
    first: str = ""
    second: str = ""
    seed: int | None = None
    """The number of the hand that leads to the position; None if the position was built."""
    moves: tuple[str, ...] = ()
    position: Mapping[str, object] | None = None
    lines: tuple[str, ...] = ()
    """The lines of an example without a position."""
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    clauses: Mapping[str, Comparison] = field(default_factory=dict[str, "Comparison"])
    """The relation of each changed clause to its counterpart, if only this clause changes.  The key is its name in the second
    game; for a removed clause, its name in the first.
    """


def ruled(game: Game) -> dict[str, Clause]:
    """Return the clauses of the rules, without those of an annex, which serve only its claims."""
    return {clause.name: clause for clause in game.ruleset.clauses if not clause.annex}


def comparison_name(game: Game) -> str:
    """Return the name of the page that compares a variant with its base; no ruleset can have this name."""
    return f"{game.name}-{game.ruleset.base}"


PageKind = Literal["play", "rules", "proofs"]
"""One of the pages of a game (decision 0054)."""
PAGE_KINDS: tuple[PageKind, ...] = ("play", "rules", "proofs")


def page_name(game: Game, kind: PageKind) -> str:
    """Return the name of a page of a game; no other ruleset can have this name."""
    return game.name if kind == "play" else f"{game.name}-{kind}"


# -------------------------------------------------------------------------- book


class PlayedExample(Protocol):
    """A history that the interpreter has replayed: the record of play, and the position it leads to."""

    @property
    def record(self) -> Mapping[str, object]: ...
    @property
    def position(self) -> Mapping[str, object]: ...
    @property
    def note(self) -> Formed | str | None: ...


class Finding(Protocol):
    """The verdict on a claim, or on an obligation of every game."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def method(self) -> Formed | None: ...
    @property
    def text(self) -> g.Names: ...
    @property
    def settings(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def reason(self) -> Formed | None: ...
    @property
    def vacuous(self) -> bool: ...
    @property
    def witness(self) -> PlayedExample | None: ...


@runtime_checkable
class ForPlayers(Protocol):
    """A finding that names the number of players for which it was decided."""

    @property
    def players(self) -> int | tuple[int, ...]: ...


class ShownCase(Protocol):
    """A case that a proof left open: the case, the move, the invariants that hold there, and positions that they do not
    exclude.
    """

    @property
    def players(self) -> int: ...
    @property
    def case(self) -> Formed: ...
    @property
    def move(self) -> Formed | None: ...
    @property
    def invariants(self) -> Sequence[Formed]: ...
    @property
    def before(self) -> Mapping[str, object] | None: ...
    @property
    def position(self) -> Mapping[str, object] | None: ...
    @property
    def played(self) -> Mapping[str, object] | None: ...


@runtime_checkable
class Unproved(Protocol):
    """A finding that may name the point at which its proof failed, and its house rules."""

    @property
    def open(self) -> ShownCase | None: ...
    @property
    def house_rules(self) -> tuple[tuple[str, str], ...]: ...


@dataclass(frozen=True, slots=True)
class ChangedCase:
    """An example of one of two editions, the new or the old, and its first line that the other edition contradicts."""

    example: g.Example
    line: g.ExampleLine
    of_new: bool
    others: tuple[str, ...] = ()
    """The legal moves under the other edition, in words, if the line lists all legal moves and there are few."""
    found: int | None = None
    """The number under the other edition, if the line compares one."""


@dataclass(frozen=True, slots=True)
class MutantScore:
    """The number of small changes of the rules that examples and claims detect, out of the changes that play can detect
    (decision 0042).
    """

    noticed: int
    mutants: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game to be printed; `base` is the game that it varies. `outcomes` has the result of each example, and `measurements`
    the statistics of hands played at random. `workbench` is the address of a workbench that has the game's text.
    """

    game: Game
    base: Game | None = None
    findings: tuple[Finding, ...] = ()
    outcomes: Mapping[str, bool] = field(default_factory=dict[str, bool])
    measurements: Measurements | None = None
    workbench: str | None = None
    everywhere: tuple[FoundEverywhere, ...] = ()
    """The verdicts under all house rules at once."""
    mutants: MutantScore | None = None
    beside: Mapping[str, Comparison] = field(default_factory=dict[str, Comparison])
    """The relation of the game to its base, by language, if known."""
    kept: bool = False
    """Whether the findings are shipped with the ruleset, rather than decided for this page."""
    differently: str = ""
    """The texts of a new variant of the game, encoded as in an address of the workbench."""
    earlier: tuple[Game, ...] = ()
    """Earlier editions, the newest first."""
    hand: Record | None = None
    """A hand played by opponents that look ahead, which the Play page shows."""
    lengths: PlayedLengths | None = None
    """Matches between machine players, and deals against random players."""
    site: str = ""
    """The address of the published site, with a slash at its end; empty if it is unknown."""
    publisher: str = ""
    """Who publishes the editions on the site; empty if it is not stated."""


@dataclass(frozen=True)
class Page:
    """A ruleset's page under construction, in one language."""

    ruleset: Ruleset
    scope: ProseScope
    pictures: CardPictures
    built: frozenset[str] = frozenset()
    """The rulesets that have a page in the same site."""
    called: str = ""
    """The name that distinguishes the ruleset from another with the same title; empty if the title is enough."""
    histories: str = ""
    """The address of the script that has the steps of histories; empty if they are on the page."""

    @property
    def game(self) -> Game:
        return self.ruleset.game

    @cached_property
    def rows(self) -> Mapping[str, str]:
        """Return the rows of sources that the page lists, each with the source's title and the row's article in the source."""
        found = ((source, article) for source in coverage({self.game.name: self.game}) for article in source.articles)
        return {a.row: source.title + (f", {a.title}" if a.title else "") for source, a in found}

    @cached_property
    def guide(self) -> Guide:
        """Return the player's guide to the game."""
        from cartaro_rulebook.guide import player_guide  # imported late: the list of games needs no guide

        return player_guide(self.scope)

    @cached_property
    def articles(self) -> tuple[ArticleProse, ...]:
        """Return the articles of the game in words."""
        return articles_in(self.scope)

    @cached_property
    def changed(self) -> Mapping[str, ChangeKind]:
        """Return, by name, the clauses that a variant adds or puts in the place of others."""
        changes = clause_changes(self.game, self.ruleset.base) if self.ruleset.base is not None else ()
        return {change.after: change.kind for change in changes if change.after is not None}

    def label(self, key: str, **slots: str) -> str:
        """Return a label of the pages themselves."""
        return language(self.scope.lang.code).text(f"site_{key}", **slots)

    def shown(self, key: str, **slots: str) -> str:
        """Return a label as HTML, with its key if keys are shown."""
        lang = self.scope.lang
        words = lang.text(f"site_{key}", **slots)
        return inline(words + lang.key_mark(words), self.pictures)

    def in_workbench(self, label: str, css_class: str, **query: str) -> str:
        """Return a link that opens the game in the workbench, at the query given; empty without a workbench."""
        if self.ruleset.workbench is None:
            return ""
        asks = urlencode({"lang": self.scope.lang.code, "game": self.game.name, **query})
        return tag("a", self.shown(label), href=f"{self.ruleset.workbench}#{asks}", class_=css_class)

    @property
    def title(self) -> str:
        return self.called or localized(self.game.ruleset.title, self.scope.lang.code, self.game.name)

    @property
    def edition(self) -> str:
        """Return the name of the ruleset's edition; empty if it has none."""
        edition = self.game.ruleset.edition
        return edition.name if edition else ""

    @property
    def imprint(self) -> str:
        """Return the page's edition and date, if the ruleset has them, and its fingerprint."""
        edition = self.game.ruleset.edition
        texts = [self.label("edition", x=edition.name)] if edition else []
        texts += [self.dated(edition.date)] if edition and edition.date else []
        return capitalized(" · ".join([*texts, self.label("fingerprint", x=fingerprint(self.game))]))

    def dated(self, date: g.Date) -> str:
        """Return a date as the page's language writes it."""
        return date_in_words(date, self.scope.lang)

    def article(self, key: str) -> str:
        """Return the heading for the article with this number; the articles of the libraries are numbered separately."""
        return self.scope.naming.article(key)


def page_for(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> Page:
    """Return the page of a ruleset in a language, ready to be filled; `built` are the rulesets that have a page in the same
    site.  With `keys`, every sentence shows the keys that produced it.
    """
    scope = scope_for(ruleset.game, code, keys=keys)
    return Page(ruleset, scope, CardPictures(scope.naming), built)
