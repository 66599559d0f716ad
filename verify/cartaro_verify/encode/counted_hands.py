"""Counters that bound a match: once such a counter has reached a certain number, the match is over, whatever else is true.

For example, a match of thirteen hands ends when the counter of its hands is at least thirteen, so a hand begins when the
counter is at most twelve.
"""

from __future__ import annotations

from cartaro_grammar import Game, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.encode.transition import Turns
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms.symbolic_state import NOBODY, NotCovered, OwnedPlace, SymbolicState

MOST = 128
"""The greatest number that is tried; no match has as many hands."""


def ending_numbers(game: Game, context: ProofContext) -> dict[OwnedPlace, int]:
    """Return the table's counters for the match, and for each the least number, from 2 on, at which the clauses are certain to
    end the match.
    """
    read = {p.cell for p in parts_reached(game, game.ends_of("match")) if isinstance(p, g.Recall)}
    cells = [c for c in game.cells if (c.kind, c.period, c.owner) == ("counter", "match", "table") and c.name in read]
    if not cells:
        return {}
    turns = Turns(Acts(game, context))
    state = symbols.anywhere(context.variables, game, NOBODY, "counted", out_of_sight=True)
    try:
        found = {(cell.name, -1): _ending_number(turns, state, (cell.name, -1)) for cell in cells}
    except (NotCovered, KeyError):
        return {}
    return {place: number for place, number in found.items() if number is not None and number > 1}


def _ending_number(turns: Turns, state: SymbolicState, place: OwnedPlace) -> int | None:
    """Return the least number of a counter at which the match is certainly over; None if there is none."""

    def over(number: int) -> bool:
        return turns.ends("match", state.remembering(place, number)) is True

    return next((number for number in range(MOST) if over(number)), None) if over(MOST) else None
