"""The telling of a game: sections in the order of play, the count as a table, the house rules that are not chosen in a box.

Each sentence is a generated one, or the author's for several clauses at once; it says which clauses it tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts
from cartaro_rulebook.prose.clauses import clause_prose, finished
from cartaro_rulebook.prose.declarations import option_prose
from cartaro_rulebook.prose.effects import effects
from cartaro_rulebook.prose.material import NumberTable
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.telling.author_wordings import AIM, text_of, wordings
from cartaro_rulebook.telling.number_table import told_table
from cartaro_rulebook.telling.outline import HEADINGS, Heading, Told, asked_by, heading_of, outline
from cartaro_rulebook.words.references import capital


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """One or more sentences with the clauses and acts that they tell; `title` is the heading of the score that they tell."""

    text: str
    names: tuple[str, ...]
    author: bool
    title: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """What is told under a heading: sentences, what the cards are worth or the rows of the count, then what explains it."""

    heading: Heading
    sentences: tuple[ToldSentence, ...]
    scores: tuple[ToldSentence, ...] = ()
    numbers: NumberTable | None = None
    behind: tuple[ToldSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherRule:
    """A house rule with the value chosen and those that are not, or what the author says of it."""

    name: str
    title: str
    chosen: str
    others: tuple[str, ...]
    text: str | None


@dataclass(frozen=True, slots=True)
class ToldGame:
    sections: tuple[Section, ...]
    others: tuple[OtherRule, ...]


def telling(scope: ProseScope) -> ToldGame:
    """The whole telling; without sections where there is nothing to tell."""
    told = outline(scope.naming.game)
    worded = wordings(scope)
    placed = _placed(worded, told, scope.naming.game)
    reached = tuple(asked_by(one, scope.naming.game) for items in told.values() for one in items)
    sections = (_section(heading, told[heading], placed, worded, scope) for heading in HEADINGS)
    numbers = told_table(reached, scope)
    with_numbers = (replace(s, numbers=numbers) if s.heading == "pack" else s for s in sections)
    return ToldGame(tuple(s for s in with_numbers if s.sentences or s.scores or s.numbers), tuple(_others(worded, scope)))


# ---------------------------------------------------------------------------------------------- where a wording stands


def _placed(worded: tuple[g.Wording, ...], told: dict[Heading, tuple[Told, ...]], game: g.Game) -> dict[str, g.Wording]:
    """Each wording by the first of what it names; where that is not in the outline, by its heading."""
    known = {one.name for items in told.values() for one in items}
    found: dict[str, g.Wording] = {}
    for wording in worded:
        first = wording.names[0]
        found[first if first in known else f" {_nearest(wording, told, game)} {first}"] = wording
    return found


def _nearest(wording: g.Wording, told: dict[Heading, tuple[Told, ...]], game: g.Game) -> Heading | None:
    """The heading of what is not told by itself: that of most of its article; None for a house rule, told in the box."""
    if wording.names[0] == AIM:
        return "aim"
    clause = game.clause.get(wording.names[0])
    if clause is None:
        return None
    beside = [heading_of(c, game) for c in game.standing if c.article == clause.article]
    return max(HEADINGS, key=beside.count) if any(beside) else "turn"


def _section(
    heading: Heading, items: tuple[Told, ...], placed: dict[str, g.Wording], worded: tuple[g.Wording, ...], scope: ProseScope
) -> Section:
    covered = {name for wording in worded for name in wording.names}
    before: list[ToldSentence] = []
    scores: list[ToldSentence] = []
    behind: list[ToldSentence] = []
    event: tuple[str, str] | None = None
    for item in items:
        said = _told(item, placed, covered, event, scope)
        if said is None:
            continue
        if isinstance(item, g.Clause) and not isinstance(item.sentence, g.Definition):
            event = item.sentence.event if isinstance(item.sentence, g.Consequence) else None
        is_score = isinstance(item, g.Clause) and isinstance(item.sentence, g.Score)
        (scores if is_score else behind if scores else before).append(said)
    loose = [w for place, w in placed.items() if place.startswith(f" {heading} ")]
    among = behind if scores else before
    for wording in loose:
        at = _behind_its_neighbour(wording, among, scope.naming.game)
        among.insert(at, ToldSentence(text_of(wording, scope), wording.names, True))
    return Section(heading, tuple(before), tuple(scores), None, tuple(behind))


def _behind_its_neighbour(wording: g.Wording, told: list[ToldSentence], game: g.Game) -> int:
    """Where a wording stands that the outline does not place: behind the last of those told that its author wrote before it, or
    before the first of those written after it; at the end where none of its ruleset is told.
    """
    order = [one.names for one in game.wordings if one.home == wording.home]
    own = order.index(wording.names)
    places = [(order.index(one.names), at) for at, one in enumerate(told) if one.names in order]
    earlier, later = [at for place, at in places if place < own], [at for place, at in places if place > own]
    return max(earlier) + 1 if earlier else min(later) if later else len(told)


def _told(
    item: Told, placed: dict[str, g.Wording], covered: set[str], event: tuple[str, str] | None, scope: ProseScope
) -> ToldSentence | None:
    """The sentence of a clause or act; None where another one tells it."""
    is_score = isinstance(item, g.Clause) and isinstance(item.sentence, g.Score)
    title = capital(scope.naming.title(item.name, item.names)) if isinstance(item, g.Clause) and is_score else ""
    if item.name in placed:
        wording = placed[item.name]
        return ToldSentence(text_of(wording, scope), wording.names, True, title)
    if item.name in covered:
        return None
    if isinstance(item, g.Act):
        return _act(item, scope)
    within = isinstance(item.sentence, g.Consequence) and item.sentence.event == event and event is not None
    said = clause_prose(replace(item, under=()), scope, within, running=True)
    return ToldSentence(said.text, (item.name,), said.author, title)


def _act(act: g.Act, scope: ProseScope) -> ToldSentence | None:
    """What an act does."""
    if not act.effects:
        return None
    does = effects(act.effects, acts.performing(act.name, scope))
    said = scope.lang.say("told_act", do=scope.naming.quoted(acts.in_general(act, scope)), x=does)
    return ToldSentence(finished(said, scope, of=act.span), (act.name,), False)


# ---------------------------------------------------------------------------------------------- the house rules not chosen


def _others(worded: tuple[g.Wording, ...], scope: ProseScope) -> Iterator[OtherRule]:
    for option in scope.naming.game.options:
        said = option_prose(option, scope)
        chosen = scope.naming.game.chosen[option.name]
        others = tuple(scope.naming.option_value(value) for value in option.values if value != chosen)
        wording = next((w for w in worded if option.name in w.names and option.name not in scope.naming.game.clause), None)
        text = None if wording is None else text_of(wording, scope)
        if others:
            yield OtherRule(option.name, capital(said.title), scope.naming.option_value(chosen), others, text)
