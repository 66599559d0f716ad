"""Random play as `simulate` and `compare` run it: the options of these commands, and the statistics that they request."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from cartaro.shell import FAILURE, fail
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
from cartaro_grammar import Diagnostic, Game, msg, shorten

SCHEME = "dask://"
MAX_COUNT = 1_000_000_000
ENGINES: dict[str, PlayedBy | None] = {
    "auto": None,
    "engine": "engine",
    "python": "python",
    "interpreter": "interpreter",
}

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A plan of simulation: count, seed, hands or matches, engine, workers, and the address of a cluster."""

    count: int
    seed: int
    unit: Unit
    engine: PlayedBy | None
    jobs: int | None
    address: str | None


def run_options(function: F) -> F:
    """Add the options of a run to a command; `run_plan` reads their values."""
    options = (
        click.option(
            "-n", "count", type=click.IntRange(1, MAX_COUNT), default=1000, show_default=True, help="number of hands or matches"
        ),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed"),
        click.option("--matches", is_flag=True, help="play whole matches instead of hands"),
        click.option(
            "--engine",
            type=click.Choice(tuple(ENGINES)),
            default="auto",
            show_default=True,
            help="auto is the compiled engine if it can play the game, else the interpreter",
        ),
        click.option("--jobs", "-j", type=click.IntRange(1, 256), help="number of parallel jobs (default: all cores)"),
        click.option("--executor", metavar="dask://HOST:PORT", help="play on the workers of a Dask cluster"),
    )
    for option in reversed(options):
        function = option(function)
    return function


def run_plan(given: dict[str, Any]) -> RunPlan:
    """Build a plan from the values of `run_options`."""
    unit: Unit = "match" if given["matches"] else "hand"
    return RunPlan(given["count"], given["seed"], unit, ENGINES[given["engine"]], given["jobs"], given["executor"])


def simulation_or_exit(game: Game, how: RunPlan, as_json: bool, *, cut_off: bool = False) -> Simulation:
    """Prepare a game for simulation; exit with a diagnostic if it cannot be played. With `cut_off`, matches with too many hands
    are counted and left out.
    """
    made = simulation_of(game, how.seed, how.unit, how.engine, cut_off=cut_off)
    if not isinstance(made, Simulation):
        fail(made, as_json, FAILURE)
    if how.engine == "engine" and made.refused is not None:
        message = msg("the engine does not play this game: {what}", what=made.refused.message)
        advice = msg("leave `--engine` out, and the interpreter plays it")
        fail((Diagnostic("C0800", message, help=advice, path=game.name),), as_json, FAILURE)
    return made


def statistics_or_exit(
    simulation: Simulation, how: RunPlan, as_json: bool, progress: Callable[[int], None] | None = None
) -> Statistics:
    """Play as planned and return the statistics; exit with a diagnostic if play fails."""
    try:
        with _executor(simulation, how) as (executor, workers):
            found = run(simulation, how.count, executor, workers, progress)
    except NoExecutor as missing:
        advice = msg("start one with `dask scheduler` and `dask worker`, or leave `--executor` out to use this machine")
        message = msg("`{address}` cannot play: {reason}", address=shorten(how.address or ""), reason=missing.why)
        fail((Diagnostic("C0909", message, help=advice),), as_json)
    if isinstance(found, Diagnostic):
        fail((found,), as_json, FAILURE)
    return found


@contextmanager
def _executor(simulation: Simulation, how: RunPlan) -> Generator[tuple[Executor | None, int]]:
    """Provide the executor that plays, and its number of workers."""
    if how.address is not None:
        if not how.address.startswith(SCHEME):
            raise NoExecutor(msg("name an executor as in `{example}`", example=f"{SCHEME}host:port"))
        with dask_executor(how.address) as found:
            yield found
        return
    by = simulation.task.by
    jobs = how.jobs or (cores() if by == "engine" else 1)
    with local_executor(by, jobs) as executor:
        yield executor, jobs
