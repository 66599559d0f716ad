"""Statistics: named measures over the sums of a batch; means, shares and their intervals of 95 %.

The interval of a mean is normal, from the sum of squares; that of a share is Wilson's (E. B. Wilson, 1927). The interval of the
difference of two independent means is normal; that of two shares is Newcombe's (R. G. Newcombe, 1998, method 10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final, Literal

from cartaro_engine.memory.layout import (
    Sample,
    SumPlace,
    Sums,
    SumsPlan,
    Unit,
    counted_consequences,
    counters,
    events,
    prohibitions,
    shared_permissions,
)
from cartaro_engine.statistics.statistics_forms import PlayedBy
from cartaro_grammar import Game
from cartaro_interpreter import winner_asked

# ---------------------------------------------------------------------- measures


NORMAL: Final = 1.959963984540054
"""The quantile of the normal distribution: 95 % of it are between this number and its negative."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval of confidence: 95 times in a hundred the true value is between `low` and `high`."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Return whether the value is so far from 0 that chance is an unlikely cause."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `count` observations: their sum, their squares and, if they are kept, the extremes."""

    count: int
    total: int
    squares: int
    least: int | None = None
    greatest: int | None = None

    @property
    def value(self) -> float:
        """The mean; 0 without observations."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of the mean. Only whole numbers are divided, so no precision is lost to cancellation."""
        if self.count < 2:
            return 0.0
        return (self.count * self.squares - self.total**2) / (self.count**2 * (self.count - 1))

    def interval(self) -> Interval:
        half = NORMAL * sqrt(self.variance)
        return Interval(self.value, self.value - half, self.value + half)


@dataclass(frozen=True, slots=True)
class Share:
    """A share: the number of times that something was true, and the number of observations."""

    count: int
    times: int

    @property
    def value(self) -> float:
        """The share; 0 without observations."""
        return self.times / self.count if self.count else 0.0

    def interval(self) -> Interval:
        if not self.count:
            return Interval(0.0, 0.0, 1.0)
        n, square = self.count, NORMAL**2
        middle = (self.times + square / 2) / (n + square)
        half = NORMAL / (n + square) * sqrt(self.times * (n - self.times) / n + square / 4)
        low = 0.0 if self.times == 0 else max(0.0, middle - half)
        high = 1.0 if self.times == n else min(1.0, middle + half)
        return Interval(self.value, low, high)


Measure = Mean | Share


def difference(first: Measure, second: Measure) -> Interval:
    """Return the difference of the second from the first; both are of one kind, and from independent runs."""
    value = second.value - first.value
    if isinstance(first, Mean) and isinstance(second, Mean):
        half = NORMAL * sqrt(first.variance + second.variance)
        return Interval(value, value - half, value + half)
    one, other = first.interval(), second.interval()
    below = sqrt((other.value - other.low) ** 2 + (one.high - one.value) ** 2)
    above = sqrt((other.high - other.value) ** 2 + (one.value - one.low) ** 2)
    return Interval(value, value - below, value + above)


# -------------------------------------------------------------------- statistics


@dataclass(frozen=True, slots=True)
class Frequency:
    """The frequency of an event in a hand, and the number of hands in which it occurred."""

    a_hand: Mean
    hands: Share


