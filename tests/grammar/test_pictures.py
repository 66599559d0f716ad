"""Pictures of a pack: the drawings that a ruleset declares, and which of several declarations counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import Diagnostic, Game, load_texts, shipped

FILES = {path.name: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "rulesets").rglob("*.regole")}
HEAD = """variant mine of scopa
  title "Mine"
"""


def loaded(pictures: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts({**FILES, "mine.regole": HEAD + pictures}, "mine.regole")


def drawn(pictures: str, name: str) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    game, found = loaded(pictures)
    assert game is not None, found
    value = next(v for a in game.deck.attributes for v in a.values if v.name == name)
    return value.drawing, value.corner


def test_a_value_is_drawn_as_its_pack_says() -> None:
    assert drawn("", "denari") == ("coins", ())
    assert drawn("", "re") == ("king", (("it", "R"), ("en", "K"), ("fr", "R")))
    assert drawn("", "sette") == (None, ())


def test_a_game_may_draw_a_pack_otherwise() -> None:
    assert drawn('pictures\n  re as "fool" it "M"\n', "re") == ("fool", (("it", "M"),))
    assert drawn('pictures\n  denari as "suns"\npictures\n  denari as "moons"\n', "denari") == ("moons", ())


def test_a_picture_of_no_card_is_reported() -> None:
    game, found = loaded('pictures\n  stelle as "coins"\n')
    assert game is None
    assert [(d.code, d.message) for d in found] == [("C0303", "there is no value of the cards called `stelle`")]


@pytest.mark.parametrize("name", shipped())
def test_every_suit_of_the_shipped_games_is_drawn(name: str) -> None:
    game = game_of(name)
    suits = min((a for a in game.deck.attributes if len(a.values) > 1), key=lambda a: len(a.values))
    assert all(value.drawing for value in suits.values)
