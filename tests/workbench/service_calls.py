"""A client of the service: it calls methods by name, with JSON as input and output."""

from __future__ import annotations

import json
from typing import Any

from tests.workbench.shipped_texts import TEXTS

from cartaro_workbench.service.service import Service


class Page:
    """A page with the shipped texts."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.service = Service(TEXTS, lambda event: self.events.append(json.loads(event)))

    def outcome(self, method: str, **arguments: object) -> Any:
        """Return the outcome of a call: its answer or its error."""
        return json.loads(self.service.call(method, json.dumps(arguments)))

    def answer(self, method: str, **arguments: object) -> Any:
        """Return the answer of a call that must have one."""
        outcome = self.outcome(method, **arguments)
        assert "answer" in outcome, outcome
        return outcome["answer"]
