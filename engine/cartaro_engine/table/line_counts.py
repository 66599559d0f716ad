"""The lines of play that go on from a deal, counted move by move, for whoever writes an engine (`perft`, as in chess).

Equal positions are counted together, so that the lines of a depth are a sum over its positions.  What is left to chance is
settled by the deal's seed, and goes on in every line by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cartaro_engine.table.position import GamePosition, GameTable
from cartaro_grammar import Diagnostic, say
from cartaro_interpreter import PHASE_TURN, Faulted, diagnosed

MOST_POSITIONS: Final = 200_000
"""So many positions of one depth are kept at most."""
MOST_TRIED: Final = 5_000_000
"""So many moves are made at most, over all depths."""


@dataclass(frozen=True, slots=True)
class DepthCount:
    """Of a number of moves: how many lines of play have as many, to how many positions they lead, and how many of the lines
    have come to the end of the hand with them.
    """

    depth: int
    lines: int
    positions: int
    ended: int


def line_counts(table: GameTable, seed: int, number: int, depth: int) -> Iterator[DepthCount | Diagnostic]:
    """The counts from 0 moves up to `depth`, in one hand of a seed; a diagnostic, and no more, where play or memory ends."""
    tried = Tried()
    try:
        level = {table.deal(seed, number): 1}
        yield _counted(0, level)
        for moves in range(1, depth + 1):
            further = _further(table, level, tried)
            if len(further) > MOST_POSITIONS:
                message = f"there are more than {MOST_POSITIONS} positions after {moves} moves"
                yield Diagnostic("C0828", message, help="count fewer moves")
                return
            if not further:
                return
            level = further
            yield _counted(moves, level)
    except Faulted as fault:
        yield diagnosed(fault)


def _counted(depth: int, level: dict[GamePosition, int]) -> DepthCount:
    ended = sum(lines for position, lines in level.items() if position.state.phase != PHASE_TURN)
    return DepthCount(depth, sum(level.values()), len(level), ended)


@dataclass(slots=True)
class Tried:
    """How many moves were made so far."""

    moves: int = 0

    def count(self, more: int) -> None:
        """Count so many more moves; raises `Faulted` where these are too many."""
        self.moves += more
        if self.moves > MOST_TRIED:
            message = say("there are more than {n} moves to be made: a limit of the program", n=MOST_TRIED)
            raise Faulted("C0828", message, None, say("count fewer moves"))


def _further(table: GameTable, level: dict[GamePosition, int], tried: Tried) -> dict[GamePosition, int]:
    """The positions one move further, each with its lines; as many as are kept, and one more."""
    found: dict[GamePosition, int] = {}
    for position, lines in level.items():
        moves = len(table.legal(position))
        tried.count(moves)
        for number in range(moves):
            after = table.after(position, number)
            found[after] = found.get(after, 0) + lines
            if len(found) > MOST_POSITIONS:
                return found
    return found
