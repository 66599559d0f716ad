"""The solvers that may check a certificate: Z3, which made it, and cvc5, which did not.

Both limit their steps but not their memory, and a single step may take any amount of work.  So the scripts of others are given
to a solver in a separate process, with limits of time and memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Literal, cast

from cartaro.extras import require
from cartaro_engine import worker_processes

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cartaro_verify import ReadScript

SOLVERS = ("z3", "cvc5")
Answer = Literal["unsat", "sat", "unknown"]
STEPS = 12_000_000
"""The limit of one attempt at a check, in cvc5's own units."""
FIRST_STEPS = 500_000
"""The limit of the first attempt, which is enough for nearly every check.  It is multiplied by four each time that all ways
have been tried.
"""
WAYS: tuple[Mapping[str, str], ...] = (
    {"sat-solver": "cadical"},
    {},
    {"decision": "stoponly"},
    {"learned-rewrite": "true"},
)
"""The options of each way to ask; a check that takes minutes in one way mostly takes seconds in another."""


MOST_ENDED = 3
"""The number of times that a solver's process is started again after it has exceeded its limits."""
MEMORY = 2_000_000_000
"""The limit, in bytes, on the memory of a solver that checks a certificate; the shipped games need a tenth of it."""


@contextmanager
def limited_solver(name: str, seconds: float | None) -> Generator[Callable[[ReadScript], list[str]]]:
    """Yield the function that decides the checks of scripts.  It returns "unknown" if a check takes too much memory, or if all
    checks together take more than `seconds` of processor time (None for no limit).  Exit if the solver is not installed.
    """
    if name == "cvc5":
        require("cvc5")
    solver = _Limited(name, seconds)
    with solver.stack:
        yield solver


class _Limited:
    """A solver in a separate process, which is started again if it has ended."""

    def __init__(self, name: str, seconds: float | None) -> None:
        self.decide = _decided_by_cvc5 if name == "cvc5" else _decided_by_z3
        self.left: float | None = seconds
        self.ended, self.stack = 0, ExitStack()
        self.pool: Executor | None = None

    def __call__(self, script: ReadScript) -> list[str]:
        unknown = ["unknown"] * len(script.checks)
        if self.ended > MOST_ENDED or (self.left is not None and self.left <= 0):
            return unknown
        if self.pool is None:
            self.pool = self.stack.enter_context(worker_processes(1, self.left, MEMORY))
        begun = time.monotonic()
        try:
            found, used = self.pool.submit(_timed, self.decide, script).result()
        except (BrokenProcessPool, MemoryError):
            self.stack.close()
            self.ended += 1
            self.pool, used, found = None, time.monotonic() - begun, unknown
        if self.left is not None:
            self.left -= used
        return found


def _timed(decide: Callable[[ReadScript], list[str]], script: ReadScript) -> tuple[list[str], float]:
    """Return the answers to the checks of a script, and the seconds of processor time that they took."""
    begun = time.process_time()
    return decide(script), time.process_time() - begun


def _decided_by_z3(script: ReadScript) -> list[str]:
    from cartaro_verify import decided_by_z3

    return decided_by_z3(script)


def _decided_by_cvc5(script: ReadScript) -> list[str]:
    return [ask_cvc5(script.alone(number)) for number in range(len(script.checks))]


def solver_version(name: str) -> str:
    """Return the version of a solver."""
    from importlib.metadata import version

    return version({"z3": "z3-solver", "cvc5": "cvc5"}[name])


def ask_cvc5(script: str, steps: int = STEPS) -> Answer:
    """Return the answer of cvc5 to the one check of a script, which is asked in several ways with at most `steps` in each.
    Raise `ValueError` if cvc5 cannot read the script, or the script has no check.

    The work is limited by cvc5's own count of steps, so that the answer does not depend on the machine.
    """
    limit = min(FIRST_STEPS, steps)
    while True:
        for way in WAYS:
            answer = _asked(script, limit, way)
            if answer != "unknown":
                return answer
        if limit >= steps:
            return "unknown"
        limit = min(4 * limit, steps)


def _asked(script: str, steps: int, way: Mapping[str, str]) -> Answer:
    import cvc5

    module = cast(Any, cvc5)
    solver = module.Solver(module.TermManager())
    solver.setOption("rlimit-per", str(steps))
    for option, value in way.items():
        solver.setOption(option, value)
    parser = module.InputParser(solver)
    parser.setStringInput(module.InputLanguage.SMT_LIB_2_6, script, "query")
    symbols, output = parser.getSymbolManager(), list[str]()
    try:
        while not (command := parser.nextCommand()).isNull():
            output += str(command.invoke(solver, symbols)).split("\n")
    except RuntimeError as failed:
        raise ValueError(f"cvc5 cannot read a query: {failed}") from failed
    answers = [line for line in output if line]
    match answers:
        case ["unsat"]:
            return "unsat"
        case ["sat"]:
            return "sat"
        case [other] if other.startswith("unknown"):
            return "unknown"
        case _:
            raise ValueError(f"cvc5 was asked one question, and said {answers}")
