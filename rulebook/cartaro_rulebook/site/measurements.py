"""What a page tells of hands played at random: statistics that come from outside (the engine's fit as they are).

The rulebook plays nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


class Interval(Protocol):
    """A value, and between what the true one lies."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Measure(Protocol):
    """A mean or a share."""

    @property
    def count(self) -> int: ...
    @property
    def value(self) -> float: ...
    def interval(self) -> Interval: ...


class Mean(Measure, Protocol):
    @property
    def least(self) -> int | None: ...
    @property
    def greatest(self) -> int | None: ...


class Share(Measure, Protocol):
    @property
    def times(self) -> int: ...


class Event(Protocol):
    """How often a clause came to pass in a hand, and in how many hands it did at all."""

    @property
    def a_hand(self) -> Measure: ...
    @property
    def hands(self) -> Share: ...


class Played(Protocol):
    """Statistics of hands, or of matches; sides count from 0."""

    @property
    def played(self) -> int: ...
    @property
    def moves(self) -> Mean: ...
    @property
    def options(self) -> Mean: ...
    @property
    def lengths(self) -> Mean: ...
    @property
    def points(self) -> tuple[Mean, ...]: ...
    @property
    def headings(self) -> Mapping[str, tuple[Mean, ...]]: ...
    @property
    def ahead(self) -> tuple[Share, ...]: ...
    @property
    def level(self) -> Share: ...
    @property
    def wins(self) -> tuple[Share, ...]: ...
    @property
    def clauses(self) -> Mapping[str, Event]: ...


class What(Protocol):
    """What is measured: its kind, the heading, and the side."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def side(self) -> int | None: ...


class Contrast(Protocol):
    """A measure under the rules as they are, and under another house rule."""

    @property
    def what(self) -> What: ...
    @property
    def first(self) -> Measure: ...
    @property
    def second(self) -> Measure: ...
    @property
    def difference(self) -> Interval: ...


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A house rule with another value than it commonly has, and the measures that differ by more than chance."""

    option: str
    value: str
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True, slots=True)
class Measurements:
    """What was measured of a game: hands, matches where they were played, and each other value of its house rules."""

    hands: Played
    matches: Played | None = None
    changes: tuple[RuleChange, ...] = ()
