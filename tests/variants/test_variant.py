"""The README's variant of ten lines: checked, played, proved and printed, with nothing of it in Python."""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar.game import Game
from cartaro_grammar.load import load_game
from cartaro_interpreter import Rules, Statistics, compile_game, run_examples, simulate
from cartaro_rulebook.book import Ruleset
from cartaro_rulebook.pages import ruleset_page
from cartaro_verify import verify

HERE = Path(__file__).parent
README = HERE.parents[1] / "README.md"


def bella() -> Game:
    game = load_game(HERE / "bella.regole")
    assert isinstance(game, Game)
    return game


def test_it_is_the_one_of_the_readme() -> None:
    text = (HERE / "bella.regole").read_text(encoding="utf-8")
    assert text in README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 10


def test_it_is_checked_and_its_examples_hold() -> None:
    results = run_examples(bella())
    assert results
    assert [result.example.name for result in results if result.failures] == []


def test_it_is_played() -> None:
    rules = compile_game(bella())
    assert isinstance(rules, Rules)
    found = simulate(rules, 30, 1)
    assert isinstance(found, Statistics)
    assert {"bella", "cavalli", "tre_re_insieme"} <= set(found.shares[0])


def test_it_is_proved() -> None:
    results = verify(bella())
    assert [(r.name, r.verdict) for r in results if not r.fine] == []


def test_it_is_printed() -> None:
    game = bella()
    page = ruleset_page(Ruleset(game), "en", ("it", "en", "fr"))
    assert "Scopa with the bella" in page
    assert "B2" in page
