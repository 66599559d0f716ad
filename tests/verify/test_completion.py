"""The proof that a turn can be completed by one act or another, if its duties were met at the start of every turn."""

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


KNOCKING = (Path(__file__).parent / "games" / "bussata.regole").read_text(encoding="utf-8")


@pytest.mark.parametrize("closing", ["the player must discard or answer", "the player must discard or answer when knocked"])
def test_a_step_that_is_due_in_some_turns_only_is_passed_over_in_the_others(tmp_path: Path, closing: str) -> None:
    game = game_of(tmp_path, KNOCKING.replace("the player must discard or answer", closing))
    assert attempt("movable", PreparedGame(game)).proved


def test_a_step_that_is_due_in_some_turns_only_must_be_possible_in_these(tmp_path: Path) -> None:
    answers = "may_answer: the player may answer when knocker is not nobody and knocker is not player"
    assert answers in KNOCKING
    game = game_of(tmp_path, KNOCKING.replace(answers, "may_answer: the player may answer when knocker is player"))
    assert not attempt("movable", PreparedGame(game)).proved
    assert verify(game, "movable")[0].verdict == "refuted"


def test_what_every_case_has_is_tried_where_no_hand_has_been(tmp_path: Path) -> None:
    """Candidates are guessed from a few hands, and nobody knocks in these. The proof that a hand ends needs facts that are true
    in all cases.
    """
    prepared = PreparedGame(game_of(tmp_path, KNOCKING))
    prepared.samples.awaiting[:] = [s for s in prepared.samples.awaiting if s.cells["knocked", -1] is False]
    assert attempt("ends", prepared).proved


def test_no_sample_goes_on_with_a_turn_that_an_act_has_ended(tmp_path: Path) -> None:
    prepared = PreparedGame(game_of(tmp_path, KNOCKING))
    drawn = [s for s in prepared.samples.awaiting if s.step > 0 and s.cells["knocked", -1] is False]
    assert drawn
    assert all(sum(map(int, s.zones["hand", s.turn])) == 3 for s in drawn)  # type: ignore[arg-type]  # the sizes are known


RESERVE = (Path(__file__).parent / "games" / "riserva.regole").read_text(encoding="utf-8")


def test_a_turn_can_be_completed_after_cards_that_were_hidden_until_its_middle(tmp_path: Path) -> None:
    assert attempt("movable", PreparedGame(game_of(tmp_path, RESERVE))).proved


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("deal 2 from stock to each reserve", "deal 1 from stock to each reserve"),
        (
            "may_discard: the player may discard",
            "may_discard: the player may discard when reserve is not empty or card is black",
        ),
    ],
)
def test_cards_that_were_hidden_may_leave_a_turn_without_an_end(tmp_path: Path, was: str, becomes: str) -> None:
    assert was in RESERVE
    game = game_of(tmp_path, RESERVE.replace(was, becomes))
    assert not attempt("movable", PreparedGame(game)).proved
    assert verify(game, "movable")[0].verdict == "refuted"
