"""The engine's search for hands: it finds, for each goal, the first hand of a seed that reaches it. The hands are those that
the interpreter plays for this seed.

A module is made for the goals, with their conditions at the moments of play. It stops after the first hand that shows
something. The interpreter plays that hand again, from the same chance, which gives its packs and moves. If the module stops
because no move is legal or an answer is missing, the hand shows this fault. It counts if the fault is one of the goals and the
interpreter confirms it.

The work is bounded in steps, not in time, so that the results are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cartaro_engine.ir.nodes import Module
from cartaro_engine.lower.hands import MOST_WATCHED_MOVES, SELDOM, SOUGHT_IN_A_WORD, LoweredSearch, lower_search
from cartaro_engine.memory.traps import STEPS
from cartaro_engine.running.engine import best_machine
from cartaro_engine.running.machines import HandChance, Machine, NotBuilt, PythonMachine, Trapped, halves
from cartaro_interpreter import (
    FAULT,
    NOT_SEARCHED,
    PHASE,
    PHASE_TURN,
    SILENT,
    STUCK,
    Choice,
    Faulted,
    Moment,
    Move,
    Play,
    Rules,
    SearchedHands,
    ShownHand,
    Sought,
    legal,
    moment_of,
)

SEED: Final = 0
MOST_HANDS: Final = 200_000
MOST_STEPS: Final = 5_000_000_000
"""The limit of steps in a search. Each call has a part of them, so that it ends soon."""
STEPS_OF_A_CALL: Final = 50_000_000
SLICE, MOST_SLICE = 16, 1 << 12
"""The number of hands that are played in one call; it grows after calls that took few steps."""
MOST_STOPPED: Final = 50
"""The search is given up after this number of hands that stop without reaching a goal."""
STOPS: Final = frozenset({STUCK, SILENT, FAULT})


def search_hands(
    rules: Rules,
    sought: tuple[Sought, ...],
    seldom: frozenset[str] = frozenset(),
    machine: Callable[[Module], Machine] = best_machine,
    hands: int = MOST_HANDS,
) -> SearchedHands:
    """Search the hands of a seed for some goals. Things that cannot be looked for in compiled hands have no result. If Python
    is the best available machine, or the module cannot be run, nothing is searched: the interpreter plays as fast.
    """
    lowered = lower_search(rules, dict(enumerate(sought)), seldom, STEPS_OF_A_CALL)
    if lowered is None:
        return NOT_SEARCHED
    try:
        made = machine(lowered.module)
    except NotBuilt:
        return NOT_SEARCHED
    if machine is best_machine and isinstance(made, PythonMachine):
        return NOT_SEARCHED
    return _Search(rules, sought, seldom, lowered, made).run(hands)


class _Search:
    """One search under way; `left` are the numbers of the goals that are still open."""

    def __init__(
        self, rules: Rules, sought: Sequence[Sought], seldom: frozenset[str], lowered: LoweredSearch, machine: Machine
    ) -> None:  # fmt: skip
        self.rules, self.sought, self.seldom = rules, sought, seldom
        self.lowered, self.machine = lowered, machine
        self.stops = {n for n, one in enumerate(sought) if one.moment in STOPS and one.condition is None}
        self.left = set(lowered.sought | self.stops)
        self.shown = list[ShownHand]()
        self.steps = MOST_STEPS
        self.stopped = 0

    def run(self, hands: int) -> SearchedHands:
        """Play on until everything is seen, or all hands or steps are used up."""
        looked_for, number, size = frozenset(self.left), 0, SLICE
        while self.left and number < hands and self.steps > 0 and self.stopped < MOST_STOPPED:
            first, (number, reason) = number, self._play(number, min(hands, number + size))
            if reason == STEPS and number > first:
                size = 1
            elif reason is not None:
                self._look_at(number)
                number += 1
            elif self._seen():
                self._look_at(number - 1)
            elif self.machine.read(self.lowered.plan.steps, 1)[0] > STEPS_OF_A_CALL * 3 // 4:
                size = min(2 * size, MOST_SLICE)
        return SearchedHands(looked_for, number, tuple(self.shown))

    def _play(self, first: int, end: int) -> tuple[int, int | None]:
        """Play some hands, up to one that shows something. Return the number of the next hand; or the number of the hand in
        which play stopped, and the reason.
        """
        plan, words = self.lowered.plan, self.lowered.words
        left = [sum(1 << n % SOUGHT_IN_A_WORD for n in self.left if n // SOUGHT_IN_A_WORD == w) for w in range(words.count)]
        self.machine.write(words.sought, [*left, *(0 for _ in left)])
        try:
            return self.machine.call("search", *halves(SEED), first, end), None
        except Trapped as trap:
            return self.machine.read(plan.number, 1)[0], trap.reason or STEPS
        finally:
            self.steps -= STEPS_OF_A_CALL - self.machine.read(plan.steps, 1)[0]

    def _seen(self) -> set[int]:
        """Return the numbers of the goals that the last hand has reached."""
        words = self.lowered.words
        found = enumerate(self.machine.read(words.seen, words.count))
        return {w * SOUGHT_IN_A_WORD + n for w, word in found for n in range(SOUGHT_IN_A_WORD) if word >> n & 1}

    def _look_at(self, number: int) -> None:
        """Keep a hand, as the interpreter plays it, if it shows something that is still sought."""
        hand, end = interpreted(self.rules, number, self.seldom)
        shows = self._seen() | {n for n in self.stops if self.sought[n].moment == end} & self.left
        if shows:
            self.left -= shows
            self.shown.append(hand)
        else:
            self.stopped += 1


def interpreted(rules: Rules, number: int, seldom: frozenset[str]) -> tuple[ShownHand, Moment | None]:
    """Return a hand as the interpreter plays it, and the moment at which play stops in it, if it does."""
    chance, moves = HandChance(SEED, number), list[Move]()
    play, end = Play(rules, chance), None
    try:
        cells = play.first_hand()
        while cells[PHASE] == PHASE_TURN and len(moves) < MOST_WATCHED_MOVES:
            options = legal(rules, cells)
            if not options:
                end = STUCK
                break
            option = _chosen(options, chance, seldom)
            moves.append(option.move)
            play.act(cells, option)
    except Faulted as fault:
        end = moment_of(fault)
    return ShownHand(number, tuple(chance.packs), tuple(moves)), end


def _chosen(options: Sequence[Choice], chance: HandChance, seldom: frozenset[str]) -> Choice:
    """The option that the module chooses."""
    option = options[chance.below(len(options))]
    if option.move.act in seldom and chance.below(SELDOM):
        others = [one for one in options if one.move.act not in seldom]
        return others[chance.below(len(others))] if others else option
    return option
