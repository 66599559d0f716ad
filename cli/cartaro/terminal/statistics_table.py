"""Statistics and comparisons as tables: means and shares with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil, log10
from types import MappingProxyType
from typing import Final

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from cartaro.terminal.streams import console
from cartaro_engine import Contrast, Frequency, Mean, Measure, Quantity, Simulation, Statistics, contrasts
from cartaro_grammar import Message, msg, translate
from cartaro_interpreter import END_OF_TURN, MOST_HANDS
from cartaro_rulebook import Naming, cell_in_words, in_words
from cartaro_rulebook import language as lexicon

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


Translate = Callable[[str], str]
"""Translates the messages of a table into the language of the session."""


def show_statistics(found: Statistics, wanted: int, seconds: float, simulation: Simulation, language: str) -> None:
    """Print the statistics of a simulation. Acts and counters have their names in the language; clauses have their labels."""
    out, tr, rules = console(), partial(translate, language=language), simulation.rules
    refused, naming = simulation.refused, Naming(rules.game, lexicon(language))
    acts = {name: naming.title(name) for name in found.acts if name != END_OF_TURN}
    out.print(tr(_heading(found)), markup=False)
    if found.begun < wanted:
        out.print(tr(msg("interrupted after {n} of {all}", n=found.begun, all=wanted)), markup=False)
    if found.cut_off:
        message = msg(
            "{n} further matches were cut off, because they had not ended after {hands} hands between players who choose at"
            " random; the statistics are those of the other matches",
            n=found.cut_off,
            hands=MOST_HANDS,
        )
        if found.cut_off == 1:
            message = msg(
                "1 further match was cut off, because it had not ended after {hands} hands between players who choose at"
                " random; the statistics are those of the other matches",
                hands=MOST_HANDS,
            )
        out.print(tr(message), markup=False)
    by = PLAYED_BY[found.by]
    rate = f"{found.played / seconds:,.0f}"
    out.print(tr(msg("random seed {seed}; played by {player}; {n} a second", seed=found.seed, player=by, n=rate)), markup=False)
    if refused is not None:
        out.print(tr(msg("the engine does not play this game: {what}", what=refused.message)), markup=False, style="dim")
    out.print(_in_all(found, tr))
    for sides in _parts_that_fit(found, out.width):
        out.print(_by_side(found, tr, sides))
    if sum(bool(one.points[0].count) for one in found.beginners) > 1:
        for sides in _parts_that_fit(found, out.width - LABEL):
            out.print(_by_beginner(found, tr, sides))
    out.print(_events(found, {**acts, END_OF_TURN: in_words("end_turn", language)}, tr))
    for name, values in found.counters.items():
        shown = ", ".join(f"{format_measure(value)} ({value.least}–{value.greatest})" for value in values)
        out.print(tr(msg("{name} at the end: {values}", name=cell_in_words(rules, name, language), values=shown)), markup=False)


PLAYED_BY = {
    "engine": msg("the engine"),
    "python": msg("the engine in Python"),
    "interpreter": msg("the interpreter"),
}


def _heading(found: Statistics) -> Message:
    """Return the game, the number of players, and the number of hands or matches."""
    game, players, count = found.names.game, found.names.players, f"{found.played:,}"
    if found.unit == "match":
        return msg("{game}, {players} players, matches: {n}", game=game, players=players, n=count)
    return msg("{game}, {players} players, hands: {n}", game=game, players=players, n=count)


def _table(*titles: str) -> Table:
    table = Table()
    for title in titles:
        table.add_column(title, justify="right" if title else "left", overflow="fold")
    return table


LABEL = 18
"""The width that is kept for the labels of a table, in characters."""


def _parts_that_fit(found: Statistics, width: int) -> list[range]:
    """Return the sides that are in one table, for each table that is needed: no number is cut."""
    values: list[Measure] = [*found.points, *found.ahead, *found.wins]
    values += [mean for means in found.headings.values() for mean in means]
    words = [word for value in values for word in format_measure(value).split()]
    words += [f"{mean.least} – {mean.greatest}" for mean in found.points]
    sides, most = found.names.sides, max(1, (width - LABEL) // (max(map(len, words), default=1) + 3))
    tables = -(-sides // most)
    return [range(sides * n // tables, sides * (n + 1) // tables) for n in range(tables)]


def _sides(sides: range, tr: Translate) -> list[str]:
    return [tr(msg("side {n}", n=side + 1)) for side in sides]


def _of(sides: range, values: Sequence[Measure]) -> list[str]:
    return [format_measure(values[side]) for side in sides]


def _in_all(found: Statistics, tr: Translate) -> Table:
    table = _table("", tr(msg("mean")), tr(msg("least – greatest")))
    rows = [(msg("moves in a hand"), found.moves), (msg("legal moves to choose from"), found.options)]
    if found.unit == "match":
        rows.append((msg("hands in a match"), found.lengths))
    for title, mean in rows:
        table.add_row(tr(title), format_measure(mean), f"{mean.least} – {mean.greatest}")
    return table


def _by_side(found: Statistics, tr: Translate, sides: range) -> Table:
    table = _table("", *_sides(sides, tr))
    for heading, means in found.headings.items():
        table.add_row(escape(heading), *_of(sides, means))
    table.add_section()
    table.add_row(tr(msg("points in a hand")), *_of(sides, found.points))
    table.add_row(tr(msg("least – greatest")), *(f"{found.points[n].least} – {found.points[n].greatest}" for n in sides))
    table.add_section()
    table.add_row(tr(msg("hands with the most points")), *_of(sides, found.ahead))
    if sides.start == 0:
        table.add_row(tr(msg("tied hands")), format_measure(found.level))
    if found.wins:
        table.add_section()
        table.add_row(tr(msg("matches won")), *_of(sides, found.wins))
        nobody = found.played - sum(share.times for share in found.wins)
        if nobody and sides.start == 0:
            table.add_row(tr(msg("won by nobody")), f"{nobody:,}")
    return table


def _by_beginner(found: Statistics, tr: Translate, sides: range) -> Table:
    """Build the table of each side's points and of the hands in which it led, by the seat that began."""
    table = _table(tr(msg("first to play")), "", *_sides(sides, tr))
    for seat, one in enumerate(found.beginners, 1):
        if one.points[0].count:
            table.add_row(tr(msg("seat {n}", n=seat)), tr(msg("points in a hand")), *_of(sides, one.points))
            table.add_row("", tr(msg("hands with the most points")), *_of(sides, one.ahead))
    return table


