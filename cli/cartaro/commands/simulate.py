"""`cartaro simulate`: print statistics of many random hands or matches."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import (
    FAILURE,
    INTERRUPTED,
    fail,
    json_option,
    load_or_exit,
    requested_language,
    set_option,
    write_file,
    write_json,
)
from cartaro.simulations import RunPlan, run_options, run_plan, simulation_or_exit, statistics_or_exit
from cartaro.terminal.streams import progress_bar
from cartaro_engine import Simulation, Statistics, played_by_the_interpreter, statistics_json
from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import MOST_HANDS, json_text, write_record

MOST_RECORDS = 100_000
RANDOM_PLAYERS = msg("these players choose at random: people who play to win may end such a match; leave `--matches` out")


@click.command("simulate")
@rules_argument
@run_options
@click.option(
    "--records", "records", metavar="FILE", help=f"write a record of each hand, at most {MOST_RECORDS:,}, as JSON Lines"
)
@set_option
@json_option
def command(rules: str, settings: tuple[str, ...], as_json: bool, records: str | None, **given: Any) -> None:
    """Play hands (or matches) at random: points by side and heading, who leads, how often events happen.

    Every number has its 95 % confidence interval. Hand number N of a seed is the same hand on every machine.

    \b
    cartaro simulate scopa -n 1000000 --seed 7
    cartaro simulate scopone -n 5000 --matches --set punti=21
    cartaro simulate scopa -n 500 --records hands.jsonl
    """
    how = run_plan(given)
    if records is not None and how.count > MOST_RECORDS:
        message = msg("{n} records exceed the limit of {most}", n=how.count, most=MOST_RECORDS)
        fail((Diagnostic("C0908", message, help=msg("play fewer, or leave `--records` out")),), as_json)
    simulation = simulation_or_exit(load_or_exit(rules, settings, as_json), how, as_json, cut_off=True)
    begun = time.perf_counter()
    with progress_bar(how.count, msg("matches") if how.unit == "match" else msg("hands")) as advance:
        found = statistics_or_exit(simulation, how, as_json, advance)
    seconds = time.perf_counter() - begun
    if found.cut_off and not found.played:
        message = msg("none of the {n} matches has ended after {hands} hands", n=found.cut_off, hands=MOST_HANDS)
        fail((Diagnostic("C0824", message, help=RANDOM_PLAYERS),), as_json, FAILURE)
    if records is not None:
        _write_records(simulation, how, found.begun, records, as_json)
    if as_json:
        write_json(_value(simulation, found, how.count, seconds))
    else:
        from cartaro.terminal.statistics_table import show_statistics

        show_statistics(found, how.count, seconds, simulation, requested_language())
    if found.begun < how.count:
        sys.exit(INTERRUPTED)


def _write_records(simulation: Simulation, how: RunPlan, count: int, file: str, as_json: bool) -> None:
    """Write the records of the first `count` hands or matches, without those that were cut off, as the interpreter plays
    them.
    """
    lines, rules = list[str](), simulation.rules
    with progress_bar(count, msg("records")) as advance:
        for number in range(count):
            played = played_by_the_interpreter(rules, how.seed, number, how.unit)
            if isinstance(played, Diagnostic) and played.code == "C0824" and how.unit == "match":
                continue  # it was cut off
            if isinstance(played, Diagnostic):
                fail((played,), as_json, FAILURE)
            name, match = f"{rules.game.name} {how.seed}/{number}", how.unit == "match"
            lines.append(json_text.write_json({**write_record(rules, played, match=match, name=name), "seed": how.seed}))
            if advance is not None:
                advance(number + 1)
    write_file(Path(file), "".join(f"{line}\n" for line in lines))


def _value(simulation: Simulation, found: Statistics, wanted: int, seconds: float) -> dict[str, Any]:
    return {
        **statistics_json(found),
        **({} if simulation.refused is None else {"not_lowered": simulation.refused.construct}),
        **({} if found.begun == wanted else {"interrupted": True}),
        "seconds": round(seconds, 3),
        "per_second": round(found.played / seconds, 1),
    }
