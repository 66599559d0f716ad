"""The table between an act and its consequences: the full trick stays visible, its taker is marked, and it can be shown
again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.page.served_page import new_page
from tests.page.written_texts import begin, delete, problems, write

pytestmark = pytest.mark.slow
TRICK = "#game=briscola&pane=table&deal=5&seats=person.random"


def actions(page: Page) -> Locator:
    return page.get_by_role("group", name="Possible moves")


def own(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile(r"the hand of player 1: \d")).get_by_role("button")


def played(page: Page) -> Locator:
    return page.locator(".felt .zone[data-zone^='played-'] .face")


def dealt(page: Page, address: str, game: str, deal: int, seats: str = "person.random") -> None:
    """Open a hand by its link, whatever hand is on the table."""
    page.goto(f"{address}#game={game}&pane=table&deal={deal}&seats={seats}")
    expect(page.get_by_text(f"deal no. {deal}", exact=True)).to_be_attached()


def play_first(page: Page) -> None:
    """Play the first card of the hand."""
    expect(actions(page)).to_contain_text("Your turn")
    own(page).first.click()
    own(page).first.click()


@pytest.fixture
def moving(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a reader who allows motion."""
    page = new_page(browser, still=False)
    page.goto(f"{address}{TRICK}")
    yield page
    page.context.close()


def test_the_full_trick_stays_before_it_is_taken(moving: Page) -> None:
    """The person leads. The machine's answer is visible, the cards that leave are marked, and any key continues."""
    play_first(moving)
    expect(moving.locator(".felt .taker")).to_have_text("takes the cards")
    assert played(moving).count() == 2
    assert moving.locator(".felt .leaving").count() == 2
    moving.keyboard.press("Escape")
    expect(moving.locator(".felt .taker")).to_have_count(0)
    expect(played(moving)).to_have_count(0)


def test_the_last_trick_is_looked_at_again(begun: Page, address: str) -> None:
    page = begun
    dealt(page, address, "briscola", 51)
    last = page.get_by_role("button", name="Last cards taken")
    expect(actions(page)).to_contain_text("Your turn")
    expect(last).to_have_count(0)
    play_first(page)
    last.click()
    expect(played(page)).to_have_count(2)
    expect(page.locator(".felt .taker")).to_be_visible()
    expect(actions(page)).to_contain_text(re.compile("Player [12] takes 2 cards"))
    actions(page).get_by_role("button", name="Back to the table").click()
    expect(played(page).locator("visible=true")).not_to_have_count(2)
    page.keyboard.press("l")
    expect(played(page)).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".felt .taker")).to_have_count(0)


def test_a_card_that_is_dropped_on_one_of_no_move_is_played(begun: Page, address: str) -> None:
    """In Briscola the turned-up trump is in the middle of the table, and a card can still be dropped there."""
    page = begun
    dealt(page, address, "briscola", 52)
    expect(actions(page)).to_contain_text("Your turn")
    before = page.get_by_role("list", name="Moves so far").locator("li:not(.none)").count()
    own(page).first.drag_to(page.locator(".felt .zone[data-zone='turned-'] .card"))
    expect(page.get_by_role("list", name="Moves so far").locator("li:not(.none)")).not_to_have_count(before)


def test_the_game_whose_trick_is_divided_is_played_by_strong_opponents(begun: Page, address: str) -> None:
    """Tressette counts in thirds: the engine divides."""
    page = begun
    dealt(page, address, "tressette", 54, "person.good")
    for number in (1, 2):
        expect(actions(page)).to_contain_text("Your turn")
        actions(page).locator(".all-moves summary").click()
        actions(page).locator(".all-moves .play").first.click()
        expect(page.get_by_role("list", name="Moves so far").locator("li", has_text="You play ")).to_have_count(number)
    expect(actions(page)).to_contain_text("Your turn")
    expect(page.locator(".table-pane .fault")).to_be_hidden()


