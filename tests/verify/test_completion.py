"""A turn can be completed by one act or by another, where what is owed was met whenever a turn began."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import verify
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.prepared_game import PreparedGame

TEXT = (Path(__file__).parent / "games" / "costruzioni.regole").read_text(encoding="utf-8")


def game_of(folder: Path, text: str) -> Game:
    (folder / "costruzioni.regole").write_text(text, encoding="utf-8")
    game = load_game(folder / "costruzioni.regole", {})
    assert isinstance(game, Game), [found.message for found in game]
    return game


def test_a_build_is_taken_and_without_one_a_card_is_laid(tmp_path: Path) -> None:
    assert attempt("movable", PreparedGame(game_of(tmp_path, TEXT))).proved


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("  serba: the turn may not end while build is not empty and no card in hand has value worth\n", ""),
        ("no card in hand has value worth", "hand is empty"),
        ("    move card to table\n", "    move card to table\n    add 1 to worth of the player after player\n"),
    ],
)
def test_what_is_owed_may_not_be_broken_by_anybody(tmp_path: Path, was: str, becomes: str) -> None:
    assert was in TEXT
    game = game_of(tmp_path, TEXT.replace(was, becomes))
    assert not attempt("movable", PreparedGame(game)).proved
    assert verify(game, "movable")[0].verdict == "refuted"
