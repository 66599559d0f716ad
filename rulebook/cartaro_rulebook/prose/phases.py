"""The phases of a turn in the guide, such as bids, an exchange or the play. Each has the title of the author's article
(decision 0109).

Without such headings, a turn is a long list of permissions and prohibitions, and nothing shows the reader what belongs
together.  Authors put the rules of a phase in an article and give it a title, so the guide follows them.  It groups the rules
of the turn by article, in the author's order, and puts each definition before the first rule that uses it.  Clauses of a
library belong to the article that refers to their article (*see article 3 of tricks*), or to an article at the end that has no
act of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cartaro_grammar import game as g
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.words.naming import localized

Item = g.Clause | g.Act
Definitions = Callable[[Item], Iterable[g.Clause]]
"""Returns the clauses of the definitions that a clause or act uses directly."""

FIRST = ""
"""The phase of the rules that come before all headings: who begins, and what the player does in a turn, step by step."""
SHARED = "*"
"""The phase of a library's rules, if no article of the game takes them up."""
NEXT = ">"
"""The phase of the rules that decide whose turn is next, if they belong to no article of the game."""

MANY_DEFINITIONS = 2
"""The least number of definitions for which an article without other rules of the turn has a heading."""


@dataclass(frozen=True, slots=True)
class Phases:
    """The rules of a turn in order, and a map from their names to phases.  A phase is named by the key of its article."""

    items: tuple[Item, ...]
    of: dict[str, str]

    def titles(self, scope: ProseScope) -> dict[str, str]:
        """Return a map from the names of rules to headings; a heading is empty if there would be only one."""
        articles = {article.key: article for article in scope.naming.game.ruleset.articles}
        shared = next((c.article for c in self.items if isinstance(c, g.Clause) and self.of.get(c.name) == SHARED), "")
        named: dict[str, str] = {FIRST: "", NEXT: scope.lang.text("guide_next_turn")}
        for key in dict.fromkeys(self.of.values()):
            article = articles.get(shared if key == SHARED else key)
            if article is not None:
                named[key] = localized(article.names, scope.lang.code, "")
        several = sum(1 for key in dict.fromkeys(self.of.values()) if named.get(key)) > 1
        return {name: named.get(key, "") if several else "" for name, key in self.of.items()}


def phases(
    items: Sequence[Item], elsewhere: frozenset[str], worded: Container[str], definitions: Definitions, game: g.Game
) -> Phases:
    """Return the rules of the turn by phase, with the definitions that they use.  `elsewhere` are the articles whose rules the
    guide has in other sections; a definition that is `worded` comes after the first rule that uses it and is `worded` too,
    as its author expects; if there is none, after the first that uses it.
    """
    order = _Order(game, items)
    of = {item.name: order.phase_of(item) for item in items}
    alone = [item.name for item in items if _passes(item) and [*of.values()].count(of[item.name]) == 1]
    of |= dict.fromkeys(alone, NEXT)
    if [*of.values()].count(NEXT) == 1:
        of = {name: FIRST if key == NEXT else key for name, key in of.items()}
    used = list(definitions_used(items, definitions))
    counted = [order.place(clause.article) for clause in used if clause.name not in worded]
    only = {key for key in counted if counted.count(key) >= MANY_DEFINITIONS and key not in (SHARED, *elsewhere)}
    found: list[Item] = []
    after = _worded_users(items, worded, definitions)

    def take(clauses: Iterable[g.Clause], key: str) -> None:
        for clause in clauses:
            if clause.name not in of:
                of[clause.name] = key
                found.append(clause)

    for key in order.sorted({*of.values()} | only):
        for item in _by_act([item for item in items if of[item.name] == key]):
            needed = list(definitions_used([item], definitions))
            take((clause for clause in needed if clause.name not in worded), key)
            found.append(item)
            take((clause for clause in needed if after.get(clause.name, item.name) == item.name), key)
        own = [clause for clause in used if order.place(clause.article) == key]
        take((one for clause in own for one in (*definitions_used([clause], definitions), clause)), key)
    return Phases(tuple(found), of)


