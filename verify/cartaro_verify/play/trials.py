"""What is proved, tried in the hands of whole matches: a position that contradicts a proof is a fault of the prover.

The first hands of a match are what `goals` plays; here the hands after them are met too, with whatever memory of the match
those before have left.
"""

from __future__ import annotations

import random

from cartaro_interpreter import PHASE, PHASE_COUNTED, PHASE_TURN, Faulted, Move, Play, SeededChance, legal
from cartaro_interpreter import State as Position
from cartaro_verify.play.goals import STUCK, GoalSearch, WatchedHand
from cartaro_verify.play.table import MOST_MOVES, History

MATCHES = 4
HANDS = 5


def play_matches(search: GoalSearch) -> None:
    """A few matches by chance, a few hands each, watched by what would contradict a proof."""
    for seed in range(MATCHES) if search.contrary else ():
        _ProofTrial(search, seed).run()


class _ProofTrial:
    """One match."""

    def __init__(self, search: GoalSearch, seed: int) -> None:
        self.search, self.table = search, search.table
        self.chance = SeededChance(seed)
        self.choice = random.Random(seed).random
        self.before: tuple[Move, ...] = ()
        self.hand: _HandOfMatch | None = None

    def run(self) -> None:
        play = Play(self.table.rules, self.chance, self.watch)
        try:
            cells = play.begin_match()
        except Faulted:  # the first hand of a match meets it too
            return
        for _ in range(HANDS):
            hand = self.hand = _HandOfMatch(self.search, self)
            try:
                play.begin_hand(cells)
                hand.start()
                self.on(play, cells, hand)
            except Faulted as fault:
                hand.broken_down(fault, Position(tuple(cells)))
                return
            self.before = (*self.before, *hand.moves)
            if cells[PHASE] != PHASE_COUNTED:
                return

    def watch(self, moment: tuple[str, str], position: Position) -> None:
        if self.hand is not None:
            self.hand.watch(moment, position)

    def on(self, play: Play, cells: list[int], hand: WatchedHand) -> None:
        """The hand under way, by chance to its end."""
        while cells[PHASE] == PHASE_TURN and len(hand.moves) < MOST_MOVES:
            position = Position(tuple(cells))
            hand.awaiting(position)
            options = self.table.ruled(cells, self.choice) or legal(self.table.rules, cells)
            if not options:
                hand.happened(STUCK, position)
                return
            option = self.search.chosen(options, self.choice)
            hand.before(option, position)
            hand.moves.append(option.move)
            self.table.perform(play, cells, option)
            if option.move.act in self.table.rulings:
                hand.seen.clear()


class _HandOfMatch(WatchedHand):
    """A hand of a match, which is known by all that was played before."""

    def __init__(self, search: GoalSearch, trial: _ProofTrial) -> None:
        super().__init__(search, search.contrary)
        self.trial = trial

    def history(self, moves: tuple[Move, ...], position: Position) -> History:
        packs = tuple(self.trial.chance.packs)
        return History(packs, (*self.trial.before, *moves), position, self.note, match=True)
