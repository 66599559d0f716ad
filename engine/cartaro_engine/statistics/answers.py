"""Statistics and comparisons as JSON: what `docs/schemas/statistics.schema.json` and `comparison.schema.json` describe.

Sides, seats and owners are numbered from 1, as everything that a reader sees.  Means and shares have the whole numbers that
they are made of, so that who has two answers can add them up.
"""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_engine.statistics.comparison import Contrast, contrasts
from cartaro_engine.statistics.measures import Interval, Mean, Measure
from cartaro_engine.statistics.statistics import Beginner, ColumnNames, Frequency, Statistics
from cartaro_interpreter import Json

DIGITS = 6


def statistics_json(found: Statistics) -> dict[str, Json]:
    """What a simulation came to."""
    answer: dict[str, Json] = {
        **game_json(found.names),
        "unit": found.unit,
        "played": found.played,
        "seed": found.seed,
        "played_by": found.by,
        "hands": found.hands,
        "counted": found.counted,
        "moves": measure_json(found.moves),
        "options": measure_json(found.options),
        "points": _by_number(found.points),
        "shares": {name: _by_number(shares) for name, shares in found.headings.items()},
        "ahead": _by_number(found.ahead),
        "level": measure_json(found.level),
        "acts": _events(found.acts),
        "clauses": _events(found.clauses),
        "permissions": _events(found.permissions),
        "prohibitions": _events(found.prohibitions),
        "counters": {name: _by_number(values) for name, values in found.counters.items()},
        "beginners": {str(seat): _beginner(one) for seat, one in enumerate(found.beginners, 1) if one.points[0].count},
    }
    if found.unit == "match":
        answer["lengths"] = measure_json(found.lengths)
        if found.wins:
            answer["wins"] = _by_number(found.wins)
    return answer


def game_json(names: ColumnNames) -> dict[str, Json]:
    """Which game was played, with how many players and which house rules."""
    return {"game": names.game, "players": names.players, "house_rules": dict(names.settings)}


def measure_json(measure: Measure) -> dict[str, Json]:
    """A mean or a share, with its interval and what it is made of."""
    interval = interval_json(measure.interval())
    if isinstance(measure, Mean):
        extremes: dict[str, Json] = {}
        if measure.least is not None and measure.greatest is not None:
            extremes = {"least": measure.least, "greatest": measure.greatest}
        return {"mean": interval, "count": measure.count, "total": measure.total, "squares": measure.squares, **extremes}
    return {"share": interval, "count": measure.count, "times": measure.times}


def interval_json(interval: Interval) -> list[Json]:
    """A value, and between what the true one lies."""
    return [round(number, DIGITS) + 0.0 for number in (interval.value, interval.low, interval.high)]


def _by_number(measures: tuple[Measure, ...]) -> dict[str, Json]:
    return {str(number): measure_json(measure) for number, measure in enumerate(measures, 1)}


def _events(events: Mapping[str, Frequency]) -> dict[str, Json]:
    return {name: {"a_hand": measure_json(event.a_hand), "hands": measure_json(event.hands)} for name, event in events.items()}


def _beginner(beginner: Beginner) -> dict[str, Json]:
    return {"points": _by_number(beginner.points), "ahead": _by_number(beginner.ahead)}


def comparison_json(base: Statistics, others: tuple[tuple[Mapping[str, str], Statistics], ...]) -> dict[str, Json]:
    """A game and what is different in others, each with what was changed in it."""
    return {
        "base": statistics_json(base),
        "others": [
            {
                "changed": dict(changed),
                "statistics": statistics_json(found),
                "differences": [_contrast(contrast) for contrast in contrasts(base, found)],
            }
            for changed, found in others
        ],
    }


def _contrast(contrast: Contrast) -> dict[str, Json]:
    what = contrast.what
    return {
        "of": what.kind,
        **({} if what.name is None else {"name": what.name}),
        **({} if what.side is None else {"side": what.side + 1}),
        "difference": interval_json(contrast.difference),
        "differs": contrast.difference.excludes_zero,
    }
