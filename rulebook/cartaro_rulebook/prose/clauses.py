"""A ruleset's prose: its articles, clause by clause, in one language, ready to be set in type.

Takes a checked game; guarantees that every clause of it, standing or not under the chosen options, is in exactly one article.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePath

from cartaro_grammar import PLAYERS_SETTING, Span
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, conditions, material, sentences, values
from cartaro_rulebook.prose.material import NumberTable
from cartaro_rulebook.prose.scope import ExpressionWording, ProseScope
from cartaro_rulebook.words.key_trace import KeyTrace
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import Naming, in_any
from cartaro_rulebook.words.references import capital

LISTED_KEYS = 3
"""As many tie-breaks stand in a list and not in the sentence."""


@dataclass(frozen=True, slots=True)
class ClauseProse:
    """A clause as printed.  `text` carries references (see `inline`); `author` marks words printed as they were written.

    Behind the sentence may stand a list, of what decides one after the other (`ordered`) or of the clauses that yield, to
    which `lead` leads, or a table of numbers.  `ours` is the reason for a clause that no source states.
    """

    name: str
    title: str
    text: str
    cites: tuple[str, ...]
    stands: bool
    author: bool = False
    lead: str = ""
    listed: tuple[str, ...] = ()
    ordered: bool = False
    numbers: NumberTable | None = None
    ours: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """All that is said, where there are neither lists nor tables: an item, or a row, is a line."""
        items = (f"{n}. {item}" if self.ordered else f"- {item}" for n, item in enumerate(self.listed, 1))
        return (f"{self.text} {self.lead}".rstrip(), *items, *(() if self.numbers is None else self.numbers.lines))


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """Clauses that happen one after the other at one event, told as a numbered list."""

    heading: str
    clauses: tuple[ClauseProse, ...]


@dataclass(frozen=True, slots=True)
class ArticleProse:
    """An article as printed; `see` are the keys of articles it refers to."""

    key: str
    number: str
    home: str
    title: str
    cites: tuple[str, ...]
    items: tuple[ClauseProse | TurnCourse, ...]
    see: tuple[str, ...]


def scope_for(game: g.Game, code: str, *, keys: bool = False) -> ProseScope:
    """The scope in which a whole game is told in a language; with `keys`, every sentence with the keys that made it."""
    lang = replace(language(code), trace=KeyTrace()) if keys else language(code)
    return ProseScope(Naming(game, lang), ExpressionWording(values.value, conditions.condition))


STOPS = (".", "!", "?", "…")


def finished(text: str, scope: ProseScope, stop: str = ".", of: Span | None = None) -> str:
    """The sentence contracted, with a capital and one stop; `of` is the place of what it says."""
    said = capital(scope.lang.forms.polish(text))
    whole = scope.lang.forms.polish(said if stop == "." and said.endswith(STOPS) else said + stop)
    return whole + scope.lang.keys_mark(text, "" if of is None else f"{PurePath(of.source.name).name}:{of.line}")


def articles(game: g.Game, code: str) -> tuple[ArticleProse, ...]:
    """All articles in the order of the game: its own, then those of the libraries."""
    return articles_in(scope_for(game, code))


def articles_in(scope: ProseScope) -> tuple[ArticleProse, ...]:
    """The articles of a scope's game."""
    game = scope.naming.game
    return tuple(_article(article, scope) for article in game.articles)


def _article(article: g.Article, scope: ProseScope) -> ArticleProse:
    clauses = [c for c in scope.naming.game.clauses if c.article == article.key]
    title = in_any(article.names, scope.lang.code, "")
    items = tuple(_items(clauses, scope))
    return ArticleProse(article.key, article.number, article.home, title, article.cites, items, article.see)


def _items(clauses: list[g.Clause], scope: ProseScope) -> Iterator[ClauseProse | TurnCourse]:
    """The clauses, those of one course together."""
    for event, group in groupby(clauses, key=_course_of):
        members = list(group)
        if event is None or len(members) == 1:
            yield from (clause_prose(clause, scope) for clause in members)
        else:
            heading = finished(acts.event(event, scope), scope, ":")
            yield TurnCourse(heading, tuple(clause_prose(clause, scope, within=True) for clause in members))


def _course_of(clause: g.Clause) -> tuple[str, str] | None:
    said = clause.sentence
    return said.event if isinstance(said, g.Consequence) and said.event[0] != "after" else None


