"""A whole hand of every shipped game is played in Firefox, by mouse on a wide screen and by touch on a narrow one. By day no
game is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.axe import AXE
from tests.firefox import FIREFOX, Firefox
from tests.page.served_page import AT_ONCE
from tests.page.test_every_game import FIRST_DEAL, GAMES, MOST_MOVES
from tests.shipped_games import game_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed"),
]
MOST_PRESSES = 12 * MOST_MOVES
MOST_CARDS = 6
"""The most cards that are chosen for a move before the choice is put back."""
GREETING = """
const found = [...document.querySelectorAll("dialog[open] button")].find((each) => each.textContent === "Play and look around");
const box = found?.getBoundingClientRect();
return found ? [box.x + box.width / 2, box.y + box.height / 2] : null;
"""
"""Return the place of the button of the greeting; while the page is laid out, it moves."""
NEXT = """
const [deal, chance, fromList] = arguments;
const all = (chosen) => [...document.querySelectorAll(chosen)].filter((each) => each.checkVisibility());
const state = all(".foot .state")[0]?.textContent ?? "";
const made = document.querySelector(".log li[value]")?.getAttribute("value") ?? "";
const isDealt = document.querySelector(".seed")?.textContent === `deal no. ${deal}`;
if (isDealt && /It is over|wins the hand|The hand is void/.test(state)) {
    const points = document.querySelectorAll(".scores tbody tr").length;
    const faults = all(".table-pane .fault").map((fault) => fault.textContent);
    return { what: "over", points: points || state.includes("void"), made, faults };
}
const chosen = all(".felt button.card[aria-pressed=true]").length;
if (!isDealt || (chosen === 0 && !/Your turn/.test(state))) return null;
const offered = all(".foot .play");
const back = all(".foot button").filter((each) => each.textContent === "Put the cards back");
const places = fromList
    ? [back, all(".foot .all-moves[open] .play"), all(".foot .all-moves summary"), offered]
    : [offered, chosen ? all(".felt button.card.joinable") : all(".felt .own button.card")];
const some = places.find((each) => each.length > 0);
if (some === undefined) return { what: "stuck", chosen };
const target = some[Math.floor(chance * some.length)];
for (const block of ["nearest", "center"]) {
    target.scrollIntoView({ block });
    const box = target.getBoundingClientRect();
    for (const [across, down] of [[0.5, 0.5], [0.2, 0.5], [0.1, 0.2], [0.8, 0.5], [0.2, 0.9]]) {
        const [x, y] = [box.left + across * box.width, box.top + down * box.height];
        if (target.contains(document.elementFromPoint(x, y))) return { what: "press", x, y, chosen, made };
    }
}
return { what: "covered", chosen, name: target.textContent };
"""
"""Return a place to press for the next move: one of a move that is offered, of a card that can belong to one, or, for a move
from the list of all moves, of what leads to it; or the reason why there is none; null while machines play.
"""
VIOLATIONS = """
const done = arguments[arguments.length - 1];
axe.run(document.querySelector(".pane.table"), { resultTypes: ["violations"] })
    .then(({ violations }) => done(violations.map(({ id }) => id)));
"""


@pytest.fixture(scope="module", params=[False, True], ids=["mouse", "touch"])
def window(
    request: pytest.FixtureRequest, address: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Firefox, bool]]:
    """A window with the page, dark and narrow for a finger."""
    touch: bool = request.param
    size = (390, 844) if touch else (1400, 900)
    firefox = Firefox(tmp_path_factory.mktemp("firefox"), *size, dark=touch)
    try:
        firefox.go(address)
        firefox.run(AT_ONCE)
        place = firefox.until(GREETING)
        while place is not None:
            firefox.press(*place, touch=touch)
            place = firefox.run(GREETING)
        yield firefox, touch
    finally:
        firefox.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_every_game_is_played_in_firefox(window: tuple[Firefox, bool], address: str, game: str) -> None:
    firefox, touch = window
    deal, random, from_list, made = FIRST_DEAL + GAMES.index(game), Random(game), False, ""
    seats = ".".join(["person", *["greedy"] * (game_of(game).players - 1)])
    firefox.go(f"{address}#game={game}&pane=table&deal={deal}&seats={seats}")
    step: Any = None
    for _ in range(MOST_PRESSES):
        step = firefox.until(NEXT, deal, random.random(), from_list)
        if step["what"] == "over":
            break
        if step["what"] == "stuck":
            assert not from_list
            from_list = True
            continue
        assert step["what"] == "press", step
        firefox.press(step["x"], step["y"], touch=touch)
        from_list = (from_list or step["chosen"] >= MOST_CARDS) and step["made"] == made
        made = step["made"]
    assert step["what"] == "over"
    assert step["faults"] == []
    assert step["points"]
    assert step["made"]
    firefox.run(AXE)
    assert firefox.command("WebDriver:ExecuteAsyncScript", script=VIOLATIONS, args=[])["value"] == []
