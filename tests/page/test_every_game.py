"""A whole hand of every shipped game is played in the page, by mouse on a wide screen and by touch on a phone, in light and in
dark colours. What has just been laid is in sight, everyone can play, and the hand ends with its points. By day a few games are
played, at night all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError
from tests.axe import violations
from tests.levels import at_night
from tests.page.served_page import AT_ONCE, new_page
from tests.shipped_games import game_of

from cartaro_grammar.file_set import shipped

pytestmark = pytest.mark.slow
FIRST_DEAL = 5
MOST_MOVES = 150
CHECKED_MOVE = 3
"""Before this move, with a card chosen, the rules of accessibility are checked, as at the beginning and at the end."""
BY_DAY = ("hearts",)
"""A game for four, with secrets, full tricks and a long hand."""
COVERED = """() => {
    const top = document.querySelector(".pane.table").getBoundingClientRect().top;
    const bottom = document.querySelector(".felt .mine").getBoundingClientRect().top + 16;
    const moved = [...document.querySelectorAll(".felt button.card.came")].filter(card => card.closest(".mine") === null);
    const boxes = moved.map(card => [card.getAttribute("aria-label"), card.getBoundingClientRect()]);
    const [first, last] = [Math.min(...boxes.map(([, box]) => box.top)), Math.max(...boxes.map(([, box]) => box.bottom))];
    if (last - first + 18 > bottom - top) return []; // the margins of a card that is scrolled to
    return boxes.filter(([, box]) => box.top < top - 1 || box.bottom > bottom).map(([name]) => name);
}"""
"""The cards that were laid last and are hidden by the bar at the top or by one's own cards, if there is room for all of them:
in Machiavelli a hand of fifty cards leaves none on a phone.
"""
MOST_CARDS = 6
"""The most cards that are chosen for a move before the choice is put back."""
GAMES = tuple(shipped())


class Table:
    """A table in the page, played by the moves that it offers and by the cards on it."""

    def __init__(self, page: Page, touch: bool, random: Random) -> None:
        self.page, self.random = page, random
        self.press: Callable[[Locator], None] = Locator.tap if touch else Locator.click
        self.actions = page.get_by_role("group", name="Possible moves")
        self.state = self.actions.locator(".state")
        self.mine = page.locator(".felt .own button.card:visible")
        """The person's own cards."""

    def is_over(self) -> bool:
        """Wait until it is the person's turn or the hand is over; return whether it is over."""
        expect(self.state).to_have_text(re.compile("Your turn|It is over|wins the hand|The hand is void"))
        return "Your turn" not in self.state.inner_text()

    def move(self) -> None:
        """Make a move: choose cards that can belong to one until a move is offered, or take one of the list of all moves."""
        before = self.number()
        chosen = self.page.locator(".felt button.card[aria-pressed=true]")
        offered = self.actions.locator(".play:visible")
        joining = self.page.locator(".felt button.card.joinable:visible")
        for number in range(MOST_CARDS):
            some = joining if number or chosen.count() else self.mine
            if offered.count() or not some.count():
                break
            self.press(some.nth(self.random.randrange(some.count())))
            self.appears(offered.or_(joining), 300)
        if not offered.count():
            self.show_all()
        expect(offered.first).to_be_visible()
        self.press(offered.nth(self.random.randrange(offered.count())))
        condition = "before => (document.querySelector('.log li[value]')?.getAttribute('value') ?? '') !== before"
        self.page.wait_for_function(condition, arg=before)

    def show_all(self) -> None:
        """Put chosen cards back, and open the list of all moves if there is one: moves without cards are always offered."""
        put_back = self.actions.get_by_role("button", name="Put the cards back")
        if put_back.count():
            self.press(put_back)
            expect(put_back).to_have_count(0)
        summary = self.actions.locator(".all-moves:not([open]) summary")
        if summary.count():
            self.press(summary)

    def appears(self, wanted: Locator, patience: int) -> bool:
        """Wait for an element, and return whether it appeared."""
        try:
            wanted.first.wait_for(timeout=patience)
        except PlaywrightError:
            return False
        return True

    def number(self) -> str:
        """Return the number of the last move."""
        moves = self.page.locator(".log li[value]")
        return (moves.first.get_attribute("value") or "") if moves.count() else ""


@pytest.fixture(scope="module", params=[False, True], ids=["mouse", "touch"])
def place(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[tuple[Page, bool, list[str]]]:
    """A page on a wide screen or on a phone, and the errors that it reports."""
    touch: bool = request.param
    page = new_page(browser, *((390, 844) if touch else ()), phone=touch)
    page.add_init_script(AT_ONCE)
    page.goto(address)
    page.get_by_role("button", name="Play and look around").click()
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page, touch, errors
    page.context.close()


@pytest.mark.parametrize("game", at_night(GAMES, by_day=BY_DAY))
def test_a_hand_of_every_game_is_played_to_its_end(place: tuple[Page, bool, list[str]], address: str, game: str) -> None:
    page, touch, errors = place
    deal = FIRST_DEAL + GAMES.index(game)
    page.emulate_media(color_scheme="dark" if (deal % 2 == 0) == touch else "light")
    seats = ".".join(["person", *["greedy"] * (game_of(game).players - 1)])
    page.goto(f"{address}#game={game}&pane=table&deal={deal}&seats={seats}")
    expect(page.get_by_text(f"deal no. {deal}", exact=True)).to_be_attached()
    table, barred, covered, moves = Table(page, touch, Random(game)), list[str](), list[str](), 0
    while not table.is_over() and moves < MOST_MOVES:
        covered += page.evaluate(COVERED)
        if moves in (0, CHECKED_MOVE):
            if moves and table.mine.count():
                table.press(table.mine.first)
            barred += violations(page, ".pane.table")
        table.move()
        moves += 1
    assert moves < MOST_MOVES
    points = page.get_by_role("table", name="The points of hand 1")
    expect(points.or_(page.get_by_text("The hand is void: nobody scores."))).to_be_visible()
    barred += violations(page, ".pane.table")
    assert page.locator(".table-pane .fault:visible").count() == 0
    assert (barred, covered, errors) == ([], [], [])
    assert table.number()
