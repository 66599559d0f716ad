"""Random play on a page: how long hands are, who wins, points by heading, the effect of house rules; charts as SVG.

A chart has a group of bars for each name, with one bar for each side, and marks the ends of the bar's interval.  Colours and
type come from the stylesheet.  The numbers are in the table next to the chart, and a screen reader finds one picture with a
name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from cartaro_grammar import SIDE
from cartaro_rulebook.cards.pictures import escaped, tag
from cartaro_rulebook.prose.clauses import option_setting
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.markup import bullets, heading, inline
from cartaro_rulebook.site.measurements import (
    MeasuredClause,
    MeasuredContrast,
    MeasuredHistogram,
    MeasuredInterval,
    MeasuredMean,
    MeasuredShare,
    MeasuredSpread,
    MeasuredValue,
    Measurements,
    RuleChange,
)
from cartaro_rulebook.site.seating import first_role
from cartaro_rulebook.words.nouns import Phrase, capitalized

# --------------------------------------------------------------------- bar chart


WIDTH: Final = 360
"""The width of a phone, so that letters are not smaller there than in a text."""
EDGE: Final = 10
"""The room at each side, for half of a number of the axis."""
BAR: Final = 14
GAP: Final = 8
LINE: Final = 17
"""The height of a line with the name of a group, or with parts of the legend."""
LETTER, SIGN = 6.4, 28
"""The width of a letter of the legend, and of the square with the space around it."""
AXIS: Final = 20
"""The height of the numbers below the bars."""
ROUNDING: Final = 1e-9
"""The error of a quotient of two numbers that are written with few digits."""
MOST_TICKS: Final = 6
"""The greatest number of steps of the axis."""


@dataclass(frozen=True, slots=True)
class Bars:
    """One group: its name, and an interval for each side."""

    name: str
    intervals: tuple[MeasuredInterval, ...]


def bar_chart(groups: Sequence[Bars], sides: Sequence[str], label: str, point: str = ".") -> str:
    """Return the chart, as one line of HTML; `sides` are the names of the bars of a group, and `point` separates decimals."""
    ends = [end for group in groups for interval in group.intervals for end in (interval.low, interval.high)]
    lowest, highest = min(0.0, *ends), max(0.0, *ends)
    scale = (WIDTH - 2 * EDGE) / (highest - lowest or 1.0)
    legend, start = _legend(sides)
    height = start + len(groups) * (LINE + len(sides) * BAR + GAP)
    lines = [_tick(value, EDGE + (value - lowest) * scale, start, height, point) for value in ticks(lowest, highest)]
    inside = legend + "".join(lines)
    for number, group in enumerate(groups):
        top = start + number * (LINE + len(sides) * BAR + GAP)
        inside += tag("text", escaped(_short(group.name)), x=_n(EDGE + 3), y=_n(top + LINE - 4))
        for side, interval in enumerate(group.intervals):
            inside += _bar(interval, side, top + LINE + side * BAR, lowest, scale)
    zero = EDGE - lowest * scale
    inside += tag("line", "", x1=_n(zero), x2=_n(zero), y1=_n(start), y2=_n(height), class_="axis")
    return tag("svg", inside, viewBox=f"0 0 {WIDTH} {height + AXIS}", role="img", aria_label=label, class_="chart")


COLUMN: Final = 22
"""The greatest width of a column of a histogram, with the room next to it."""
TALL: Final = 110
LEFT: Final = 44
"""The width of the numbers of the vertical axis."""
TOP: Final = 8


def histogram(found: MeasuredHistogram, label: str, unit: str, page: Page) -> str:
    """Return a histogram as one line of HTML: how many in 100 have each value; `unit` is written below its horizontal axis."""
    point, total = page.scope.lang.word("number_point"), sum(found.counts)
    shares = [HUNDRED * count / total for count in found.counts]
    highest = max(shares)
    column = min(COLUMN * 2, (WIDTH - LEFT - 10) / len(shares))
    base, inside = TOP + TALL, ""
    for value in ticks(0, highest):
        y = base - TALL * value / highest
        inside += tag("line", "", x1=_n(LEFT), x2=_n(LEFT + column * len(shares)), y1=_n(y), y2=_n(y), class_="tick")
        inside += tag("text", escaped(f"{value:g} %".replace(".", point)), x=_n(LEFT - 5), y=_n(y + 4), text_anchor="end")
    every = ceil(len(shares) * 26 / (column * len(shares)))  # each label needs room for three digits
    for at, share in enumerate(shares):
        x, height = LEFT + at * column, TALL * share / highest
        title = tag("title", escaped(f"{_bin(found, at)}: {share:.1f} %".replace(".", point)))
        inside += tag(
            "rect", title, x=_n(x + 1), y=_n(base - height), width=_n(column - 2), height=_n(height), class_="bar side-0"
        )
        if at % every == 0:
            inside += tag("text", escaped(_bin(found, at)), x=_n(x + column / 2), y=_n(base + 14), text_anchor="middle")
    inside += tag("line", "", x1=_n(LEFT), x2=_n(LEFT + column * len(shares)), y1=_n(base), y2=_n(base), class_="axis")
    inside += tag("text", escaped(unit), x=_n(LEFT), y=_n(base + 30))
    return tag("svg", inside, viewBox=f"0 0 {WIDTH} {base + 36}", role="img", aria_label=label, class_="chart")


def _bin(found: MeasuredHistogram, at: int) -> str:
    """Return the values of a bar: a number, or where it begins and ends."""
    low = found.first + at * found.step
    if at == 0 and found.below:
        return f"≤{low + found.step - 1}".replace("-", "−")
    if at == len(found.counts) - 1 and found.above:
        return f"{low}+".replace("-", "−")
    return f"{low}".replace("-", "−")


def ticks(lowest: float, highest: float) -> list[float]:
    """Return the round numbers of an axis: steps of 1, 2 or 5 times a power of ten."""
    rough = (highest - lowest or 1.0) / MOST_TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    first, last = ceil(lowest / step - ROUNDING), floor(highest / step + ROUNDING)
    return [n * step for n in range(first, last + 1)]


def _tick(value: float, x: float, top: float, height: float, point: str) -> str:
    line = tag("line", "", x1=_n(x), x2=_n(x), y1=_n(top), y2=_n(height), class_="tick")
    return line + tag(
        "text", escaped(f"{value:g}".replace("-", "−").replace(".", point)), x=_n(x), y=_n(height + 14), text_anchor="middle"
    )


def _legend(sides: Sequence[str]) -> tuple[str, float]:
    """Return the names of the sides with their colours, in as many lines as they need, and the height of these lines."""
    drawn, x, top = "", float(EDGE), 0.0
    for side, name in enumerate(map(_short, sides)):
        room = SIGN + LETTER * len(name)
        if x > EDGE and x + room > WIDTH:
            x, top = EDGE, top + LINE
        drawn += tag("rect", "", x=_n(x), y=_n(top + 2), width="10", height="10", class_=f"bar side-{side}")
        drawn += tag("text", escaped(name), x=_n(x + 15), y=_n(top + 11))
        x += room
    return drawn, top + LINE + 2


def _bar(interval: MeasuredInterval, side: int, top: float, lowest: float, scale: float) -> str:
    """Return a bar from 0 to the mean, and a line between the ends of the interval."""

    def at(value: float) -> float:
        return EDGE + (value - lowest) * scale

    left, right = sorted((at(0), at(interval.value)))
    low, high, middle = at(interval.low), at(interval.high), top + (BAR - 2) / 2
    bar = tag("rect", "", x=_n(left), y=_n(top), width=_n(right - left), height=_n(BAR - 2), class_=f"bar side-{side}")
    ends = "".join(f"M{_n(x)} {_n(middle - 3)}V{_n(middle + 3)}" for x in (low, high))
    return bar + tag("path", "", d=f"M{_n(low)} {_n(middle)}H{_n(high)}{ends}", class_="whisker")


def _short(name: str) -> str:
    """Return a name that fits on a line."""
    most = int((WIDTH - SIGN) / LETTER)
    return name if len(name) <= most else name[: most - 1] + "…"


def _n(number: float) -> str:
    """Return a length, rounded to a tenth."""
    return f"{number:.1f}".removesuffix(".0")


# ------------------------------------------------------------- measurements page


HUNDRED: Final = 100
TOLD: Final = frozenset({"points", "counted", "ahead", "level", "moves", "options", "shares"})
"""The kinds of changes that are reported; the acts and clauses that cause them are not reported."""


def measured(page: Page) -> Iterator[str]:
    """Yield the section, if something was measured."""
    found = page.ruleset.measurements
    if found is None:
        return
    hands = found.hands
    yield f"## {heading(page.label('random'))} {{ #random-play }}"
    players = page.label("players", x=str(page.game.players))
    yield tag("p", page.shown("random_note", n=whole(hands.played, page), p=players))
    yield bullets(_facts(found, page))
    if hands.headings and hands.points[0].count:
        yield tag("p", tag("strong", page.shown("random_points")))
        yield tag("div", _chart(found, page), class_="measured")
        yield tag("div", _table(found, page), class_="measured")
    yield from _spread(found.spread, page)
    events = [_event(name, event, page) for name, event in hands.clauses.items() if 0 < event.hands.times < event.hands.count]
    if events:
        yield tag("p", page.shown("random_events"))
        yield bullets(events)
    if found.changes:
        yield f"### {heading(page.label('random_changes'))} {{ #random-house-rules }}"
        yield tag("p", page.shown("random_changes_note", n=whole(hands.played, page)))
        yield from _changes(found.changes, page)


def _spread(found: MeasuredSpread | None, page: Page) -> Iterator[str]:
    """Yield the histograms: points of a side in a hand, headings with several values, hands of a match."""
    if found is None:
        return
    clauses = {clause.name: clause for clause, _ in page.game.headings}
    named = {
        name: capitalized(page.scope.naming.title(name, clauses[name].names)) for name in found.headings if name in clauses
    }
    points = page.label("random_of_points")
    side = page.scope.naming.numbered(SIDE).form(False)
    drawn = [(page.label("spread_points", x=side), points, found.points)]
    drawn += [(page.label("spread_heading", h=title), points, found.headings[name]) for name, title in named.items()]
    drawn += [(page.label("spread_lengths"), page.label("spread_hands"), found.lengths)]
    for title, unit, values in drawn:
        if values is not None:
            yield tag("p", tag("strong", escaped(title)))
            wide = page.label("spread_step", u=unit, n=str(values.step)) if values.step > 1 else unit
            yield tag("div", histogram(values, title, wide, page), class_="measured spread")


def _facts(found: Measurements, page: Page) -> Iterator[str]:
    hands = found.hands
    yield _lengths("random_moves", hands.moves, page)
    yield page.shown("random_options", x=decimal(hands.options.value, page, 2), b=whole(hands.options.greatest or 0, page))
    if len(hands.ahead) > 1 and hands.level.count:
        level = hundredths(hands.level, page)
        yield page.shown("random_ahead", x=_each_wins(hands.ahead, page), y=level)
    if found.matches is not None:
        yield _lengths("random_lengths", found.matches.lengths, page)
        if len(found.matches.wins) > 1:
            yield page.shown("random_wins", x=_each_wins(found.matches.wins, page))


def _lengths(key: str, mean: MeasuredMean, page: Page) -> str:
    least, greatest = mean.least or 0, mean.greatest or 0
    if least == greatest:
        return page.shown(f"{key}_always", n=whole(least, page))
    return page.shown(key, x=decimal(mean.value, page, 1), a=whole(least, page), b=whole(greatest, page))


def _each_wins(shares: tuple[MeasuredShare, ...], page: Page) -> str:
    won = [page.label("random_won", w=side_by_role(n, page), x=hundredths(share, page)) for n, share in enumerate(shares)]
    return page.scope.lang.series(won)


def side_by_number(number: int, page: Page) -> str:
    """Word the side with this number: *the pair 1*."""
    lang, noun = page.scope.lang, page.scope.naming.numbered(SIDE)
    the = lang.forms.determined(noun, "the").text
    return lang.forms.polish(page.label("random_side", the=the, bare=noun.form(False), n=str(number + 1)))


def side_by_role(number: int, page: Page) -> str:
    """Word a side by its role in the first hand, *the dealer*, *the opponent*, *the pair of the dealer*, or by its number if it
    has none.
    """
    found, game, lang = first_role(page.game), page.game, page.scope.lang
    if found is None:
        return side_by_number(number, page)
    role, player = found
    holder = lang.forms.determined(page.scope.naming.cell(role), "the").text
    has_role = game.side_of[player - 1] == number
    if game.sides == game.players:
        opponent = page.label("role_opponent") if game.players == PAIR else side_by_number(number, page)
        return holder if has_role else opponent
    noun = page.scope.naming.numbered(SIDE)
    if has_role:
        return lang.forms.polish(lang.forms.determined(noun, "the").text + lang.of(holder))
    other = Phrase(noun.form(False), feminine=noun.feminine)
    return lang.text("site_role_other", other) if game.sides == PAIR else side_by_number(number, page)


PAIR: Final = 2


# ---------------------------------------------------------------------------------------------- points


def _headings(found: Measurements, page: Page) -> Iterator[tuple[str, tuple[MeasuredMean, ...]]]:
    """Yield the name of each heading and the means of the sides under it."""
    clauses = {clause.name: clause for clause, _ in page.game.headings}
    for name, means in found.hands.headings.items():
        yield capitalized(page.scope.naming.title(name, clauses[name].names)), means


def _chart(found: Measurements, page: Page) -> str:
    sides = [side_by_role(side, page) for side in range(len(found.hands.points))]
    groups = [Bars(name, tuple(mean.interval() for mean in means)) for name, means in _headings(found, page)]
    return bar_chart(groups, sides, page.label("random_points"), page.scope.lang.word("number_point"))


def _table(found: Measurements, page: Page) -> str:
    sides = [capitalized(side_by_role(side, page)) for side in range(len(found.hands.points))]
    head = tag("tr", tag("td", "") + "".join(tag("th", escaped(side), scope="col") for side in sides))
    rows = [*_headings(found, page)]
    rows += [(page.label("random_in_all"), found.hands.points)] if len(rows) > 1 else []
    body = "".join(
        tag("tr", tag("th", escaped(name), scope="row") + "".join(tag("td", escaped(_mean(mean, page))) for mean in means))
        for name, means in rows
    )
    return tag("table", tag("thead", head) + tag("tbody", body))


# ---------------------------------------------------------------------------------------------- events and house rules


def _event(name: str, event: MeasuredClause, page: Page) -> str:
    """Return the share of hands in which a clause was applied, and how often it was applied in a hand if that is more."""
    text, often = page.scope.naming.clause(name), event.a_hand.value
    if often - event.hands.value < 0.0005:
        return page.shown("random_event_once", x=text, n=hundredths(event.hands, page))
    return page.shown("random_event", x=text, n=hundredths(event.hands, page), m=decimal(often, page, 2))


def _changes(changes: tuple[RuleChange, ...], page: Page) -> Iterator[str]:
    """Render the effect of each house rule; after them come rules without a visible effect, and those under which most hands
    end before the count.
    """
    early = [change for change in changes if _ends_early(change)]
    named = [(option_setting(change.option, (change.value,), page.scope), change) for change in changes]
    changed = [(rule, _differences(change, page)) for rule, change in named if change not in early]
    seen = [tag("dt", inline(rule, page.pictures)) + tag("dd", bullets(lines)) for rule, lines in changed if lines]
    if seen:
        yield tag("dl", "".join(seen), class_="options")
    unseen = [rule for rule, lines in changed if not lines]
    if unseen:
        yield tag("p", page.shown("random_no_change", x=page.scope.lang.series(unseen, "or")))
    if early:
        rules = [rule for rule, change in named if change in early]
        yield tag("p", page.shown("random_not_counted", x=page.scope.lang.series(rules, "or")))


def _ends_early(change: RuleChange) -> bool:
    """Return whether random players end most hands before the count because of a house rule: they may declare at any time."""
    return any(one.what.kind == "counted" and one.second.value < min(0.5, one.first.value) for one in change.contrasts)


def _differences(change: RuleChange, page: Page) -> list[str]:
    """Return a line for each measure that differs, with the sides for which it differs."""
    lines: dict[str, list[str]] = {}
    told = TOLD if len(page.game.headings) > 1 else TOLD - {"shares"}  # the points of the only heading are all points
    for contrast in change.contrasts:
        if contrast.what.kind in told:
            lines.setdefault(_title(contrast, page), []).append(_contrast(contrast, page))
    return [
        page.shown("random_of_one", x=title, y=page.scope.lang.word("proof_series").join(sides))
        for title, sides in lines.items()
    ]


def _title(contrast: MeasuredContrast, page: Page) -> str:
    what = contrast.what
    if what.kind != "shares" or what.name is None:
        return page.label(f"random_of_{what.kind}")
    clause = next(clause for clause, _ in page.game.headings if clause.name == what.name)
    return page.label("random_of_shares", h=page.scope.naming.title(what.name, clause.names))


def _contrast(contrast: MeasuredContrast, page: Page) -> str:
    """Return the difference of a measure, with the side if it belongs to one."""
    what, change = contrast.what, contrast.difference
    times, digits = (HUNDRED, 1) if what.kind in ("counted", "ahead", "level") else (1, 3)
    sign = "+" if change.value >= 0 else "−"
    half = decimal(times * (change.high - change.low) / 2, page, digits)
    side = "" if what.side is None else f"{side_by_role(what.side, page)} "
    return side + page.label(
        "random_change",
        a=decimal(times * contrast.first.value, page, digits),
        b=decimal(times * contrast.second.value, page, digits),
        d=f"{sign}{decimal(times * abs(change.value), page, digits)} ± {half}",
    )


# ---------------------------------------------------------------------------------------------- numbers


def decimal(number: float, page: Page, digits: int) -> str:
    """Return a number with some decimal places, as the page's language writes it."""
    lang = page.scope.lang
    signs = {",": lang.word("number_groups"), ".": lang.word("number_point"), "-": "−"}
    return "".join(signs.get(sign, sign) for sign in f"{number:,.{digits}f}")


def whole(number: int, page: Page) -> str:
    """Return a whole number."""
    return decimal(number, page, 0)


def hundredths(share: MeasuredShare, page: Page) -> str:
    """Return a share as a percentage, with its interval."""
    return _with_interval(share, page, HUNDRED, 1)


def _mean(mean: MeasuredMean, page: Page) -> str:
    return _with_interval(mean, page, 1, 3)


def _with_interval(measure: MeasuredValue, page: Page, times: int, digits: int) -> str:
    interval = measure.interval()
    value, low, high = (decimal(times * n, page, digits) for n in (interval.value, interval.low, interval.high))
    return value if low == high else f"{value} ({low}–{high})"