def test_two_people_play_at_one_screen(begun: Page, address: str) -> None:
    """A curtain hides the cards between their turns; the address remembers that both are persons."""
    page = begun
    dealt(page, address, "scopa", 55, "person.person")
    expect(actions(page)).to_contain_text("Player 1 is to play")
    expect(own(page)).to_have_count(0)
    page.get_by_role("button", name="I am Player 1: show the table").click()
    expect(own(page)).to_have_count(3)
    own(page).last.click()
    actions(page).locator(".play").first.click()
    expect(actions(page)).to_contain_text("Player 2 is to play")
    expect(page.locator(".felt")).to_be_hidden()
    page.get_by_role("button", name="I am Player 2: show the table").click()
    expect(page.get_by_role("group", name=re.compile("the hand of player 2: 3")).get_by_role("button")).to_have_count(3)
    expect(page).to_have_url(re.compile("seats=person.person"))


def test_a_link_for_four_is_dealt_for_four(begun: Page, address: str) -> None:
    page = begun
    dealt(page, address, "scopa", 56, "person.random.random.random")
    expect(page.get_by_role("heading", name="player 4")).to_be_visible()


def test_a_hand_of_a_link_that_cannot_be_read_is_reported(begun: Page, address: str) -> None:
    begun.goto(f"{address}#game=scopa&pane=table&deal=x&seats=person.person")
    expect(begun.locator(".notices")).to_contain_text("The hand in this link cannot be read")


def test_the_hand_that_is_on_is_shared(begun: Page, address: str) -> None:
    page = begun
    dealt(page, address, "briscola", 53)
    play_first(page)
    expect(actions(page)).to_contain_text("Your turn")
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link")
    assert re.search(r"#game=briscola&pane=table&deal=53&seats=person\.random&moves=", link.input_value())
    dialog.get_by_label("The game only").check()
    assert link.input_value().endswith("#game=briscola")
    page.keyboard.press("Escape")


def test_a_text_with_mistakes_has_no_table_of_another_game(begun: Page, address: str) -> None:
    page, felt = begun, begun.locator(".play-host > .felt")
    dealt(page, address, "scopa", 59)
    begin(page, "bella")
    write(page, "x")
    expect(problems(page)).not_to_contain_text("No mistakes")
    dealt(page, address, "briscola", 57)
    page.goto(f"{address}#game=bella&pane=table")
    expect(page.get_by_text("There are mistakes in the text: it can be played")).to_be_visible()
    expect(felt).to_be_hidden()
    dealt(page, address, "briscola", 58)
    expect(felt).to_be_visible()
    page.goto(f"{address}#game=bella&pane=table")
    expect(page.get_by_text("There are mistakes in the text: it can be played")).to_be_visible()
    expect(felt).to_be_hidden()
    delete(page, "bella")


def test_what_a_question_brought_and_all_that_the_other_asked_is_told(begun: Page, address: str) -> None:
    """In Go Fish the words of a move do not state its result, and the others see less of it."""
    page = begun
    dealt(page, address, "go_fish", 2)
    for rank in ("ten", "queen"):
        page.get_by_role("button", name=f"Ask player 2 for the {rank}", exact=True).click()
        expect(page.get_by_role("list", name="Moves so far").get_by_role("listitem").first).to_contain_text(f"for the {rank}")
    expect(actions(page)).to_contain_text("Player 1 draws the queen of hearts (stock)")
    expect(actions(page)).to_contain_text("Your turn")
    page.get_by_role("button", name="Ask player 2 for the queen", exact=True).click()
    expect(actions(page)).to_contain_text("Player 1 draws the four of spades (stock)")
    expect(actions(page)).to_contain_text("Player 2 asks player 1 for the nine. Player 2 gets the nine of spades from player 1")
    expect(actions(page)).to_contain_text("Player 2 asks player 1 for the three. Player 2 draws 1 card (stock)")
