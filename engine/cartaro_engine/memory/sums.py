"""The sums of a batch: whole numbers only, in one order, in memory and out of it.

What is observed again and again is kept as its sum, its sum of squares, its least and its greatest value; what happens or does
not is counted.  So the sums of two batches are added number by number, the result does not depend on how a range of hands was
split, and it is exact.  What the numbers mean is read off by `statistics/`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from cartaro_grammar import Clause, Game
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN

Unit = Literal["hand", "match"]
"""What a batch is made of: each is played from a seed and its number."""

NONE_YET: Final = 1 << 40
"""More than any least value, and less the sign than any greatest."""
LARGEST: Final = 1 << 20
"""The squares of numbers up to this can be summed within a word."""

Sample = Literal["moves", "lengths", "options", "shares", "counters"]
SumPlace = Sample | Literal["units", "hands", "counted", "events", "ahead", "wins", "beginners", "sampled", "barred"]
SAMPLED: Final = 64
"""What prohibitions bar is looked for in hands, or matches, whose number is divided by this."""


def columns(game: Game) -> int:
    """How many numbers a count gives: for each heading, and then for the sum, one for each side."""
    return (len(game.headings) + 1) * game.sides


def counters(game: Game) -> tuple[tuple[str, int], ...]:
    """The counters of the rules, those of annexes left out, with the number of their owners."""
    owners = {"table": 1, "player": game.players, "side": game.sides}
    return tuple((cell.name, owners[cell.owner]) for cell in game.cells if cell.kind == "counter" and not cell.annex)


def events(game: Game) -> tuple[str, ...]:
    """What may happen at a choice or in a deal: the acts of players by their numbers, the end of a turn, clauses about what
    happens, and the permissions of acts that have several: what an act with one stands on need not be counted.
    """
    acts = (act.name for act in game.acts if not act.finding)
    shared = (clause.name for _, clause in shared_permissions(game))
    return (*acts, END_OF_TURN, *(clause.name for clause in happenings(game)), *shared)


def prohibitions(game: Game) -> tuple[str, ...]:
    """The prohibitions that bar acts of players from a permission, in the order of the text."""
    titles = {clause.name for act in game.acts if not act.finding for clause, _ in game.permissions_of(act.name)}
    return tuple(clause.name for clause, said in game.saying(g.Prohibition) if titles.intersection(said.bars))


def shared_permissions(game: Game) -> tuple[tuple[g.Act, Clause], ...]:
    """The permissions of the acts of players that have several, each with its act."""
    titles = ((act, game.permissions_of(act.name)) for act in game.acts if not act.finding)
    return tuple((act, clause) for act, said in titles if len(said) > 1 for clause, _ in said)


def happenings(game: Game) -> tuple[Clause, ...]:
    """The clauses that say what happens at an event, in the order of the text, without those that only remember for claims."""
    at_events = {clause.name for event in game.events for clause in game.consequences(*event)}
    return tuple(
        clause
        for clause in game.clauses
        if clause.name in at_events and not all(_remembers(game, line) for line in clause.effects)
    )


def _remembers(game: Game, line: g.Effect) -> bool:
    """Whether an effect changes nothing but what an annex keeps."""
    return isinstance(line.body, g.Add | g.Become) and game.cell[line.body.cell.cell].annex


@dataclass(frozen=True, slots=True)
class SumsPlan:
    """How many numbers there are of what, and where each stands among them."""

    sides: int
    seats: int
    columns: int
    counters: int
    events: int
    prohibitions: int

    @staticmethod
    def of(game: Game) -> SumsPlan:
        """The sums of a game's batches."""
        kept = sum(count for _, count in counters(game))
        return SumsPlan(game.sides, game.players, columns(game), kept, len(events(game)), len(prohibitions(game)))

    @property
    def beginner_words(self) -> int:
        """For each seat that begins: how many hands, and for each side the sum, the squares, and how many it was ahead in."""
        return 1 + 3 * self.sides

    def _layout(self) -> tuple[tuple[SumPlace, int], ...]:
        return (
            ("units", 1), ("hands", 1), ("counted", 1), ("moves", 2), ("lengths", 2), ("options", 2),
            ("shares", 2 * self.columns), ("counters", 2 * self.counters), ("events", 3 * self.events),
            ("ahead", self.sides), ("wins", self.sides), ("beginners", self.seats * self.beginner_words),
            ("sampled", 1), ("barred", 3 * self.prohibitions),
        )  # fmt: skip

    def place(self, name: SumPlace) -> int:
        """The number of the first word of a part."""
        found = 0
        for other, words in self._layout():
            if other == name:
                return found
            found += words
        raise AssertionError(name)

    def extreme(self, name: Sample) -> int:
        """The number of the first extreme of what is observed, among the least as among the greatest."""
        before: dict[Sample, int] = {"moves": 0, "lengths": 1, "options": 2, "shares": 3, "counters": 3 + self.columns}
        return before[name]

    @property
    def words(self) -> int:
        """How many sums there are."""
        return sum(words for _, words in self._layout())

    @property
    def extremes(self) -> int:
        """How many least values there are, and how many greatest."""
        return 3 + self.columns + self.counters


@dataclass(frozen=True)
class Sums:
    """What some hands or matches came to."""

    plan: SumsPlan
    sums: tuple[int, ...]
    least: tuple[int, ...]
    greatest: tuple[int, ...]

    @staticmethod
    def nothing(plan: SumsPlan) -> Sums:
        """What no hands come to."""
        return Sums(plan, (0,) * plan.words, (NONE_YET,) * plan.extremes, (-NONE_YET,) * plan.extremes)

    @staticmethod
    def read(plan: SumsPlan, words: list[int]) -> Sums:
        """Sums as they stand in memory."""
        first, second = plan.words, plan.words + plan.extremes
        return Sums(plan, tuple(words[:first]), tuple(words[first:second]), tuple(words[second:]))

    def merge(self, other: Sums) -> Sums:
        """What these and some others come to together."""
        return Sums(
            self.plan,
            tuple([one + two for one, two in zip(self.sums, other.sums, strict=True)]),
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.greatest, other.greatest)),
        )

    @staticmethod
    def together(plan: SumsPlan, parts: Iterable[Sums]) -> Sums:
        """What several come to together."""
        found = Sums.nothing(plan)
        for part in parts:
            found = found.merge(part)
        return found

    def at(self, name: SumPlace, index: int = 0) -> int:
        """A sum, by its place in a part."""
        return self.sums[self.plan.place(name) + index]

    @property
    def units(self) -> int:
        """How many hands, or matches, were played as such."""
        return self.at("units")

    @property
    def hands(self) -> int:
        return self.at("hands")

    @property
    def moves(self) -> int:
        return self.at("moves")

    @cached_property
    def shares(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each heading, and at last for all together, the sum and the sum of squares of what each side got."""
        start, sides = self.plan.place("shares"), self.plan.sides
        words = self.sums[start : start + 2 * self.plan.columns]
        pairs = tuple(zip(words[::2], words[1::2], strict=True))
        return tuple(pairs[n : n + sides] for n in range(0, self.plan.columns, sides))
