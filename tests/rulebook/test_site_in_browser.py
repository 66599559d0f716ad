"""The site as a browser shows it: pages open, search finds, no other host receives a request, and everyone can read it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from typing import Literal, cast

import markdown
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.axe import violations
from tests.shipped_games import game_of

from cartaro_rulebook import Ruleset, script, stylesheet
from cartaro_rulebook.publication.pages import mechanisms
from cartaro_rulebook.publication.site import games_by_family
from cartaro_rulebook.site.first_screen import MOST
from cartaro_rulebook.site.home import games_of_site
from cartaro_rulebook.site.pages import EXTENSIONS

PAGES = ["it/scopone.html", "en/scopa.html", "fr/napola.html", "en/errors/index.html", "it/index.html"]
PATIENCE = 60_000
"""Milliseconds after which a test gives up on a page."""
AXE_PAGES = (
    "it/scopa.html", "fr/index.html", "en/napola-scopa.html", "it/all-games.html", "fr/verdicts.html", "404.html",
    "en/guide.html", "en/reference.html", "en/cli.html", "en/errors/index.html", "en/errors/C0518.html",
    "en/decisions/0011-telling.html",
)  # fmt: skip
APPEARANCES: tuple[tuple[int, Literal["light", "dark"]], ...] = ((412, "light"), (1400, "dark"), (1400, "light"), (412, "dark"))
SCHEMES = {"light": "default", "dark": "slate"}
"""The theme's names for its colours."""
UNNAMED = ".md-code__nav"
"""A landmark without a name, which the theme adds around the copy button of each block of code."""
pytestmark = pytest.mark.slow


class Quiet(SimpleHTTPRequestHandler):
    """A server that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address at which the small site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def opened(browser: Browser, address: str, locale: str = "en-GB") -> tuple[Page, list[str]]:
    """A page, and every address that it requests."""
    page = browser.new_context(locale=locale).new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    return page, asked


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """A page for tests that only go to another address."""
    page = browser.new_context(locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.context.close()


@pytest.mark.parametrize(
    "name", ["it/scopone.html", "en/scopa.html", "fr/napola.html", "en/errors/index.html", "it/index.html"]
)
def test_a_page_opens_and_asks_no_other_host(browser: Browser, served: str, name: str) -> None:
    """Open the page as a reader whose browser has stored nothing of another page."""
    page, asked = opened(browser, served + name)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.locator("input.md-search__input").focus()
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").count() == 1
    assert faults == []
    assert [each for each in asked if not each.startswith(served)] == []
    page.context.close()


@pytest.mark.parametrize(("locale", "code"), [("fr-CA", "fr"), ("it-CH", "it"), ("en-GB", "en")])
def test_the_first_page_goes_to_the_readers_language(browser: Browser, site: Path, locale: str, code: str) -> None:
    page, _ = opened(browser, (site / "index.html").as_uri(), locale)
    page.wait_for_url(f"**/{code}/index.html")
    page.context.close()


def test_what_is_not_there_is_reported_in_the_readers_language(browser: Browser, site: Path) -> None:
    page, _ = opened(browser, (site / "404.html").as_uri(), "fr-FR")
    assert page.locator("p:visible").all_inner_texts() == ["Cette page n'existe pas. Jeux"]
    page.context.close()


@pytest.mark.parametrize("place", ["served", "disk"])
@pytest.mark.parametrize("asked", ["derniere", "dernière", "egalite", "partage"])
def test_search_finds_words_without_accents_and_synonyms(tab: Page, site: Path, served: str, place: str, asked: str) -> None:
    root = served if place == "served" else f"{site.as_uri()}/"
    tab.goto("about:blank")
    tab.goto(f"{root}fr/scopone.html")
    tab.locator("input.md-search__input").press_sequentially(asked)
    wanted = {"derniere": "dernière", "egalite": "égalité", "partage": "égalité"}.get(asked, asked)
    expect(tab.locator(".md-search-result__list")).to_contain_text(wanted, ignore_case=True)


def test_a_page_whose_title_is_asked_for_comes_first_and_words_are_marked_once(tab: Page, site: Path) -> None:
    tab.goto("about:blank")
    tab.goto((site / "fr/scopone.html").as_uri())
    tab.locator("input.md-search__input").press_sequentially("comment jouer à la scopa")
    found = tab.locator(".md-search-result__link")
    expect(found.first).to_have_attribute("href", re.compile(r"scopa\.html"))
    expect(found.locator("mark").first).to_be_attached()
    expect(found.locator("mark mark")).to_have_count(0)
    assert not re.search(r"(^|\s)\w*>", " ".join(found.all_inner_texts()))


def test_a_reader_who_likes_the_dark_has_it_at_once(browser: Browser, site: Path) -> None:
    page = browser.new_context(color_scheme="dark").new_page()
    page.goto((site / "it/index.html").as_uri())
    expect(page.locator(f"body[data-md-color-scheme={SCHEMES['dark']}]")).to_be_visible()
    page.context.close()


def in_colours(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Show the page in light or dark colours, as the system asks for or as the theme's own button sets."""
    page.emulate_media(color_scheme=scheme)
    if page.locator("body[data-md-color-scheme]").count():
        if page.locator("body").get_attribute("data-md-color-scheme") != SCHEMES[scheme]:
            page.locator("[data-md-component=palette] label:visible").evaluate("one => one.click()")
        expect(page.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]:not([data-md-color-switching])")).to_be_visible()


