"""cvc5, asked about one script.  Its work is bounded by its own count of steps: the answer does not depend on the machine."""

from __future__ import annotations

from typing import Any, Literal, cast

import cvc5

_cvc5 = cast(Any, cvc5)

Said = Literal["unsat", "sat", "unknown"]
STEPS = 3_000_000


def ask(script: str, steps: int = STEPS) -> Said:
    """What cvc5 says of a script with one question; raises `ValueError` where it cannot read it, or is asked nothing."""
    solver = _cvc5.Solver(_cvc5.TermManager())
    solver.setOption("rlimit-per", str(steps))
    parser = _cvc5.InputParser(solver)
    parser.setStringInput(_cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
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
