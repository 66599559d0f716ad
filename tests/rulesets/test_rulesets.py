"""The shipped rulesets: each has no mistakes, its examples hold, and every row that it claims to cover is cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Check, Game, MayNot, Prohibition, Score
from cartaro_interpreter.examples import run_examples

DRAFTS = sorted((Path(__file__).parent / "drafts").glob("*.regole"))


def game_of(rules: str | Path) -> Game:
    game = load_game(rules)
    assert isinstance(game, Game), [found.message for found in game]
    return game


@pytest.mark.parametrize("name", shipped())
def test_loads(name: str) -> None:
    game = game_of(name)
    assert game.name == name
    assert game.examples
    assert game.claims


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_drafts_load(path: Path) -> None:
    game_of(path)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.slow
def test_examples_hold(name: str) -> None:
    outcomes = run_examples(game_of(name))
    assert outcomes
    assert [(o.example.name, o.failures) for o in outcomes if not o.holds] == []


@pytest.mark.parametrize("name", shipped())
def test_examples_show_every_prohibition_and_heading(name: str) -> None:
    """For each prohibition there is an example that it refuses, and for each heading an example that counts points under it."""
    game = game_of(name)
    lines = [line for example in game.examples for line in example.lines]
    reasons = {reason for line in lines if isinstance(line, MayNot) for reason in line.because}
    counted = {word for line in lines if isinstance(line, Check) for word in line.span.text.split()}
    own = [clause for clause in game.ruleset.clauses if clause.home == name]
    assert {c.name for c in own if isinstance(c.sentence, Prohibition)} - reasons == set()
    assert {c.name for c in own if isinstance(c.sentence, Score)} - counted == set()


def test_rows_of_shipped_rulesets_are_all_in_the_record() -> None:
    record = (Path(__file__).parents[2] / "docs" / "decisions" / "0002-rows.md").read_text(encoding="utf-8")
    sources = {"F": 18, "D": 9, "S": 9, "R": 13, "K": 21}
    rows = [f"{letter}{n}" for letter, last in sources.items() for n in range(1, last + 1)]
    assert [row for row in rows if f"\n| {row} | " not in record] == []


@pytest.mark.parametrize("name", shipped())
def test_every_source_can_be_looked_up(name: str) -> None:
    """A source names who published it, unless its words are shipped; "common use" is neither published nor quoted."""
    sources = game_of(name).ruleset.sources
    assert sources
    assert [source.title for source in sources if not source.publisher and not source.quotations] == []
