"""Shorter histories that show the same, and whole matches tried against proofs.

A random hand of three hundred moves may show the same as one of twenty. A history is shortened deterministically within a
budget of moves. First other random hands are tried, and each is given up when it becomes as long. Then parts of the hand are
left out, halves first, then quarters and so on down to single moves, and the rest is played if it is legal, as in delta
debugging (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, 2002). A trial counts if it meets the goal
itself when the interpreter replays it.

`GoalSearch` plays the first hands of matches; here later hands are played too, with the memory of the match that earlier ones
have left. Some goals are met only in later hands, when a player has left the match or points have been counted. A position that
contradicts a proof is a fault of the prover.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from cartaro_interpreter import Choice, Move, ScriptedChance, SeededChance
from cartaro_verify.play.repetition import look_for_repetition
from cartaro_verify.play.search import AGAIN, Goal, GoalSearch, WatchedMatch
from cartaro_verify.play.table import History, HistoryTable

# --------------------------------------------------------------- shorter history


MOST_MOVES_TRIED = 6_000
OTHER_HANDS = 60
Chooser = Callable[[list[Choice]], Choice | None]


def shortest(table: HistoryTable, goal: Goal) -> History | None:
    """Return the history of a goal, or a shorter one that shows the same. A match, or a hand in which play breaks down, is
    returned unchanged.
    """
    found = goal.found
    if found is not None and goal.moment == AGAIN and not found.least:
        return _sooner_again(table, goal, found)
    if found is None or found.match or found.least or goal.expr is None or not found.moves:
        return found
    trials = _Trials(table, replace(goal, found=None), found)
    trials.other_hands()
    trials.without_some()
    return trials.best


def _sooner_again(table: HistoryTable, goal: Goal, found: History) -> History:
    """Return a hand in which a position is repeated after fewer moves, if such a hand is found."""
    other = replace(goal, found=None)
    look_for_repetition(GoalSearch(table, [other]))
    return found if other.found is None else min(other.found, found, key=lambda history: len(history.moves))


class _Trials:
    """Tries hands one by one, each with fewer moves than the best so far."""

    def __init__(self, table: HistoryTable, goal: Goal, best: History) -> None:
        self.table, self.goal, self.best = table, goal, best
        self.search = GoalSearch(table, [goal])
        self.moves = 0

    @property
    def are_over(self) -> bool:
        return self.moves >= MOST_MOVES_TRIED or len(self.best.moves) <= 1

    def other_hands(self) -> None:
        """Try random hands, which are the same as in other searches."""
        for seed in range(OTHER_HANDS):
            if self.are_over:
                return
            self._tried(SeededChance(seed), partial(self.search.chosen, choice=random.Random(seed).random))

    def without_some(self) -> None:
        """Try the best hand without a part of its moves, in ever smaller parts."""
        size = len(self.best.moves) // 2
        while size >= 1 and not self.are_over:
            size = size if self._without(size) else size // 2

    def _without(self, size: int) -> bool:
        """Try to leave out this many consecutive moves; return whether the best hand became shorter."""
        for start in range(len(self.best.moves) - size, -1, -size):
            if self.are_over:
                return False
            moves = self.best.moves[:start] + self.best.moves[start + size :]
            if self._tried(ScriptedChance(self.best.packs), _following(moves)):
                return True
        return False

    def _tried(self, chance: SeededChance | ScriptedChance, choose: Chooser) -> bool:
        """Play a hand, and give it up when it can no longer be shorter. Return whether it meets the goal in fewer moves than
        the best.
        """
        most, done = len(self.best.moves), 0

        def chosen(options: list[Choice]) -> Choice | None:
            nonlocal done
            done += 1
            return None if self.goal.found is not None or done >= most else choose(options)

        self.goal.found = None
        self.search.play_with(chance, chosen)
        self.moves += done
        found = self.goal.found
        if found is None or len(found.moves) >= most:
            return False
        self.best = found
        return True


def _following(moves: Sequence[Move]) -> Chooser:
    """Return a chooser of these moves in their order, which skips moves that are not legal when their turn comes."""
    left = iter(moves)

    def choose(options: list[Choice]) -> Choice | None:
        return next((option for move in left for option in options if option.move.same(move)), None)

    return choose


# ----------------------------------------------------------------------- matches


MATCHES = 4
HANDS = 5
SEARCHED_MATCHES = 60
SEARCHED_HANDS = 30
MOST_MOVES_IN_MATCHES = 12_000
"""The number of matches, of hands in each, and of moves in total that are played for goals that no first hand has met."""


def play_matches(search: GoalSearch) -> None:
    """Play a few random matches, a few hands each, and watch for goals that would contradict a proof."""
    for seed in range(MATCHES) if search.contrary else ():
        _by_chance(search, seed, search.contrary, HANDS)


def search_matches(search: GoalSearch) -> None:
    """Search whole matches for the goals that are still open."""
    moves = 0
    for seed in range(SEARCHED_MATCHES):
        if not search.open_goals or moves >= MOST_MOVES_IN_MATCHES:
            return
        match = _by_chance(search, seed, search.open_goals, SEARCHED_HANDS)
        moves += len(match.before) + len(match.chance.packs)


def _by_chance(search: GoalSearch, seed: int, goals: Sequence[Goal], hands: int) -> WatchedMatch:
    """Play a random match, watched for some goals."""
    choice, match = random.Random(seed).random, WatchedMatch(search, SeededChance(seed), goals)
    match.run(hands, lambda options, cells: search.chosen(search.table.chance_findings(cells, choice) or options, choice))
    return match
