"""The measurements of a page, as protocols that the engine's statistics fit; the rulebook plays nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class MeasuredInterval(Protocol):
    """A value, and the interval that contains the true value."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class MeasuredValue(Protocol):
    """A mean or a share."""

    @property
    def count(self) -> int: ...
    @property
    def value(self) -> float: ...
    def interval(self) -> MeasuredInterval: ...


class MeasuredMean(MeasuredValue, Protocol):
    @property
    def least(self) -> int | None: ...
    @property
    def greatest(self) -> int | None: ...


class MeasuredShare(MeasuredValue, Protocol):
    @property
    def times(self) -> int: ...


class MeasuredClause(Protocol):
    """The frequency of a clause: how often it took effect in a hand, and in how many hands."""

    @property
    def a_hand(self) -> MeasuredValue: ...
    @property
    def hands(self) -> MeasuredShare: ...


class MeasuredPlay(Protocol):
    """Statistics of hands, or of matches; sides count from 0."""

    @property
    def played(self) -> int: ...
    @property
    def moves(self) -> MeasuredMean: ...
    @property
    def options(self) -> MeasuredMean: ...
    @property
    def lengths(self) -> MeasuredMean: ...
    @property
    def points(self) -> tuple[MeasuredMean, ...]: ...
    @property
    def headings(self) -> Mapping[str, tuple[MeasuredMean, ...]]: ...
    @property
    def ahead(self) -> tuple[MeasuredShare, ...]: ...
    @property
    def level(self) -> MeasuredShare: ...
    @property
    def wins(self) -> tuple[MeasuredShare, ...]: ...
    @property
    def clauses(self) -> Mapping[str, MeasuredClause]: ...


class MeasuredHistogram(Protocol):
    """The number of values in each bar; bar n begins at `first + n * step`.  `below` and `above` state whether the outer bars
    have values beyond them.
    """

    @property
    def first(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def counts(self) -> tuple[int, ...]: ...
    @property
    def below(self) -> bool: ...
    @property
    def above(self) -> bool: ...


class MeasuredSpread(Protocol):
    """The spread of the points of a side in a hand, in all and by heading, and of the hands of a match."""

    @property
    def hands(self) -> int: ...
    @property
    def matches(self) -> int: ...
    @property
    def points(self) -> MeasuredHistogram | None: ...
    @property
    def headings(self) -> Mapping[str, MeasuredHistogram]: ...
    @property
    def lengths(self) -> MeasuredHistogram | None: ...


class MeasuredQuantity(Protocol):
    """A measured quantity: its kind, its heading and its side."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def side(self) -> int | None: ...


class MeasuredContrast(Protocol):
    """A measure under the rules as they are, and under another house rule."""

    @property
    def what(self) -> MeasuredQuantity: ...
    @property
    def first(self) -> MeasuredValue: ...
    @property
    def second(self) -> MeasuredValue: ...
    @property
    def difference(self) -> MeasuredInterval: ...


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A house rule with a value other than its usual one, and the measures whose difference is statistically significant."""

    option: str
    value: str
    contrasts: tuple[MeasuredContrast, ...]


@dataclass(frozen=True, slots=True)
class PlayedLengths:
    """Matches between machine players: their number, and their hands and moves in all; and how many halves of deals players who
    look ahead won against random players, and of how many halves.
    """

    matches: int
    hands: int
    moves: int
    won: int
    halves: int


@dataclass(frozen=True, slots=True)
class Measurements:
    """The measurements of a game: hands, matches if any were played, each other value of its house rules, and how the results
    are spread.
    """

    hands: MeasuredPlay
    matches: MeasuredPlay | None = None
    changes: tuple[RuleChange, ...] = ()
    spread: MeasuredSpread | None = None