def _worded_users(items: Sequence[Item], worded: Container[str], definitions: Definitions) -> dict[str, str]:
    """Return, for each definition with a wording, the first rule that uses it and has a wording too: the author expects the
    sentence about the definition after this one (*but if there is a trump …*), and not after another rule that uses it.
    """
    found = dict[str, str]()
    for item in items:
        if item.name in worded:
            for clause in definitions_used([item], definitions):
                if clause.name in worded:
                    found.setdefault(clause.name, item.name)
    return found


def _passes(item: Item) -> bool:
    """Return whether a rule only decides whose turn is next; alone, it is not a phase."""
    return isinstance(item, g.Clause) and isinstance(item.sentence, g.Passes)


def _by_act(items: Sequence[Item]) -> list[Item]:
    """Return the rules of a phase with those about one act together: who may do it, what it does, and what follows."""
    first: dict[str, int] = {}
    for at, item in enumerate(items):
        first.setdefault(_act_of(item) or item.name, at)
    return sorted(items, key=lambda item: first[_act_of(item) or item.name])


def _act_of(item: Item) -> str | None:
    if isinstance(item, g.Act):
        return item.name
    node = item.sentence
    if isinstance(node, g.Permission):
        return node.act
    if isinstance(node, g.Prohibition):
        return node.acts[0]
    return node.event[1] if isinstance(node, g.Consequence) and node.event[0] == "after" else None


def _word_defined(clause: g.Clause) -> str:
    return clause.sentence.function if isinstance(clause.sentence, g.Definition) else ""


def definitions_used(items: Iterable[Item], definitions: Definitions) -> Iterator[g.Clause]:
    """Yield the definitions that some rules use, in an order in which each follows the definitions that it uses."""
    seen = set[str]()

    def walk(item: Item) -> Iterator[g.Clause]:
        for _, group in groupby(definitions(item), key=_word_defined):
            clauses = [clause for clause in group if clause.name not in seen]
            seen.update(clause.name for clause in clauses)
            for clause in clauses:
                yield from walk(clause)
            yield from clauses

    for item in items:
        yield from walk(item)


class _Order:
    """The phases of a game's rules, and the order of the phases."""

    def __init__(self, game: g.Game, items: Sequence[Item]) -> None:
        self._game = game
        homes = (game.name, *game.ruleset.bases)
        self._own = [article.key for article in game.ruleset.articles if article.home in homes]
        self._shown = {seen: a.key for a in game.ruleset.articles if a.home in homes for seen in a.see}
        self._acts = {item.name: self._phase_of_act(item.name) for item in items if isinstance(item, g.Act)}
        last = max((n for n, key in enumerate(self._own) if key in self._acts.values()), default=-1)
        rules = [self.place(item.article) for item in items if isinstance(item, g.Clause)]
        behind = [key for n, key in enumerate(self._own) if n > last and key in rules]
        self._shared = behind[-1] if SHARED in self._acts.values() and behind else SHARED

    def place(self, article: str) -> str:
        """Return the phase of an article."""
        return article if article in self._own else self._shown.get(article, SHARED)

    def _phase_of_act(self, act: str) -> str:
        found = [self.place(clause.article) for clause, _ in self._game.permissions_of(act)]
        return next((key for key in found if key != SHARED), SHARED)

    def phase_of(self, item: Item) -> str:
        key = self._acts[item.name] if isinstance(item, g.Act) else self._phase_of_clause(item)
        return self._shared if key == SHARED else key

    def _phase_of_clause(self, clause: g.Clause) -> str:
        node, own, act = clause.sentence, self.place(clause.article), _act_of(clause)
        if isinstance(node, g.Begins | g.Step):
            return FIRST
        if own != SHARED:
            return own
        if act is not None:
            return self._acts.get(act, SHARED)
        return SHARED if SHARED in self._acts.values() else NEXT

    def sorted(self, keys: Iterable[str]) -> list[str]:
        order = [FIRST, *self._own, SHARED, NEXT]
        return sorted(keys, key=order.index)
