"""Whether a record shows its verdict: it is played again, and what would show the verdict is looked for on the way.

Only the interpreter is asked: no solver, no encoder and no search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from cartaro_grammar import Game
from cartaro_verify.claims import begun
from cartaro_verify.obligation_proofs import REFUTING
from cartaro_verify.play.search import Goal, GoalSearch
from cartaro_verify.play.table import HistoryTable, Move

Packs = Sequence[tuple[int, ...]]


def shows(game: Game, verdict: Mapping[str, Any], packs: Packs, entries: Sequence[object], *, match: bool) -> bool | None:
    """Return whether the packs and entries of a record meet a moment that breaks what is refuted, or that attains what is
    claimed; None if no single moment of play shows this verdict. The game is chosen under the settings of the verdict.
    """
    goals = showing(game, verdict)
    if not goals or not all(isinstance(entry, Move) for entry in entries):
        return None
    GoalSearch(HistoryTable(game), goals).follow(packs, cast("Sequence[Move]", entries), match)
    return any(goal.found is not None for goal in goals)


def showing(game: Game, verdict: Mapping[str, Any]) -> tuple[Goal, ...]:
    """Return the moments of play each of which shows a verdict."""
    refuted = verdict["verdict"] == "refuted"
    if verdict["kind"] == "obligation":
        return tuple(Goal(moment, None) for moment in REFUTING.get(verdict["name"], ())) if refuted else ()
    claim = game.claim.get(verdict["name"])
    lines = () if claim is None else tuple(begun(line).goals_at_start for line in claim.lines)
    if refuted:
        return tuple(goal for goals in lines for goal in goals.violation)
    return tuple(goal for goals in lines for goal in (*goals.attaining, *(one for some in goals.premises for one in some)))
