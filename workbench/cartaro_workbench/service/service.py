"""The service of a page: one object that a worker makes and calls.

Takes the shipped texts by their names; gives JSON for JSON.  The same calls in the same order give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from cartaro_engine import PythonMachine, best_machine
from cartaro_workbench.service import methods
from cartaro_workbench.service.calls import Method, answer
from cartaro_workbench.service.session import Session, Tell, quiet
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
"""Every method by its name."""


class Service:
    """The texts and the table of one page, and the door to all that is asked of them."""

    def __init__(self, shipped: Mapping[str, str], tell: Tell = quiet, instantiate: ScriptInstantiate | None = None) -> None:
        """Takes the shipped texts; what is told of events, as JSON, while a call goes on; and in a browser what instantiates
        WebAssembly (`statistics/browser_machine`), without which the engine is run by wasmtime or by Python itself.
        """
        installed = best_machine if find_spec("wasmtime") else PythonMachine
        machine = installed if instantiate is None else browser_machine(instantiate)
        self.session = Session(dict(shipped), tell, machines=Machines(machine))

    def call(self, method: str, arguments: str) -> str:
        """What a method answers to arguments, an object by the names of its parameters: `{"answer": …}` or `{"error": …}`,
        both as JSON text; nothing is ever raised.
        """
        return answer(METHODS, self.session, method, arguments)
