"""`cartaro simulate`: many random hands or matches, and what they came to."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from cartaro.shell import INTERRUPTED, json_option, load_or_exit, rules_argument, set_option, write_json
from cartaro.simulations import run_options, run_plan, simulation_or_exit, statistics_or_exit
from cartaro.terminal.streams import progress_bar
from cartaro_engine import Simulation, Statistics, statistics_json


@click.command("simulate")
@rules_argument
@run_options
@set_option
@json_option
def command(rules: str, settings: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Play hands (or matches) at random: points by side and heading, who is ahead, what happens how often.

    Every number stands with its interval of 95 %.  Hand number N of a seed is the same hand, whoever plays it.

    \b
    cartaro simulate scopa -n 1000000 --seed 7
    cartaro simulate scopone -n 5000 --matches --set punti=21
    """
    how = run_plan(given)
    simulation = simulation_or_exit(load_or_exit(rules, settings, as_json), how, as_json)
    begun = time.perf_counter()
    with progress_bar(how.count, "matches" if how.unit == "match" else "hands") as advance:
        found = statistics_or_exit(simulation, how, as_json, advance)
    seconds = time.perf_counter() - begun
    if as_json:
        write_json(_value(simulation, found, how.count, seconds))
    else:
        from cartaro.terminal.statistics_table import show_statistics

        show_statistics(found, how.count, seconds, simulation.refused)
    if found.played < how.count:
        sys.exit(INTERRUPTED)


def _value(simulation: Simulation, found: Statistics, wanted: int, seconds: float) -> dict[str, Any]:
    return {
        **statistics_json(found),
        **({} if simulation.refused is None else {"not_lowered": simulation.refused.construct}),
        **({} if found.played == wanted else {"interrupted": True}),
        "seconds": round(seconds, 3),
        "per_second": round(found.played / seconds, 1),
    }
