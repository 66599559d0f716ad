"""The page of a variant: its own rules come first, then everything that it changes in its base."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.whole_page import whole_page

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook.site.book import Ruleset


def checked(name: str | Path) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def page(name: str, built: frozenset[str] = frozenset()) -> str:
    game = checked(name)
    base = None if game.ruleset.base is None else checked(game.ruleset.base)
    return whole_page(Ruleset(game, base), "en", built)


def test_the_list_of_changes_stands_where_there_is_no_page_of_the_pair() -> None:
    assert "variant-box" in page("napola")
    assert "variant-box" not in page("napola", frozenset({"scopa", "napola"}))


def changes(text: str) -> list[str]:
    """Return the items of the box, with deleted parts between tildes."""
    box = next(line for line in text.splitlines() if "variant-box" in line)
    items = re.findall(r"<li>(.*?)</li>", box)
    return [re.sub(r"<[^>]*>", "", item.replace("<s>", "~").replace("</s>", "~")) for item in items]


@pytest.mark.parametrize("name", ["napola", "escoba", "scopone_scientifico", "cirulla"])
def test_the_rules_come_before_what_is_common(name: str) -> None:
    found = [line for line in page(name).splitlines() if line.startswith("## ")]
    assert found[0] == "## How to play { #telling }"
    assert found[1].startswith("## One hand")
    after = [line for line in found[2:] if line != "## Elsewhere { #elsewhere }"]
    assert after[0].startswith("## Rules")
    common = [number for number, line in enumerate(found) if line.startswith("## Common")]
    own = [number for number, line in enumerate(found) if line.startswith("## Rules")]
    assert max(own) < min(common)


def test_a_variant_of_a_variant_knows_its_line() -> None:
    assert checked("escoba").ruleset.bases == ("scopa_francese", "scopa")
    assert checked("scopa").ruleset.bases == ()


def test_a_replacement_under_another_name_is_one_change() -> None:
    found = changes(page("escoba"))
    assert any(item.startswith("replaced ~the equal capture~ → ") for item in found), found
    assert not any(item.startswith("repealed ~the equal capture~") for item in found)


def test_house_rules_that_are_gone_or_new_are_reported() -> None:
    found = changes(page("escoba"))
    assert "repealed ~the priority among captures~" in found
    assert "added The missed fifteen: it is a sweep" in found


def test_the_base_is_linked_where_it_has_a_page() -> None:
    assert 'href="scopa.html"' in page("napola", frozenset({"scopa", "napola"}))
    assert 'href="scopa.html"' not in page("napola", frozenset({"napola"}))


def test_the_head_names_the_sources_of_the_game_alone() -> None:
    *_, facts = (line for line in page("tablanette").splitlines() if 'class="facts"' in line)
    assert "T ·" in facts
    assert "F ·" not in facts