def _events(found: Statistics, acts: Mapping[str, str], tr: Translate) -> Table:
    table = _table("", tr(msg("times in a hand")), tr(msg("hands with it")))
    _rows(table, found.acts, acts)
    table.add_section()
    _rows(table, found.clauses)
    table.add_section()
    count = len(found.names.acts)
    shared = {name for name, index in found.names.permissions if index >= count}
    _rows(table, {name: event for name, event in found.permissions.items() if name in shared})
    table.add_section()
    forbidden = {name: event for name, event in found.prohibitions.items() if event.hands.count}
    _rows(table, {tr(msg("forbidden by {name}", name=name)): event for name, event in forbidden.items()})
    return table


def _rows(table: Table, events: Mapping[str, Frequency], names: Mapping[str, str] = MappingProxyType({})) -> None:
    for name, event in events.items():
        if name == END_OF_TURN and not event.hands.times:  # turns of this game end automatically
            continue
        table.add_row(escape(names.get(name, name)), format_measure(event.a_hand), format_measure(event.hands))


# -------------------------------------------------------------- comparison table


TITLES = {
    "counted": msg("hands that count"),
    "points": msg("points in a hand"),
    "ahead": msg("hands with the most points"),
    "level": msg("tied hands"),
    "wins": msg("matches won"),
    "moves": msg("moves in a hand"),
    "options": msg("legal moves to choose from"),
    "lengths": msg("hands in a match"),
}


def show_comparison(
    base: Statistics, changed: Sequence[Mapping[str, str]], others: Sequence[Statistics], language: str
) -> None:
    """Print the differences that are significant at the 95 % level."""
    out, tr = console(), partial(translate, language=language)
    heading, seed = _heading(base), base.seed
    out.print(tr(msg("{heading} for each, random seed {seed}", heading=heading, seed=seed)), markup=False)
    for change, other in zip(changed, others, strict=True):
        title = ", ".join(f"{name}={value}" for name, value in change.items())
        by = "" if other.by == "engine" else f" ({tr(msg('played by {player}', player=PLAYED_BY[other.by]))})"
        out.print(Text.assemble("\n", (title, "bold"), (by, "dim")))
        found = contrasts(base, other)
        different = [contrast for contrast in found if contrast.difference.excludes_zero]
        if different:
            out.print(_comparison_table(different, tr))
        same = len(found) - len(different)
        out.print(tr(msg("measures without a significant difference: {n} of {all}", n=same, all=len(found))), style="dim")
    warning = msg("the hands are not paired, so about one in twenty equal measures differs significantly at random")
    out.print(f"\n{tr(warning)}", style="dim")


def _comparison_table(different: Sequence[Contrast], tr: Translate) -> Table:
    table = Table()
    for title in ("", tr(msg("before")), tr(msg("after")), tr(msg("difference"))):
        table.add_column(title, justify="right" if title else "left")
    for contrast in different:
        first, second = format_measure(contrast.first), format_measure(contrast.second)
        table.add_row(Text(_title(contrast.what, tr)), first, second, Text(_signed(contrast), style="bold"))
    return table


def _title(what: Quantity, tr: Translate) -> str:
    of = tr(TITLES[what.kind]) if what.kind in TITLES else f"{what.name}"
    return of if what.side is None else f"{of}, {tr(msg('side {n}', n=what.side + 1))}"


def _signed(contrast: Contrast) -> str:
    change = contrast.difference
    half = (change.high - change.low) / 2
    if isinstance(contrast.first, Mean):
        digits = decimals(half, 3)
        return f"{change.value:+.{digits}f} ± {half:.{digits}f}"
    digits = decimals(100 * half, 2)
    return f"{100 * change.value:+.{digits}f} ± {100 * half:.{digits}f} %"