@dataclass(frozen=True, slots=True)
class Beginner:
    """The results of the hands in which one seat played first: the points of each side, and the number of hands in which the
    side was strictly ahead.
    """

    points: tuple[Mean, ...]
    ahead: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Names of the columns of a game's sums; sides and seats count from 0. Each permission has the number of the event that
    counts its use: the only permission of an act shares the number of the act.
    """

    game: str
    players: int
    settings: tuple[tuple[str, str], ...]
    sides: int
    headings: tuple[str, ...]
    counters: tuple[tuple[str, int], ...]
    acts: tuple[str, ...]
    clauses: tuple[str, ...]
    permissions: tuple[tuple[str, int], ...]
    prohibitions: tuple[str, ...]
    has_winner: bool

    @staticmethod
    def of(game: Game) -> ColumnNames:
        """The names in a game."""
        clauses = tuple(clause.name for clause in counted_consequences(game))
        count = len(events(game)) - len(shared_permissions(game))
        acts = events(game)[: count - len(clauses)]
        permissions = _permissions(game, count)
        chosen = tuple((option.name, game.chosen[option.name]) for option in game.ruleset.options)
        headings = tuple(clause.name for clause, _ in game.headings)
        has_winner = winner_asked(game) is not None
        return ColumnNames(
            game.name, game.players, chosen, game.sides, headings, counters(game), acts, clauses, permissions,
            prohibitions(game), has_winner,
        )  # fmt: skip


def _permissions(game: Game, first: int) -> tuple[tuple[str, int], ...]:
    """Return every permission of an act of players, with the number of its event. Permissions that share an act are numbered
    from `first` on.
    """
    acts = [act for act in game.acts if not act.finding]
    shared = {clause.name: first + n for n, (_, clause) in enumerate(shared_permissions(game))}
    titles = ((n, clause) for n, act in enumerate(acts) for clause, _ in game.permissions_of(act.name))
    return tuple((clause.name, shared.get(clause.name, n)) for n, clause in titles)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of some hands, or matches, of a seed, played by `by`: the engine, Python or the interpreter."""

    names: ColumnNames
    unit: Unit
    seed: int
    by: PlayedBy
    sums: Sums

    @staticmethod
    def nothing(game: Game, unit: Unit, seed: int, by: PlayedBy) -> Statistics:
        """The statistics of no hands."""
        return Statistics(ColumnNames.of(game), unit, seed, by, Sums.zero(SumsPlan.of(game)))

    def merge(self, sums: Sums) -> Statistics:
        """Return these statistics with the sums of further hands."""
        return replace(self, sums=self.sums.merge(sums))

    # ------------------------------------------------------------------ how many

    @property
    def played(self) -> int:
        """The number of hands, or matches, played."""
        return self.sums.units

    @property
    def cut_off(self) -> int:
        """The number of further matches that were cut off because they had too many hands."""
        return self.sums.cut_off

    @property
    def begun(self) -> int:
        """The number of hands, or matches, that were begun: those played and those cut off."""
        return self.played + self.cut_off

    @property
    def hands(self) -> int:
        return self.sums.hands

    @property
    def counted(self) -> int:
        """The number of hands that were counted."""
        return self.sums.at("counted")

    # ------------------------------------------------------------------ measures

    @property
    def moves(self) -> Mean:
        """The choices of a hand."""
        return self._mean("moves", 0, self.hands)

    @property
    def lengths(self) -> Mean:
        """The number of hands of a match; 1 for a hand."""
        return self._mean("lengths", 0, self.played)

    @property
    def options(self) -> Mean:
        """The legal moves of a choice."""
        return self._mean("options", 0, self.sums.moves)

    @property
    def points(self) -> tuple[Mean, ...]:
        """The points of each side in a counted hand."""
        return self._shares(len(self.names.headings))

    @property
    def headings(self) -> Mapping[str, tuple[Mean, ...]]:
        """The points of each side under each heading."""
        return {name: self._shares(row) for row, name in enumerate(self.names.headings)}

    @property
    def counters(self) -> Mapping[str, tuple[Mean, ...]]:
        """The value of each counter of each owner at the end."""
        found: dict[str, tuple[Mean, ...]] = {}
        first = 0
        for name, count in self.names.counters:
            found[name] = tuple(self._mean("counters", first + owner, self.played) for owner in range(count))
            first += count
        return found

    @property
    def acts(self) -> Mapping[str, Frequency]:
        """The frequency of each act."""
        return {name: self._event(index) for index, name in enumerate(self.names.acts)}

    @property
    def clauses(self) -> Mapping[str, Frequency]:
        """The frequency of each consequence."""
        return {name: self._event(len(self.names.acts) + index) for index, name in enumerate(self.names.clauses)}

    @property
    def permissions(self) -> Mapping[str, Frequency]:
        """The frequency of moves under each permission."""
        return {name: self._event(index) for name, index in self.names.permissions}

    @property
    def prohibitions(self) -> Mapping[str, Frequency]:
        """The number of choices at which only one prohibition barred some move, by prohibition, in the hands in which this was
        examined.
        """
        hands = self.sums.at("sampled")
        return {name: self._event(index, "barred", hands) for index, name in enumerate(self.names.prohibitions)}

    @property
    def ahead(self) -> tuple[Share, ...]:
        """The number of hands in which each side led."""
        return tuple(Share(self.counted, self.sums.at("ahead", side)) for side in range(self.names.sides))

    @property
    def level(self) -> Share:
        """The number of hands in which no side was ahead."""
        return Share(self.counted, self.counted - sum(share.times for share in self.ahead))

    @property
    def wins(self) -> tuple[Share, ...]:
        """The number of matches won by each side; empty if hands were played, or the rules do not define a winner."""
        if self.unit == "hand" or not self.names.has_winner:
            return ()
        return tuple(Share(self.played, self.sums.at("wins", side)) for side in range(self.names.sides))

    @property
    def beginners(self) -> tuple[Beginner, ...]:
        """The results of hands by the seat that had the first choice."""
        words = self.sums.plan.beginner_words
        return tuple(self._beginner(words * seat) for seat in range(self.names.players))

    # ------------------------------------------------------------------ from the sums

    def _mean(self, name: Sample, index: int, count: int) -> Mean:
        sums, at = self.sums, self.sums.plan.extreme(name) + index
        least, greatest = (sums.least[at], sums.greatest[at]) if count else (None, None)
        return Mean(count, sums.at(name, 2 * index), sums.at(name, 2 * index + 1), least, greatest)

    def _shares(self, row: int) -> tuple[Mean, ...]:
        sides = self.names.sides
        return tuple(self._mean("shares", row * sides + side, self.counted) for side in range(sides))

    def _event(self, index: int, place: Literal["events", "barred"] = "events", count: int | None = None) -> Frequency:
        often, squares, hands = self._three(place, 3 * index)
        count = self.hands if count is None else count
        return Frequency(Mean(count, often, squares), Share(count, hands))

    def _beginner(self, row: int) -> Beginner:
        hands = self.sums.at("beginners", row)
        found = [self._three("beginners", row + 1 + 3 * side) for side in range(self.names.sides)]
        points = tuple(Mean(hands, total, squares) for total, squares, _ in found)
        return Beginner(points, tuple(Share(hands, ahead) for _, _, ahead in found))

    def _three(self, name: SumPlace, index: int) -> tuple[int, int, int]:
        return self.sums.at(name, index), self.sums.at(name, index + 1), self.sums.at(name, index + 2)
