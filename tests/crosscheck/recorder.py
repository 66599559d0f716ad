"""The queries of which Z3 says that they are impossible, as the verifier asks them, each as a text that any solver reads.

Those count upon which a verdict rests: the check of the invariants, and all that is asked once they are there.  What the search
for invariants asks only drops candidates, and what is asked of a model's own state only shows that something is possible: both
are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from cartaro_verify.encode.acts import Ability, Acts, SymbolicArguments
from cartaro_verify.encode.solver import Facts, Model, find_witness
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.terms.terms import Answer, Cond

Hear = Callable[[tuple[Cond, ...]], None]
"""Called with all conditions of a query that cannot hold together."""


@contextmanager
def heard(hear: Hear) -> Generator[None]:
    """Every final query with the answer `no` is told to `hear` meanwhile."""
    asking, looking, possible = _Aside(), invariant_search.drop_once, Facts.possible

    def settle_once(frame: TransitionSystem) -> bool:
        with asking.aside():
            return looking(frame)

    def shown(acts: Acts, ability: Ability, model: Model) -> tuple[Answer, SymbolicArguments | None]:
        with asking.aside():
            return find_witness(acts, ability, model)

    def asked(facts: Facts, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        answer, model = possible(facts, conditions, steps)
        if answer == "no" and not asking.asides:
            hear((*facts.asserted, *conditions))
        return answer, model

    with (
        patch.object(invariant_search, "drop_once", settle_once),
        patch("cartaro_verify.encode.solver.find_witness", shown),
        patch.object(Facts, "possible", asked),
    ):
        yield


class _Aside:
    """Whether what is asked now is asked for a verdict, or on the side."""

    def __init__(self) -> None:
        self.asides = 0

    @contextmanager
    def aside(self) -> Generator[None]:
        self.asides += 1
        try:
            yield
        finally:
            self.asides -= 1