def clause_prose(clause: g.Clause, scope: ProseScope, within: bool = False, *, running: bool = False) -> ClauseProse:
    """One clause as printed; `within` a course, where the event has been said; `running`, in one sentence without a list."""
    naming = scope.naming
    best = None if running else _selection(clause.sentence)
    keys = values.tie_breaks(best, scope) if best is not None and len(best.keys) >= LISTED_KEYS else ()
    inner = replace(scope, listed=best) if keys else scope
    overridden = () if running or keys or isinstance(clause.sentence, g.Conduct) else _overridden(clause, naming.game)
    yielding = tuple(naming.clause(name) for name in overridden) if len(overridden) > 1 else ()
    if isinstance(clause.sentence, g.Conduct):
        text = sentences.sentence(clause, scope)
    elif within and isinstance(clause.sentence, g.Consequence):
        text = _whole(clause, sentences.in_course(clause, clause.sentence, scope), scope, bool(yielding))
    else:
        text = _whole(clause, sentences.sentence(clause, inner), scope, bool(yielding), ":" if keys else ".")
    return ClauseProse(
        name=clause.name,
        title=naming.title(clause.name, clause.names),
        text=text,
        cites=clause.cites,
        stands=_stands(clause, naming.game),
        author=isinstance(clause.sentence, g.Conduct),
        lead=_lead(clause, scope) if yielding else "",
        listed=tuple(scope.lang.forms.polish(item) for item in (*keys, *yielding)),
        ordered=bool(keys),
        numbers=material.attribute_table(clause, scope),
        ours=in_any(clause.ours, scope.lang.code, ""),
    )


def _selection(said: g.Sentence) -> g.Select | None:
    """Whom a heading of the score is for, or what a definition gives, where that is who has the most of something."""
    found = said.chosen if isinstance(said, g.Score) else said.value if isinstance(said, g.Definition) else None
    return found if isinstance(found, g.Select) else None


def _whole(clause: g.Clause, said: str, scope: ProseScope, apart: bool, stop: str = ".") -> str:
    """The sentence with what stands before it: the house rule it waits for, and what it overrides, where that does not stand
    in a list behind it (`apart`).
    """
    before: list[str] = []
    waits = _waits_for(clause, scope.naming.game)
    if waits:
        chosen = [house_rule(option, values, scope) for option, values in waits]
        before.append(scope.lang.say("playing_with", x=scope.lang.series(chosen)))
    overridden = _overridden(clause, scope.naming.game)
    if overridden and not apart:
        names = scope.lang.series([scope.naming.clause(name) for name in overridden])
        before.append(scope.lang.say("instead_of" if isinstance(clause.sentence, g.Consequence) else "despite", x=names))
    if _gives_a_number(clause) and any(_is_default_for(clause, other) for other in scope.naming.game.clauses):
        said = scope.lang.say("by_default", x=said)
    return finished(", ".join([*before, said]), scope, stop, of=clause.span)


def _lead(clause: g.Clause, scope: ProseScope) -> str:
    """What leads to the list of the clauses that yield."""
    return scope.lang.word("instead_of_these" if isinstance(clause.sentence, g.Consequence) else "despite_these")


def _stands(clause: g.Clause, game: g.Game) -> bool:
    return game.clause.get(clause.name) == clause


def _waits_for(clause: g.Clause, game: g.Game) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a clause is not in force without: of one that stands, only the number of players, which is no house rule."""
    if not _stands(clause, game):
        return clause.under
    return tuple(one for one in clause.under if one[0] == PLAYERS_SETTING)


def house_rule(option: str, values: tuple[str, ...], scope: ProseScope) -> str:
    """`priority: equal or fewest`; a number of players in its own words."""
    if option == PLAYERS_SETTING:
        return scope.lang.say("ui_players", x=scope.lang.series(list(values), "or"))
    listed = scope.lang.series([scope.naming.option_value(v) for v in values], "or")
    return scope.lang.say("option_is", option=scope.naming.option(option), values=listed)


def _overridden(clause: g.Clause, game: g.Game) -> tuple[str, ...]:
    """The clauses named as overridden, where neither the sentence nor theirs already says so."""
    said = clause.sentence
    if not clause.despite:
        return ()
    if isinstance(said, g.Prohibition):
        return tuple(name for name in clause.despite if name not in said.bars)
    if isinstance(said, g.Consequence) and sentences.suspends(clause, said):
        return ()
    defaults = {other.name for other in game.clauses if _gives_a_number(other) and _is_default_for(other, clause)}
    return tuple(name for name in clause.despite if name not in defaults)


def _gives_a_number(clause: g.Clause) -> bool:
    """Whether a clause gives a number (a setting) for something, whatever the case."""
    if clause.when or clause.unless or not isinstance(clause.sentence, g.Definition):
        return False
    return isinstance(clause.sentence.value, g.Number | g.Setting)


def _is_default_for(clause: g.Clause, other: g.Clause) -> bool:
    """Whether a clause, which gives a number, only does so where another of its article does not give one."""
    if clause.name not in other.despite or clause.article != other.article:
        return False
    said, instead = clause.sentence, other.sentence
    return isinstance(said, g.Definition) and isinstance(instead, g.Definition) and said.function == instead.function
