"""The engine: games compiled with the same meaning, to play many hands fast.

The engine takes a game that the interpreter has compiled, and has no code for any particular game. The interpreter remains the
reference. If a game has a construct that the engine does not lower, the engine refuses the game and names the construct; if the
engine stops in a hand, the interpreter plays that hand again.

A game is lowered in this order. `memory/layout` plans the places of the state and of all other data in one memory of 64-bit
words. `lower/compiler` holds the context, `lower/expressions` lowers each expression with the help of `lower/sets` and
`lower/subset_enumeration`, `lower/effects` each effect, `lower/courses` the clauses of an event, `lower/turns` options,
obligations and the look-ahead, `lower/hands` hands and matches, with the sums of `lower/batches`, and `lower/learning`
thousands of games at once for learning agents (`memory/features` defines the numbers that agents receive). A Python function
named by a gerund (`dealing`, `copying`) defines a function of the compiled module and returns its name. Nodes fold as they are
made (`ir/folding`); `ir/passes` drops unreachable functions and meters steps; `printers/` write the module as WebAssembly or
Python; `running/` runs it.

The other packages are built on these: `statistics/` (simulations), `table/` (games in progress, test vectors), `opponents`, and
`env` with `environments/` (learning libraries), which no other module imports.
"""

from __future__ import annotations

from cartaro_engine.ir.nodes import Module
from cartaro_engine.lower.hands import Lowered, lower
from cartaro_engine.memory.layout import Sums, Unit
from cartaro_engine.memory.traps import REASONS, Construct, NotLowered
from cartaro_engine.opponents import SIMULATIONS, Opponent, RandomOpponent, SeatedOpponent, good, greedy, imagined
from cartaro_engine.printers.python import python_source
from cartaro_engine.running.engine import Engine, best_machine, engine_of
from cartaro_engine.running.hand_search import search_hands
from cartaro_engine.running.machines import (
    HandChance,
    HandPlayer,
    HostMachine,
    Instance,
    Instantiate,
    Machine,
    NotBuilt,
    PythonMachine,
    Trapped,
    played_by_the_interpreter,
)
from cartaro_engine.running.observed_play import observed
from cartaro_engine.statistics.executors import cores, dask_executor, local_executor, worker_processes
from cartaro_engine.statistics.simulation import (
    Contrast,
    NoExecutor,
    Quantity,
    Simulation,
    SimulationUnderWay,
    comparison_json,
    contrasts,
    measures,
    run,
    simulation_of,
    statistics_json,
)
from cartaro_engine.statistics.spread import Histogram, Spread, spread
from cartaro_engine.statistics.statistics import (
    Beginner,
    ColumnNames,
    Frequency,
    Interval,
    Mean,
    Measure,
    Share,
    Statistics,
    difference,
)
from cartaro_engine.statistics.statistics_forms import ComparisonJson, PlayedBy, StatisticsJson
from cartaro_engine.table.covering import covering_vectors
from cartaro_engine.table.tables import GamePosition, GameTable, Onlooker, is_lowered, table_of
from cartaro_engine.table.vector_forms import IllegalMoveJson, VectorJson
from cartaro_engine.table.vectors import DepthCount, line_counts, vectors

__all__ = [
    "REASONS",
    "SIMULATIONS",
    "Beginner",
    "ColumnNames",
    "ComparisonJson",
    "Construct",
    "Contrast",
    "DepthCount",
    "Engine",
    "Frequency",
    "GamePosition",
    "GameTable",
    "HandChance",
    "HandPlayer",
    "Histogram",
    "HostMachine",
    "IllegalMoveJson",
    "Instance",
    "Instantiate",
    "Interval",
    "Lowered",
    "Machine",
    "Mean",
    "Measure",
    "Module",
    "NoExecutor",
    "NotBuilt",
    "NotLowered",
    "Onlooker",
    "Opponent",
    "PlayedBy",
    "PythonMachine",
    "Quantity",
    "RandomOpponent",
    "SeatedOpponent",
    "Share",
    "Simulation",
    "SimulationUnderWay",
    "Spread",
    "Statistics",
    "StatisticsJson",
    "Sums",
    "Trapped",
    "Unit",
    "VectorJson",
    "best_machine",
    "comparison_json",
    "contrasts",
    "cores",
    "covering_vectors",
    "dask_executor",
    "difference",
    "engine_of",
    "good",
    "greedy",
    "imagined",
    "is_lowered",
    "line_counts",
    "local_executor",
    "lower",
    "measures",
    "observed",
    "played_by_the_interpreter",
    "python_source",
    "run",
    "search_hands",
    "simulation_of",
    "spread",
    "statistics_json",
    "table_of",
    "vectors",
    "worker_processes",
]
