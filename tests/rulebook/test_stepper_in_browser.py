"""A reader follows a hand in a browser: by mouse, keys and touch, by address, on a phone, in dark colours, on paper, without
scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect
from tests import chromium
from tests.rulebook.played_hands import History, checked, moves_of, played

from cartaro.worked_hands import shipped_hand
from cartaro_rulebook import Ruleset, script, stylesheet
from cartaro_rulebook.cards.steps import followed, places
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.evidence_page import history
from cartaro_rulebook.site.pages import hand_to_follow
from cartaro_rulebook.site.play_page import worked_hand

PATIENCE = 60_000
LAST = 12
FRAME = """<!doctype html><html lang="it"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>x</title><style>html { font-size: 125%; } body { margin: 1rem; font-size: .8rem; }
STYLE</style><div class="md-typeset">INSIDE</div><script>SCRIPT</script></html>"""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hand() -> History:
    """The beginning of a hand."""
    whole = played(checked("scopa"), 1)
    record = {**whole.record, "moves": moves_of(whole)[:LAST]}
    return History(record, followed(checked("scopa"), record).steps[-1].position)


@pytest.fixture(scope="module")
def address(hand: History, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write a page with only that hand to a file; return its address."""
    inside = history(hand, "refuted", page_for(Ruleset(checked("scopa")), "it"), "h-it")
    text = FRAME.replace("STYLE", stylesheet()).replace("INSIDE", inside).replace("SCRIPT", script())
    file = tmp_path_factory.mktemp("stepper") / "page.html"
    file.write_text(text, encoding="utf-8")
    return file.as_uri()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page, address: str) -> Page:
    """The page of the hand, newly opened."""
    tab.emulate_media(media="screen")
    tab.goto("about:blank")
    tab.goto(address)
    return tab


def at(page: Page, step: int) -> None:
    """Expect the stepper to show a step."""
    expect(page.locator("output")).to_have_text(f"{step} / {LAST}")
    expect(page.locator(".stage > .said")).to_have_text(page.locator(f"#h-it-{step} > .said").text_content() or "")


def cards(row: Locator) -> list[str]:
    return [name or "" for name in row.locator(".face").evaluate_all("all => all.map(one => one.ariaLabel)")]


def test_buttons_go_on_and_back(page: Page) -> None:
    at(page, LAST)
    expect(page.locator(".stage .breaks")).to_be_visible()
    page.get_by_role("button", name="Indietro di un passo").click()
    at(page, LAST - 1)
    assert page.url.endswith("#h-it-11")
    expect(page.locator(".stage .breaks")).to_have_count(0)
    page.get_by_role("button", name="Alla distribuzione").click()
    at(page, 0)
    page.get_by_role("button", name="Indietro di un passo").click(force=True)
    at(page, 0)
    page.get_by_role("button", name="Avanti di un passo").click()
    at(page, 1)
    page.get_by_role("button", name="All'ultimo passo").click()
    at(page, LAST)


def test_keys_go_on_and_back_where_the_hand_has_the_focus(page: Page) -> None:
    page.keyboard.press("ArrowLeft")
    at(page, LAST)
    page.locator(".steps").focus()
    for key, step in (("ArrowLeft", LAST - 1), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", LAST)):
        page.keyboard.press(key)
        at(page, step)


def test_a_hand_plays_by_itself_until_it_is_stopped(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.clock.install()
    page.goto(address)
    button = page.get_by_role("button", name="Va avanti da sola")
    page.get_by_role("button", name="Alla distribuzione").click()
    button.click()
    page.clock.run_for(PATIENCE * 2)
    at(page, LAST)
    expect(button).to_have_text("▶")
    page.get_by_role("button", name="Alla distribuzione").click()
    button.click()
    expect(button).to_have_text("❚❚")
    button.click()
    page.clock.run_for(PATIENCE * 2)
    at(page, 0)
    context.close()


def swipe(page: Page, dx: int, dy: int = 0) -> None:
    """Move one finger over the table."""
    box = page.locator(".stage .position").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 30
    chromium.swipe(page, (x, y), (x + dx, y + dy))


def test_swipes_go_on_and_back(browser: Browser, address: str) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 412, "height": 900})
    page = opened(context, address)
    swipe(page, 90)
    at(page, LAST - 1)
    swipe(page, 90)
    at(page, LAST - 2)
    swipe(page, -90)
    at(page, LAST - 1)
    swipe(page, 15)
    at(page, LAST - 1)
    context.close()


def test_a_step_has_an_address(page: Page, address: str) -> None:
    page.goto(f"{address}#h-it-3")
    page.reload()
    at(page, 3)
    page.evaluate("location.hash = 'h-it-7'")
    at(page, 7)


