"""Try claims, and the obligation that play goes on, in a few random hands, without a solver."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Literal

from cartaro_grammar import Game, choose
from cartaro_grammar import game as g
from cartaro_verify.claims import begun
from cartaro_verify.play.search import FAULT, SILENT, START, STUCK, Goal, GoalSearch
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms.symbolic_state import NotCovered

BrokenKind = Literal["claim", "obligation"]
OBLIGATIONS_IN_PLAY = {STUCK: "movable", SILENT: "decided", FAULT: "faultless"}
"""The goals in play that break an obligation."""


BrokenInPlay = tuple[BrokenKind, str]


def broken_in_play(
    game: Game, hands: int, besides: frozenset[BrokenInPlay] = frozenset(), *, deals: int = 0
) -> BrokenInPlay | None:
    """Return a claim or obligation that is broken in one of a number of hands; skip those in `besides`, which are known, and
    claims that the author states as false.  Claims about the start of a hand are tried first, in a number of further `deals`,
    because dealing costs little.

    Each claim is tried under the house rules that it names, with the first value of each unless the game's own value is one of
    them.
    """
    claims = sorted((_settings(game, claim), claim.name) for claim in game.claims if not claim.refuted)
    tried = {key: [name for _, name in group] for key, group in groupby(claims, key=lambda pair: pair[0])}
    for settings, names in ({(): list[str]()} | tried).items():
        chosen = choose(game, dict(settings))
        found = _broken(chosen, names, hands, besides, deals) if isinstance(chosen, Game) else None
        if found is not None:
            return found
    return None


def _settings(game: Game, claim: g.Claim) -> tuple[tuple[str, str], ...]:
    """For each option that the game sets to a value which the claim does not name, return a value that it names."""
    own: Mapping[str, str] = game.all_settings
    return tuple((option, values[0]) for option, values in claim.under if values and own[option] not in values)


def _broken(game: Game, names: list[str], hands: int, besides: frozenset[BrokenInPlay], deals: int) -> BrokenInPlay | None:
    try:
        table = HistoryTable(game)
    except NotCovered:
        return None
    goals: list[tuple[BrokenKind, str, Goal]] = [
        ("claim", name, goal) for name in names for line in game.claim[name].lines for goal in begun(line).violation
    ]
    for moment, name in OBLIGATIONS_IN_PLAY.items():
        goals.append(("obligation", name, Goal(moment, None)))
    goals = [(kind, name, goal) for kind, name, goal in goals if (kind, name) not in besides]
    search = GoalSearch(table, [goal for *_, goal in goals])
    at_start = any(goal.moment == START for *_, goal in goals)
    dealt = [partial(search.deal, seed) for seed in range(hands + 1, hands + deals + 1)] if at_start else []
    for play in (*dealt, *(partial(search.run, number) for number in range(1, hands + 1))):
        play()
        for kind, name, goal in goals:
            if goal.found is not None:
                return kind, name
    return None
