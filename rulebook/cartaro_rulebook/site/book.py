"""What a page about a ruleset is made from: the checked game and what was found out about it.

The findings come from outside (the verifier's results fit `Finding` as they are); the rulebook proves nothing itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Protocol, runtime_checkable
from urllib.parse import urlencode

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import ArticleProse, articles_in, scope_for
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.site.coverage import coverage
from cartaro_rulebook.site.markup import CardPictures, inline, tag
from cartaro_rulebook.site.measurements import Measurements
from cartaro_rulebook.site.variant_changes import ChangeKind, clause_changes
from cartaro_rulebook.words.dates import date_in_words
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import capital


class PlayedExample(Protocol):
    """A history that the interpreter has replayed: the record of play, and the position it leads to."""

    @property
    def record(self) -> Mapping[str, object]: ...
    @property
    def position(self) -> Mapping[str, object]: ...
    @property
    def note(self) -> str: ...


class Finding(Protocol):
    """The verdict on a claim, or on what every game must keep."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def text(self) -> g.Names: ...
    @property
    def settings(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def reason(self) -> str: ...
    @property
    def vacuous(self) -> bool: ...
    @property
    def witness(self) -> PlayedExample | None: ...


@runtime_checkable
class ForPlayers(Protocol):
    """A finding that says for how many players it was decided."""

    @property
    def players(self) -> int | tuple[int, ...]: ...


class ShownCase(Protocol):
    """Where a proof came to nothing: the case, the move, what is known of it, and positions that are not excluded."""

    @property
    def players(self) -> int: ...
    @property
    def case(self) -> str: ...
    @property
    def move(self) -> str: ...
    @property
    def invariants(self) -> tuple[str, ...]: ...
    @property
    def before(self) -> Mapping[str, object] | None: ...
    @property
    def position(self) -> Mapping[str, object] | None: ...
    @property
    def played(self) -> Mapping[str, object] | None: ...


@runtime_checkable
class Unproved(Protocol):
    """A finding that may say where its proof came to nothing, and of which house rules it speaks."""

    @property
    def open(self) -> ShownCase | None: ...
    @property
    def house_rules(self) -> tuple[tuple[str, str], ...]: ...


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game to be printed; `base` is the game it varies.  `outcomes` says of each example whether it held,
    `measurements` what hands played at random came to; `workbench` is the address of a workbench that has its text.
    """

    game: Game
    base: Game | None = None
    findings: tuple[Finding, ...] = ()
    outcomes: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType(dict[str, bool]()))
    measurements: Measurements | None = None
    workbench: str | None = None


def texts_of(game: Game) -> frozenset[str]:
    """All texts that a game is made from, those that stand beside it too."""
    parts = (game.clauses, game.articles, game.options, game.acts, game.claims, game.examples, game.wordings)
    quotations = (quotation for source in game.sources for quotation in source.quotations)
    return frozenset(one.span.source.text for some in (*parts, quotations) for one in some)


def fingerprint(game: Game) -> str:
    """What tells one text of a ruleset, under its house rules, from another: the beginning of a digest of all texts that it is
    made from, those that stand beside it too, and of the values chosen.
    """
    digest = hashlib.sha256(repr((game.name, game.settings, game.players)).encode("utf-8"))
    for text in sorted(texts_of(game)):
        digest.update(hashlib.sha256(text.encode("utf-8")).digest())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class Page:
    """A ruleset's page under construction, in one language."""

    ruleset: Ruleset
    scope: ProseScope
    pictures: CardPictures
    built: frozenset[str] = frozenset()
    """The rulesets that have a page beside this one."""

    @property
    def game(self) -> Game:
        return self.ruleset.game

    @cached_property
    def rows(self) -> Mapping[str, str]:
        """The rows of sources that the page lists, each with the source's title and the article that it is there."""
        found = ((source, article) for source in coverage({self.game.name: self.game}) for article in source.articles)
        return {a.row: source.title + (f", {a.title}" if a.title else "") for source, a in found}

    @cached_property
    def articles(self) -> tuple[ArticleProse, ...]:
        """The articles of the game in words."""
        return articles_in(self.scope)

    @cached_property
    def changed(self) -> Mapping[str, ChangeKind]:
        """The clauses that a variant adds or puts in another's place, by name."""
        changes = clause_changes(self.game, self.ruleset.base) if self.ruleset.base is not None else ()
        return {change.after: change.kind for change in changes if change.after is not None}

    def label(self, key: str, **slots: str) -> str:
        """A label of the pages themselves."""
        return language(self.scope.lang.code).say(f"ui_{key}", **slots)

    def shown(self, key: str, **slots: str) -> str:
        """A label as HTML, with its key where keys are shown."""
        lang = self.scope.lang
        words = lang.say(f"ui_{key}", **slots)
        return inline(words + lang.keys_mark(words), self.pictures)

    def in_workbench(self, label: str, looks: str, **asked: str) -> str:
        """A link that opens the game in the workbench, at what is asked of it; nothing where there is none."""
        if self.ruleset.workbench is None:
            return ""
        asks = urlencode({"lang": self.scope.lang.code, "game": self.game.name, **asked})
        return tag("a", self.shown(label), href=f"{self.ruleset.workbench}#{asks}", class_=looks)

    @property
    def title(self) -> str:
        return in_any(self.game.title, self.scope.lang.code, self.game.name)

    @property
    def imprint(self) -> str:
        """Which text the page is made from: the edition and its date, where the ruleset says them, and the fingerprint."""
        edition = self.game.edition
        said = [self.label("edition", x=edition.name)] if edition else []
        said += [self.dated(edition.date)] if edition and edition.date else []
        return capital(" · ".join([*said, self.label("fingerprint", x=fingerprint(self.game))]))

    def dated(self, date: g.Date) -> str:
        """A date as the page's language writes it."""
        return date_in_words(date, self.scope.lang)

    def article(self, key: str) -> str:
        """An article by its number; those of the libraries have numbers of their own."""
        return self.scope.naming.article(key)


def page_for(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> Page:
    """The page of a ruleset in a language, ready to be filled; `built` are the rulesets that have a page beside it.  With
    `keys` every sentence shows what made it.
    """
    scope = scope_for(ruleset.game, code, keys=keys)
    return Page(ruleset, scope, CardPictures(scope.naming), built)
