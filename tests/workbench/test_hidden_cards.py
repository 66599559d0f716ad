"""Facts that a player may not see are in no answer: with the unseen cards in other places, every method answers the same.

The cards that a seat does not see are dealt again among their possible places; all answers for that seat must then be the same,
to the last character.
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
    "undo",
}  # fmt: skip
OF_NO_TABLE = {"controls", "record_steps", "example_steps", "run_example", "run_examples", "deal"}
"""What is not asked of the table that is played at."""
ENTERED = {"enter"}
"""What a finding says that is entered, all at the table see: it is by what was found that it is legal or not."""
WORLDS = 2


def test_every_method_of_the_table_is_called() -> None:
    assert {method.__name__ for method in table_methods.TABLE_METHODS} == ASKED | OF_NO_TABLE | ENTERED


def table_of(page: Page) -> Table:
    """The table of a page's service, which no page can reach."""
    found = page.service.session.table
    assert found is not None
    return found


def worlds(table: Table, seat: int) -> Iterator[list[int]]:
    """The cells of the table, and of worlds that look the same from a seat."""
    seen = view(table.rules, table.proceedings.state, seat)
    assert isinstance(seen, View)
    known = Onlooker(table.rules, seat).known(seen)
    yield [*table.proceedings.cells]
    for number in range(WORLDS):
        world = imagined(table.rules, seen, known, Random(f"world {number}"))
        assert world is not None
        yield [*world.cells]


def questions(table: Table, view_: Any, random: Random) -> Iterator[tuple[str, dict[str, object]]]:
    """All that can be asked for a seat without anything being done: of seen cards, and of others."""
    seat = view_["seat"]
    yield "seen", {}
    yield "record", {"none": True}
    yield "dealing", {"none": True}
    yield "next_hand", {}
    yield "machine_move", {}
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
    """Undo and a new deal answer with the seat's view, as `seen` does."""
    page = Page()
    page.answer("deal", dealing={"name": "scopa.regole", "seed": 3}, seat=0, language="it")
    for method, arguments in (("undo", {"moves": 1}), ("redeal", {"name": "scopa.regole"})):
        for seat in (0, 1):
            reported = page.answer(method, seat=seat, language="it", **arguments)
            assert reported.get("view", reported) == page.answer("seen", seat=seat, language="it")
