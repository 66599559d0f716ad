"""Reasons why a move is legal or is not, for the player whose turn it is: for a written move, or for the moves that cards may
mean.

A reason must not show the place of a card that the player does not see. For visible cards it is given if it is the same in
other worlds that look the same to the player. For others it is given only if it depends on the rules and not on the places of
cards (`PUBLIC_REASONS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, cast

from cartaro_engine import Onlooker, imagined
from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import (
    Json,
    Judgement,
    Move,
    Rules,
    State,
    View,
    cards_of,
    choice_of,
    judge,
    mask_of,
    meant_by_cards,
    members,
    phrase,
    view,
)
from cartaro_rulebook import explain_demand, explain_move
from cartaro_workbench.editing.document import problem
from cartaro_workbench.table.game_table import Refused, Table, read_move

PUBLIC_REASONS = frozenset({"permission", "barred", "step", "turn"})
"""The reasons against a move that reveal nothing about the place of a card."""
NEAREST: Final = ("legal", "turn", "barred", "permission", "domain", "step", "no choice")
"""The results of a ruling; those after more passed tests come first."""
MOST_REASONS: Final = 3
MOST_JUDGED: Final = 150
MOST_CARDS: Final = 40
WORLDS: Final = 3
"""The number of worlds in which a reason must be the same."""


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause: its name and title; its article in words, with its ruleset (`of`) and title; the rows that it cites; its
    sentence; its effect on the move (`role`: permits, fails, forbids, …); and its state in this position.
    """

    name: str
    title: str
    article: str
    of: str
    article_title: str
    cites: tuple[str, ...]
    sources: tuple[str, ...]
    text: str
    role: str
    here: str


@dataclass(frozen=True, slots=True)
class Reason:
    """The ruling on a move: its text and its words, the test that fails, the explanation line by line, the clauses, and the
    nearest legal move.
    """

    phrase: str
    text: str
    legal: bool
    reason: str
    lines: tuple[str, ...]
    clauses: tuple[CitedClause, ...]
    nearest: str | None


def why(table: Table, seat: int, written: str, code: str) -> Reason | Refused:
    """Return why a move is legal or is not, with the clauses and their articles, in a language. Return only that it is not
    possible, if the reason would show the player hidden cards.
    """
    move = read_move(table, seat, written)
    if not isinstance(move, Move):
        return move
    move = choice_of(table.rules.game, move)
    state, seen = table.proceedings.state, view(table.rules, table.proceedings.state, seat)
    verdict = judge(table.rules, state, move)
    for failed in (seen, verdict):
        if isinstance(failed, Diagnostic):
            return (problem(failed),)
    assert isinstance(seen, View)
    assert isinstance(verdict, Judgement)
    found = _demand_reason(table, move, verdict, code) or _reason(table.rules, state, seen, move, verdict, code)
    silent = Diagnostic("C0818", msg("`{move}` cannot be done here", move=phrase(table.rules.game, move)))
    return (problem(silent),) if found is None else found


def why_not(table: Table, seat: int, cards: Iterable[str], code: str) -> tuple[Reason, ...] | Refused:
    """Return the moves that the cards with these codes could mean, the nearest first, and why each is legal or not.

    Return none if the player does not see a card, or it is not their turn.
    """
    seen = view(table.rules, table.proceedings.state, seat) if seat in range(table.rules.game.players) else None
    numbers = table.rules.game.card_number
    wanted = [numbers.get(card, -1) for card in cards][:MOST_CARDS]
    if isinstance(seen, Diagnostic):
        return (problem(seen),)
    if seen is None or seat != table.actor or not set(wanted) <= seen_cards(table.rules, seen):
        return ()
    return tuple(_reasons(table, seen, wanted, code))


def _reasons(table: Table, seen: View, cards: list[int], code: str) -> Iterator[Reason]:
    """Yield one reason of each kind, of the moves that get furthest first."""
    rules, state = table.rules, table.proceedings.state
    judged = [(judge(rules, state, move), move) for move in meant_by_cards(rules, state, cards)[:MOST_JUDGED]]
    known = [(verdict, move) for verdict, move in judged if isinstance(verdict, Judgement)]
    kinds, count = set[object](), 0
    for verdict, move in sorted(known, key=lambda pair: NEAREST.index(pair[0].reason)):
        kind = (move.act, verdict.reason, verdict.clauses, verdict.parameter)
        shown = kind in kinds or count == MOST_REASONS
        found = (
            None if shown else _demand_reason(table, move, verdict, code) or _reason(rules, state, seen, move, verdict, code)
        )
        kinds.add(kind)
        if found is not None:
            count += 1
            yield found


def _demand_reason(table: Table, move: Move, verdict: Judgement, code: str) -> Reason | None:
    """Return the reason against a move if a ruling demands another. Return None for any other move."""
    played = table.proceedings
    if not played.asks_otherwise(move, verdict):
        return None
    ruled = Judgement(False, "ruled", tuple(due.ruling for due in played.demand))
    return _answer_shown(table.rules, explain_demand(table.rules, played.state, move, played.demand, code), ruled)


def seen_cards(rules: Rules, seen: View) -> set[int]:
    """Return the numbers of the cards that a player sees."""
    cards = mask_of([card for zone in seen.zones for card in zone.cards or (() if zone.top is None else (zone.top,))])
    return set(members(rules.layout.faces.physical(cards)))


def _reason(rules: Rules, state: State, seen: View, move: Move, verdict: Judgement, code: str) -> Reason | None:
    """Return the reason of a move, if it may be shown; else None."""
    named, groups = cards_of(rules, move)
    are_seen = named.union(*groups) <= seen_cards(rules, seen)
    public = are_seen or verdict.legal or verdict.reason in PUBLIC_REASONS
    answer = explain_move(rules, state, move, code) if public else None
    if answer is None or isinstance(answer, Diagnostic):
        return None
    known = Onlooker(rules, seen.player).known(seen)
    worlds = (imagined(rules, seen, known, Random(str(number))) for number in range(WORLDS))
    if any(world is None or explain_move(rules, world, move, code) != answer for world in worlds):
        return None
    return _answer_shown(rules, answer, verdict)


def _answer_shown(rules: Rules, answer: Mapping[str, Json], verdict: Judgement) -> Reason:
    """Return an answer of the arbiter in the form that a page shows."""
    move, near = (cast("Mapping[str, Json] | None", answer[key]) for key in ("move", "nearest"))
    assert move is not None
    clauses = cast("list[Mapping[str, Json]]", answer["clauses"])
    return Reason(
        str(move["phrase"]),
        str(move["text"]),
        verdict.legal,
        verdict.reason,
        tuple(str(answer["text"]).split("\n")),
        tuple(dict.fromkeys(map(_cited, clauses))),
        None if near is None else str(near["phrase"]),
    )


def _cited(clause: Mapping[str, Json]) -> CitedClause:
    def text(key: str) -> str:
        return str(clause.get(key, ""))

    cites, sources = (tuple(cast("list[str]", clause[key])) for key in ("cites", "sources"))
    place = (text("name"), text("title"), text("article_in_words"), text("of"), text("article_title"))
    return CitedClause(*place, cites, sources, text("text"), text("role"), text("here"))
