"""A variant is written in the page: it is begun, its errors are reported and fixed, and it is stored, shared, saved and opened
again.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.axe import violations
from tests.page.served_page import PATIENCE, new_page, opened_from
from tests.page.written_texts import begin, clear, others, problems, tab, text, variant, write

pytestmark = pytest.mark.slow


@pytest.fixture
def page(begun: Page) -> Page:
    """Return the page to its initial state, whatever a test has done in it."""
    clear(begun)
    return begun


WRITTEN = """(wanted) => new Promise((told) => {
    indexedDB.open("cartaro").onsuccess = ({ target: { result } }) => {
        const all = result.transaction("texts").objectStore("texts").getAll();
        all.onsuccess = () => { result.close(); told(all.result.some((text) => text.includes(wanted))); };
    };
})"""


def wait_until_kept(page: Page, part: str) -> None:
    """Wait until the browser has stored a text that contains a part. `wait_for_function` would take the promise itself for a
    yes.
    """
    for _ in range(PATIENCE // 100):
        if page.evaluate(WRITTEN, part):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"no text with {part} is kept")


def test_a_variant_is_written_and_its_error_fixed_with_one_click(page: Page) -> None:
    begin(page, "bella")
    write(page, variant().replace("cavallo in", "cavalo in"))
    expect(problems(page)).to_contain_text("there is no kind of card called cavalo")
    problems(page).get_by_role("button", name="write cavallo").click()
    expect(text(page)).to_contain_text("number of cavallo in won")
    expect(problems(page)).not_to_contain_text("no kind of card")
    expect(problems(page).locator("li.error")).to_have_count(0)


ASKED = """() => {
    globalThis.asked = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
        if (message.kind === "call") asked.push(message.method);
        return post.call(this, message);
    };
}"""


def test_only_the_newest_check_runs_and_every_text_is_sent(browser: Browser, address: str) -> None:
    """While the worker starts, outdated checks of changed texts are withdrawn, but no change of a text is."""
    page, held = new_page(browser), list[Route]()
    page.add_init_script(f"({ASKED})()")

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/python/packages.bin", hold)
    page.goto(f"{address}#game=scopa")
    text(page).click()
    page.keyboard.press("Control+Home")
    for letter in "abc":
        page.keyboard.type(f"-- {letter}\n")
        page.wait_for_timeout(400)
    assert page.evaluate("asked") == []
    for route in held:
        route.continue_()
    expect(problems(page)).to_contain_text("No mistakes")
    page.wait_for_function("() => asked.includes('folds')")
    asked = page.evaluate("asked")
    assert asked.count("put") >= 3
    assert [method for method in asked if method in ("problems", "tokens", "folds")] == ["problems", "tokens", "folds"]
    page.context.close()


def test_hover_shows_what_a_name_means_and_its_definition_opens(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    expect(problems(page)).to_contain_text("doubt")
    name = page.locator(".means-zone", has_text="won").first
    name.hover()
    expect(page.locator(".meaning")).to_be_visible()
    name.click(modifiers=["Control"])
    expect(page.locator(".file-tab[aria-current]")).not_to_have_text("bella")
    expect(page.locator(".origin.library")).to_be_visible()


def test_what_fits_is_offered_where_one_writes(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    page.keyboard.type("  altro: each side sc")
    expect(page.get_by_role("option", name="scores")).to_be_visible()


def test_a_piece_of_rules_is_inserted_where_it_fits(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    page.keyboard.type("  sweep")
    offer = page.get_by_role("option", name="A sweep")
    expect(offer).to_contain_text("A player who takes the last card of the table scores 1 point at once.")
    # during the first 75 ms of an offer, when nobody has read it yet, the editor treats keys as text
    page.wait_for_timeout(200)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".cm-completionInfo")).to_contain_text("tavola_vuota: after a take when table is empty")
    page.keyboard.press("Enter")
    expect(text(page)).to_contain_text("  tavola_vuota: after a take when table is empty, add 1 to points")
    expect(text(page)).not_to_contain_text("sweep")
    expect(problems(page).locator("li.error")).to_have_count(0)


def test_enter_after_a_number_is_a_new_line(page: Page) -> None:
    """After a number nothing is offered, and Enter never accepts an offer that the author has not moved to."""
    begin(page, "bella")
    write(page, variant())
    page.keyboard.type("  altro: each side sc")
    expect(page.get_by_role("option", name="scores")).to_be_visible()
    page.wait_for_timeout(200)
    page.keyboard.type("ores 2")
    expect(page.get_by_role("option")).to_have_count(0)
    page.wait_for_timeout(400)  # an offer would appear after 120 ms
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.type("  -- next")
    expect(text(page)).to_contain_text("each side scores 2")
    assert "scores 2\n" in text(page).inner_text()


def test_a_long_text_can_come_in_as_if_it_were_typed(page: Page) -> None:
    """Such a text comes from a phone's clipboard or from dictation. A text of 300 kB is refused with a message, and the page
    goes on.
    """
    begin(page, "bella")
    write(page, "-- a line that is no rule\n" * 12_000)
    expect(problems(page)).to_contain_text("larger than 256 000 bytes")
    write(page, variant())
    expect(problems(page)).to_contain_text("No mistakes")


def test_a_new_text_is_a_game_that_can_be_played(page: Page) -> None:
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="New text…").click()
    page.get_by_label("Name of the file").fill("bella.regole")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(text(page)).to_contain_text("game bella")
    expect(problems(page)).to_contain_text("No mistakes")
    expect(page).to_have_title("bella · Cartaro")


def test_a_new_text_can_be_a_skeleton_and_the_tutorial_is_next_to_it(page: Page, address: str) -> None:
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="New text…").click()
    page.get_by_label("Name of the file").fill("bella.regole")
    page.get_by_label("Begin with").select_option("a skeleton with the parts of a game")
    link = page.get_by_role("dialog").get_by_role("link", name="The tutorial: a first game")
    tutorial = page.request.get(f"{address}{link.get_attribute('href')}").text()
    assert "<h1>A first game in twenty minutes</h1>" in tutorial
    assert 'href="index.html#lang=en&amp;texts=' in tutorial
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(text(page)).to_contain_text("-- What counts: one line for each heading of the score.")
    expect(problems(page)).to_contain_text("No mistakes")


def test_a_name_is_changed_everywhere(page: Page) -> None:
    begin(page, "bella")
    write(page, variant() + "  doppia: the side with highest number of re in won scores 1\n")
    expect(problems(page)).to_contain_text("doubt")
    page.locator(".means-clause", has_text="doppia").click()
    page.keyboard.press("F2")
    page.get_by_label("New name").fill("tripla")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(text(page)).to_contain_text("tripla: the side")


def test_texts_are_kept_when_the_page_is_left_and_can_be_had_back_when_deleted(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    expect(problems(page)).to_contain_text("doubt")
    wait_until_kept(page, "tre_re_insieme")
    page.reload()
    expect(tab(page, "bella")).to_have_attribute("aria-current", "true")
    expect(text(page)).to_contain_text("tre_re_insieme")
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(tab(page, "bella")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(tab(page, "bella")).to_have_attribute("aria-current", "true")
    expect(text(page)).to_contain_text("tre_re_insieme")


def test_a_shared_text_is_a_strangers_until_it_is_kept(browser: Browser, page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    expect(problems(page)).to_contain_text("doubt")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link").input_value()
    page.keyboard.press("Escape")
    assert len(link) < 2048
    other = new_page(browser, locale="it-IT")
    other.goto(link)
    expect(other.locator(".origin.guest")).to_be_visible()
    expect(text_of(other)).to_contain_text("tre_re_insieme")
    expect(text_of(other)).to_have_attribute("aria-readonly", "true")
    other.get_by_role("button", name="Tieni").click()
    expect(other.locator(".origin.guest")).to_have_count(0)
    expect(text_of(other)).not_to_have_attribute("aria-readonly", "true")
    other.context.close()


def text_of(page: Page) -> Locator:
    return page.locator(".cm-content")


def test_a_strangers_text_never_takes_the_place_of_ones_own(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    expect(problems(page)).to_contain_text("doubt")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link").input_value()
    page.keyboard.press("Escape")
    text(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("-- mine")
    wait_until_kept(page, "-- mine")
    page.goto(link)
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(tab(page, "bella_2")).to_have_attribute("aria-current", "true")
    expect(text(page)).to_contain_text("variant bella_2 of scopa")
    tab(page, "bella").click()
    expect(text(page)).to_contain_text("-- mine")


def test_texts_go_out_in_an_archive_and_come_in_again(page: Page, browser: Browser, address: str, tmp_path: Path) -> None:
    begin(page, "bella")
    write(page, variant())
    page.get_by_role("button", name="File", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all in a zip archive").click()
    archive = tmp_path / download.value.suggested_filename
    download.value.save_as(archive)
    with zipfile.ZipFile(archive) as saved:
        assert saved.namelist() == ["bella.prove.regole", "bella.regole"]
        assert saved.read("bella.regole").decode() == variant()
    other = opened_from(browser, address, archive)
    expect(text(other)).to_contain_text("tre_re_insieme")
    other.context.close()


def test_a_changed_game_is_compared_with_the_shipped_one_and_put_back(page: Page) -> None:
    expect(page.locator(".origin.shipped")).to_be_visible()
    text(page).click()
    page.keyboard.type("-- changed ")
    expect(page.locator(".origin.changed")).to_be_visible()
    page.get_by_role("button", name="Compare with the original").first.click()
    expect(page.locator(".difference .cm-changedText").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to the original").first.click()
    expect(page.locator(".origin.shipped")).to_be_visible()


def test_the_page_is_gone_through_only_by_keys(page: Page) -> None:
    expect(problems(page)).to_contain_text("No mistakes")
    page.keyboard.press("Alt+1")
    expect(text(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(text(page)).not_to_be_focused()
    page.keyboard.press("Alt+3")
    expect(page.get_by_role("tab", name="Rulebook")).to_have_attribute("aria-selected", "true")
    for _ in range(4):
        page.keyboard.press("F6")
    expect(page.locator("#pane-rulebook")).to_be_focused()


@pytest.fixture
def unbegun(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose Python never arrives."""
    page = new_page(browser)
    page.route("**/python/*", lambda route: None)
    page.goto(address)
    yield page
    page.context.close()


