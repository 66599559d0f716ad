"""The pictures next to links: they have the same bytes each time, there is one for each page, and they use no host but the
site's. `test_site` tests their addresses in a published site.
"""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from tests.rulebook.test_site import read

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook.publication.mkdocs_build import HEIGHT, SMALL, WIDTH, game_picture, home_picture, picture

PNG = b"\x89PNG\r\n\x1a\n"


def game(rules: str | Path) -> Game:
    found = load_game(rules)
    assert isinstance(found, Game), found
    return found


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == PNG
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def said(page: Path) -> dict[str, str]:
    """Return the page's own descriptions, by name."""
    elements = (a for tag, a in read(page).elements if tag == "meta")
    return {str(a.get("property") or a.get("name")): str(a.get("content")) for a in elements}


def test_the_same_text_gives_the_same_bytes() -> None:
    once = picture("Scopa", "2 giocatori", game("scopa"), "it")
    assert size_of(once) == (WIDTH // SMALL, HEIGHT // SMALL)
    picture.__globals__["_png"].cache_clear()
    assert picture("Scopa", "2 giocatori", game("scopa"), "it") == once


def test_a_picture_shows_its_game_in_the_readers_language() -> None:
    games = [game("scopa"), game("scala40")]
    shown = {draw(each, code) for each in games for code in ("it", "en") for draw in (home_picture, game_picture)}
    assert len(shown) == 8


@pytest.mark.parametrize("title", ["", "<b>&amp;\"'{{ x }}]]>", "\x00\x1f\u202e", "w" * 500, "日本の花札 ♥ 🂡"])
def test_any_title_is_a_picture(title: str) -> None:
    assert size_of(picture(title, title, None, "it")) == (WIDTH // SMALL, HEIGHT // SMALL)


def test_a_pack_without_drawings_has_its_signs(tmp_path: Path) -> None:
    text = 'variant mia of scopa\n  title "Mia"\n\npictures\n  coppe as "nothing"\n  re as "nothing"\n'
    (tmp_path / "mia.regole").write_text(text, encoding="utf-8")
    plain, drawn = (picture("Mia", "", game(rules), "it") for rules in (tmp_path / "mia.regole", "scopa"))
    assert size_of(plain) == (WIDTH // SMALL, HEIGHT // SMALL)
    assert plain != drawn


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_every_page_leads_to_a_picture_of_the_site(site: Path, code: str) -> None:
    for page in sorted((site / code).rglob("*.html")):
        reported = said(page)
        shown = (page.parent / reported["og:image"]).resolve()
        assert shown.is_relative_to(site / code), page
        assert size_of(shown.read_bytes()) == (int(reported["og:image:width"]), int(reported["og:image:height"]))
        assert reported["og:image:alt"] == reported["og:title"]
    assert said(site / code / "scopa.html")["og:image"] == "assets/links/scopa-game.png"
