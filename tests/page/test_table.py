"""Hands are played in the page: by mouse, only by keyboard, by touch; with reasons, undo, the same deal again and records."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.axe import violations
from tests.page.dealing import deal_anew
from tests.page.written_texts import begin, delete, problems, put_back, text, write
from tests.shipped_games import rules_of

from cartaro_grammar import Diagnostic
from cartaro_interpreter import Played, parse_json, read_record, replay

pytestmark = pytest.mark.slow
SEED = "7"
DEALT = ["knave of clubs", "ace of coins", "knave of swords"]
"""The cards that the first player of scopa gets with that seed."""
MOST_TURNS = 60


@pytest.fixture
def page(begun: Page) -> Page:
    """The page with the hand dealt again, whatever was done on it before."""
    begun.set_viewport_size({"width": 1400, "height": 900})
    begun.emulate_media(color_scheme="light")
    begun.get_by_role("tab", name="Table").click()
    deal(begun)
    return begun


def deal(page: Page, others: str = "at random") -> None:
    """Deal with a seed for two players, against machines of a kind."""
    deal_anew(page, SEED, {"Players": "2", "The others play": others})
    expect(state(page)).to_have_text(re.compile("Your turn"))


def state(page: Page) -> Locator:
    return page.get_by_role("group", name="Possible moves").locator(".state")


def own(page: Page) -> Locator:
    """The cards in one's hand."""
    return page.get_by_role("group", name=re.compile(r"the hand of player 1: \d")).get_by_role("button")


def offered(page: Page) -> Locator:
    return page.get_by_role("group", name="Possible moves").locator(".play")


def scores(page: Page) -> Locator:
    return page.get_by_role("table", name="The points of hand 1")


def is_over(page: Page) -> bool:
    """Wait until it is the person's turn or the hand is over; return whether it is over."""
    expect(state(page)).to_have_text(re.compile("Your turn|It is over|wins the hand"))
    return "Your turn" not in state(page).inner_text()


def test_a_whole_hand_is_played_by_mouse_and_its_record_replays(page: Page, tmp_path: Path) -> None:
    for _ in range(MOST_TURNS):
        if is_over(page):
            break
        card = own(page).first
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        if offered(page).count() == 1 and "main" in (offered(page).first.get_attribute("class") or ""):
            card.click()
        else:
            offered(page).first.click()
        expect(own(page).and_(page.locator("[aria-pressed=true]"))).to_have_count(0)
    expect(scores(page).get_by_role("row", name=re.compile("^Settebello [01] [01]$"))).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    saved.value.save_as(tmp_path / "hand.json")
    rules = rules_of("scopa")
    saved_hand = parse_json((tmp_path / "hand.json").read_text(encoding="utf-8"))
    assert not isinstance(saved_hand, Diagnostic)
    record = read_record(rules, saved_hand)
    assert not isinstance(record, tuple)
    assert isinstance(replay(rules, record), Played)


def test_a_whole_hand_is_played_only_by_keyboard(page: Page) -> None:
    """Space chooses a card, P plays the only move, Tab leads to the other offers, and the focus returns to the cards."""
    own(page).first.focus()
    for _ in range(MOST_TURNS):
        if is_over(page):
            break
        expect(page.locator("button.card:focus")).to_have_count(1)
        page.keyboard.press("Space")
        expect(offered(page).first).to_be_visible()
        if offered(page).count() == 1 and "main" in (offered(page).first.get_attribute("class") or ""):
            page.keyboard.press("p")
        else:
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        expect(own(page).and_(page.locator("[aria-pressed=true]"))).to_have_count(0)
    expect(scores(page)).to_be_visible()


