"""The examples of a Rules page and the histories of a Proofs page: titles on the page, the rest in a script (decision 0013)."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from markdown import markdown
from playwright.sync_api import Browser, expect
from tests.rulebook.small_site import rulesets
from tests.rulebook.test_stepper_in_browser import FRAME, PATIENCE
from tests.rulebook.test_worked_hands import expanded
from tests.shipped_games import game_of

from cartaro_rulebook import Ruleset, script, stylesheet
from cartaro_rulebook.publication.mkdocs_build import tightened
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.evidence_page import examples, folded_examples, histories_apart
from cartaro_rulebook.site.pages import EXTENSIONS, HISTORIES, examples_to_open, histories_to_follow, ruleset_pages

ADDRESS = "assets/examples/scopone.js"


def folded_in(script_of_page: str) -> str:
    """The HTML that a script of examples has."""
    written, parts = json.loads("[" + script_of_page.removeprefix("cartaroApart(").removesuffix(");\n") + "]")
    return expanded(written, parts)


@pytest.mark.parametrize(("name", "code"), [("scopone", "it"), ("hearts", "en"), ("texas_holdem", "fr")])
def test_the_page_has_the_titles_and_the_script_the_rest(name: str, code: str) -> None:
    ruleset = Ruleset(game_of(name))
    page, written = ruleset_pages(ruleset, code)[f"{name}-rules"], examples_to_open(ruleset, code, tightened=tightened)
    assert written is not None
    folded = folded_in(written)
    assert folded == tightened(folded_examples(page_for(ruleset, code)))
    assert f'<noscript data-apart="assets/examples/{name}.js"' in page
    assert 'class="position"' not in page
    anchors = {found or other for found, other in re.findall(r'\bid="([^"]+)"|\{ #([\w-]+) \}', page)}
    assert {f"e-{example.name}" for example in ruleset.game.ruleset.examples} == set(
        re.findall(r"<div data-of=([^ >]+)>", folded)
    )
    assert anchors.issuperset(re.findall(r"(?:data-of=|href=#)([\w-]+)", folded))
    assert len(written.encode()) < len(folded.encode()) / 3


def test_a_variant_has_only_its_own_examples_in_its_script() -> None:
    ruleset = Ruleset(game_of("napola"), game_of("scopa"))
    written = examples_to_open(ruleset, "en", frozenset({"scopa"}))
    assert written is not None
    inherited = {example.name for example in game_of("scopa").ruleset.examples}
    found = set(re.findall(r'data-of="e-([^"]+)"', folded_in(written)))
    assert found
    assert found.isdisjoint(inherited)


def test_a_page_on_its_own_has_its_examples_whole() -> None:
    whole = "".join(examples(page_for(Ruleset(game_of("scopone")), "en")))
    assert 'class="position"' in whole
    assert "data-apart" not in whole


@pytest.mark.slow
def test_an_example_is_drawn_when_it_is_opened_or_addressed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    ruleset, folder = Ruleset(game_of("scopone")), tmp_path_factory.mktemp("examples")
    inside = markdown("\n\n".join(examples(page_for(ruleset, "en"), ADDRESS)), extensions=EXTENSIONS)
    (folder / ADDRESS).parent.mkdir(parents=True)
    (folder / ADDRESS).write_text(examples_to_open(ruleset, "en") or "", encoding="utf-8")
    html = FRAME.replace("STYLE", stylesheet()).replace("INSIDE", inside).replace("SCRIPT", script())
    (folder / "page.html").write_text(html, encoding="utf-8")
    address = (folder / "page.html").as_uri()
    context, plain = browser.new_context(), browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    place = page.locator("#e-pari_prima")
    expect(place.locator(".position")).to_have_count(0)
    place.locator("summary").click()
    expect(place.locator(".position .face").first).to_be_visible()
    expect(page.locator("noscript")).to_have_count(0)
    page.evaluate("location.hash = 'e-si_incamera-1'")
    expect(page.locator("#e-si_incamera output")).to_have_text("1 / 1")
    expect(page.locator("#e-si_incamera .stage")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{address}#e-si_incamera-0")
    expect(page.locator("#e-si_incamera output")).to_have_text("0 / 1")
    assert page.locator(".case[open]").count() == 1
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".case").count() == page.locator(".case:has(.position, ul)").count()
    without = plain.new_page()
    without.goto(address)
    expect(without.locator("noscript > p")).to_be_visible()
    context.close()
    plain.close()


def page_of_proofs(workbench: str | None = None) -> tuple[Ruleset, str, str]:
    """Return a ruleset with a refuted claim, its Proofs page as Markdown, and the script with its histories."""
    ruleset = replace(rulesets()[1], workbench=workbench)
    script_of_page = histories_to_follow(ruleset, "en", tightened=tightened)
    assert script_of_page is not None
    return ruleset, ruleset_pages(ruleset, "en")["scopa-proofs"], script_of_page


def test_the_page_of_proofs_has_the_results_and_the_script_the_hands() -> None:
    ruleset, page, written = page_of_proofs()
    folded = folded_in(written)
    assert f'<noscript data-apart="{HISTORIES}/scopa.js"' in page
    assert 'class="step"' not in page
    assert "data:application/json" not in page
    assert 'id="h-solo_pari-precedenza-nessuna"' in page
    assert "<div data-of=h-solo_pari-precedenza-nessuna>" in folded
    assert folded.count("<li class=step") == histories_apart(page_for(ruleset, "en")).count('<li class="step"') == 13
    assert set(re.findall(r"href=([^ >#]*)#", folded)) <= {"scopa-rules.html"}


def test_a_page_without_histories_has_no_script_of_them() -> None:
    ruleset = Ruleset(game_of("napola"), game_of("scopa"))
    assert histories_to_follow(ruleset, "en") is None
    assert "data-apart" not in ruleset_pages(ruleset, "en")["napola-proofs"]


@pytest.mark.slow
def test_a_history_is_drawn_when_it_can_be_seen(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    _, shown, written = page_of_proofs("../play.html")
    folder = tmp_path_factory.mktemp("histories")
    inside = markdown(re.sub(r"\A---.*?\n---\n", "", shown, flags=re.DOTALL), extensions=EXTENSIONS)
    folded = inside.replace('<div class="history', '<details id="around"><summary>x</summary><div class="history')
    (folder / HISTORIES).mkdir(parents=True)
    (folder / HISTORIES / "scopa.js").write_text(written, encoding="utf-8")
    for name, html in (("page", inside), ("folded", folded)):
        whole = FRAME.replace("STYLE", stylesheet()).replace("INSIDE", html).replace("SCRIPT", script())
        (folder / f"{name}.html").write_text(whole, encoding="utf-8")
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto((folder / "page.html").as_uri())
    expect(page.locator(".history output")).to_have_text("12 / 12")
    expect(page.locator(".history .record > a.opens")).to_have_attribute("href", re.compile("&record=[^=]"))
    page.goto((folder / "folded.html").as_uri())
    expect(page.locator("noscript")).to_have_count(0)
    expect(page.locator(".history .steps")).to_have_count(0)
    page.locator("#around > summary").click()
    expect(page.locator(".history .stage")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{(folder / 'folded.html').as_uri()}#h-solo_pari-precedenza-nessuna-3")
    expect(page.locator(".history output")).to_have_text("3 / 12")
    expect(page.locator(".history .stage")).to_be_visible()
    page.context.close()
