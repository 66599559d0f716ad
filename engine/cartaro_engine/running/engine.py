"""The engine of a game: it takes and returns states and moves in the interpreter's form, and plays thousands of hands.

A state is written into the machine's memory word by word; a pile, which the interpreter packs into one number, is written as an
array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from cartaro_engine.ir.nodes import Module
from cartaro_engine.lower.hands import STEPS_OF, Lowered, lower
from cartaro_engine.memory.layout import MEMBERS_IN_A_WORD, Sums, SumsPlan, Unit, argument_words, columns
from cartaro_engine.memory.traps import GOES_ON, STEPS, Construct, NotLowered
from cartaro_engine.running.machines import Machine, NotBuilt, PythonMachine, Trapped, halves
from cartaro_engine.running.observed_play import observed
from cartaro_grammar import Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN, PHASE, Choice, Move, Rules, State, order_of_pile, pile_of

SLICE, MOST_SLICE = 16, 1 << 14
"""The number of hands, or matches, that are played in one call and share its steps. It grows after calls that took few steps,
since a call costs as much as some tens of hands.
"""
SLICE_OF_MANY: Final[dict[Unit, int]] = {"hand": 5, "match": 1}
"""The number for the first attempt if a set of cards has several words, because one hand may take a hundredth of the steps."""
SUMMED_TOGETHER: Final[dict[Unit, int]] = {"hand": 100_000, "match": 1_000}
"""The number of hands, or matches, whose sums stay in memory: even if each match has a thousand hands, the squares fit into a
word.
"""
CALLED: Final[dict[Unit, str]] = {"hand": "hands", "match": "matches"}


class _Stopped(NamedTuple):
    """The number of the hand, or match, in which a call stopped, and whether it caused the stop; earlier hands of the call may
    have used up the steps. `goes_on` if it is a match with too many hands.
    """

    number: int
    by_itself: bool
    goes_on: bool = False


class Engine:
    """A lowered game on a machine."""

    def __init__(self, rules: Rules, lowered: Lowered, machine: Machine) -> None:
        self.rules = rules
        self.lowered = lowered
        self.machine = machine
        self._sums = SumsPlan.of(rules.game)

    def another(self) -> Engine:
        """An engine of the same game with its own memory, for a second thread: WebAssembly runs without Python's lock."""
        return Engine(self.rules, self.lowered, self.machine.another())

    def load(self, cells: Sequence[int]) -> None:
        """Write a state of the interpreter into memory."""
        plan, order_of = self.lowered.plan, self.rules.layout.order_of
        words = [*cells, *[0] * (plan.state - len(cells))]
        for slot in order_of.values():
            words[slot] = 0
        for slot, block in plan.blocks.items():
            words[slot] = 0
            words[block : block + plan.width] = words_of(cells[slot], plan.width)
        for slot, pile in plan.piles.items():
            cards = pile_of(cells[slot], cells[order_of[slot]])
            words[pile : pile + 1 + len(cards)] = [len(cards), *reversed(cards)]
        self.machine.write(0, words)
        self.machine.write(plan.top, [plan.stack])
        if plan.width > 1:
            self.machine.write(plan.next_temporary, [plan.temporaries])
        self.machine.write(plan.shares, [0])

    def state(self) -> State:
        """Return the state in memory, in the interpreter's form."""
        plan = self.lowered.plan
        words = self.machine.read(0, plan.state)
        cells = words[: plan.row]
        for slot, block in plan.blocks.items():
            cells[slot] = set_in(words[block : block + plan.width])
        for place in self.rules.layout.families:
            there = cells[place.slot : place.slot + place.count]
            cells[place.slot : place.slot + place.count] = [group if all(there[:n]) else 0 for n, group in enumerate(there)]
        for slot, pile in plan.piles.items():
            cards = words[pile + 1 : pile + 1 + words[pile]]
            cells[self.rules.layout.order_of[slot]] = order_of_pile(tuple(reversed(cards)))
        return State(tuple(cells))

    def awaits(self) -> int:
        """The phase: one of the interpreter's `PHASE_…`."""
        return self.machine.read(PHASE, 1)[0]

    def legal(self) -> tuple[Choice, ...]:
        """Return every legal move, in the interpreter's order, without the permissions that warrant it."""
        plan, game = self.lowered.plan, self.rules.game
        count = self.machine.call("legal")
        words = self.machine.read(plan.options, count * plan.option_words)
        found: list[Choice] = []
        for start in range(0, len(words), plan.option_words):
            act, player, step, *arguments = words[start : start + plan.option_words]
            if act == len(self.lowered.acts):
                found.append(Choice(step, player, Move(END_OF_TURN, (), ())))
            else:
                name = self.lowered.acts[act]
                found.append(Choice(step, player, Move(name, tuple(self._arguments(game.act[name], arguments)), ())))
        return tuple(found)

    def _arguments(self, act: g.Act, words: list[int]) -> Iterator[int]:
        """Return the arguments of an act from the words of an option."""
        place = 0
        for parameter in act.parameters:
            width = argument_words(parameter, self.lowered.plan.width)
            yield words[place] if width == 1 else set_in(words[place : place + width])
            place += width

    def act(self, number: int) -> None:
        """Perform one of the moves that `legal` returned last, given by its index, and everything up to the next choice."""
        plan = self.lowered.plan
        self.machine.call("act", plan.options + number * plan.option_words)

    def seed(self, seed: int, hand: int) -> None:
        """Seed the source of chance as for one hand of a seed."""
        self.machine.call("seed", *halves(seed), hand)

    def begin_match(self) -> None:
        """The state before the first hand of a match, after the clauses at its start."""
        self.machine.call("begin_match")

    def begin_hand(self) -> None:
        """Run up to the first choice of a hand."""
        self.machine.call("begin_hand")

    def shares(self) -> tuple[tuple[int, ...], ...] | None:
        """Return the share of each side under each heading, and last in all, in the last hand. Return None if no hand was
        counted.
        """
        plan, sides = self.lowered.plan, self.rules.game.sides
        noted, *words = self.machine.read(plan.shares, columns(self.rules.game) + 1)
        return tuple(tuple(words[n : n + sides]) for n in range(0, len(words), sides)) if noted else None

    def hands(self, seed: int, first: int, end: int) -> Sums | Diagnostic:
        """Play the hands of a seed from `first` to `end`, excluding `end`, at random."""
        return self._batch("hand", seed, first, end)

    def matches(self, seed: int, first: int, end: int, *, cut_off: bool = False) -> Sums | Diagnostic:
        """Play the matches of a seed from `first` to `end`, excluding `end`, at random. With `cut_off`, matches with too many
        hands are counted and left out; otherwise they are a fault.
        """
        return self._batch("match", seed, first, end, cut_off=cut_off)

    def _batch(self, unit: Unit, seed: int, first: int, end: int, *, cut_off: bool = False) -> Sums | Diagnostic:
        """Play a batch. If the engine stops, the hands or matches before the stop are played once more, for their sums.

        The interpreter plays the hand or match in which the engine stops. It reports the fault in it, or plays it to its end.
        """
        total, size = Sums.zero(self._sums), SLICE if self.lowered.plan.width == 1 else SLICE_OF_MANY[unit]
        while first < end:
            until = min(end, first + SUMMED_TOGETHER[unit])
            stopped = self._play(unit, seed, first, until, size)
            if stopped is not None:
                until = stopped.number
                self._play(unit, seed, first, until, size)
            total = total.merge(self._read())
            first = until
            if stopped is not None and stopped.by_itself:
                found = (
                    Sums.of_a_match_cut_off(self._sums)
                    if cut_off and stopped.goes_on
                    else observed(self.rules, seed, first, unit, cut_off=cut_off)
                )
                if isinstance(found, Diagnostic):
                    return found
                total = total.merge(found)
                first += 1
            elif stopped is not None:
                size = 1
        return total

    def _play(self, unit: Unit, seed: int, first: int, end: int, size: int) -> _Stopped | None:
        """Compute the sums of a part of a batch from zero, with `size` hands or matches in the first call. Return the hand or
        match in which the engine stopped, or None if it did not stop.
        """
        plan, nothing = self.lowered.plan, Sums.zero(self._sums)
        self.machine.write(plan.done, [0] * (plan.statistics - plan.done))
        self.machine.write(plan.statistics, [*nothing.sums, *nothing.least, *nothing.greatest])
        try:
            while first < end:
                self.machine.call(CALLED[unit], *halves(seed), first, min(end, first + size))
                first += size
                size = min(2 * size, MOST_SLICE) if self._has_most_steps_left(unit) else size
        except Trapped as trap:
            number = self.machine.read(plan.number, 1)[0]
            return _Stopped(number, trap.reason != STEPS or number == first, trap.reason == GOES_ON)
        return None

    def _has_most_steps_left(self, unit: Unit) -> bool:
        """Return whether the last call took only a small part of its steps."""
        return self.machine.read(self.lowered.plan.steps, 1)[0] > self.lowered.steps * STEPS_OF[unit] * 3 // 4

    def _read(self) -> Sums:
        plan = self._sums
        return Sums.read(plan, self.machine.read(self.lowered.plan.statistics, plan.words + 2 * plan.extremes))


def words_of(mask: int, width: int) -> list[int]:
    """A set as words of memory."""
    return [mask >> MEMBERS_IN_A_WORD * n & (1 << MEMBERS_IN_A_WORD) - 1 for n in range(width)]


def set_in(words: Sequence[int]) -> int:
    """Return the set that is stored in words of memory."""
    return sum(word << MEMBERS_IN_A_WORD * n for n, word in enumerate(words))


def best_machine(module: Module) -> Machine:
    """Return WebAssembly, or Python if wasmtime is not available, as in a browser, or cannot be loaded for want of memory."""
    try:
        from cartaro_engine.running.wasm_machine import WasmMachine
    except (ImportError, OSError):
        return PythonMachine(module)
    return WasmMachine(module)


def engine_of(rules: Rules, machine: Callable[[Module], Machine] = best_machine) -> Engine | NotLowered:
    """Return the engine of a game on a given kind of machine, or the reason why there is none."""
    lowered = lower(rules)
    if isinstance(lowered, NotLowered):
        return lowered
    try:
        return Engine(rules, lowered, machine(lowered.module))
    except NotBuilt:
        return NotLowered(Construct.HOST)
