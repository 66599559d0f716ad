"""The service of a page: one object that a worker makes and calls.

Takes the shipped texts by their names; gives JSON for JSON.  The same calls in the same order give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cartaro_workbench.service import table_methods, text_methods
from cartaro_workbench.service.calls import Method, answer
from cartaro_workbench.service.session import Session, Tell, quiet

METHODS: Final[Mapping[str, Method]] = {
    function.__name__: Method(function) for function in (*text_methods.METHODS, *table_methods.METHODS)
}
"""Every method by its name."""


class Service:
    """The texts and the table of one page, and the door to all that is asked of them."""

    def __init__(self, shipped: Mapping[str, str], tell: Tell = quiet) -> None:
        """Takes the shipped texts, and what is told of events, as JSON, while a call goes on."""
        self._session = Session(dict(shipped), tell)

    def call(self, method: str, arguments: str) -> str:
        """What a method answers to arguments, an object by the names of its parameters: `{"answer": …}` or `{"error": …}`,
        both as JSON text; nothing is ever raised.
        """
        return answer(METHODS, self._session, method, arguments)
