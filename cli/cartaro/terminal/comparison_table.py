"""A comparison shown to people: for every change a table of what it makes different, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from cartaro.terminal.render import console
from cartaro.terminal.statistics_table import decimals, measured
from cartaro_engine import Contrast, Mean, Quantity, Statistics, contrasts

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
    """What differs by more than chance would make it differ, 95 times in 100."""
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
            out.print(_table(different))
        out.print(f"{len(found) - len(different)} of {len(found)} measures are not told apart", style="dim")
    out.print("\nThe games are not paired, and of twenty measures that are the same, one may well be shown.", style="dim")


def _table(different: Sequence[Contrast]) -> Table:
    table = Table()
    for title in ("", "as chosen", "so", "difference"):
        table.add_column(title, justify="right" if title else "left")
    for contrast in different:
        first, second = measured(contrast.first), measured(contrast.second)
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
