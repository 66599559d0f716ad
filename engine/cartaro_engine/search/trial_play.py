"""What the legal moves of a state come to, where the hand is then played on by chance: by the engine, or by the interpreter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from cartaro_engine.play.game import MOST_STEPS
from cartaro_engine.running.chance import HandChance, halves
from cartaro_engine.running.engine import Engine
from cartaro_engine.running.machine import Trapped
from cartaro_engine.table.position import GamePosition, GameTable
from cartaro_engine.table.tables import EngineTable, chance_from, points_of
from cartaro_interpreter import PHASE_TURN, Faulted, Move, State

Tried = tuple[tuple[Move, tuple[int, ...]], ...]
"""Each legal move, with the points of each side summed over all trials."""
MOST_MOVES: Final = 1_000
FEW_MOVES: Final = 24
"""So many moves are played on where the engine does not play; then the points are counted as the cards lie."""
SLOW_HAND: Final = 5_000_000
"""What a hand that is played on so is reckoned at, in steps of the engine."""


class Trials(Protocol):
    """Tries the legal moves of a state; `spent` says how much work that has been so far, in steps of the engine."""

    spent: int

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """What each move comes to, with the chance of each number of a seed; nothing where the rules do not decide."""
        ...


def trials_of(table: GameTable) -> Trials:
    """Trials by what plays at a table."""
    plain = TableTrials(table, FEW_MOVES)
    return EngineTrials(table.engine.another(), plain) if isinstance(table, EngineTable) else plain


@dataclass(slots=True)
class EngineTrials:
    """Trials in the engine, all of a move in one call; where it stops, as the interpreter has them."""

    engine: Engine
    plain: Trials
    spent: int = 0

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        try:
            self.engine.load(state.cells)
            options = self.engine.legal()
            return tuple((option.move, self._sums(n, seed, first, end)) for n, option in enumerate(options))
        except Trapped:
            before = self.plain.spent
            found = self.plain.of(state, seed, first, end)
            self.spent += self.plain.spent - before
            return found

    def _sums(self, option: int, seed: int, first: int, end: int) -> tuple[int, ...]:
        plan, machine = self.engine.lowered.plan, self.engine.machine
        machine.call("trial", option, *halves(seed), first, end)
        self.spent += MOST_STEPS - machine.read(plan.steps, 1)[0]
        return tuple(machine.read(plan.stack + plan.state, self.engine.rules.game.sides))


@dataclass(slots=True)
class TableTrials:
    """Trials at a table, move by move."""

    table: GameTable
    most: int = MOST_MOVES
    spent: int = 0

    def of(self, state: State, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        try:
            options = self.table.legal(GamePosition(state, (0, 0, 0, 0)))
            return tuple((option.move, self._sums(state, n, seed, range(first, end))) for n, option in enumerate(options))
        except Faulted:
            return ()

    def _sums(self, state: State, option: int, seed: int, numbers: range) -> tuple[int, ...]:
        sums = [0] * self.table.rules.game.sides
        for number in numbers:
            self.spent += SLOW_HAND
            points = self._played(self.table.after(GamePosition(state, tuple(HandChance(seed, number).words)), option))
            sums = [total + own for total, own in zip(sums, points, strict=True)]
        return tuple(sums)

    def _played(self, position: GamePosition) -> tuple[int, ...]:
        """The points of a hand that is played on; none where it is not counted."""
        for _ in range(self.most):
            if position.state.phase != PHASE_TURN:
                return position.points or (0,) * self.table.rules.game.sides
            chance = chance_from(position.chance)
            number = chance.below(len(self.table.legal(position)))
            position = self.table.after(GamePosition(position.state, tuple(chance.words)), number)
        return points_of(self.table.rules, position.state)
