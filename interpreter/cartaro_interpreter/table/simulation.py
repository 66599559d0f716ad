"""Simulation: many random hands or matches, and what they came to, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.players import RandomPlayer
from cartaro_interpreter.play.winner import winner
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.table.playout import Played, play_hand, play_match

Unit = Literal["hand", "match"]


@dataclass(frozen=True, slots=True)
class Spread:
    """The sum, the least and the greatest of a number that was observed each time."""

    total: int
    least: int
    greatest: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What `played` hands or matches came to.

    `moves` and `hands` are of each; `points` of each side in each hand; `shares` of each side under each heading, summed;
    `counters` are their values at the end, by owner, without those of annexes.  Sides and owners count from 0.
    """

    unit: Unit
    played: int
    hands: Spread
    moves: Spread
    points: tuple[Spread, ...]
    shares: tuple[Mapping[str, int], ...]
    counters: Mapping[str, tuple[Spread, ...]]
    wins: tuple[int, ...] = ()
    """How many matches each side has won, or the side of the player who has; nothing where hands were played, or where the
    rules do not say who wins.
    """


class _RunningSpread:
    def __init__(self) -> None:
        self.total = 0
        self.least: int | None = None
        self.greatest: int | None = None

    def add(self, value: int) -> None:
        self.total += value
        self.least = value if self.least is None else min(self.least, value)
        self.greatest = value if self.greatest is None else max(self.greatest, value)

    def spread(self) -> Spread:
        return Spread(self.total, self.least or 0, self.greatest or 0)


def simulate(
    rules: Rules, count: int, seed: int, unit: Unit = "hand", progress: Callable[[int], None] | None = None
) -> Statistics | Diagnostic:
    """Play `count` random hands or matches; `progress` is told how many are done.  Number n has a seed made of both, so that
    a longer simulation begins as a shorter one.
    """
    sides = range(rules.game.sides)
    hands, moves, points = _RunningSpread(), _RunningSpread(), [_RunningSpread() for _ in sides]
    shares: list[dict[str, int]] = [{} for _ in sides]
    counted = ((name, slot) for name, slot in rules.layout.memory.items() if slot.cell.kind == "counter")
    slots = {name: slot for name, slot in counted if not slot.cell.annex}
    counters = {name: [_RunningSpread() for _ in range(slot.count)] for name, slot in slots.items()}
    wins = list[int]()
    for number in range(count):
        played = one(rules, seed, number, unit)
        if isinstance(played, Diagnostic):
            message = say("hand {n} with seed {seed}: {message}", n=number + 1, seed=seed, message=played.message)
            if unit == "match":
                message = say("match {n} with seed {seed}: {message}", n=number + 1, seed=seed, message=played.message)
            return replace(played, message=message)
        hands.add(played.hands)
        moves.add(len(played.moves))
        for result in played.scores:
            for side in sides:
                points[side].add(result.points[side])
                for name, amount in result.shares[side].items():
                    shares[side][name] = shares[side].get(name, 0) + amount
        for name, slot in slots.items():
            for owner, tally in enumerate(counters[name]):
                tally.add(played.state.cells[slot.slot + owner])
        won = winner(rules, played.state) if unit == "match" else None
        if won is not None:
            wins = wins or [0] * len(sides)
            if won.number is not None:
                wins[won.number if won.kind == "side" else rules.game.side_of[won.number]] += 1
        if progress is not None:
            progress(number + 1)
    return Statistics(
        unit, count, hands.spread(), moves.spread(), tuple(tally.spread() for tally in points), tuple(shares),
        {name: tuple(tally.spread() for tally in tallies) for name, tallies in counters.items()}, tuple(wins),
    )  # fmt: skip


def one(rules: Rules, seed: int, number: int, unit: Unit) -> Played | Diagnostic:
    """The playout of one number of a simulation: shuffles and all players from one seed."""
    chance = SeededChance(hash_seed(seed, number))
    player = RandomPlayer(f"{seed}/{number}")
    players = [player] * rules.game.players
    return play_hand(rules, players, chance) if unit == "hand" else play_match(rules, players, chance)


def hash_seed(seed: int, number: int) -> int:
    """A seed for one playout out of many: different for every pair below 2^32."""
    return seed << 32 | number
