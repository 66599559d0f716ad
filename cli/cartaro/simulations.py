"""What `simulate`, `compare` and `book` share: who plays the hands, how many, and statistics found by them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from cartaro.shell import FALLS_SHORT, fail
from cartaro_engine import (
    NoExecutor,
    PlayedBy,
    Simulation,
    Statistics,
    Unit,
    cores,
    dask_executor,
    local_executor,
    run,
    simulation_of,
)
from cartaro_grammar import Diagnostic, Game, say, short

SCHEME = "dask://"
MOST_PLAYED = 1_000_000_000
WANTED: dict[str, PlayedBy | None] = {"auto": None, "python": "python", "interpreter": "interpreter"}

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How hands are played: how many of which seed, by what, and where."""

    count: int
    seed: int
    unit: Unit
    wanted: PlayedBy | None
    jobs: int | None
    address: str | None


def run_options(function: F) -> F:
    """The options that say how hands are played; the command takes them together, as `how`."""
    options = (
        click.option("-n", "count", type=click.IntRange(1, MOST_PLAYED), default=1000, show_default=True, help="how many"),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="where chance begins"),
        click.option("--matches", is_flag=True, help="whole matches instead of hands"),
        click.option(
            "--engine",
            type=click.Choice(tuple(WANTED)),
            default="auto",
            show_default=True,
            help="what plays; auto is the compiled engine, or the interpreter where a game is not compiled yet",
        ),
        click.option("--jobs", "-j", type=click.IntRange(1, 256), help="so many at a time; by default all cores"),
        click.option("--executor", metavar="dask://HOST:PORT", help="let the workers of a Dask cluster play"),
    )
    for option in reversed(options):
        function = option(function)
    return function


def run_of(given: dict[str, Any]) -> RunPlan:
    """The options as they were given."""
    unit: Unit = "match" if given["matches"] else "hand"
    return RunPlan(given["count"], given["seed"], unit, WANTED[given["engine"]], given["jobs"], given["executor"])


def prepared(game: Game, how: RunPlan, as_json: bool) -> Simulation:
    """A game ready to be played, or the end of the command."""
    made = simulation_of(game, how.seed, how.unit, how.wanted)
    if not isinstance(made, Simulation):
        fail(made, as_json, FALLS_SHORT)
    return made


def simulated(simulation: Simulation, how: RunPlan, as_json: bool, progress: Callable[[int], None] | None = None) -> Statistics:
    """The statistics of a game, or the end of the command."""
    try:
        with _executor(simulation, how) as (executor, workers):
            found = run(simulation, how.count, executor, workers, progress)
    except NoExecutor as missing:
        advice = say("start one with `dask scheduler` and `dask worker`, or leave `--executor` out to use this machine")
        wrong = say("`{address}` cannot play: {reason}", address=short(how.address or ""), reason=missing.why)
        fail((Diagnostic("C0909", wrong, help=advice),), as_json)
    if isinstance(found, Diagnostic):
        fail((found,), as_json, FALLS_SHORT)
    return found


@contextmanager
def _executor(simulation: Simulation, how: RunPlan) -> Generator[tuple[Executor | None, int]]:
    """Who plays, and how many of them there are."""
    if how.address is not None:
        if not how.address.startswith(SCHEME):
            raise NoExecutor(say("an executor is named as in `{example}`", example=f"{SCHEME}host:port"))
        with dask_executor(how.address) as found:
            yield found
        return
    by = simulation.task.by
    jobs = how.jobs or (cores() if by == "engine" else 1)
    with local_executor(by, jobs) as executor:
        yield executor, jobs
