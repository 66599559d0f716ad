"""Claims are proved in the page, a false one is refuted and its hand followed; many hands are counted."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.axe import violations
from tests.page.written_texts import begin, delete, text

pytestmark = pytest.mark.slow
FALSE_CLAIM = """annex tutto of scopa

claim mai_scopa it "non si fa mai scopa" en "nobody ever sweeps"
  never some x in sides has scope of x is at least 1
"""


@pytest.fixture
def page(begun: Page, address: str) -> Page:
    """The page with the claims of scopa."""
    begun.set_viewport_size({"width": 1400, "height": 900})
    begun.emulate_media(color_scheme="light")
    begun.goto(f"{address}#game=scopa&pane=proofs")
    expect(claim(begun, "conservate")).to_be_visible()
    return begun


def claim(page: Page, name: str) -> Locator:
    return page.locator(f'.proof[data-name="{name}"]').first


def test_one_claim_is_proved_and_reported(page: Page) -> None:
    asked = claim(page, "conservate")
    expect(asked).to_contain_text("to be proved")
    asked.get_by_role("button", name="Prove this one").click()
    expect(claim(page, "conservate")).to_contain_text("proved")
    expect(claim(page, "conservate")).to_contain_text("True after every deal, and no move can make it false")
    technical = claim(page, "conservate").get_by_text("Inductive: true after every deal and kept by every act")
    expect(technical).to_be_hidden()
    claim(page, "conservate").get_by_text("In the prover's words").click()
    expect(technical).to_be_visible()
    expect(page.locator(".proofs-state")).to_contain_text("True: 1. Refuted: 0.")


def test_a_proof_is_checked_by_a_second_program(page: Page, address: str) -> None:
    """A claim that has not been proved offers no check; the result is a sentence, in the language of the page."""
    page.goto(f"{address}#game=leduc&pane=proofs")
    expect(claim(page, "puntate")).to_be_visible()  # the claims of scopa are no longer shown
    check = page.get_by_role("button", name="Check this proof here")
    expect(check).to_have_count(0)
    claim(page, "puntate").get_by_role("button", name="Prove this one").click()
    check.click()
    expect(page.locator(".proofs-state")).to_have_text("The proof is found again, and a second program checks its conditions…")
    expect(check).to_have_count(0)
    sentence = claim(page, "puntate").locator(".second-check")
    expect(sentence).to_have_text(re.compile(r"Checked here: a second program has read all \d\d+ conditions of this proof"))
    expect(check).to_be_visible()
    assert violations(page) == []


NOTED = """() => {
    globalThis.noted = new Set();
    const state = document.querySelector(".proofs-state");
    const note = () => noted.add(state.textContent);
    new MutationObserver(note).observe(state, { childList: true, characterData: true, subtree: true });
}"""


def test_what_is_being_decided_is_stated_in_words(page: Page, address: str) -> None:
    page.goto(f"{address}#game=rubamazzo&pane=proofs")
    expect(claim(page, "due_almeno")).to_be_visible()  # the claims of scopa are gone
    page.evaluate(NOTED)
    page.get_by_role("button", name="Prove all").click()
    expect(page.locator(".badge.proved").nth(2)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    noted: list[str] = page.evaluate("[...noted]")
    assert any("no card is lost or doubled" in text for text in noted), noted
    assert [text for text in noted if re.search(r"Now: (movable|conserved|ends|[a-z]+_)", text)] == []


def test_a_proof_is_stopped_at_once_and_what_was_decided_stays(page: Page, address: str) -> None:
    """The game is one in which nothing has been proved yet."""
    page.goto(f"{address}#game=asso_piglia_tutto&pane=proofs")
    expect(claim(page, "un_asso_solo")).to_be_visible()  # the claims of scopa are gone
    expect(claim(page, "solo_pari")).to_have_count(0)
    expect(page.locator(".badge.proved")).to_have_count(0)
    page.get_by_role("button", name="Prove all").click()
    expect(page.locator(".badge.proved").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".proofs-state")).to_have_text("Stopped. The verdicts so far stay.", timeout=2_000)
    expect(page.get_by_role("button", name="Prove all")).to_be_focused()
    expect(page.locator(".badge.proved").first).to_be_visible()
    assert violations(page) == []


def test_a_false_claim_is_refuted_and_its_hand_followed_step_by_step(page: Page) -> None:
    """The hand is opened at the table, followed by button and by key, and the step that breaks the claim is marked."""
    page.get_by_role("button", name="File", exact=True).click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Open files…").click()
    chosen.value.set_files({"name": "scopa.tutto.regole", "mimeType": "text/plain", "buffer": FALSE_CLAIM.encode()})
    asked = claim(page, "mai_scopa")
    asked.get_by_role("button", name=re.compile(r"Prove this one\s*\(nobody ever sweeps\)")).click()
    expect(claim(page, "mai_scopa")).to_contain_text("refuted")
    claim(page, "mai_scopa").get_by_role("button", name="See the hand that refutes it").click()
    expect(page.get_by_role("heading", name="Step by step: Nobody ever sweeps")).to_be_focused()
    steps = page.get_by_role("group", name="Steps")
    expect(steps).to_contain_text(re.compile(r"0 of \d+"))
    steps.get_by_role("button", name="Next step").click()
    expect(steps).to_contain_text(re.compile(r"1 of \d+"))
    expect(page.locator(".followed .said")).to_contain_text("Player ")
    expect(page.locator(".followed .said")).to_contain_text("article 3")
    page.keyboard.press("ArrowRight")
    expect(steps).to_contain_text(re.compile(r"2 of \d+"))
    page.get_by_role("button", name="To the point that matters").click()
    expect(page.locator(".followed .said")).to_contain_text("Here it breaks")
    expect(page.locator(".followed .terms li")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("button", name="Back to play").click()
    expect(page.get_by_role("group", name="Possible moves")).to_be_visible()
    delete(page, "scopa.tutto")


def counted(page: Page, hands: str = "100") -> str:
    """Return the results of a number of hands, as the tables show them."""
    page.get_by_label("How many").select_option(hands)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".statistics-state")).to_contain_text(f"{hands} random hands, from seed 1.")
    return page.locator(".statistics-found").inner_text()


def test_many_hands_are_counted_the_same_each_time(page: Page) -> None:
    page.get_by_role("tab", name="Statistics").click()
    first = counted(page)
    assert re.search(r"Settebello\s+0\.\d\d 0\.\d\d – 0\.\d\d", first)
    assert counted(page, "1,000") != first
    assert counted(page) == first
    expect(page.get_by_role("img", name=re.compile("Chart: Points a hand"))).to_be_visible()
    assert violations(page) == []


def test_hands_are_counted_though_the_text_is_still_being_checked(page: Page) -> None:
    begin(page, "bella")
    text(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n-- a further line")
    page.evaluate("""() => {
        const press = (role, name) => [...document.querySelectorAll(role)].find((found) => found.textContent === name).click();
        press("[role=tab]", "Statistics");
        press("button", "Play");
    }""")
    expect(page.locator(".statistics-state")).to_contain_text("random hands, from seed 1.")
    delete(page, "bella")


def test_counting_is_stopped(page: Page, address: str) -> None:
    # Scala 40 has long hands; in scopa, too many hands could be played before the button is pressed
    page.goto(f"{address}#game=scala40&pane=statistics")
    page.get_by_label("How many").select_option("100,000")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".statistics-found tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    state = page.locator(".statistics-state")
    expect(state).to_contain_text("random hands, from")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.locator(".statistics-found tbody tr").first).to_be_visible()
    expect(state).not_to_contain_text("100,000")


def test_everyone_can_read_claims_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 412, "height": 900})
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-appearance", scheme)
        assert violations(page) == [], scheme