def test_everyone_can_read_the_pages(browser: Browser, site: Path) -> None:
    """No page breaks a rule of axe-core. Each page is checked as one reader may have it: narrow or wide, in light or dark."""
    page = browser.new_context().new_page()
    for name, (width, scheme) in zip(AXE_PAGES, cycle(APPEARANCES), strict=False):
        # set before the page is opened: at the start, its script checks which blocks of code scroll sideways
        page.set_viewport_size({"width": width, "height": 900})
        page.goto((site / name).as_uri())
        in_colours(page, scheme)
        assert violations(page, apart=UNNAMED) == [], (name, width, scheme)
    page.context.close()


@pytest.mark.parametrize(("anchor", "leads"), [("c-pari", "scopa-rules"), ("k-solo_pari", "scopa-proofs"), ("t-turn", "scopa")])
def test_an_address_from_when_a_game_had_one_page_is_sent_on(tab: Page, site: Path, anchor: str, leads: str) -> None:
    tab.goto("about:blank")
    tab.goto(f"{(site / 'it/scopa.html').as_uri()}#{anchor}")
    tab.wait_for_url(f"**/it/{leads}.html#{anchor}")
    expect(tab.locator(f"#{anchor}")).to_have_count(1)


def assert_screen_has_lines_of_the_guide(page: Page) -> None:
    """Check that each line of the first screen is the beginning of a paragraph of the guide, in the guide's order, that who
    plays is there in addition to the other lines, and that the list ends with a link.
    """
    guide = [text.strip() for text in page.locator('.guide[data-section="turn"] > p').all_inner_texts()]
    lines = [
        line.removesuffix("…").strip() for line in page.locator('[data-lines-of="turn"] > li:not(.more)').all_inner_texts()
    ]
    found = [next((at for at, text in enumerate(guide) if text.startswith(line)), -1) for line in lines]
    assert len(lines) - page.locator('.guide[data-section="turn"] > p[data-rank="-1"]').count() == MOST["turn"]
    expect(page.locator('[data-lines-of="turn"] > li:last-child > a')).to_have_attribute("href", "#t-turn")
    assert -1 not in found
    assert found == sorted(found)


def test_the_address_of_a_play_page_keeps_the_rules_of_a_table(browser: Browser, served: str) -> None:
    page, asked = opened(browser, f"{served}it/scopa.html#players=4&punti=21")
    aim = page.locator('[data-section="aim"]')
    expect(aim).to_contain_text("fino a 21 punti")
    expect(page.locator('[data-section="players"]')).to_contain_text("Si gioca in quattro")
    expect(page.locator(".house-rules")).to_be_hidden()
    expect(page.locator(".seating .seat")).to_have_count(4)
    assert_screen_has_lines_of_the_guide(page)
    page.locator('.our-table select[name="punti"]').select_option("15")
    expect(aim).to_contain_text("fino a 15 punti")
    expect(page.locator('[data-lines-of="pack"] > li').first).to_have_text(re.compile("^Valore: asso 1; due 2; tre 3;"))
    expect(page.locator('[data-lines-of="match"]')).to_contain_text("almeno 15 punti")
    assert page.url.endswith("it/scopa.html#players=4&punti=15")
    page.locator(".table-form button").last.click()
    expect(aim).to_contain_text("fino a 11 punti")
    expect(page.locator(".house-rules")).to_be_visible()
    assert page.url.endswith("it/scopa.html")
    assert [each for each in asked if not each.startswith(served)] == []


