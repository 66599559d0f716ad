"""The solvers that may check a certificate: Z3, which made it, and cvc5, which did not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from cartaro.extras import require

if TYPE_CHECKING:
    from cartaro_verify import ReadScript

SOLVERS = ("z3", "cvc5")
Answer = Literal["unsat", "sat", "unknown"]
STEPS = 12_000_000
"""The limit of one try at a check, in cvc5's own units."""
FIRST_STEPS = 500_000
"""The limit of the first try: enough for nearly every check.  It grows fourfold, once all ways have been tried."""
WAYS: tuple[Mapping[str, str], ...] = (
    {"sat-solver": "cadical"},
    {},
    {"decision": "stoponly"},
    {"learned-rewrite": "true"},
)
"""The options of each way: a check that takes minutes in one way mostly takes seconds in another."""


def solver(name: str, language: str | None = None) -> Callable[[ReadScript], list[str]]:
    """Return what decides the checks of a script; exit where it is not installed."""
    if name == "cvc5":
        require("cvc5", language)
        return lambda script: [ask_cvc5(script.alone(number)) for number in range(len(script.checks))]
    from cartaro_verify import decided_by_z3

    return decided_by_z3


def solver_version(name: str) -> str:
    """Return the version of a solver."""
    from importlib.metadata import version

    return version({"z3": "z3-solver", "cvc5": "cvc5"}[name])


def ask_cvc5(script: str, steps: int = STEPS) -> Answer:
    """Return what cvc5 says to the one check of a script, asked in several ways, at most this many steps in each; raise
    `ValueError` where it cannot read it, or is asked nothing.

    Its work is bounded by its own count of steps: the answer does not depend on the machine.
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
    symbols, said = parser.getSymbolManager(), list[str]()
    try:
        while not (command := parser.nextCommand()).isNull():
            said += str(command.invoke(solver, symbols)).split("\n")
    except RuntimeError as failed:
        raise ValueError(f"cvc5 cannot read a query: {failed}") from failed
    answers = [line for line in said if line]
    match answers:
        case ["unsat"]:
            return "unsat"
        case ["sat"]:
            return "sat"
        case [other] if other.startswith("unknown"):
            return "unknown"
        case _:
            raise ValueError(f"cvc5 was asked one question, and said {answers}")
