"""Opponents: one that takes what is best at once, and one that tries every move in worlds that may be.

Each is asked with what its player sees and remembers, and draws from a seed of its own: with the same of both it chooses the
same.  Its work is bounded by a number of worlds, and not by time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from cartaro_engine.search.imagined import imagined
from cartaro_engine.search.trial_play import Tried, trials_of
from cartaro_engine.table.knowledge import Known, Onlooker
from cartaro_engine.table.payoffs import payoff_of_points
from cartaro_engine.table.position import Position, Table
from cartaro_engine.table.tables import is_lowered, points_of
from cartaro_interpreter import Faulted, Move, Rules, State, View

WORLDS: Final = 100
TRIALS: Final = 8
"""How many worlds are imagined for a choice, and how often each move is tried in each, where the engine plays."""
FEW_TRIALS: Final = 60
"""How many hands are played out for a choice in all, where the interpreter plays."""
GREEDY_WORLDS: Final = 4


class Opponent(Protocol):
    """Chooses among legal moves, of which there is at least one."""

    def choose(self, seen: View, known: Known, moves: Sequence[Move]) -> int:
        """The place of the move chosen."""
        ...


class RandomOpponent:
    """Chooses evenly, and does not look."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, seen: View, known: Known, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        del seen, known
        return int(self._random.random() * len(moves))


class ImaginingOpponent:
    """Values each move in worlds that may be, and chooses the best, the first of several; where it can imagine no world, it
    chooses by chance.
    """

    def __init__(self, rules: Rules, seed: str, worlds: Callable[[int], int], tried: Callable[[State], Tried]) -> None:
        self._rules, self._random = rules, Random(seed)
        self._worlds, self._tried = worlds, tried

    def choose(self, seen: View, known: Known, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        if len(moves) == 1:
            return 0
        values, place_of = [0.0] * len(moves), {(move.act, move.args): place for place, move in enumerate(moves)}
        worlds = [imagined(self._rules, seen, known, self._random) for _ in range(self._worlds(len(moves)))]
        found = [world for world in worlds if world is not None]
        if not found:
            return int(self._random.random() * len(moves))
        for world in found:
            for move, points in self._tried(world):
                place = place_of.get((move.act, move.args))
                if place is not None:
                    values[place] += payoff_of_points(self._rules, points)[seen.player]
        return values.index(max(values))


def greedy(table: Table, seed: str, worlds: int = GREEDY_WORLDS) -> Opponent:
    """Takes what makes its side's points best as the cards lie after the move."""

    def at_once(world: State) -> Tried:
        position = Position(world, (1, 1, 1, 1))
        try:
            options = table.legal(position)
            after = [table.after(position, number) for number in range(len(options))]
            points = [one.points or points_of(table.rules, one.state) for one in after]
        except Faulted:
            return ()
        return tuple((option.move, own) for option, own in zip(options, points, strict=True))

    return ImaginingOpponent(table.rules, seed, lambda _: worlds, at_once)


def good(table: Table, seed: str, worlds: int | None = None) -> Opponent:
    """Plays every move on to the end of the hand by chance, in each world with the same chance for all moves."""
    trials, drawn = trials_of(table), int(Random(seed).random() * 2**32)
    each = TRIALS if is_lowered(table) else 1
    number = 0

    def played_on(world: State) -> Tried:
        nonlocal number
        number += each
        return trials.of(world, drawn, number - each, number)

    def count(moves: int) -> int:
        return worlds or (WORLDS if is_lowered(table) else max(1, FEW_TRIALS // moves))

    return ImaginingOpponent(table.rules, seed, count, played_on)


class SeatedOpponent:
    """An opponent in a seat of the interpreter's own play, told of every move that is made (see the interpreter's `Player`)."""

    def __init__(self, rules: Rules, seat: int, opponent: Opponent) -> None:
        self.onlooker = Onlooker(rules, seat)
        self._opponent = opponent

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """One of the moves."""
        return moves[self._opponent.choose(view, self.onlooker.known(view), moves)]
