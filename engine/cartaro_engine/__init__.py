"""The engine: the same meaning compiled, for play by the thousand.

Takes a game that the interpreter has compiled; nothing of any game is known here.  The interpreter stays the meaning: what the
engine does not lower it refuses by name, and a hand in which it stops is the interpreter's to explain.

    engine_of       the engine of a game, or a `NotLowered`
    Engine          states, legal moves, moves, and hands by the thousand
    lower           the module of a game in the intermediate representation
    best_machine    a module as WebAssembly, or where that is not to be had as Python
    PythonMachine   a module run by Python itself; `running/wasm_machine` has wasmtime's, and is imported only when it is used
    HostMachine     a module run by whatever host instantiates its bytes: a browser's
    played_by_the_interpreter    the interpreter's own play of a hand of a batch
    search_hands                 the first hands in which something is seen that is looked for
    observed        the sums of a hand of a batch, by the interpreter's own play
    simulation_of, run    statistics of hands or matches of a seed, here or by an executor
    SimulationUnderWay    the same here, some at a time
    contrasts       of two games, every measure that both have, with the interval of its difference
    table_of        a game in progress, over the engine or, where it is not lowered, over the interpreter: a `GameTable`
    Onlooker        what one player knows of a game in progress
    imagined        a state as it may be, for all that a player knows
    greedy, good    opponents: what is best at once; a search that looks at no hidden card
    line_counts     the lines of play from a deal, counted move by move
    vectors         positions of random play with what follows from each, as JSON
"""

from __future__ import annotations

from cartaro_engine.ir.nodes import Module
from cartaro_engine.lower.hands import Lowered, lower
from cartaro_engine.memory.layout import Sums, Unit
from cartaro_engine.memory.traps import REASONS, Construct, NotLowered
from cartaro_engine.opponents import Opponent, RandomOpponent, SeatedOpponent, good, greedy, imagined
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
from cartaro_engine.table.tables import GamePosition, GameTable, Onlooker, is_lowered, table_of
from cartaro_engine.table.vector_forms import VectorJson
from cartaro_engine.table.vectors import DepthCount, line_counts, vectors

__all__ = [
    "REASONS",
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
    "HostMachine",
    "Instance",
    "Instantiate",
    "Interval",
    "Lowered",
    "Machine",
    "Mean",
    "Measure",
    "Module",
    "NoExecutor",
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
    "statistics_json",
    "table_of",
    "vectors",
    "worker_processes",
]
