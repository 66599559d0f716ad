"""A variant of Briscola in ten lines, written by its author without any programming: it is checked, played, proved and
printed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_engine import Simulation, Statistics, run, simulation_of
from cartaro_grammar import Game, load_game, shipped
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.pages import ruleset_pages
from cartaro_verify import OBLIGATIONS, verify

TEXT = Path(__file__).parent / "drafts" / "briscola_scoperta.regole"


@pytest.fixture(scope="module")
def game() -> Game:
    found = load_game(TEXT)
    assert isinstance(found, Game)
    return found


def test_it_has_ten_lines() -> None:
    assert len(TEXT.read_text(encoding="utf-8").splitlines()) == 10


def test_it_is_played(game: Game) -> None:
    simulation = simulation_of(game, 0, "match")
    assert isinstance(simulation, Simulation)
    found = run(simulation, 20)
    assert isinstance(found, Statistics)
    assert found.hands >= 20


@pytest.mark.slow
@pytest.mark.nightly
def test_it_is_proved(game: Game) -> None:
    assert {result.name: result.verdict for result in verify(game)} == dict.fromkeys((*OBLIGATIONS, "tre_in_mano"), "proved")


@pytest.mark.parametrize(
    ("code", "printed"),
    [("it", "Tutti vedono ogni mano"), ("en", "Everyone sees each hand"), ("fr", "Tout le monde voit chaque main")],
)
def test_it_is_printed(game: Game, code: str, printed: str) -> None:
    pages = ruleset_pages(Ruleset(game), code, frozenset(shipped()), [])
    assert printed in pages["briscola_scoperta-rules"]
