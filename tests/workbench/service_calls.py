"""A page's side of the service: calls by name, and what JSON they come to."""

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

    def told(self, method: str, **arguments: object) -> Any:
        """All that a call comes to."""
        return json.loads(self.service.call(method, json.dumps(arguments)))

    def asked(self, method: str, **arguments: object) -> Any:
        """What a method answers."""
        told = self.told(method, **arguments)
        assert "answer" in told, told
        return told["answer"]
