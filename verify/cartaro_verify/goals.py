"""Conditions looked for in played hands.

A `Goal` is a condition at some moment of play; what is found first is kept with its history.  A goal without a condition is
reached when its moment is: nobody can move, a position comes again, the rules do not decide what happens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cartaro_grammar.game import Expr
from cartaro_verify.play import AWAIT, MOST_MOVES, Asking, Faulted, History, Moment, Move, Option, Position, Sitting, Table

STUCK: Moment = ("stuck", "")
AGAIN: Moment = ("again", "")
FAULT: Moment = ("fault", "")
MOST_MOVES_IN_ALL = 80_000
ENDINGS = 1 / 16
"""How often an act that may end the hand at once is among what chance chooses from."""


@dataclass(slots=True)
class Goal:
    """A condition to look for; with `side` among its free words it is asked of each side."""

    moment: Moment
    expr: Expr | None
    wanted: bool = True
    free: tuple[str, ...] = ()
    found: History | None = None
    tested: int = 0


@dataclass
class Search:
    """Looks for many goals at once in random hands."""

    table: Table
    goals: Sequence[Goal]
    hands: int = 0
    moves: int = 0
    asked: dict[int, Asking] = field(default_factory=dict[int, Asking])

    def __post_init__(self) -> None:
        for goal in self.goals:
            if goal.expr is not None:
                words = self.table.words(goal.moment[1]) if goal.moment[0] in ("before", "after") else goal.free
                self.asked[id(goal)] = self.table.asking(goal.expr, words)

    @property
    def open_goals(self) -> list[Goal]:
        return [goal for goal in self.goals if goal.found is None]

    def run(self, hands: int, first_seed: int = 0) -> None:
        """Play hands until every goal is found, at most so many."""
        for seed in range(first_seed, first_seed + hands):
            if not self.open_goals or self.moves >= MOST_MOVES_IN_ALL:
                return
            self.hands += 1
            self.play(seed)

    def play(self, seed: int) -> None:
        """One hand, watched."""
        choice, hand = random.Random(seed).random, Hand(self)
        sitting = self.table.sitting(seed, hand.watch)
        hand.sitting = sitting
        try:
            sitting.deal()
            while sitting.awaiting and len(hand.moves) < MOST_MOVES:
                position = sitting.position
                hand.awaiting(position)
                options = sitting.options()
                if not options:
                    hand.happened(STUCK, position)
                    break
                option = self.chosen(sitting.rule(choice) or options, choice)
                hand.before(option, position)
                hand.moves.append(option.move)
                sitting.act(option)
                if option.move.act in self.table.rulings:
                    hand.seen.clear()
        except Faulted as fault:
            hand.note = fault.message
            hand.happened(FAULT, hand.last or sitting.position)
        self.moves += len(hand.moves)

    def chosen(self, options: list[Option], choice: Callable[[], float]) -> Option:
        """An option by chance; one that may end the hand at once only now and then."""
        lasting = self.table.lasting(options)
        if len(lasting) < len(options) and choice() < ENDINGS:
            lasting = options
        return lasting[int(choice() * len(lasting))]


class Hand:
    """One hand as the goals watch it."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.sitting: Sitting | None = None
        self.moves = list[Move]()
        self.values: dict[str, int] = {}
        self.actor: int | None = None
        self.note = ""
        self.last: Position | None = None
        self.fresh = True
        self.seen = dict[tuple[int, ...], int]()
        self.by_moment: dict[Moment, list[Goal]] = {}
        for goal in search.open_goals:
            self.by_moment.setdefault(goal.moment, []).append(goal)

    def watch(self, moment: Moment, position: Position) -> None:
        if moment != ("start", "hand"):
            self.happened(moment, position)

    def awaiting(self, position: Position) -> None:
        """A move is awaited; the first one is also the start of the hand."""
        self.last = position
        if self.fresh:
            self.fresh = False
            self.happened(("start", "hand"), position)
        self.happened(AWAIT, position)
        if AGAIN in self.by_moment:
            before = self.seen.setdefault(position.cells, len(self.moves))
            if before != len(self.moves):
                self.note = f"the position is the same as before move {before + 1}"
                self.happened(AGAIN, position)

    def before(self, option: Option, position: Position) -> None:
        names = self.search.table.words(option.move.act)
        self.values = dict(zip(names, option.move.args, strict=True))
        self.actor = option.player
        self.happened(("before", option.move.act), position, option)

    def happened(self, moment: Moment, position: Position, option: Option | None = None) -> None:
        for goal in self.by_moment.get(moment, ()):
            if goal.found is None and self.holds(goal, position):
                packs = self.sitting.packs if self.sitting is not None else ()
                moves = (*self.moves, option.move) if option is not None else tuple(self.moves)
                goal.found = History(packs, moves, position, self.note)

    def holds(self, goal: Goal, position: Position) -> bool:
        goal.tested += 1
        if goal.expr is None:
            return True
        asking = self.search.asked[id(goal)]
        if "side" in goal.free:
            answers = [asking(position, {"side": s}, None) for s in range(self.search.table.game.sides)]
        else:
            spoken = goal.moment[0] in ("before", "after")
            answers = [asking(position, self.values, self.actor if spoken else None)]
        return any(a is not None and bool(a) == goal.wanted for a in answers)
