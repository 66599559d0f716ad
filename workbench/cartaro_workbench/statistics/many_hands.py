"""Many hands or matches of a seed, played by chance some at a time: means, shares and lengths with their intervals.

The result depends on the game, the seed and the number alone, and is what `cartaro simulate --json` answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cartaro_engine import (
    Machine,
    Mean,
    Measure,
    Module,
    PlayedBy,
    PythonMachine,
    Quantity,
    Simulation,
    SimulationUnderWay,
    Unit,
    measures,
    simulation_of,
    statistics_json,
)
from cartaro_grammar import Diagnostic, Game, choose
from cartaro_interpreter import write_json
from cartaro_rulebook import Naming, language, sides_in_words
from cartaro_workbench.editing.problems import Problem, problem

MOST_AT_A_TIME: Final[Mapping[tuple[PlayedBy, Unit], int]] = {
    ("engine", "hand"): 20_000, ("engine", "match"): 500, ("python", "hand"): 200, ("python", "match"): 5,
    ("interpreter", "hand"): 50, ("interpreter", "match"): 1,
}  # fmt: skip
"""So many are played in one call, about a second's work."""
MOST_PLAYED: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """Something measured: what kind of thing, of which heading, act or clause (its name and title), of which side, from 0; its
    value and the interval of 95 % around it; of how many it is, and, of a mean, the extremes.
    """

    kind: Literal["counted", "moves", "options", "lengths", "points", "shares", "ahead", "level", "wins", "acts", "clauses"]
    name: str | None
    title: str
    side: int | None
    measure: Literal["mean", "share"]
    value: float
    low: float
    high: float
    count: int
    least: int | None
    greatest: int | None


@dataclass(frozen=True, slots=True)
class ManyHands:
    """What was played so far, by what, and what the sides are called; what in the game the engine does not play; the measures,
    and all as the JSON text that the command answers.
    """

    unit: Unit
    seed: int
    played: int
    hands: int
    played_by: PlayedBy
    sides: tuple[str, ...]
    not_lowered: str | None
    rows: tuple[MeasureRow, ...]
    json: str


@dataclass(frozen=True, slots=True)
class Batch:
    """A simulation under way."""

    simulation: Simulation
    under_way: SimulationUnderWay


def begun(
    game: Game, settings: Mapping[str, str], seed: int, unit: Unit, machine: Callable[[Module], Machine]
) -> Batch | tuple[Problem, ...]:
    """A simulation of which nothing is played yet, on machines of some kind."""
    chosen = choose(game, settings)
    if not isinstance(chosen, Game):
        return tuple(map(problem, chosen))
    made = simulation_of(chosen, seed, unit, "python" if machine is PythonMachine else None)
    if not isinstance(made, Simulation):
        return tuple(map(problem, made))
    return Batch(made, SimulationUnderWay(made, machine))


def played(batch: Batch, count: int, code: str) -> ManyHands | tuple[Problem, ...]:
    """Some more hands, as many as are asked for or `MOST_AT_A_TIME`, and what all came to."""
    task, done = batch.simulation.task, batch.under_way.found.played
    found = batch.under_way.play(max(0, min(count, MOST_AT_A_TIME[task.by, task.unit], MOST_PLAYED - done)))
    if isinstance(found, Diagnostic):
        return (problem(found),)
    refused = batch.simulation.refused
    return ManyHands(
        found.unit,
        found.seed,
        found.played,
        found.hands,
        task.by,
        sides_in_words(batch.simulation.game, code),
        None if refused is None else refused.construct,
        tuple(_rows(batch, code)),
        write_json(statistics_json(found)),
    )


def _rows(batch: Batch, code: str) -> Iterator[MeasureRow]:
    game = batch.simulation.game
    naming = Naming(game, language(code))
    names = {clause.name: clause.names for clause in game.clauses}
    for what, measure in measures(batch.under_way.found).items():
        title = "" if what.name is None else naming.title(what.name, names.get(what.name, ()))
        yield _row(what, title, measure)


def _row(what: Quantity, title: str, measure: Measure) -> MeasureRow:
    found = measure.interval()
    is_mean, least, greatest = (True, measure.least, measure.greatest) if isinstance(measure, Mean) else (False, None, None)
    return MeasureRow(
        what.kind, what.name, title, what.side, "mean" if is_mean else "share", found.value, found.low, found.high,
        measure.count, least, greatest,
    )  # fmt: skip
