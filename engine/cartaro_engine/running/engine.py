"""The engine of a game: states, legal moves and moves as the interpreter has them, and hands by the thousand.

A state is laid into the machine's memory word by word; a pile, which the interpreter packs into one number, as an array.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cartaro_engine.ir.nodes import Module
from cartaro_engine.memory.plan import STATISTIC_WORDS, columns
from cartaro_engine.memory.refusals import NotLowered
from cartaro_engine.play.game import Lowered, lower
from cartaro_engine.running.chance import Unit, halves, played_by_the_interpreter
from cartaro_engine.running.machine import Machine, Trapped
from cartaro_engine.running.python_machine import PythonMachine
from cartaro_grammar import Diagnostic
from cartaro_interpreter import END_OF_TURN, PHASE, Choice, Move, Played, Rules, State, order_of_pile, pile_of

SLICE, MOST_SLICE = 50, 12_800
"""Hands, or matches, that are played in one call, and have its steps together: a few at first, then more, since a call costs as
much as some tens of hands.
"""
CALLED: Final[dict[Unit, str]] = {"hand": "hands", "match": "matches"}


@dataclass(frozen=True, slots=True)
class Sums:
    """What some hands came to: how many they were, how many moves they had, and, for each heading and at last for all together,
    the sum and the sum of squares of what each side got.
    """

    hands: int
    moves: int
    shares: tuple[tuple[tuple[int, int], ...], ...]


class Engine:
    """A lowered game on a machine."""

    def __init__(self, rules: Rules, lowered: Lowered, machine: Machine) -> None:
        self.rules = rules
        self.lowered = lowered
        self.machine = machine

    def another(self) -> Engine:
        """An engine of the same game with a memory of its own, for a second thread: WebAssembly runs without Python's lock."""
        return Engine(self.rules, self.lowered, self.machine.another())

    def load(self, cells: Sequence[int]) -> None:
        """Lay a state of the interpreter into memory."""
        plan, order_of = self.lowered.plan, self.rules.layout.order_of
        orders = frozenset(order_of.values())
        self.machine.write(0, [0 if slot in orders else value for slot, value in enumerate(cells)])
        for slot, pile in plan.piles.items():
            cards = pile_of(cells[slot], cells[order_of[slot]])
            self.machine.write(pile, [len(cards), *reversed(cards)])
        self.machine.write(plan.top, [plan.stack])
        self.machine.write(plan.shares, [0])

    def state(self) -> State:
        """The state in memory, as the interpreter has it."""
        plan = self.lowered.plan
        words = self.machine.read(0, plan.state)
        cells = words[: plan.row]
        for slot, pile in plan.piles.items():
            cards = words[pile + 1 : pile + 1 + words[pile]]
            cells[self.rules.layout.order_of[slot]] = order_of_pile(tuple(reversed(cards)))
        return State(tuple(cells))

    def awaits(self) -> int:
        """What is awaited: one of the interpreter's `PHASE_…`."""
        return self.machine.read(PHASE, 1)[0]

    def legal(self) -> tuple[Choice, ...]:
        """Every legal move, in the interpreter's order; the permissions that it stands on are not told."""
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
                found.append(Choice(step, player, Move(name, tuple(arguments[: len(game.act[name].parameters)]), ())))
        return tuple(found)

    def act(self, number: int) -> None:
        """Do one of the moves that `legal` has told last, by its place among them, and everything up to the next choice."""
        plan = self.lowered.plan
        self.machine.call("act", plan.options + number * plan.option_words)

    def seed(self, seed: int, hand: int) -> None:
        """Begin chance anew, as for one hand of a seed."""
        self.machine.call("seed", *halves(seed), hand)

    def begin_match(self, *, first_clauses: bool = True) -> None:
        """The state before the first hand of a match."""
        self.machine.call("begin_match", int(first_clauses))

    def begin_hand(self) -> None:
        """Up to the first choice of a hand."""
        self.machine.call("begin_hand")

    def shares(self) -> tuple[tuple[int, ...], ...] | None:
        """What each side got under each heading, and last in all, in the hand that has ended; None where none was counted."""
        plan, sides = self.lowered.plan, self.rules.game.sides
        noted, *words = self.machine.read(plan.shares, columns(self.rules.game) + 1)
        return tuple(tuple(words[n : n + sides]) for n in range(0, len(words), sides)) if noted else None

    def hands(self, seed: int, first: int, end: int) -> Sums | Diagnostic:
        """Play the hands of a seed from one number up to, and without, another, each by chance."""
        return self._batch("hand", seed, first, end)

    def matches(self, seed: int, first: int, end: int) -> Sums | Diagnostic:
        """Play the matches of a seed from one number up to, and without, another, each by chance."""
        return self._batch("match", seed, first, end)

    def _batch(self, unit: Unit, seed: int, first: int, end: int) -> Sums | Diagnostic:
        """Play a batch.  Where it is stopped, what came before is played once more, for its sums.

        What the engine stops in is played by the interpreter, which tells what is wrong with it or ends it.
        """
        totals = [0] * self._width()
        size = SLICE
        while first < end:
            until = min(end, first + size)
            try:
                found = self._slice(unit, seed, first, until)
                size = min(2 * size, MOST_SLICE) if self._has_most_steps_left() else size
            except Trapped:
                size = SLICE
                until = self.machine.read(self.lowered.plan.number, 1)[0] + 1
                played = played_by_the_interpreter(self.rules, seed, until - 1, unit)
                if isinstance(played, Diagnostic):
                    return replace(played, message=f"{unit} {until - 1} of seed {seed}: {played.message}")
                found = _sum(self._slice(unit, seed, first, until - 1), self._statistics_of(played))
            totals = _sum(totals, found)
            first = until
        return self._sums(totals)

    def _has_most_steps_left(self) -> bool:
        """Whether the last call took but a small part of the steps that it had."""
        left = self.machine.read(self.lowered.plan.steps, 1)[0]
        return left > self.lowered.steps * 3 // 4

    def _width(self) -> int:
        return STATISTIC_WORDS + 2 * columns(self.rules.game)

    def _slice(self, unit: Unit, seed: int, first: int, end: int) -> list[int]:
        """The sums of a part of a batch, as they stand in memory."""
        place = self.lowered.plan.statistics
        self.machine.write(place, [0] * self._width())
        self.machine.call(CALLED[unit], *halves(seed), first, end)
        return self.machine.read(place, self._width())

    def _statistics_of(self, played: Played) -> list[int]:
        """The sums of what the interpreter has played, as they stand in memory."""
        names = [clause.name for clause, _ in self.rules.game.headings]
        sums = [0] * (2 * columns(self.rules.game))
        for sheet in played.scores:
            shares = [share[name] for name in names for share in sheet.shares] + list(sheet.points)
            sums = _sum(sums, [number for share in shares for number in (share, share**2)])
        return [played.hands, len(played.moves), *sums]

    def _sums(self, words: list[int]) -> Sums:
        sides, width = self.rules.game.sides, columns(self.rules.game)
        hands, moves, *sums = words
        pairs = tuple(zip(sums[::2], sums[1::2], strict=True))
        return Sums(hands, moves, tuple(pairs[n : n + sides] for n in range(0, width, sides)))


def _sum(first: list[int], second: list[int]) -> list[int]:
    return [one + other for one, other in zip(first, second, strict=True)]


def best_machine(module: Module) -> Machine:
    """WebAssembly, or Python where wasmtime is not to be had, as in a browser."""
    try:
        from cartaro_engine.running.wasm_machine import WasmMachine
    except ImportError:
        return PythonMachine(module)
    return WasmMachine(module)


def engine_of(rules: Rules, machine: Callable[[Module], Machine] = best_machine) -> Engine | NotLowered:
    """The engine of a game on a machine of some kind, or what in the game is not lowered."""
    lowered = lower(rules)
    return lowered if isinstance(lowered, NotLowered) else Engine(rules, lowered, machine(lowered.module))