def test_the_page_speaks_the_language_that_is_chosen_and_keeps_it(unbegun: Page) -> None:
    page = unbegun
    page.get_by_role("button", name="Play and look around").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("tab", name="Règlement")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Règlement")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_everyone_can_read_the_first_steps(unbegun: Page) -> None:
    page = unbegun
    expect(page.get_by_role("button", name="Play and look around")).to_be_visible()
    for scheme, width in SHOWN:
        show(page, scheme, width)
        assert violations(page) == [], (scheme, width)


SHOWN: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1400), ("dark", 412))


def show(page: Page, scheme: Literal["light", "dark"], width: int) -> None:
    """The page in other colours and in another width."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-appearance", scheme)


def test_everyone_can_read_the_page(page: Page) -> None:
    begin(page, "bella")
    write(page, variant().replace("cavallo in", "cavalo in"))
    expect(problems(page).get_by_role("button", name="write cavallo")).to_be_visible()
    for scheme, width in SHOWN:
        show(page, scheme, width)
        assert violations(page) == [], (scheme, width)
        page.get_by_role("button", name="File", exact=True).click()
        assert violations(page, ".bar") == [], (scheme, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("Escape")


def test_the_bar_has_room_on_a_phone_while_the_rules_are_loaded(unbegun: Page, address: str) -> None:
    page = unbegun
    page.goto(f"{address}#game=scopa")
    for code, width in product(("en", "it", "fr"), (360, 412)):
        page.locator(".language").select_option(code)
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(f"html[lang={code}] .page-state")).not_to_be_empty()
        cut = "[...document.querySelectorAll('.bar, .bar *')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        assert page.evaluate(cut) == 0
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.locator(".bar select").evaluate("(one) => one.offsetWidth") >= 58


def test_what_a_text_leaves_open_is_asked_for_and_answered_with_one_click(page: Page) -> None:
    page.get_by_role("button", name="Games", exact=True).click()
    page.get_by_role("button", name="Rubamazzo (Steal the pile)").click()
    expect(text(page)).to_contain_text("game rubamazzo")
    expect(page.locator(".cm-lint-marker-info")).to_have_count(0)
    problems(page).get_by_role("button", name="What does the text leave open?").click()
    expect(problems(page).locator("summary")).to_contain_text("questions that the text leaves open")
    expect(page.locator(".cm-lint-marker-info")).not_to_have_count(0)
    problems(page).locator("li.information .fix").first.click()
    expect(text(page)).to_contain_text("first_dealer (ours because")
    expect(problems(page).locator("li.hint")).not_to_have_count(0)
    expect(problems(page).locator("li.information .fix")).to_have_count(0)
    page.get_by_role("button", name="Back to the original").first.click()
    expect(problems(page).get_by_role("button", name="What does the text leave open?")).to_be_visible()


def test_what_a_variant_changes_is_shown_and_claimed_with_a_click(page: Page) -> None:
    begin(page, "bella")
    write(page, variant())
    expect(problems(page)).to_contain_text("doubt")
    page.get_by_role("button", name="File", exact=True).click()
    page.get_by_role("button", name="What does this change?").click()
    changes = page.locator(".changes")
    expect(changes.locator(".whole")).to_have_text("scopa and bella are different games")
    expect(changes.locator("li ins")).to_have_count(3)
    changes.get_by_role("button", name="Claim that this can happen").first.click()
    expect(changes).to_contain_text("Written into the annex")
    assert violations(page, ".changes") == []
    page.keyboard.press("Escape")
    others(page).get_by_role("button", name="bella.prove", exact=True).click()
    expect(text(page)).to_contain_text("it can happen some x in sides has bella of x is at least 1")