def test_the_games_for_so_many_players_are_left(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}it/index.html")
    games = page.locator("ul.games > li")
    expect(games).to_have_count(3)
    page.locator('.by-players button[data-players="2"]').click()
    expect(page.locator("ul.games > li:visible")).to_have_count(2)
    page.locator('.by-players button[data-players="2"]').click()
    expect(page.locator("ul.games > li:visible")).to_have_count(3)
    title = page.locator("h3:has(+ ul.games)").first
    expect(title).to_be_visible()
    page.evaluate("for (const game of document.querySelectorAll('ul.games > li')) game.dataset.for = '9'")
    page.locator('.by-players button[data-players="2"]').click()
    expect(title).to_be_hidden()  # a title without games


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_a_wide_screen_has_the_first_screen_whole_and_each_example_beside_its_sentence(
    browser: Browser, served: str, name: str
) -> None:
    page, _ = opened(browser, f"{served}en/{name}.html")
    page.set_viewport_size({"width": 1400, "height": 1000})
    assert page.evaluate("document.querySelector('.at-a-glance').getBoundingClientRect().bottom") < 1000
    far = """() => [...document.querySelectorAll('.guide > figure.shown')].map(shown => {
      const sentence = shown.previousElementSibling.getBoundingClientRect(), figure = shown.getBoundingClientRect();
      return [figure.left - sentence.right > 0, Math.abs(figure.top - sentence.top) < 40];
    })"""
    found = page.evaluate(far)
    assert found
    assert all(beside and level for beside, level in found), found
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


GAPS = """() => [...document.querySelectorAll(".guide")].flatMap((guide) => {
  const texts = [...guide.children].filter((each) => each.matches("p")).map((each) => each.getBoundingClientRect());
  return texts.slice(1).map((each, at) => each.top - texts[at].bottom);
})"""


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_an_example_leaves_no_large_hole_beside_its_sentence(browser: Browser, served: str, name: str) -> None:
    """The places of an example lie side by side, so that most of it is as high as the sentence next to it."""
    page, _ = opened(browser, f"{served}en/{name}.html")
    page.set_viewport_size({"width": 1400, "height": 1000})
    gaps = cast("list[float]", page.evaluate(GAPS))
    assert max(gaps) < 230
    assert sum(gap > 100 for gap in gaps) < len(gaps) / 4
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_the_first_screen_is_printed_on_one_page(browser: Browser, served: str, name: str) -> None:
    page, _ = opened(browser, f"{served}it/{name}.html")
    page.evaluate("document.body.classList.add('one-page')")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1
    page.evaluate("document.body.classList.remove('one-page')")
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) > 1


def test_a_score_sheet_has_the_sides_and_the_headings_and_one_page(browser: Browser, served: str) -> None:
    page, _ = opened(browser, f"{served}it/scopone.html")
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Stampa un foglio segnapunti").click()
    sheet = page.locator(".score-sheet")
    expect(sheet.locator("tr").first).to_have_text("Coppia 1Coppia 2")
    expect(sheet.locator("tbody").nth(1).locator("th").first).to_have_text("2. Le scope")
    page.emulate_media(media="print")
    expect(sheet).to_be_visible()
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)


def test_games_are_left_that_have_both_the_players_and_the_mechanism(browser: Browser, tmp_path: Path) -> None:
    """The buttons of the first page, with the list of four games of two families; the others do not share rules."""
    rulesets = [Ruleset(game_of(name)) for name in ("scopa", "scopone", "hearts", "spades")]
    families = games_by_family(rulesets, "en")
    inside = markdown.markdown(games_of_site(families, "en", mechanisms=mechanisms(families, "en")), extensions=EXTENSIONS)
    path = tmp_path / "index.html"
    path.write_text(f'<meta charset="utf-8"><style>{stylesheet()}</style>{inside}<script>{script()}</script>', encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    page.goto(path.as_uri())
    left = page.locator("ul.games > li:visible > a")
    expect(left).to_have_count(4)
    page.get_by_role("button", name="Trick-taking games").click()
    expect(left).to_have_text(["Hearts", "Spades"])
    page.get_by_role("button", name="2", exact=True).click()
    expect(left).to_have_count(0)
    page.get_by_role("button", name="Fishing games").click()
    expect(left).to_have_text(["Scopa"])
    page.get_by_role("button", name="Fishing games").click()
    page.get_by_role("button", name="2", exact=True).click()
    expect(left).to_have_count(4)
    context.close()
