"""A ruleset on paper: a sheet for a wall, on one page and with the same bytes every time."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.levels import at_night

from cartaro.commands.book import pdf as command
from cartaro_grammar import shipped
from cartaro_grammar.analyses.fingerprint import fingerprint
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook import Ruleset, paper_html, pdf

pytestmark = pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is an extra")


def game(name: str | Path, settings: dict[str, str] | None = None) -> Game:
    found = load_game(name, settings)
    assert isinstance(found, Game), found
    return found


def pages(printed: bytes) -> int:
    """Return the number of pages; it is found in the compressed streams of objects."""
    streams = re.findall(rb"/ObjStm.*?stream\n(.*?)\nendstream", printed, re.DOTALL)
    return sum(len(re.findall(rb"/Type /Page\b", zlib.decompress(stream))) for stream in streams)


def test_a_sheet_states_that_the_words_of_an_official_text_prevail() -> None:
    prevail = "Se le parole della fonte e la nostra lettura non concordano, valgono le parole della fonte."
    assert prevail in paper_html(Ruleset(game("scopone")), "it")
    assert prevail not in paper_html(Ruleset(game("scopa")), "it")


def test_a_sheet_states_the_house_rules_that_were_chosen() -> None:
    plain, chosen = (paper_html(Ruleset(game("scopa", s)), "en") for s in ({}, {"punti": "21", "players": "4"}))
    assert "For 2 players" in plain
    assert "For 4 players" in chosen
    assert re.search(r"<b>[^<]*</b>: 21<", chosen)
    assert not re.search(r"<b>[^<]*</b>: 21<", plain)
    assert fingerprint(game("scopa")) in plain


def test_a_sheet_speaks_of_the_players_that_were_chosen() -> None:
    two, six = (paper_html(Ruleset(game("scopa", {"players": players})), "it") for players in ("2", "6"))
    assert "Si gioca in due. Il giro va verso destra" in two
    assert "Ciascuno gioca per sé." in two
    assert "Si gioca in sei. Il giro va verso destra" in six
    assert "Si gioca in coppia con chi siede di fronte." in six


@pytest.mark.sweep("scopa", "durak")
@pytest.mark.parametrize("code", at_night(["it", "en", "fr"], by_day=["it"]))
@pytest.mark.parametrize("name", shipped())
def test_a_sheet_refers_to_nothing_that_is_not_on_it(name: str, code: str) -> None:
    sheet = paper_html(Ruleset(game(name)), code).partition("</style>")[2]
    assert not re.search(r'<a [^>]*href|class="?art\b|più sotto\b|[0-9] below\b|plus bas\b', sheet)


def lines_of(text: str) -> Iterator[list[tuple[str, float]]]:
    """The lines of each wide block of a document as typeset: their text, and how much of the width each leaves free."""
    weasyprint = import_module("weasyprint")

    def blocks(box: Any) -> Iterator[Any]:
        children = getattr(box, "children", ())
        if children and all(type(child).__name__ == "LineBox" for child in children):
            yield box
        else:
            for child in children:
                yield from blocks(child)

    def said(line: Any) -> str:
        return "".join(box.text for box in line.descendants() if type(box).__name__ == "TextBox")

    for page in weasyprint.HTML(string=text).render().pages:
        for block in (one for one in blocks(page._page_box) if one.width > 300):
            ends = (max((c.position_x + c.width for c in line.children), default=block.position_x) for line in block.children)
            yield [
                (said(line), 1 - (end - block.position_x) / block.width) for line, end in zip(block.children, ends, strict=True)
            ]


@pytest.mark.slow
@pytest.mark.parametrize("whole", at_night([False, True], by_day=[False]))
def test_a_line_is_broken_where_it_is_full(whole: bool) -> None:
    """Except for the last line of a paragraph, no line leaves half of its width free; neither a superscript nor a card breaks a
    line early.
    """
    for block in lines_of(paper_html(Ruleset(game("scopa", {"punti": "21", "players": "4"})), "it", whole=whole)):
        early = [text for text, free in block[:-1] if free > 0.5 and text.strip()]
        assert early == [], block


def test_nothing_an_author_writes_is_markup_on_paper(tmp_path: Path) -> None:
    path = tmp_path / "mina.regole"
    hostile = "</title><script>x</script> } <b>"
    path.write_text(f'variant mina of scopa\n  title "{hostile}"\n', encoding="utf-8")
    text = paper_html(Ruleset(game(path)), "it")
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 3


def test_a_fingerprint_is_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "mia.regole"
    seen = set[str]()
    for points in (1, 2, 1):
        path.write_text(
            f'variant mia of napola\n  title "Mia"\n\nin article 5 add\n  re: each side scores {points} when RD is in won\n',
            encoding="utf-8",
        )
        seen.add(fingerprint(game(path)))
    assert len(seen) == 2


@pytest.mark.slow
def test_the_sheet_is_one_page_and_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, ["scopa", "--set", "punti=21", "--language", "it"])
    assert done.exit_code == 0, done.output
    first = Path("scopa.pdf").read_bytes()
    sheet = paper_html(Ruleset(game("scopa", {"punti": "21"})), "it")
    assert first == pdf(sheet)
    assert pages(first) == 1


@pytest.mark.slow
@pytest.mark.sweep("scopone")
@pytest.mark.parametrize("name", shipped())
def test_the_sheet_of_every_game_is_one_page(name: str) -> None:
    assert pages(pdf(paper_html(Ruleset(game(name)), "it"))) == 1


@pytest.mark.nightly
@pytest.mark.slow
def test_the_whole_rulebook_has_what_the_page_has(tmp_path: Path) -> None:
    place = tmp_path / "whole.pdf"
    done = CliRunner().invoke(command, ["rubamazzo", "--whole", "--examples", "--language", "fr", "--output", str(place)])
    assert done.exit_code == 0, done.output
    assert place.read_bytes().startswith(b"%PDF-")
    text = paper_html(Ruleset(game("rubamazzo")), "fr", whole=True, examples=True)
    assert 'id="examples"' not in paper_html(Ruleset(game("rubamazzo")), "fr", whole=True)
    sheet = paper_html(Ruleset(game("rubamazzo")), "fr")
    for part in ("rules-rubamazzo", "examples", "claims", "sources"):
        assert f'id="{part}"' in text
        assert f'id="{part}"' not in sheet
    assert pages(place.read_bytes()) > 4  # more than a sheet has
