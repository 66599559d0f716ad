"""The pages of the reference: the program gives the results that they show, and all readings agree about their games.

`pytest tests/reference --rewrite` writes the results into the pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest
from tests.project.test_closed_unions import UNIONS
from tests.reference import readings
from tests.reference.pages import frames, parse_page, written
from tests.reference.readings import Played, Positions

from cartaro_engine import PythonMachine

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
GAMES = FOLDER / "games.md"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path != GAMES)
WITHOUT = frozenset[str]()
"""The constructs that have no section yet; no new construct may be added here."""
MORE = frozenset({"Holds", "Given", "MayDo", "MayNot", "MayOnly", "Do", "Shuffled", "Check"})
"""Lines of examples, which have sections too."""
page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


@cache
def played(text: str) -> Played:
    """Return the checked game of a page; a mistake in it fails the test."""
    of = parse_page(text)
    found = readings.played(of, frames(GAMES.read_text(encoding="utf-8")).get(of.frame, ""))
    if isinstance(found, str):
        pytest.fail(found, pytrace=False)
    return found


@cache
def positions(text: str) -> Positions:
    return Positions(played(text))


def fail_with(disagreements: Iterator[str]) -> None:
    """Fail if there are any disagreements, and show them in full."""
    found = [*disagreements]
    if found:
        pytest.fail("\n\n".join(found), pytrace=False)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@page
def test_the_answers_of_a_page_are_the_interpreter_s(path: Path, request: pytest.FixtureRequest) -> None:
    text = text_of(path)
    if request.config.getoption("--rewrite"):
        text = readings.with_values(text, played(text))
        path.write_text(text, encoding="utf-8")
    fail_with(readings.of_examples(played(text)))


@page
def test_a_page_has_the_results_of_its_rules(path: Path, request: pytest.FixtureRequest) -> None:
    text = text_of(path)
    new = written(text, readings.results(played(text)))
    if request.config.getoption("--rewrite"):
        path.write_text(new, encoding="utf-8")
        return
    name = f"docs/reference/{path.name}"
    if new != text:
        found = unified_diff(text.split("\n"), new.split("\n"), name, "the program's results", lineterm="", n=1)
        pytest.fail("\n".join(["pytest --rewrite writes these results:", *found]), pytrace=False)


@page
def test_other_forms_of_the_text_are_the_same_game(path: Path) -> None:
    fail_with(readings.of_the_text(played(text_of(path))))


@page
def test_the_first_words_of_sentences_are_completed(path: Path) -> None:
    fail_with(readings.of_completion(played(text_of(path))))


@page
def test_the_engine_agrees(path: Path) -> None:
    fail_with(readings.of_the_engine(positions(text_of(path)), PythonMachine))
    fail_with(readings.of_play(played(text_of(path)), PythonMachine))


@page
@pytest.mark.nightly
def test_the_engine_agrees_in_web_assembly(path: Path) -> None:
    # imported late: a core installation does not contain its library
    from cartaro_engine.running.wasm_machine import WasmMachine

    fail_with(readings.of_the_engine(positions(text_of(path)), WasmMachine))
    fail_with(readings.of_play(played(text_of(path)), WasmMachine))


@page
def test_the_encoder_agrees(path: Path) -> None:
    fail_with(readings.of_the_encoder(positions(text_of(path))))


@page
def test_a_section_contains_the_constructs_that_it_documents(path: Path) -> None:
    of = played(text_of(path))
    for section in of.page.sections:
        assert set(section.documents) <= readings.constructs_in(of, section), section.heading


def test_the_index_links_to_sections_that_are_there() -> None:
    links = re.findall(r"\(reference/(\w+\.md)(?:#([\w-]+))?\)", text_of(FOLDER.with_suffix(".md")))
    anchors = {
        path.name: {anchor(section.heading) for section in parse_page(text_of(path)).sections} for path in [*PAGES, GAMES]
    }
    assert [(page, place) for page, place in links if place and place not in anchors[page]] == []
    assert {page for page, _ in links} == anchors.keys()


def anchor(heading: str) -> str:
    """Return the anchor that the site gives a heading."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def test_every_construct_has_a_section() -> None:
    documented = {name for path in PAGES for section in parse_page(text_of(path)).sections for name in section.documents}
    assert frozenset[str]().union(*UNIONS.values()) - documented == WITHOUT
    assert documented - frozenset[str]().union(*UNIONS.values()) <= MORE
