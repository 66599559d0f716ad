"""Record the verifier's queries that Z3 answers `no`, for a second solver.

Only queries that a verdict depends on are recorded: the check of the invariants, and all queries after it. Two kinds are left
out: queries of the search for invariants, which only drop candidates, and queries about a model's own state, which only show
that a case is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from cartaro_verify.encode.acts import Ability, Acts, SymbolicArguments
from cartaro_verify.encode.solver import Facts, Model, find_witness
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.terms.terms import Answer, Cond

Record = Callable[[tuple[Cond, ...]], None]
"""Receives all conditions of a query that exclude each other."""


@contextmanager
def recorded(record: Record) -> Generator[None]:
    """Pass every final query that Z3 answers with `no` to `record`."""
    suspension, drop_once, possible = _Suspension(), invariant_search.drop_once, Facts.possible

    def settle_once(frame: TransitionSystem) -> bool:
        with suspension.suspended():
            return drop_once(frame)

    def witness(acts: Acts, ability: Ability, model: Model) -> tuple[Answer, SymbolicArguments | None]:
        with suspension.suspended():
            return find_witness(acts, ability, model)

    def query(facts: Facts, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        answer, model = possible(facts, conditions, steps)
        if answer == "no" and not suspension.depth:
            record((*facts.asserted, *conditions))
        return answer, model

    with (
        patch.object(invariant_search, "drop_once", settle_once),
        patch("cartaro_verify.encode.solver.find_witness", witness),
        patch.object(Facts, "possible", query),
        patch.object(ProofLog, "keeps_conditions", True),
    ):
        yield


class _Suspension:
    """Suspends recording inside nested blocks; `depth` counts how many are open."""

    def __init__(self) -> None:
        self.depth = 0

    @contextmanager
    def suspended(self) -> Generator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
