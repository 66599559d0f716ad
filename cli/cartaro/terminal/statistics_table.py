"""Statistics and comparisons as tables: means and shares with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log10
from typing import Final

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from cartaro.terminal.streams import console
from cartaro_engine import Contrast, Frequency, Mean, Measure, NotLowered, Quantity, Statistics, contrasts
from cartaro_interpreter import END_OF_TURN

# -------------------------------------------------------------- statistics table


MAX_DECIMALS: Final = 9


def decimals(half: float, fewest: int) -> int:
    """Return the number of digits at which half the width of an interval is visible."""
    return fewest if half <= 0 else max(fewest, min(MAX_DECIMALS, ceil(-log10(half))))


def format_measure(measure: Measure) -> str:
    """Format a mean with half the width of its interval, and a share with both ends; an exact value has no interval."""
    interval = measure.interval()
    half = (interval.high - interval.low) / 2
    if isinstance(measure, Mean):
        digits = decimals(half, 3)
        text = f"{interval.value:.{digits}f}"
        return f"{text} ± {half:.{digits}f}" if half else text.rstrip("0").rstrip(".")
    digits = decimals(100 * half, 2)
    value, low, high = (f"{100 * number:.{digits}f}" for number in (interval.value, interval.low, interval.high))
    return f"{value} %" if low == high else f"{value} % ({low}–{high})"


def show_statistics(found: Statistics, wanted: int, seconds: float, refused: NotLowered | None) -> None:
    """Print the statistics of a simulation."""
    out = console()
    plural = "matches" if found.unit == "match" else "hands"
    begun = "" if found.played == wanted else f" of {wanted}, then interrupted"
    rate = f"{found.played / seconds:,.0f} a second"
    out.print(f"{escape(found.names.game)}, {found.names.players} players: {found.played:,} {plural}{begun}", markup=False)
    out.print(f"seed {found.seed}, played by the {_player(found)}, {rate}", markup=False)
    if refused is not None:
        out.print(f"(the engine does not compile {refused.construct} yet)", markup=False, style="dim")
    out.print(_in_all(found))
    out.print(_by_side(found))
    if sum(bool(one.points[0].count) for one in found.beginners) > 1:
        out.print(_by_beginner(found))
    out.print(_events(found))
    for name, values in found.counters.items():
        shown = ", ".join(f"{format_measure(value)} ({value.least}–{value.greatest})" for value in values)
        out.print(f"{name} at the end: {shown}", markup=False)


def _player(found: Statistics) -> str:
    return "engine, as Python" if found.by == "python" else found.by


def _table(*titles: str) -> Table:
    table = Table()
    for title in titles:
        table.add_column(title, justify="right" if title else "left")
    return table


def _sides(found: Statistics) -> list[str]:
    return [f"side {side + 1}" for side in range(found.names.sides)]


def _in_all(found: Statistics) -> Table:
    table = _table("", "mean", "least – greatest")
    rows = [("moves in a hand", found.moves), ("legal moves to choose from", found.options)]
    if found.unit == "match":
        rows.append(("hands in a match", found.lengths))
    for title, mean in rows:
        table.add_row(title, format_measure(mean), f"{mean.least} – {mean.greatest}")
    return table


def _by_side(found: Statistics) -> Table:
    table = _table("", *_sides(found))
    for heading, means in found.headings.items():
        table.add_row(escape(heading), *map(format_measure, means))
    table.add_section()
    table.add_row("points a hand", *map(format_measure, found.points))
    table.add_row("least – greatest", *(f"{mean.least} – {mean.greatest}" for mean in found.points))
    table.add_section()
    table.add_row("hands ahead", *map(format_measure, found.ahead))
    table.add_row("hands level", format_measure(found.level))
    if found.wins:
        table.add_section()
        table.add_row("matches won", *map(format_measure, found.wins))
        nobody = found.played - sum(share.times for share in found.wins)
        if nobody:
            table.add_row("won by nobody", f"{nobody:,}")
    return table


def _by_beginner(found: Statistics) -> Table:
    """Build the table of each side's points and of the hands in which it was ahead, by the seat that began."""
    table = _table("begun by", "", *_sides(found))
    for seat, one in enumerate(found.beginners, 1):
        if one.points[0].count:
            table.add_row(f"seat {seat}", "points", *map(format_measure, one.points))
            table.add_row("", "ahead", *map(format_measure, one.ahead))
    return table


def _events(found: Statistics) -> Table:
    table = _table("", "in a hand", "in how many hands")
    _rows(table, found.acts)
    table.add_section()
    _rows(table, found.clauses)
    table.add_section()
    acts = len(found.names.acts)
    shared = {name for name, index in found.names.permissions if index >= acts}
    _rows(table, {name: event for name, event in found.permissions.items() if name in shared})
    table.add_section()
    _rows(table, {f"barred by {name}": event for name, event in found.prohibitions.items() if event.hands.count})
    return table


def _rows(table: Table, events: Mapping[str, Frequency]) -> None:
    for name, event in events.items():
        if name == END_OF_TURN and not event.hands.times:  # a game in which turns end automatically
            continue
        table.add_row(escape(name), format_measure(event.a_hand), format_measure(event.hands))


# -------------------------------------------------------------- comparison table


TITLES = {
    "counted": "hands counted",
    "points": "points a hand",
    "ahead": "hands ahead",
    "level": "hands level",
    "wins": "matches won",
    "moves": "moves in a hand",
    "options": "legal moves",
    "lengths": "hands in a match",
}


def show_comparison(base: Statistics, changed: Sequence[Mapping[str, str]], others: Sequence[Statistics]) -> None:
    """Print the differences that are significant at the 95 % level."""
    out, names = console(), base.names
    unit = "matches" if base.unit == "match" else "hands"
    out.print(f"{names.game}, {names.players} players: {base.played:,} {unit} of each, seed {base.seed}", markup=False)
    for change, other in zip(changed, others, strict=True):
        title = ", ".join(f"{name}={value}" for name, value in change.items())
        by = "" if other.by == "engine" else f" (played by the {other.by})"
        out.print(Text.assemble("\n", (title, "bold"), (by, "dim")))
        found = contrasts(base, other)
        different = [contrast for contrast in found if contrast.difference.excludes_zero]
        if different:
            out.print(_comparison_table(different))
        out.print(f"{len(found) - len(different)} of {len(found)} measures are not told apart", style="dim")
    out.print("\nThe games are not paired, and of twenty measures that are the same, one may well be shown.", style="dim")


def _comparison_table(different: Sequence[Contrast]) -> Table:
    table = Table()
    for title in ("", "as chosen", "so", "difference"):
        table.add_column(title, justify="right" if title else "left")
    for contrast in different:
        first, second = format_measure(contrast.first), format_measure(contrast.second)
        table.add_row(Text(_title(contrast.what)), first, second, Text(_signed(contrast), style="bold"))
    return table


def _title(what: Quantity) -> str:
    of = TITLES.get(what.kind) or f"{what.name}"
    return of if what.side is None else f"{of}, side {what.side + 1}"


def _signed(contrast: Contrast) -> str:
    change = contrast.difference
    half = (change.high - change.low) / 2
    if isinstance(contrast.first, Mean):
        digits = decimals(half, 3)
        return f"{change.value:+.{digits}f} ± {half:.{digits}f}"
    digits = decimals(100 * half, 2)
    return f"{100 * change.value:+.{digits}f} ± {100 * half:.{digits}f} %"
