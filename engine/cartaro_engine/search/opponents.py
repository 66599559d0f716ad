"""Opponents: one that takes what is best at once, and one that tries every move in worlds that may be.

Each is asked with what its player sees and remembers, and draws from a seed of its own: with the same of both it chooses the
same.  Its work is bounded by a number of worlds, and not by time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from cartaro_engine.search.imagined import imagined
from cartaro_engine.search.trial_play import Tried, trials_of
from cartaro_engine.table.knowledge import KnownCards, Onlooker
from cartaro_engine.table.payoffs import payoff_of_points
from cartaro_engine.table.position import GamePosition, GameTable
from cartaro_engine.table.tables import points_of
from cartaro_interpreter import Faulted, Move, Rules, State, View, choice_of

WORLDS: Final = 100
TRIALS: Final = 8
"""How many worlds are imagined for a choice at most, and how often at most each move is tried in each."""
MOST_SPENT: Final = 300_000_000
"""The work for a choice, in steps of the engine, about a second's: what a world costs says how many there are."""
GREEDY_WORLDS: Final = 4


class Opponent(Protocol):
    """Chooses among legal moves, of which there is at least one."""

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """The place of the move chosen."""
        ...


class RandomOpponent:
    """Chooses evenly, and does not look."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        del seen, known
        return int(self._random.random() * len(moves))


class ImaginingOpponent:
    """Values each move in worlds that may be, and chooses the best, the first of several; where it can imagine no world, it
    chooses by chance.  A card that is chosen unseen is as likely to be each that it may be: the mean over them counts.
    """

    def __init__(self, rules: Rules, seed: str, valuer: Valuer) -> None:
        self._rules, self._random, self._valuer = rules, Random(seed), valuer

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        if len(moves) == 1:
            return 0
        values, place_of = [0.0] * len(moves), {(move.act, move.args): place for place, move in enumerate(moves)}
        left, imaginable = self._valuer.worlds, False
        while left:
            world = imagined(self._rules, seen, known, self._random)
            if world is None:
                break
            imaginable = True
            worth = dict[int, list[float]]()
            for move, points in self._valuer.tried(world):
                choice = choice_of(self._rules.game, move)
                place = place_of.get((choice.act, choice.args))
                if place is not None:
                    worth.setdefault(place, []).append(payoff_of_points(self._rules, points)[seen.player])
            for place, found in worth.items():
                values[place] += sum(found) / len(found)
            left = self._valuer.further(left)
        return values.index(max(values)) if imaginable else int(self._random.random() * len(moves))


class Valuer(Protocol):
    """Says what moves come to in a world; `worlds` is how many worlds it is asked about at most."""

    worlds: int

    def tried(self, world: State) -> Tried:
        """The legal moves of a world, each with the points of each side."""
        ...

    def further(self, left: int) -> int:
        """How many worlds are still to be asked about after one of so many."""
        ...


class AtOnce:
    """What the points are as the cards lie after each move."""

    def __init__(self, table: GameTable, worlds: int) -> None:
        self._table, self.worlds = table, worlds

    def tried(self, world: State) -> Tried:
        """See `Valuer`."""
        table, position = self._table, GamePosition(world, (1, 1, 1, 1))
        try:
            options = table.legal(position)
            after = [table.after(position, number) for number in range(len(options))]
            points = [one.points or points_of(table.rules, one.state) for one in after]
        except Faulted:
            return ()
        return tuple((option.move, own) for option, own in zip(options, points, strict=True))

    def further(self, left: int) -> int:
        """See `Valuer`."""
        return left - 1


class PlayedOn:
    """What each move comes to when the hand is played on by chance, with the same chance for all moves of a world.

    In the first world each move is tried once; what that cost says how often in the others, and in how many.
    """

    def __init__(self, table: GameTable, seed: str, worlds: int) -> None:
        self._trials, self._seed = trials_of(table), int(Random(seed).random() * 2**32)
        self.worlds, self._each, self._number, self._before = worlds, 1, 0, 0

    def tried(self, world: State) -> Tried:
        """See `Valuer`."""
        self._number += self._each
        return self._trials.of(world, self._seed, self._number - self._each, self._number)

    def further(self, left: int) -> int:
        """See `Valuer`."""
        if left == self.worlds:
            cost = max(1, self._trials.spent - self._before)
            self._each = max(1, min(TRIALS, MOST_SPENT // (cost * left)))
            left = max(1, min(left, MOST_SPENT // cost))
        if left == 1:
            self._each, self._before = 1, self._trials.spent
        return left - 1


def greedy(table: GameTable, seed: str, worlds: int = GREEDY_WORLDS) -> Opponent:
    """Takes what makes its side's points best as the cards lie after the move."""
    return ImaginingOpponent(table.rules, seed, AtOnce(table, worlds))


def good(table: GameTable, seed: str, worlds: int = WORLDS) -> Opponent:
    """Plays every move on to the end of the hand by chance, in each world with the same chance for all moves."""
    return ImaginingOpponent(table.rules, seed, PlayedOn(table, seed, worlds))


class SeatedOpponent:
    """An opponent in a seat of the interpreter's own play, told of every move that is made (see the interpreter's `Player`)."""

    def __init__(self, rules: Rules, seat: int, opponent: Opponent) -> None:
        self.onlooker = Onlooker(rules, seat)
        self._opponent = opponent

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """One of the moves."""
        return moves[self._opponent.choose(view, self.onlooker.known(view), moves)]
