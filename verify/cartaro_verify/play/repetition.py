"""Search for a hand that repeats a position and therefore need never end.

In random play that hardly ever happens, because all changes would have to be undone.  From a few positions of played hands, a
beam search follows sequences of moves that stay as near as possible to their start.  The search avoids changing amounts that
only fell or only grew in the played hands (the stock, the cards won), because such a change cannot be undone.

The result does not depend on whether this is true in all hands.  The result is a pack and moves, and counts once they are
replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter

from cartaro_interpreter import PHASE_TURN, Faulted, Move
from cartaro_interpreter import State as Position
from cartaro_verify.play.search import AGAIN, GoalSearch
from cartaro_verify.play.table import HistoryTable

SAMPLED = 12
"""The number of hands from which the search learns which amounts fall and which grow."""
STARTS = 3
"""The number of hands from which positions are tried."""
ROUNDS = 2
"""The number of turns of each player before a position is tried, so that changes that happen only in a first turn are over."""
MOST_SAMPLED = 120
"""The greatest number of moves played in a sampled hand."""
WIDTH = 32
LENGTH = 72
"""The greatest number of moves in a sequence that returns to its start."""


Packs = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The packs and moves of a hand under way, and the state that they have led to."""

    packs: Packs
    moves: tuple[Move, ...]
    cells: tuple[int, ...]


@dataclass(slots=True)
class Drift:
    """The observed changes of every cell of a state: for sets of cards, whether cards were added or removed; for other cells,
    whether the number grew or fell.
    """

    holders: frozenset[int]
    grew: set[int] = field(default_factory=set[int])
    fell: set[int] = field(default_factory=set[int])

    def see(self, before: Sequence[int], after: Sequence[int]) -> None:
        for slot, (old, new) in enumerate(zip(before, after, strict=True)):
            if self._grows(slot, old, new):
                self.grew.add(slot)
            if self._grows(slot, new, old):
                self.fell.add(slot)

    def leads_away(self, slot: int, old: int, new: int) -> bool:
        """Return whether a cell has changed in a way whose reversal was never observed."""
        return old != new and (
            (self._grows(slot, old, new) and slot not in self.fell) or (self._grows(slot, new, old) and slot not in self.grew)
        )

    def _grows(self, slot: int, old: int, new: int) -> bool:
        return bool(new & ~old) if slot in self.holders else new > old


class RepetitionSearch:
    """A search for a hand of a game in which a position is repeated."""

    def __init__(self, table: HistoryTable) -> None:
        self.table = table
        self.drift = Drift(frozenset(table.rules.layout.holders))

    def courses(self) -> Iterator[Course]:
        """Yield hands in which a position is repeated."""
        starts = [start for seed in range(SAMPLED) if (start := self._start(seed)) is not None]
        for start in starts[:STARTS]:
            found = self._back(start)
            if found is not None:
                yield found

    def _start(self, seed: int) -> Course | None:
        """Play a random hand and return it after a few turns; None if it ends earlier."""
        choice, hand, moves = random.Random(seed).random, self.table.hand(seed), list[Move]()
        start: Course | None = None
        turns, wanted = 0, ROUNDS * self.table.game.players
        with suppress(Faulted):
            hand.deal()
            while hand.awaiting and len(moves) < MOST_SAMPLED:
                if turns == wanted and start is None:
                    start = Course(hand.packs, tuple(moves), tuple(hand.cells))
                options = self.table.lasting(hand.options())
                if not options:
                    break
                before, shuffled = hand.position, len(hand.packs)
                option = options[int(choice() * len(options))]
                hand.act(option)
                moves.append(option.move)
                turns += hand.position.turn != before.turn
                if hand.position.phase == PHASE_TURN and len(hand.packs) == shuffled:
                    self.drift.see(before.cells, hand.cells)
        return start

    def _back(self, start: Course) -> Course | None:
        """Return a sequence of moves that returns to its first state; None if none is found."""
        beam, seen, wanted = [start], set[tuple[int, ...]](), self.table.read_cells(start.cells)
        for _ in range(LENGTH):
            near = list[tuple[int, Course]]()
            for course in chain.from_iterable(map(self._after, beam)):
                cells = self.table.read_cells(course.cells)
                if cells == wanted:
                    return course
                if cells not in seen and not self._leads_away(wanted, cells):
                    seen.add(cells)
                    near.append((self._distance(wanted, cells), course))
            beam = [kept for _, kept in sorted(near, key=itemgetter(0))[:WIDTH]]
        return None

    def _after(self, course: Course) -> Iterator[Course]:
        """Yield a sequence extended by each move that needs no shuffle and does not end the hand."""
        hand = self.table.hand(0, at=Position(course.cells))
        with suppress(Faulted):
            for option in self.table.lasting(hand.options()):
                hand = self.table.hand(0, at=Position(course.cells))
                with suppress(Faulted):
                    hand.act(option)
                    if hand.awaiting and not hand.chance.packs:
                        yield Course(course.packs, (*course.moves, option.move), tuple(hand.cells))

    def _leads_away(self, start: tuple[int, ...], cells: tuple[int, ...]) -> bool:
        return any(map(self.drift.leads_away, range(len(start)), start, cells))

    def _distance(self, start: tuple[int, ...], cells: tuple[int, ...]) -> int:
        """Return how many cards are in other places than at the start, and how many other cells differ."""
        changes = enumerate(zip(start, cells, strict=True))
        return sum((old ^ new).bit_count() if slot in self.drift.holders else old != new for slot, (old, new) in changes)


def look_for_repetition(search: GoalSearch) -> None:
    """Follow hands that repeat a position, until each goal of this kind is met."""
    courses = RepetitionSearch(search.table).courses()
    while any(goal.moment == AGAIN for goal in search.open_goals):
        course = next(courses, None)
        if course is None:
            return
        search.follow(course.packs, course.moves)
