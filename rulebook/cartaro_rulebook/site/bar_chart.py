"""A chart as SVG: a group of bars for each name, one for each side, each with the ends of its interval.

Colours and type are the stylesheet's.  The numbers stand in the table beside it; to those who cannot see it, it is one picture
with a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.site.measurements import MeasuredInterval

WIDTH: Final = 640
NAMES: Final = 170
"""The room left of the bars for their names."""
BAR: Final = 14
GAP: Final = 10
LEGEND: Final = 24
MOST_LETTERS: Final = 24


@dataclass(frozen=True, slots=True)
class Bars:
    """One group: its name, and an interval for each side."""

    name: str
    intervals: tuple[MeasuredInterval, ...]


def bar_chart(groups: Sequence[Bars], sides: Sequence[str], label: str) -> str:
    """The chart, as one line of HTML; `sides` are the names of the bars of a group."""
    ends = [end for group in groups for interval in group.intervals for end in (interval.low, interval.high)]
    lowest, highest = min(0.0, *ends), max(0.0, *ends)
    scale = (WIDTH - NAMES - 10) / (highest - lowest or 1.0)
    height = LEGEND + len(groups) * (len(sides) * BAR + GAP)
    inside = _legend(sides)
    for number, group in enumerate(groups):
        top = LEGEND + number * (len(sides) * BAR + GAP)
        middle = top + len(sides) * BAR / 2 + 4
        inside += tag("text", escaped(_short(group.name)), x=_n(NAMES - 8), y=_n(middle), text_anchor="end")
        for side, interval in enumerate(group.intervals):
            inside += _bar(interval, side, top + side * BAR, lowest, scale)
    zero = NAMES - lowest * scale
    inside += tag("line", "", x1=_n(zero), x2=_n(zero), y1=_n(LEGEND - 4), y2=_n(height), class_="axis")
    return tag("svg", inside, viewBox=f"0 0 {WIDTH} {height}", role="img", aria_label=label, class_="chart")


def _legend(sides: Sequence[str]) -> str:
    room = (WIDTH - NAMES) / max(1, len(sides))
    return "".join(
        tag("rect", "", x=_n(NAMES + side * room), y="2", width="10", height="10", class_=f"bar side-{side}")
        + tag("text", escaped(_short(name)), x=_n(NAMES + side * room + 15), y="11")
        for side, name in enumerate(sides)
    )


def _bar(interval: MeasuredInterval, side: int, top: float, lowest: float, scale: float) -> str:
    """A bar from 0 to the mean, and a line between the ends of the interval."""

    def at(value: float) -> float:
        return NAMES + (value - lowest) * scale

    left, right = sorted((at(0), at(interval.value)))
    low, high, middle = at(interval.low), at(interval.high), top + (BAR - 2) / 2
    bar = tag("rect", "", x=_n(left), y=_n(top), width=_n(right - left), height=_n(BAR - 2), class_=f"bar side-{side}")
    ends = "".join(f"M{_n(x)} {_n(middle - 3)}V{_n(middle + 3)}" for x in (low, high))
    return bar + tag("path", "", d=f"M{_n(low)} {_n(middle)}H{_n(high)}{ends}", class_="whisker")


def _short(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…"


def _n(number: float) -> str:
    """A length, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")
