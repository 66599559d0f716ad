"""Check whether a record shows its verdict: replay it, and test every moment of play for the verdict.

The check uses only the interpreter: no solver, no encoder and no search.
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
    """Return whether the packs and entries of a record lead to a moment that shows the verdict: it breaks a refuted statement,
    or attains what is claimed. Return None if no single moment of play can show such a verdict. The game is chosen under the
    settings of the verdict.
    """
    goals = showing(game, verdict)
    if not goals or not all(isinstance(entry, Move) for entry in entries):
        return None
    GoalSearch(HistoryTable(game), goals).follow(packs, cast("Sequence[Move]", entries), match)
    return any(goal.found is not None for goal in goals)


def showing(game: Game, verdict: Mapping[str, Any]) -> tuple[Goal, ...]:
    """Return the goals whose moments of play each show a verdict."""
    refuted = verdict["verdict"] == "refuted"
    if verdict["kind"] == "obligation":
        return tuple(Goal(moment, None) for moment in REFUTING.get(verdict["name"], ())) if refuted else ()
    claim = game.claim.get(verdict["name"])
    lines = () if claim is None else tuple(begun(line).goals_at_start for line in claim.lines)
    if refuted:
        return tuple(goal for goals in lines for goal in goals.violation)
    return tuple(goal for goals in lines for goal in (*goals.attaining, *(one for some in goals.premises for one in some)))
