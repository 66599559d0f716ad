"""The service of a page: one object that a worker makes and calls.

Takes a map from names to shipped texts; JSON in, JSON out.  The same calls in the same order give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from cartaro_engine import PythonMachine, best_machine
from cartaro_workbench.service import methods
from cartaro_workbench.service.calls import Method, answer
from cartaro_workbench.service.session import Report, Session, ignore_event
from cartaro_workbench.statistics import ScriptInstantiate, browser_machine
from cartaro_workbench.table.game_table import Machines

METHODS: Final[Mapping[str, Method]] = {
    function.__name__: Method(function)
    for group in (
        methods.TEXT_METHODS,
        methods.TABLE_METHODS,
        methods.PAGE_METHODS,
        methods.PROOF_METHODS,
        methods.STATISTICS_METHODS,
    )
    for function in group
}
"""A map from names to methods."""


class Service:
    """The texts and the table of one page, and the methods on them."""

    def __init__(
        self, shipped: Mapping[str, str], report: Report = ignore_event, instantiate: ScriptInstantiate | None = None
    ) -> None:
        """Store the shipped texts; `report` is called with events, as JSON, while a call goes on; `instantiate` makes
        WebAssembly instances in a browser (`browser_machine`); without it the engine runs on wasmtime or Python.
        """
        installed = best_machine if find_spec("wasmtime") else PythonMachine
        machine = installed if instantiate is None else browser_machine(instantiate)
        self.session = Session(dict(shipped), report, machines=Machines(machine))

    def call(self, method: str, arguments: str) -> str:
        """Return the answer of a method to arguments, an object by the names of its parameters: `{"answer": …}` or `{"error":
        …}`, both as JSON text; never raise.
        """
        return answer(METHODS, self.session, method, arguments)
