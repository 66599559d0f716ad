"""Conditions looked for in played hands.

A `Goal` is a condition at some moment of play; what is found first is kept with its history.  A goal without a condition is
reached when its moment is: nobody can move, a position comes again, the rules do not decide what happens.  Others may look for
goals in many more hands than are played here; what they show counts once it is seen in the same hand here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cartaro_grammar import Expr
from cartaro_interpreter import (
    AGAIN,
    AWAIT,
    FAULT,
    LIMIT,
    SILENT,
    STUCK,
    HandSearch,
    ScriptedChance,
    SeededChance,
    ShownHand,
    Sought,
    moment_of,
)
from cartaro_verify.play.questions import Asking, asking
from cartaro_verify.play.table import (
    MOST_MOVES,
    Choice,
    Faulted,
    History,
    HistoryTable,
    Moment,
    Move,
    Position,
    Sitting,
)
from cartaro_verify.terms.messages import words

START: Moment = ("start", "hand")
MOST_MOVES_IN_ALL = 80_000
TRIED = 30
"""In so many hands, and in the hands of a few matches, what is proved is tried too."""
ENDINGS = 1 / 16
"""How often an act that may end the hand at once is among what chance chooses from."""


@dataclass(slots=True)
class Goal:
    """A condition to look for; with `side` among its free words it is asked of each side.  What is found has been replayed."""

    moment: Moment
    expr: Expr | None
    wanted: bool = True
    free: tuple[str, ...] = ()
    found: History | None = None
    hands: int = 0
    """In so many hands a search by other means has looked for it."""


@dataclass
class GoalSearch:
    """Looks for many goals at once in random hands, the n-th of which is the same in every search."""

    table: HistoryTable
    goals: Sequence[Goal]
    contrary: Sequence[Goal] = ()
    """What contradicts a proof: looked for in so many hands as are played anyway, and at least in `TRIED`."""
    hands: int = 0
    moves: int = 0
    """Moves and shuffles so far: what a hand costs."""
    limit: str | None = None
    """The code of the first limit of the program at which a hand stopped."""
    asked: dict[int, tuple[Goal, Asking]] = field(default_factory=dict[int, tuple[Goal, Asking]])

    def __post_init__(self) -> None:
        self.look_for(self.goals, self.contrary)

    def look_for(self, goals: Sequence[Goal], contrary: Sequence[Goal] = ()) -> None:
        """Look for these from the next hand on."""
        self.goals, self.contrary = goals, contrary
        for goal in (*goals, *contrary):
            if goal.expr is not None and id(goal) not in self.asked:
                words = self.table.words(goal.moment[1]) if goal.moment[0] in ("before", "after") else goal.free
                self.asked[id(goal)] = goal, asking(self.table.rules, goal.expr, words)

    @property
    def open_goals(self) -> list[Goal]:
        return [goal for goal in self.goals if goal.found is None]

    @property
    def is_wanted(self) -> bool:
        """Whether more hands may find something: what others have looked for in many more, only where the arbiter rules, since
        in theirs he does not.
        """
        return any(self.table.rulings or not goal.hands for goal in self.open_goals)

    def ask(self, search: HandSearch) -> None:
        """Let others look in hands by the thousand; what they have seen is looked for in each hand that they show."""
        goals = self.open_goals
        sought = tuple(Sought(goal.moment, goal.expr, goal.wanted, "side" in goal.free) for goal in goals)
        searched = search(self.table.rules, sought, self.table.ending)
        for shown in searched.shown:
            self.follow(shown)
        for number in searched.looked_for:
            goals[number].hands = searched.hands

    def looked_through(self, goals: Sequence[Goal]) -> int:
        """In how many hands all of some goals, as far as they are not found, have been looked for."""
        return self.hands + min((goal.hands for goal in goals if goal.found is None), default=0)

    def run(self, hands: int) -> None:
        """Play hands until every goal is found, so many at most with those played before."""
        for seed in range(self.hands, hands):
            tried = self.hands >= TRIED or all(goal.found is not None for goal in self.contrary)
            if (tried and not self.is_wanted) or self.moves >= MOST_MOVES_IN_ALL:
                return
            self.hands += 1
            self.play(seed)

    def play(self, seed: int) -> None:
        """One hand by chance, watched."""
        choice, hand = random.Random(seed).random, WatchedHand(self)
        sitting = self.table.sitting(seed, hand.watch)
        self._play(hand, sitting, lambda options: self.chosen(sitting.rule(choice) or options, choice))
        self.moves += len(hand.moves) + len(sitting.chance.packs)

    def led(self, chance: SeededChance | ScriptedChance, choose: Callable[[list[Choice]], Choice | None]) -> None:
        """A hand with some chance and choice of moves, as long as one is chosen, watched."""
        hand = WatchedHand(self)
        self._play(hand, self.table.dealt_by(chance, hand.watch), choose)

    def follow(self, shown: ShownHand) -> None:
        """A hand whose packs and moves are known, watched."""
        moves = iter(shown.moves)

        def known(options: list[Choice]) -> Choice | None:
            move = next(moves, None)
            return next((option for option in options if move is not None and option.move.same(move)), None)

        self.led(ScriptedChance(shown.packs), known)

    def _play(self, hand: WatchedHand, sitting: Sitting, choose: Callable[[list[Choice]], Choice | None]) -> None:
        """A hand to its end, or as long as something is chosen."""
        hand.sitting = sitting
        try:
            sitting.deal()
            hand.start()
            while sitting.awaiting and len(hand.moves) < MOST_MOVES:
                position = sitting.position
                hand.awaiting(position)
                options = sitting.options()
                if not options:
                    hand.happened(STUCK, position)
                    break
                option = choose(options)
                if option is None:
                    break
                hand.before(option, position)
                hand.moves.append(option.move)
                sitting.act(option)
                if option.move.act in self.table.rulings:
                    hand.seen.clear()
        except Faulted as fault:
            hand.broken_down(fault, sitting.position)

    def chosen(self, options: list[Choice], choice: Callable[[], float]) -> Choice:
        """An option by chance; one that may end the hand at once only now and then."""
        lasting = self.table.lasting(options)
        if len(lasting) < len(options) and choice() < ENDINGS:
            lasting = options
        return lasting[int(choice() * len(lasting))]


class WatchedHand:
    """One hand as the goals watch it."""

    def __init__(self, search: GoalSearch, goals: Sequence[Goal] | None = None) -> None:
        self.search = search
        self.sitting: Sitting | None = None
        self.moves = list[Move]()
        self.values: dict[str, int] = {}
        self.actor: int | None = None
        self.note = ""
        self.last: Position | None = None
        self.dealt: Position | None = None
        self.seen = dict[tuple[int, ...], int]()
        self.by_moment: dict[Moment, list[Goal]] = {}
        watched = (*search.open_goals, *(search.contrary if search.hands <= TRIED else ()))
        for goal in watched if goals is None else goals:
            self.by_moment.setdefault(goal.moment, []).append(goal)

    def watch(self, moment: Moment, position: Position) -> None:
        if moment == START:
            self.dealt = position
        else:
            self.happened(moment, position)

    def start(self) -> None:
        """The start of the hand, once it is known from what packs it was dealt."""
        if self.dealt is not None:
            self.happened(START, self.dealt)
            self.dealt = None

    def broken_down(self, fault: Faulted, position: Position) -> None:
        """The rules do not decide what happens; where that is who begins, the hand has started all the same."""
        self.note = fault.message
        self.start()
        moment = moment_of(fault)
        if moment == LIMIT and self.search.limit is None:
            self.search.limit = fault.code
        self.happened(moment, self.last or position)

    def awaiting(self, position: Position) -> None:
        self.last = position
        self.happened(AWAIT, position)
        if AGAIN in self.by_moment:
            before = self.seen.setdefault(position.cells, len(self.moves))
            if before != len(self.moves):
                self.note = words("repeated", n=before + 1)
                self.happened(AGAIN, position)

    def before(self, option: Choice, position: Position) -> None:
        names = self.search.table.words(option.move.act)
        self.values = dict(zip(names, option.move.args, strict=True))
        self.actor = option.player
        self.happened(("before", option.move.act), position, option)

    def happened(self, moment: Moment, position: Position, option: Choice | None = None) -> None:
        for goal in self.by_moment.get(moment, ()):
            if goal.found is None and self.holds(goal, position):
                moves = (*self.moves, option.move) if option is not None else tuple(self.moves)
                history = self.history(moves, position)
                goal.found = history if self.search.table.replay(history) is not None else None

    def history(self, moves: tuple[Move, ...], position: Position) -> History:
        return History(self.sitting.packs if self.sitting is not None else (), moves, position, self.note)

    def holds(self, goal: Goal, position: Position) -> bool:
        if goal.expr is None:
            return True
        _, asked = self.search.asked[id(goal)]
        if "side" in goal.free:
            answers = [asked(position, {"side": s}, None) for s in range(self.search.table.game.sides)]
        else:
            spoken = goal.moment[0] in ("before", "after")
            answers = [asked(position, self.values, self.actor if spoken else None)]
        return any(a is not None and bool(a) == goal.wanted for a in answers)


__all__ = [
    "AGAIN",
    "FAULT",
    "SILENT",
    "START",
    "STUCK",
    "Goal",
    "GoalSearch",
    "HandSearch",
    "WatchedHand",
]