def test_the_text_is_put_aside_for_a_larger_table_until_a_reason_leads_to_it(page: Page) -> None:
    aside = page.get_by_role("button", name="Hide the text")
    felt, card = page.locator(".felt"), own(page).first
    width, height = felt.evaluate("felt => felt.clientWidth"), card.evaluate("card => card.clientHeight")
    aside.click()
    expect(aside).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".pane.editor")).to_be_hidden()
    assert felt.evaluate("felt => felt.clientWidth") > 1.8 * width
    assert card.evaluate("card => card.clientHeight") > height
    own(page).first.click()
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("w")
    page.get_by_role("region", name=re.compile("Why")).get_by_role("button", name="in the text").first.click()
    expect(page.locator(".pane.editor")).to_be_visible()
    expect(aside).to_have_attribute("aria-pressed", "false")


def test_a_whole_hand_is_in_one_row(page: Page, address: str) -> None:
    """The cards overlap if there is no room for all; on a phone they have two rows, for a finger."""
    for width in (1400, 1300):
        page.set_viewport_size({"width": width, "height": 850})
        page.goto(f"{address}#game=hearts&pane=table&deal={width}&seats=person.random.random.random")
        expect(page.get_by_text(f"deal no. {width}", exact=True)).to_be_attached()
        expect(own(page)).to_have_count(13)
        boxes = [box for number in range(13) if (box := own(page).nth(number).bounding_box())]
        assert len({round(box["y"]) for box in boxes}) == 1
        assert all(after["x"] - before["x"] >= 24 for before, after in pairwise(boxes))
        assert boxes[-1]["x"] + boxes[-1]["width"] <= width
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")


