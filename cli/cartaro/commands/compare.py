"""`cartaro compare`: measure the effect of house rules, the number of players, or another ruleset on random hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cartaro.rules_arguments import complete_rules, each_local_copy
from cartaro.shell import (
    EVERY,
    MAX_SETTINGS,
    expand_settings,
    fail,
    json_option,
    load_or_exit,
    read_settings,
    requested_language,
    set_option,
    write_json,
)
from cartaro.simulations import run_options, run_plan, simulation_or_exit, statistics_or_exit
from cartaro.terminal.streams import progress_bar
from cartaro_engine import Statistics, comparison_json
from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, msg, shorten

PAIR = 2


@click.command("compare")
@click.argument(
    "rules", metavar="RULES [OTHER]", nargs=-1, required=True, callback=each_local_copy, shell_complete=complete_rules
)
@click.option(
    "--vary", metavar="OPTION,OPTION", default="", help="house rules to vary, one at a time, or `players` to vary their number"
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="write a plot of the points to this file (cartaro[plots])",
)
@run_options
@set_option
@json_option
def command(
    rules: tuple[str, ...], vary: str, plot: Path | None, settings: tuple[str, ...], as_json: bool, **given: Any
) -> None:
    """Compare a ruleset with itself under other house rules, or with another ruleset: print the differences and their
    size.

    Each value of an option is compared with the chosen value; the other options keep their values.

    \b
    cartaro compare scopa --vary precedenza,ultima -n 100000
    cartaro compare scopa scopa_francese -n 100000 --json
    cartaro compare scopa --vary players --plot players.svg
    """
    how = run_plan(given)
    games = _games_or_exit(rules, vary, settings, as_json)
    simulations = [simulation_or_exit(game, how, as_json) for _, game in games]
    found = list[Statistics]()
    with progress_bar(how.count * len(games), msg("hands")) as advance:
        for number, simulation in enumerate(simulations):
            found.append(statistics_or_exit(simulation, how, as_json, _offset(how.count * number, advance)))
            if found[-1].played < how.count:
                raise KeyboardInterrupt
    changed = tuple(change for change, _ in games[1:])
    if plot is not None:
        from cartaro.comparison_plot import write_plot

        write_plot(plot, found, changed)
    if as_json:
        write_json(comparison_json(found[0], tuple(zip(changed, found[1:], strict=True))))
    else:
        from cartaro.terminal.statistics_table import show_comparison

        show_comparison(found[0], changed, found[1:], requested_language())


def _offset(done: int, tell: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """Shift a progress callback by the amount already done."""
    return None if tell is None else lambda more: tell(done + more)


Change = dict[str, str]
"""The differences from the base game: options with their values, or `ruleset` with its name."""


def _games_or_exit(rules: tuple[str, ...], vary: str, settings: tuple[str, ...], as_json: bool) -> list[tuple[Change, Game]]:
    """Return the base game and the games to compare with it, each with its differences; exit if there are none or too many."""
    names = tuple(dict.fromkeys(name.strip() for name in vary.split(",") if name.strip()))
    if len(rules) > PAIR or (len(rules) == PAIR) == bool(names):
        advice = msg("give two rulesets, or one ruleset and `--vary` with its options")
        fail((Diagnostic("C0910", msg("there is nothing to compare, or too much"), help=advice),), as_json)
    base = load_or_exit(rules[0], settings, as_json)
    if len(rules) == PAIR:
        other = load_or_exit(rules[1], (), as_json)
        return [({}, base), ({"ruleset": other.name}, other)]
    found: list[tuple[Change, Game]] = [({}, base)]
    for name in names:
        found += _alternatives(rules[0], base, name, read_settings(settings), as_json)
    if len(found) > MAX_SETTINGS:
        message = msg("{n} games exceed the limit of {most}", n=len(found), most=MAX_SETTINGS)
        fail((Diagnostic("C0908", message, help=msg("vary fewer options")),), as_json)
    if len(found) == 1:
        message = msg("`{name}` has only one value, so there is nothing to compare it with", name=shorten(vary))
        fail((Diagnostic("C0910", message),), as_json)
    return found


def _alternatives(rules: str, base: Game, name: str, chosen: dict[str, str], as_json: bool) -> list[tuple[Change, Game]]:
    """Return the game under every other value of an option."""
    each = expand_settings(rules, {**chosen, name: EVERY})
    if not isinstance(each, list):
        fail(each, as_json)
    own = str(base.players) if name == PLAYERS_SETTING else base.chosen.get(name)
    values = [setting[name] for setting in each if setting[name] != own]
    return [
        ({name: value}, load_or_exit(rules, [f"{n}={v}" for n, v in {**chosen, name: value}.items()], as_json))
        for value in values
    ]
