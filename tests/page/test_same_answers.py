"""The page's Python, which Pyodide compiles and runs, answers as CPython does, about every shipped game and about proofs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import pytest
from tests.page.answers import Call, answers_of_the_page
from tests.workbench.shipped_texts import TEXTS

from cartaro_workbench.service.service import Service

pytestmark = pytest.mark.slow

HANDS = 5
PLAYED = ("scopone", "ramino")
"""Games with fishing and melds, one pack and two, two players and four. `make parity` takes all shipped games."""
PROVED = ("rubamazzo",)
"""A ruleset whose proofs take seconds. `make parity` takes all that are small enough."""


class Conversation:
    """Calls of the service here, recorded so that they can be repeated elsewhere."""

    def __init__(self) -> None:
        self.service = Service(TEXTS)
        self.calls: list[Call] = []
        self.told: list[Any] = []

    def call(self, method: str, **arguments: Any) -> Any:
        reported = json.loads(self.service.call(method, json.dumps(arguments)))
        self.calls.append((method, arguments))
        self.told.append(reported)
        return reported.get("answer")


def about(talk: Conversation, name: str) -> None:
    """The requests that a page makes about a game, from its opening to its statistics."""
    file = f"{name}.regole"
    for method in ("problems", "tokens", "folds", "lenses"):
        talk.call(method, name=file)
    talk.call("outline", name=file, language="fr")
    seats = ["person", "random", "random", "random"][: talk.call("controls", name=file, language="it")["players"]]
    dealing: dict[str, object] = {
        "name": file,
        "seed": 7,
        "settings": {},
        "seats": seats,
        "match": False,
        "moves": [],
        "hands": 1,
    }
    view = talk.call("deal", dealing=dealing, seat=0, language="it")["view"]
    if view["actor"] == 0 and view["moves"]:
        talk.call("why", seat=0, move=view["moves"][0]["phrase"], language="en")
        talk.call("act", seat=0, move=view["moves"][0]["phrase"], language="en")
    talk.call("machine_move", seat=0, language="fr")
    talk.call("page", name=file, language="it", settings={})
    talk.call("begin_simulation", name=file, settings={}, seed=1, unit="hand", language="en")
    talk.call("simulate", count=HANDS, language="en")


def comparable(told: object) -> object:
    """Return an answer without the parts that differ by design: who played the hands, and how long it took."""
    if isinstance(told, dict):
        members = cast("dict[str, object]", told)
        return {key: comparable(value) for key, value in members.items() if key not in ("played_by", "seconds")}
    return [comparable(value) for value in cast("list[object]", told)] if isinstance(told, list) else told


def answered_otherwise(played: Sequence[str], proved: Sequence[str] = ()) -> list[tuple[str, object]]:
    """Return the methods that the page answers differently than this process, each with its subject: of games that are
    played, and of games that are proved in full.
    """
    talk = Conversation()
    for name in played:
        about(talk, name)
    for name in proved:
        talk.call("prove", name=f"{name}.regole", language="en", settings={})
    there = answers_of_the_page(talk.calls, *(["--solver"] if proved else []))
    answered = {method for (method, _), reported in zip(talk.calls, there, strict=True) if "answer" in reported}
    refused = {method for method, _ in talk.calls} - answered
    # after one move it may still be the same player's turn
    assert refused <= ({"machine_move"} if len(played) == 1 else set()), refused
    return [
        (method, given.get("name"))
        for (method, given), here, reported in zip(talk.calls, talk.told, there, strict=True)
        if comparable(here) != comparable(reported)
    ]


def test_answers_and_proofs_are_the_same_in_the_page() -> None:
    assert answered_otherwise(PLAYED, PROVED) == []
