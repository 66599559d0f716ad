"""A hand ends although a turn may be a pass: there are several numbers, and the first of them that changes always goes the same
way.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import english
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.ordered_counts import BoundedCount, in_order, is_order
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.termination import moves
from cartaro_verify.proof_log import Diverged, plain, read

pytestmark = pytest.mark.slow

RULES = Path(__file__).parent / "passing.regole"
CALLING = Path(__file__).parent / "calling.regole"
ASKING = Path(__file__).parent / "asking.regole"
HAND, LEVEL, PASSED = BoundedCount("hand", -1), BoundedCount("level", -1), BoundedCount("passed", 1)


def prepared(folder: Path, old: str = "", new: str = "", rules: Path = RULES) -> PreparedGame:
    path = folder / rules.name
    text = rules.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [d.message for d in game]
    return PreparedGame(game)


def test_a_hand_in_which_one_passes_ends(tmp_path: Path) -> None:
    game = prepared(tmp_path)
    outcome = attempt("ends", game).outcome
    assert outcome.verdict == "proved"
    said = "the cards in hand, downwards; level, downwards; the number of players or sides for whom passed is true, upwards"
    assert said in english(outcome.method)


def test_the_order_matters(tmp_path: Path) -> None:
    frame = prepared(tmp_path).frame
    paths = [(transition, state) for transition, _, state in moves(frame)]
    assert in_order(frame, paths) == (HAND, LEVEL, PASSED)
    assert is_order(frame, paths, (HAND, LEVEL, PASSED))
    for wrong in ((LEVEL, HAND, PASSED), (HAND, PASSED, LEVEL), (HAND, LEVEL), (HAND, LEVEL, BoundedCount("passed", -1))):
        assert not is_order(frame, paths, wrong)


@pytest.mark.parametrize(
    ("old", "new"),
    [("    passed becomes true\n", "    nothing\n"), ("where hand is not empty and not passed", "where hand is not empty")],
    ids=["nobody has passed", "whoever has passed goes on"],
)
def test_a_hand_in_which_one_may_pass_for_ever_has_no_such_order(tmp_path: Path, old: str, new: str) -> None:
    frame = prepared(tmp_path, old, new).frame
    assert in_order(frame, [(transition, state) for transition, _, state in moves(frame)]) is None


def test_calls_of_lower_and_lower_ranks_come_to_an_end(tmp_path: Path) -> None:
    frame = prepared(tmp_path, rules=CALLING).frame
    paths = [(transition, state) for transition, _, state in moves(frame)]
    order = in_order(frame, paths)
    assert order is not None
    named = [replace(count, measured=()) for count in order]
    set_once, lower = BoundedCount("caller", 1), BoundedCount("called", -1, "strength")
    assert named == [BoundedCount("target", 1), BoundedCount("passed", 1), set_once, lower]
    assert is_order(frame, paths, named)
    assert not is_order(frame, paths, [*named[:2], lower, set_once])  # the first call is higher than no call


@pytest.mark.parametrize(
    ("old", "new"),
    [("is less than height of called", "is at most height of called"), ("from target + 1 to 9", "from target to 9")],
    ids=["the same rank again", "the same number again"],
)
def test_an_auction_in_which_one_may_say_the_same_again_has_no_such_order(tmp_path: Path, old: str, new: str) -> None:
    frame = prepared(tmp_path, old, new, rules=CALLING).frame
    assert in_order(frame, [(transition, state) for transition, _, state in moves(frame)]) is None


def test_a_turn_that_goes_on_while_cards_come_from_others_ends(tmp_path: Path) -> None:
    game = prepared(tmp_path, rules=ASKING)
    outcome = attempt("ends", game).outcome
    assert outcome.verdict == "proved"
    assert "the cards in stock, downwards" in english(outcome.method)
    assert "the cards in hand of the players who are not to move, downwards" in english(outcome.method)
    paths = [(transition, state) for transition, _, state in moves(game.frame)]
    stock, others = BoundedCount("stock", -1), BoundedCount("hand", -1, others=True)
    assert is_order(game.frame, paths, (stock, others))
    assert not is_order(game.frame, paths, (others, stock))  # the player who has asked without success is one of the others
    assert not is_order(game.frame, paths, (stock, BoundedCount("hand", -1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("where suit is wanted) to hand\n", "where suit is wanted) to stock\n"),
        ("  fishes: after an ask when given is 0, deal 1 from stock to hand\n", ""),
        ("suit is wanted) to hand\n", "suit is wanted) to hand\n    move 1C to hand of victim\n"),
    ],
    ids=["cards go back to the stock", "nobody need fish", "a card is handed back"],
)
def test_a_turn_that_may_go_on_for_ever_has_no_such_order(tmp_path: Path, old: str, new: str) -> None:
    frame = prepared(tmp_path, old, new, rules=ASKING).frame
    assert in_order(frame, [(transition, state) for transition, _, state in moves(frame)]) is None


@pytest.mark.parametrize("count", [HAND, PASSED, BoundedCount("called", -1, "strength"), BoundedCount("hand", -1, others=True)])
def test_a_number_is_kept_in_a_log(count: BoundedCount) -> None:
    assert read(BoundedCount, plain(count)) == count
    assert count.measured == ()


def test_no_other_direction_is_read_from_a_log() -> None:
    for direction in (0, 2, True, "1"):
        with pytest.raises(Diverged):
            read(BoundedCount, ["hand", direction])