def test_the_table_is_that_of_the_replay(page: Page, hand: History) -> None:
    game = checked("scopa")
    names = page_for(Ruleset(game), "it").scope.naming
    for number, step in enumerate(followed(game, hand.record).steps):
        page.evaluate("id => location.hash = id", f"h-it-{number}")
        at(page, number)
        for key, codes in places(step.position).items():
            if key not in game.cell and key != "stock":
                row = page.locator(f'.stage [data-place="{key}"]')
                wanted = [names.card_text(game.card_number[code]) for code in cast("list[str]", codes)]
                if row.locator(".count").count():
                    # for a pile that nobody sees, the row shows the number of cards and the cards that were just added
                    assert row.locator(".count").inner_text() == f"{len(wanted)} carte", (number, key)
                    assert set(cards(row)) < set(wanted), (number, key)
                else:
                    assert cards(row) == wanted, (number, key)


def test_without_scripts_it_is_a_list_that_states_the_same(browser: Browser, page: Page, address: str, hand: History) -> None:
    reported = [page.locator(f"#h-it-{n} > .said").text_content() for n in range(LAST + 1)]
    context = browser.new_context(java_script_enabled=False)
    plain = opened(context, address)
    expect(plain.locator(".buttons")).to_be_hidden()
    assert [plain.locator(f"#h-it-{n} > .said").text_content() for n in range(LAST + 1)] == reported
    expect(plain.locator("#h-it-0 .position")).to_be_visible()
    expect(plain.locator("#h-it-7")).to_be_hidden()
    plain.locator("summary").click()
    expect(plain.locator("#h-it-7")).to_be_visible()
    expect(plain.locator(f'#h-it-{LAST} [data-place="table"]')).to_be_visible()
    context.close()


@pytest.mark.parametrize("width", [412, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cards_are_drawn_without_any_request(tab: Page, address: str, width: int, scheme: Literal["light", "dark"]) -> None:
    page, asked = tab, list[str]()

    def hear(request: Request) -> None:
        asked.append(request.url)

    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="screen", color_scheme=scheme)
    page.goto("about:blank")
    page.on("request", hear)
    page.goto(address)
    page.remove_listener("request", hear)
    assert address in asked
    card = page.locator(".stage .face:not(.small)").first
    assert "data:image/svg+xml" in card.locator("i").evaluate("one => getComputedStyle(one).backgroundImage")
    assert card.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 253, 248)"
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    label, held = (page.locator(f'.stage [data-place="table"] {part}').bounding_box() for part in ("dt", "dd"))
    assert label is not None
    assert held is not None
    assert (label["y"] + label["height"] <= held["y"]) == (width == 412)


def test_on_paper_it_is_the_list(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator(".stage")).to_be_hidden()
    expect(page.locator(".buttons")).to_be_hidden()
    expect(page.locator("#h-it-0 .position")).to_be_visible()


def test_the_record_can_be_taken_along(page: Page, hand: History, tmp_path: Path) -> None:
    with page.expect_download() as found:
        page.get_by_role("link", name="Scarica la smazzata").click()
    assert found.value.suggested_filename == "scopa.it.json"
    found.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert [move["act"] for move in record["moves"]] == [move["act"] for move in moves_of(hand)]
    assert record["left"] is True


def test_the_moves_that_a_page_leaves_out_are_loaded_when_the_hand_is_followed(browser: Browser, tmp_path: Path) -> None:
    game = checked("briscola")
    page_of = page_for(Ruleset(game, hand=shipped_hand(game)), "en")
    script_of_hand = hand_to_follow(page_of.ruleset, "en")
    assert script_of_hand is not None
    inside = "".join(worked_hand(page_of)).partition("\n")[2] or "".join(worked_hand(page_of))
    path = tmp_path / "assets" / "hands" / "briscola.js"
    path.parent.mkdir(parents=True)
    path.write_text(script_of_hand, encoding="utf-8")
    html = FRAME.replace("STYLE", stylesheet()).replace("INSIDE", inside).replace("SCRIPT", script())
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    place = page.locator(".steps output")
    expect(place).to_have_text("0 / 40")
    for number in range(1, 9):
        page.locator('[data-go="next"]').click()
        expect(place).to_have_text(f"{number} / 40")
    page.locator('[data-go="last"]').click()
    expect(place).to_have_text("40 / 40")
    expect(page.locator('[data-go="next"]')).to_have_attribute("aria-disabled", "true")
    path.unlink()
    page.goto("about:blank")
    page.goto((tmp_path / "page.html").as_uri())
    page.locator('[data-go="next"]').click()
    expect(place).not_to_have_text("1 / 40")
    context.close()
