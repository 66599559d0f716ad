"""The rulebook page of the current text: it has only known elements, whatever the author writes, and links to the text."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.levels import at_night
from tests.rulebook.small_site import findings
from tests.shipped_games import game_of
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS, document, place

from cartaro_rulebook import ruleset_html
from cartaro_workbench.live_page import ELEMENTS, LINKS

pytestmark = pytest.mark.slow

SOME = {"scopa_popolare": True, "ramino": False}
"""Games, each with whether its examples are run."""
HOSTILE = """game mia
  title "<script>alert(1)</script> [a](javascript:x) <img src=x onerror=y> {{ config }} `\\" onmouseover=z"
  source A "<svg onload=x>" covers A1
  use italian_deck
"""


class Markup(HTMLParser):
    """Reads the elements of a page with their attributes, and the targets of its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements = dict[str, set[str]]()
        self.links = list[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.setdefault(tag, set()).update(name for name, _ in attrs)
        self.links += [value or "" for name, value in attrs if name == "href"]


def pages() -> Iterator[str]:
    """Pages of shipped games that together contain all possible elements."""
    page = Page()
    for name, run in SOME.items():
        yield page.answer("page", name=f"{name}.regole", language="it", settings={}, examples_run=run)["html"]
    yield ruleset_html(game_of("scopa"), "fr", findings=findings(), base=game_of("scopa"))


def test_the_elements_of_pages_are_the_known_ones_and_no_others() -> None:
    occurring = dict[str, set[str]]()
    for html in pages():
        found = Markup(html)
        for name, attributes in found.elements.items():
            occurring.setdefault(name, set()).update(attributes)
        assert all(link.startswith((*LINKS, "verdicts.html#")) for link in found.links)
    assert occurring.keys() == ELEMENTS.keys()
    assert {name: left for name in ELEMENTS if (left := occurring[name] - {*ELEMENTS[name]})} == {}
    # a clause of several lines may be one that is not in force; here all are in force
    assert {name: left for name in ELEMENTS if (left := {*ELEMENTS[name]} - occurring[name])} == {
        "span": {"lang"},
        "div": {"title"},
    }


@pytest.mark.parametrize("language", at_night(["it", "en", "fr"], by_day=["fr"]))
def test_no_text_of_an_author_is_markup(language: str) -> None:
    written = TEXTS["scopa.regole"].replace('title "Scopa"', HOSTILE.splitlines()[1].strip())
    evil = '"</p><script src=//x>"'
    page = Page()
    page.answer("put", files={"scopa.regole": written})
    reported = page.outcome("page", name="scopa.regole", language=language, settings={})
    if "answer" in reported:
        assert set(Markup(reported["answer"]["html"]).elements) <= set(ELEMENTS)
    for word in ('"Regolamento Scopa"', 'it "i giocatori (pl)"'):
        page.answer("put", files={"scopa.regole": TEXTS["scopa.regole"].replace(word, evil, 1)})
        html = page.answer("page", name="scopa.regole", language=language, settings={})["html"]
        assert set(Markup(html).elements) <= set(ELEMENTS)
        assert "<script" not in html


def test_a_page_follows_its_text_and_its_house_rules() -> None:
    page = Page()
    before = page.answer("page", name="scopa.prove.regole", language="it", settings={})
    assert before["title"] == "Scopa"
    other = page.answer("page", name="scopa.regole", language="it", settings={"precedenza": "nessuna"})
    assert other["html"] != before["html"]
    page.answer("put", files={"mia.regole": 'variant mia of scopa\n  title "Mia"\n\nset precedenza to nessuna\n'})
    assert "Mia" in page.answer("page", name="mia.regole", language="it", settings={})["html"]
    page.answer("put", files={"mia.regole": "variant mia of scopa\n  titel"})
    assert page.outcome("page", name="mia.regole", language="it", settings={})["error"]["problems"]
    assert "span" in page.answer("stylesheet")


def test_the_parts_of_a_page_are_places_of_the_text() -> None:
    page = Page()
    html = page.answer("page", name="scopa.regole", language="it", settings={})["html"]
    assert 'id="c-chi_prende_deve"' not in html
    found: Any = page.answer("place_of", name="scopa.regole", anchor="k-chi_prende_deve")
    assert found["name"] == "scopa.prove.regole"
    assert page.answer("anchor_at", name=found["name"], position=found["range"]["start"]) == "k-chi_prende_deve"
    at = place(document("scopa.regole"), "precedenza")
    position = {"line": at.line, "character": at.character}
    anchor = page.answer("anchor_at", name="scopa.regole", position=position)
    assert anchor == "o-precedenza"
    assert f'id="{anchor}"' in html
    assert page.answer("place_of", name="scopa.regole", anchor=anchor)["name"] == "scopa.regole"
    for nowhere in ("", "x-a", "c-nulla", "c-", "<"):
        assert page.answer("place_of", name="scopa.regole", anchor=nowhere) is None
