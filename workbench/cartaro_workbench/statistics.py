"""Simulations in parts: many hands or matches of a seed, with means, shares and lengths and their intervals.

The result depends only on the game, the seed and the number, and is the output of `cartaro simulate --json`. In a browser the
worker passes a JavaScript function that takes the bytes of a module and returns an instance
(`workbench/page/src/runtime/web_assembly.ts`). Words are passed as whole numbers, bytes as an array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, Self

from cartaro_engine import (
    Construct,
    HostMachine,
    Machine,
    Mean,
    Measure,
    Module,
    NotBuilt,
    NotLowered,
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
from cartaro_rulebook import Naming, in_words, language, sides_in_words
from cartaro_workbench.editing.document import Problem, problem

# --------------------------------------------------------------- browser machine


class ScriptBytes(Protocol):
    """An array of bytes of JavaScript, as Pyodide passes it."""

    def to_bytes(self) -> bytes: ...


class ScriptInstance(Protocol):
    """An instance of a module, as the worker passes it; `call` returns nothing if the module traps."""

    def call(self, name: str, *words: int) -> int | None: ...
    def read(self, first: int, count: int) -> ScriptBytes: ...
    def write(self, first: int, content: bytes) -> None: ...
    def another(self) -> Self: ...


ScriptInstantiate = Callable[[bytes], ScriptInstance]


class BrowserInstance:
    """The engine's view of an instance in the browser."""

    def __init__(self, made: ScriptInstance) -> None:
        self._made = made

    def call(self, function: str, *arguments: int) -> int | None:
        """See `Instance`."""
        return self._made.call(function, *arguments)

    def read(self, first: int, count: int) -> bytes:
        """See `Instance`."""
        return self._made.read(first, count).to_bytes()

    def write(self, first: int, content: bytes) -> None:
        """See `Instance`."""
        self._made.write(first, content)

    def another(self) -> BrowserInstance:
        """See `Instance`."""
        return BrowserInstance(self._made.another())


def browser_machine(instantiate: ScriptInstantiate) -> Callable[[Module], Machine]:
    """Return a factory of machines that run in the browser, for engines."""
    return lambda module: HostMachine.of(module, lambda content: BrowserInstance(instantiate(content)))


# -------------------------------------------------------------------- many hands


MOST_AT_A_TIME: Final[Mapping[tuple[PlayedBy, Unit], int]] = {
    ("engine", "hand"): 20_000, ("engine", "match"): 500, ("python", "hand"): 200, ("python", "match"): 5,
    ("interpreter", "hand"): 50, ("interpreter", "match"): 1,
}  # fmt: skip
"""The number played in one call, about a second's work."""
MOST_PLAYED: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure: its kind; its heading, act or clause (name and title); its side, counted from 0; its value with the 95 %
    interval; the number of observations and, for a mean, the extremes.
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
    """The state of a simulation: the number played, the player, and the names of the sides; the constructs of the game that the
    engine does not play; the measures, and all as the JSON text that the command prints.
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
    """A simulation in progress; `not_built` if the machine that was requested cannot run the game."""

    simulation: Simulation
    under_way: SimulationUnderWay
    not_built: bool = False


def begin_batch(
    game: Game, settings: Mapping[str, str], seed: int, unit: Unit, machine: Callable[[Module], Machine]
) -> Batch | tuple[Problem, ...]:
    """Return a simulation that has not begun, on machines of the kind `by`, or on those of Python if the former cannot
    run it.
    """
    chosen = choose(game, settings)
    if not isinstance(chosen, Game):
        return tuple(map(problem, chosen))
    made = simulation_of(chosen, seed, unit, "python" if machine is PythonMachine else None)
    if not isinstance(made, Simulation):
        return tuple(map(problem, made))
    try:
        return Batch(made, SimulationUnderWay(made, machine))
    except NotBuilt:
        found = begin_batch(game, settings, seed, unit, PythonMachine)
        return replace(found, not_built=True) if isinstance(found, Batch) else found


def play_batch(batch: Batch, count: int, code: str) -> ManyHands | tuple[Problem, ...]:
    """Play `count` more hands, at most `MOST_AT_A_TIME`, and return the statistics of all."""
    task, done = batch.simulation.task, batch.under_way.found.played
    found = batch.under_way.play(max(0, min(count, MOST_AT_A_TIME[task.by, task.unit], MOST_PLAYED - done)))
    if isinstance(found, Diagnostic):
        return (problem(found),)
    refused = NotLowered(Construct.HOST) if batch.not_built else batch.simulation.refused
    return ManyHands(
        found.unit,
        found.seed,
        found.played,
        found.hands,
        task.by,
        sides_in_words(batch.simulation.game, code),
        None if refused is None else in_words(f"page_not_lowered_{refused.construct.name.lower()}", code),
        tuple(_rows(batch, code)),
        write_json(statistics_json(found)),
    )


def _rows(batch: Batch, code: str) -> Iterator[MeasureRow]:
    game = batch.simulation.game
    naming = Naming(game, language(code))
    names = {clause.name: clause.names for clause in game.ruleset.clauses}
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
