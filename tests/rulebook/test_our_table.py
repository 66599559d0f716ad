"""The guide under every choice (decision 0061): after a choice, the page shows the guide that is generated for that choice."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from tests.rulebook.small_site import rulesets
from tests.rulebook.test_worked_hands import expanded
from tests.shipped_games import game_of

from cartaro_grammar import Game, shipped
from cartaro_rulebook.guide import player_guide
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.our_table import WHOLE, OurTable, game_of_table, our_table
from cartaro_rulebook.site.pages import guide_under_choices
from cartaro_rulebook.site.play_page import Figures
from cartaro_rulebook.site.rules_page import guide, section_pieces
from cartaro_rulebook.site.seating import seating

FIGURE = re.compile(r'<figure class="shown">.*?</figure>')
CHOICES = 6


def page_of(name: str, code: str) -> Page:
    return page_for(Ruleset(game_of(name)), code)


def table_of(page: Page) -> OurTable:
    found = our_table(page)
    assert found is not None
    return found


@pytest.mark.sweep("briscola_in_cinque", "scopa")
@pytest.mark.parametrize(
    ("name", "code"), [(name, ("it", "en", "fr")[at % 3]) for at, name in enumerate(shipped())] + [("scopa", "it")]
)
def test_what_stands_after_choosing_is_the_guide_of_that_choice(name: str, code: str) -> None:
    page, random = page_of(name, code), Random(name)
    table = table_of(page)
    for _ in range(CHOICES):
        settings = {axis: random.choice(values) for axis, values in table.axes.items()}
        game = game_of_table(page.game, settings)
        if game is None:
            assert any(tuple(settings[a] for a in group) in table.excluded[group] for group in table.groups)
            continue
        at_table = page_for(Ruleset(game), code)
        wanted: dict[str, str] = {
            s.heading: "".join(html for html, _ in section_pieces(s, at_table)) for s in player_guide(at_table.scope).sections
        }
        wanted["seating"] = seating(at_table)
        assert wanted == {section: FIGURE.sub("", table.shown(section, settings)) for section in table.sections}, settings


def test_with_nothing_chosen_it_is_the_page() -> None:
    page = page_of("scopa", "it")
    table = table_of(page)
    shown = re.findall(r'data-section="(\w+)">(.*)</div>', "\n".join(guide(page, beside=Figures(page).beside)))
    assert {**dict(shown), "seating": seating(page)} == {section: table.shown(section, {}) for section in table.sections}


def test_verdicts_on_the_page_are_not_reported_for_other_rules() -> None:
    ruleset = rulesets()[1]
    assert ruleset.findings
    script = guide_under_choices(ruleset, "it")
    assert script is not None
    assert "badge" not in script


def test_an_example_stands_only_under_the_rules_that_it_was_run_under() -> None:
    table = table_of(page_of("scopa", "it"))
    assert "#e-sei" in table.shown("turn", {"punti": "21"})
    assert "#e-sei" not in table.shown("turn", {"precedenza": "nessuna"})


def test_what_the_rules_do_not_allow_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No shipped game has such a choice; in this one, nine cards cannot be dealt to three."""

    def allowed(game: Game, settings: Mapping[str, str]) -> Game | None:
        three_by_nine = settings.get("players") == "3" and settings.get("per_volta") == "9"
        return None if three_by_nine else game_of_table(game, settings)

    monkeypatch.setattr("cartaro_rulebook.site.our_table.game_of_table", allowed)
    table = table_of(page_for(Ruleset(replace(game_of("scopa"))), "en"))  # a game of its own: tables of a game are kept
    group = next(group for group in table.groups if "per_volta" in group)
    excluded = [dict(zip(group, combination, strict=True)) for combination in table.excluded[group]]
    assert {(one["players"], one["per_volta"]) for one in excluded} == {("3", "9")}


def test_the_script_names_what_can_be_chosen_and_leads_to_the_rules() -> None:
    script = guide_under_choices(Ruleset(game_of("briscola")), "it")
    assert script is not None
    data, repeated = json.loads("[" + script.removeprefix(f"cartaroTable({WHOLE}(").removesuffix("));\n") + "]")
    assert [axis["name"] for axis in data["axes"]] == ["players", "patta", "partita"]
    assert data["axes"][0]["values"] == [["", "2, 3 o 4"], ["2", "2"], ["3", "3"], ["4", "4"]]
    pieces = [expanded(html, repeated) for section in data["sections"].values() for html, *_ in section]
    every = [piece for section in table_of(page_of("briscola", "it")).sections.values() for piece in section]
    assert pieces == [piece.html.replace('href="#', 'href="briscola-rules.html#') for piece in every]
    assert any('href="briscola-rules.html#' in html for html in pieces)
