"""The links from a site to the workbench: which games open there, and at which place."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tests.cli.command_calls import ROOT
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import game_of

from cartaro_grammar import Game, shipped, shipped_folder
from cartaro_rulebook import Ruleset, Workbench, languages, workbench_in
from cartaro_rulebook.publication.pages import played_first
from cartaro_rulebook.site.home import games_of_site

LINK = re.compile(r'<a href="\.\./workbench/index\.html#([^"]*)" class="opens[^"]*">([^<]+)</a>')
LABELS = {"it": "Gioca subito", "en": "Play it now", "fr": "Jouer tout de suite"}


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of("scopa")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The part of the output of `make workbench` that a site uses."""
    place = tmp_path / "built"
    place.mkdir()
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
    (place / "texts.json").write_text(json.dumps({"files": texts, "rulesets": []}), encoding="utf-8")
    for name in ("index.html", "service-worker.js"):
        (place / name).write_text(name, encoding="utf-8")
    return place


def opened(folder: Path) -> Workbench:
    found = workbench_in(folder)
    assert found is not None
    return found


@pytest.mark.parametrize("code", languages())
def test_every_game_can_be_tried_and_every_example_opened(folder: Path, game: Game, code: str) -> None:
    (ruleset,) = opened(folder).opening([Ruleset(game)])
    links = [(parse_qs(unescape(asked)), said) for asked, said in LINK.findall(whole_page(ruleset, code))]
    assert links[0] == ({"lang": [code], "game": ["scopa"]}, LABELS[code])
    examples = {asked["example"][0] for asked, _ in links if "example" in asked}
    assert examples
    assert examples <= {example.name for example in game.examples}


@pytest.mark.parametrize("code", languages())
def test_the_first_page_opens_games_and_an_empty_text_in_it(folder: Path, game: Game, code: str) -> None:
    shown = (("", opened(folder).opening([Ruleset(game), Ruleset(game_of("hearts"))])),)
    first = games_of_site(shown, code, ("hearts", "scopa", "none"))
    asked = [parse_qs(unescape(found)) for found, _ in LINK.findall(first)]
    assert asked == [{"lang": [code], "game": ["hearts"]}, {"lang": [code], "game": ["scopa"]}, {"lang": [code]}]
    assert '<a href="#games">' in first
    assert not LINK.search(games_of_site((("", (Ruleset(game),)),), code, ("scopa",)))


def test_the_hand_written_first_pages_offer_shipped_games() -> None:
    for page in ("index.md", "index.it.md", "index.fr.md"):
        offered = played_first((ROOT / "docs" / page).read_text(encoding="utf-8"))
        assert len(offered) == 3
        assert set(offered) <= set(shipped())


def test_a_game_whose_text_is_another_is_not_opened(folder: Path, game: Game) -> None:
    workbench = opened(folder)
    changed = replace(workbench, texts={name: text for name, text in workbench.texts.items() if name != "scopa.regole"})
    assert changed.opening([Ruleset(game)]) == (Ruleset(game),)
    assert not LINK.search(whole_page(Ruleset(game), "it"))


def test_verdicts_are_put_next_to_it(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    replace(opened(folder), verdicts={"scopa": "{}"}).copy_to(site)
    place = site / "workbench"
    assert (place / "verdicts" / "scopa.json").read_text(encoding="utf-8") == "{}"
    assert json.loads((place / "verdicts" / "index.json").read_text(encoding="utf-8")) == ["scopa"]
    assert (place / "index.html").is_file()


WANTED = """/*
  Referrer-Policy: no-referrer
/a/b.wasm
  Content-Type: application/wasm
/chunks/*
  Cache-Control: immutable
"""


def test_a_site_states_which_headers_go_with_it_where_servers_look(folder: Path, tmp_path: Path) -> None:
    (folder / "_headers").write_text(WANTED, encoding="utf-8")
    opened(folder).copy_to(tmp_path / "site")
    of_site = (tmp_path / "site" / "_headers").read_text(encoding="utf-8")
    assert of_site == WANTED.replace("\n/", "\n/workbench/").replace("/*", "/workbench/*", 1)
    apache = (tmp_path / "site" / "workbench" / ".htaccess").read_text(encoding="utf-8")
    assert '\n  Header always set Referrer-Policy "no-referrer"\n<If ' in apache
    assert 'm#/chunks/#">\n  Header always set Cache-Control "immutable"\n</If>\n' in apache
    assert "Content-Type" not in apache
    assert "AddType application/wasm .wasm" in apache


@pytest.mark.parametrize("damage", ["", "[]", '{"files": 3}', '{"files": ["a"]}'])
def test_a_folder_that_is_no_workbench_is_none(folder: Path, damage: str) -> None:
    (folder / "texts.json").write_text(damage, encoding="utf-8")
    assert workbench_in(folder) is None
    (folder / "texts.json").unlink()
    assert workbench_in(folder) is None
