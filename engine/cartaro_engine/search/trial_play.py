"""What the legal moves of a state come to, where the hand is then played on by chance: by the engine, or by the interpreter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from cartaro_engine.running.chance import HandChance, halves
from cartaro_engine.running.engine import Engine
from cartaro_engine.running.machine import Trapped
from cartaro_engine.table.position import Position, Table
from cartaro_engine.table.tables import EngineTable, chance_from, points_of
from cartaro_interpreter import PHASE_TURN, Faulted, Move, State

Tried = tuple[tuple[Move, tuple[int, ...]], ...]
"""Each legal move, with the points of each side summed over all trials."""
MOST_MOVES: Final = 1_000
FEW_MOVES: Final = 24
"""So many moves the interpreter plays on; then the points are counted as the cards lie."""


class Trials(Protocol):
    """Tries the legal moves of a state."""

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """What each move comes to, with the chance of each number of a seed; nothing where the rules do not decide."""
        ...


def trials_of(table: Table) -> Trials:
    """Trials by what plays at a table."""
    if isinstance(table, EngineTable):
        return EngineTrials(table.engine.another(), TableTrials(table))
    return TableTrials(table, FEW_MOVES)


@dataclass(frozen=True, slots=True)
class EngineTrials:
    """Trials in the engine, all of a state in one call; where it stops, as the interpreter has them."""

    engine: Engine
    plain: Trials

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        plan, sides = self.engine.lowered.plan, self.engine.rules.game.sides
        try:
            self.engine.load(state.cells)
            options = self.engine.legal()
            self.engine.machine.call("trials", *halves(seed), first, end)
        except Trapped:
            return self.plain.of(state, seed, first, end)
        sums = self.engine.machine.read(plan.stack + plan.state, len(options) * sides)
        return tuple((option.move, tuple(sums[n * sides : (n + 1) * sides])) for n, option in enumerate(options))


@dataclass(frozen=True, slots=True)
class TableTrials:
    """Trials at a table, move by move."""

    table: Table
    most: int = MOST_MOVES

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        try:
            options = self.table.legal(Position(state, (0, 0, 0, 0)))
            return tuple((option.move, self._sums(state, n, seed, range(first, end))) for n, option in enumerate(options))
        except Faulted:
            return ()

    def _sums(self, state: State, option: int, seed: int, numbers: range) -> tuple[int, ...]:
        sums = [0] * self.table.rules.game.sides
        for number in numbers:
            points = self._played(self.table.after(Position(state, tuple(HandChance(seed, number).words)), option))
            sums = [total + own for total, own in zip(sums, points, strict=True)]
        return tuple(sums)

    def _played(self, position: Position) -> tuple[int, ...]:
        """The points of a hand that is played on; none where it is not counted."""
        for _ in range(self.most):
            if position.state.phase != PHASE_TURN:
                return position.points or (0,) * self.table.rules.game.sides
            chance = chance_from(position.chance)
            number = chance.below(len(self.table.legal(position)))
            position = self.table.after(Position(position.state, tuple(chance.words)), number)
        return points_of(self.table.rules, position.state)