def test_the_way_through_the_cards_is_by_arrow_keys(page: Page) -> None:
    own(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(own(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("group", name=re.compile("^the table: 4")).get_by_role("button").nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(own(page).last).to_be_focused()


def test_the_same_number_deals_the_same_cards_and_a_move_is_taken_back(page: Page) -> None:
    assert [label.removeprefix("the ") for label in own(page).evaluate_all(LABELS)] == DEALT
    own(page).first.click()
    offered(page).first.click()
    expect(own(page)).to_have_count(2)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    page.keyboard.press("u")
    expect(own(page)).to_have_count(3)
    assert [label.removeprefix("the ") for label in own(page).evaluate_all(LABELS)] == DEALT


LABELS = "cards => cards.map(card => card.getAttribute('aria-label').split(',')[0])"


def test_a_refusal_cites_its_article_and_links_to_it(page: Page) -> None:
    """A player who can take may not lay. The article is shown in the rulebook and in the text."""
    own(page).first.click()
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("w")
    ruling = page.get_by_role("region", name=re.compile("Why"))
    expect(ruling).to_contain_text("the duty to capture")
    expect(ruling).to_be_focused()
    page.get_by_role("button", name="article 3, “the duty to capture”").click()
    expect(page.get_by_role("tab", name="Rulebook")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[id$=c-obbligo]")).to_be_in_viewport()


def test_what_can_be_done_is_explained_too(page: Page) -> None:
    page.get_by_text(re.compile("All moves")).click()
    page.get_by_role("button", name=re.compile("^Why this is allowed")).first.click()
    expect(page.get_by_role("region", name="Why?")).to_contain_text("article 3")


def test_a_machine_waits_to_be_watched(page: Page) -> None:
    before: int = page.evaluate("watched")
    own(page).first.click()
    offered(page).first.click()
    expect(own(page)).to_have_count(2)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    assert page.evaluate("watched") == before + 1


def test_other_house_rules_are_played_at_once(page: Page) -> None:
    page.get_by_text("Players, house rules, deal").click()
    page.get_by_label("Players", exact=True).select_option("4")
    page.get_by_role("button", name="Deal like this").click()
    expect(page.get_by_role("heading", name="player 4")).to_be_visible()


def test_an_edit_of_the_text_keeps_the_deal(page: Page) -> None:
    """A card that was laid is still laid after the text is edited. While the text has mistakes, the table stays."""
    own(page).last.click()
    offered(page).first.click()
    expect(own(page)).to_have_count(2)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    before = own(page).evaluate_all(LABELS)
    text(page).click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("x ")
    expect(page.get_by_text("There are mistakes in the text: the table still uses")).to_be_visible()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    page.keyboard.insert_text("-- mine\n")
    expect(page.get_by_text("There are mistakes in the text: the table still uses")).to_be_hidden()
    assert own(page).evaluate_all(LABELS) == before
    put_back(page)


def test_what_is_filled_in_for_a_deal_stays_when_the_form_is_made_again(page: Page) -> None:
    page.get_by_text("Players, house rules, deal").click()
    number, others = page.get_by_label("Number of the deal"), page.get_by_label("The others play")
    number.fill("12")
    others.select_option("good")
    number.evaluate("one => { one.dataset.before = true }")
    text(page).click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("-- mine\n")
    expect(page.locator("[data-before]")).to_have_count(0)
    expect(number).to_have_value("12")
    expect(others).to_have_value("good")
    page.get_by_text("Players, house rules, deal").click()
    put_back(page)


def test_a_hand_is_played_by_touch_on_a_phone(phone: Page, address: str) -> None:
    """The whole hand is visible, and everything that is touched is large enough."""
    page = phone
    page.set_viewport_size({"width": 412, "height": 850})
    page.goto(f"{address}#game=scala40&pane=table")
    draw = page.get_by_role("button", name=re.compile("Draw")).first
    draw.scroll_into_view_if_needed()
    draw.tap()
    expect(own(page)).to_have_count(14)
    for card in own(page).all():
        box = card.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 412
        assert min(box["width"], box["height"]) >= 44
    small = page.locator(".table-pane button:visible:not(.textual)").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).filter(({width, height}) => width < 44 || height < 44).length"
    )
    assert small == 0


@pytest.mark.parametrize(("width", "dark"), [(412, False), (1400, True)])
def test_everyone_can_play(page: Page, width: int, dark: bool) -> None:
    scheme: Literal["light", "dark"] = "dark" if dark else "light"
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-appearance", scheme)
    assert violations(page) == []
    own(page).first.click()
    page.keyboard.press("w")
    expect(page.get_by_role("region", name=re.compile("Why"))).to_be_visible()
    page.get_by_text("Players, house rules, deal").click()
    assert violations(page) == []
    page.get_by_text("Players, house rules, deal").click()


@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 256)])
def test_a_short_window_keeps_ones_own_cards_in_sight(page: Page, width: int, height: int) -> None:
    """A laptop's page enlarged to 200 and 400 per cent, and a phone on its side."""
    page.set_viewport_size({"width": width, "height": height})
    expect(own(page).first).to_be_visible()
    boxes = [card.bounding_box() for card in own(page).all()]
    tabs = page.locator(".tabs").bounding_box()
    assert tabs is not None
    assert [box for box in boxes if box is None or box["y"] < 0 or box["y"] + box["height"] > tabs["y"]] == []
    page.set_viewport_size({"width": 1400, "height": 900})


ROBBING = """variant bella of scopa
  title it "Bella" en "Bella"
  source D "Scopa, con Napola e Rebello" covers D1 to D9

in article 3 add
  act rob robbed from victim
    says it "rubare {robbed} a {victim}" en "steal {robbed} from {victim}"
    victim is one of (players - player)
    robbed is one of hand of victim, unseen
    move robbed to hand
  furto: the player may rob
  ruba: in a turn, before gioca, the player may rob
"""


def test_a_card_is_chosen_unseen_by_pressing_a_back(page: Page) -> None:
    begin(page, "bella")
    write(page, ROBBING)
    expect(problems(page)).not_to_contain_text("mistake in")
    page.get_by_role("tab", name="Table").click()
    deal(page)
    expect(offered(page).filter(has_text="teal a face-down card").first).to_be_visible()
    before = own(page).count()
    page.get_by_role("button", name=re.compile("Choose a face-down card: the hand of player 2")).last.click()
    expect(own(page)).to_have_count(before + 1)
    expect(state(page)).to_have_text(re.compile("Your turn"))
    delete(page, "bella")
