"""No answer contains facts that a player may not see: every method gives the same answer when the unseen cards are in other
places.

The cards that a seat does not see are dealt again among their possible places. All answers for that seat must then be the same,
character by character.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest
from tests.levels import at_night
from tests.workbench.service_calls import Page

from cartaro_engine import Onlooker, imagined
from cartaro_interpreter import View, view
from cartaro_workbench import Table
from cartaro_workbench.service import methods as table_methods

pytestmark = pytest.mark.slow

ASKED = {
    "seen", "choices", "why", "why_not", "act", "arbiter_entries", "machine_move", "next_hand", "record", "dealing", "redeal",
    "undo", "advice", "name_players",
}  # fmt: skip
OF_NO_TABLE = {"controls", "record_steps", "dealing_steps", "example_steps", "run_example", "run_examples", "deal"}
"""The methods that are not about the table at which a hand is played."""
ENTERED = {"enter"}
"""Everyone at the table sees what an entered finding says, and that decides whether the finding is legal."""
WORLDS = 2


def test_every_method_of_the_table_is_called() -> None:
    assert {method.__name__ for method in table_methods.TABLE_METHODS} == ASKED | OF_NO_TABLE | ENTERED


def table_of(page: Page) -> Table:
    """Return the table of a page's service, which no page can reach."""
    found = page.service.session.table
    assert found is not None
    return found


def worlds(table: Table, seat: int) -> Iterator[list[int]]:
    """Return the cells of the table, and of worlds that look the same from a seat."""
    seen = view(table.rules, table.proceedings.state, seat)
    assert isinstance(seen, View)
    known = Onlooker(table.rules, seat).known(seen)
    yield [*table.proceedings.cells]
    for number in range(WORLDS):
        world = imagined(table.rules, seen, known, Random(f"world {number}"))
        assert world is not None
        yield [*world.cells]


def questions(table: Table, view_: Any, random: Random) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield everything that can be asked for a seat without playing a move, about seen cards and others."""
    seat = view_["seat"]
    yield "seen", {}
    yield "record", {"none": True}
    yield "dealing", {"none": True}
    yield "next_hand", {}
    yield "machine_move", {}
    yield "advice", {}
    yield "arbiter_entries", {}
    codes = [*table.rules.game.card_number]
    seen = sorted({card["code"] for zone in view_["zones"] for card in zone["cards"] or ()})
    hidden = sorted(set(codes) - {*seen})
    some = [*random.sample(seen, min(3, len(seen))), *random.sample(hidden, min(2, len(hidden)))]
    for cards in (*combinations(some, 1), *random.sample([*combinations(some, 2)], 3)):
        yield "choices", {"cards": cards}
        yield "why_not", {"cards": cards}
    legal = {move["phrase"] for move in view_["moves"]}
    for act in (act for act in table.rules.game.acts if not act.finding):
        for card in some:
            written = " ".join([act.name, *(f"{one.preposition or ''} {card}" for one in act.parameters)])
            yield "why", {"move": written}
            if written not in legal and seat != view_["actor"]:
                yield "act", {"move": written}


def answered(page: Page, asked: list[tuple[str, dict[str, object]]], seat: int) -> list[str]:
    """Return the answers to the questions."""
    found = list[str]()
    for method, arguments in asked:
        given = {} if arguments.pop("none", False) else {"seat": seat, "language": "it"}
        found.append(json.dumps([method, arguments, page.outcome(method, **given, **arguments)], sort_keys=True))
    return found


@pytest.mark.sweep("scopa", "ramino")
@pytest.mark.parametrize(
    ("name", "moves"),
    at_night([("scopa", 0), ("scopa", 5), ("ramino", 5), ("scopone", 5)], by_day=[("scopa", 5), ("ramino", 5), ("scopone", 5)]),
)
def test_unseen_cards_change_no_answer(name: str, moves: int) -> None:
    page = Page()
    seats = ["person", "person", "random", "random"]
    dealing = {"name": f"{name}.regole", "seed": 3, "seats": seats[: 2 if name != "scopone" else 4]}
    page.answer("deal", dealing=dealing, seat=0, language="it")
    table = table_of(page)
    for _ in range(moves):
        shown = page.answer("seen", seat=0, language="it")
        if shown["actor"] == 0 or table.seats[cast("int", shown["actor"])] == "person":
            mine = page.answer("seen", seat=shown["actor"], language="it")
            page.answer("act", seat=shown["actor"], move=mine["moves"][0]["phrase"], language="it")
        else:
            page.answer("machine_move", seat=0, language="it")
    for seat in (0, 1):
        shown = page.answer("seen", seat=seat, language="it")
        found = list[list[str]]()
        real = [*table.proceedings.cells]
        for cells in worlds(table, seat):
            table.proceedings.cells = [*cells]
            found.append(answered(page, [(m, dict(a)) for m, a in questions(table, shown, Random(name))], seat))
            table.proceedings.cells = [*real]
        for other in found[1:]:
            assert other == found[0]


def test_what_is_dealt_again_reports_the_seat_alone() -> None:
    """Undo and a new deal answer with the view of the seat, in the same way as `seen`."""
    page = Page()
    page.answer("deal", dealing={"name": "scopa.regole", "seed": 3}, seat=0, language="it")
    for method, arguments in (
        ("undo", {"moves": 1}),
        ("redeal", {"name": "scopa.regole"}),
        ("name_players", {"names": ["Anna"]}),
    ):
        for seat in (0, 1):
            reported = page.answer(method, seat=seat, language="it", **arguments)
            assert reported.get("view", reported) == page.answer("seen", seat=seat, language="it")
