"""No rules make play hang: in every query the work is counted, and too much work is reported with a code."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from tests.interpreter.small_games import position, rules_with, text_of
from tests.levels import at_night

from cartaro_grammar.load import load_game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Json, Move, RandomPlayer, SeededChance, judge, legal_moves, play_hand, score
from cartaro_interpreter.state.faults import MOST_STEPS

pytestmark = pytest.mark.slow

LINES = """
act drop card
  says it "scartare {card}" en "drop {card}" fr "jeter {card}"
  card is one of hand
  move card to done
lascia: the player may drop
turno: in a turn the player must drop
"""
CARDS: dict[str, Json] = {"stock": [f"{rank}{suit}" for rank in "23456" for suit in "BCDS"], "hand": {"1": ["AD"], "2": ["AC"]}}
WORDS = ("aa", "bb", "cc", "dd", "ee", "ff")
NEVER = " + ".join(f"value of {word}" for word in WORDS) + " is number of done of side of player + 99"
LONG = " ".join(f"some {word} in stock has (" for word in WORDS) + NEVER + ")" * 6


def doubling(depth: int, first: str = "number of stock") -> str:
    return f"d0: f0 is {first}\n" + "".join(f"d{n}: f{n} is f{n - 1} + f{n - 1}\n" for n in range(1, depth + 1))


def code(found: object) -> str:
    assert isinstance(found, Diagnostic), found
    return found.code


@pytest.mark.parametrize(
    "clause",
    at_night(
        ["vieta despite lascia: the player may not drop when", "chiude: the hand ends when"],
        by_day=["vieta despite lascia: the player may not drop when"],
    ),
)
def test_a_condition_over_sets_within_sets_ends(tmp_path: Path, clause: str) -> None:
    rules = rules_with(tmp_path, f"{LINES}{clause} {LONG}")
    state = position(rules, CARDS)
    played = play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(1))
    assert code(played) == "C0828"
    if "vieta" in clause:
        assert code(legal_moves(rules, state)) == "C0828"
        assert code(judge(rules, state, Move("drop", (20,), ()))) == "C0828"


def test_a_score_over_sets_within_sets_ends(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, f"{LINES}lungo: each side scores 1 when {LONG.replace(' of side of player', '')}")
    assert code(score(rules, position(rules, CARDS))) == "C0828"


def test_definitions_that_double_are_reported_before_play(tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(text_of(f"{LINES}{doubling(60)}chiude: the hand ends when f60 is 3"), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, tuple)
    assert [(one.code, one.message[:15]) for one in found] == [("C0416", "deciding `d14` ")]


def test_definitions_that_double_a_little_are_played(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, f"{LINES}{doubling(10)}chiude: the hand ends when f10 is 3")
    assert not isinstance(play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(1)), Diagnostic)


def test_definitions_that_double_within_sets_end(tmp_path: Path) -> None:
    pairs = "some x in stock has some y in stock has value of x + value of y + f10 is 3"
    rules = rules_with(tmp_path, f"{LINES}{doubling(10)}chiude: the hand ends when {pairs}")
    assert code(play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(1))) == "C0828"


def test_a_long_chain_of_definitions_is_reported(tmp_path: Path) -> None:
    chain = "d0: f0 is number of stock\n" + "".join(f"d{n}: f{n} is f{n - 1} + 1\n" for n in range(1, 400))
    path = tmp_path / "prova.regole"
    path.write_text(text_of(f"{LINES}{chain}chiude: the hand ends when f399 is 3"), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, tuple)
    assert [one.code for one in found] == ["C0416"]


def test_a_chain_as_long_as_is_let_through_is_played(tmp_path: Path) -> None:
    """Each link is compiled separately, before the next one; only play goes through all of them."""
    links = "".join(f"d{n}: f{n} is f{n - 1} + 1\nc{n}: each side scores 0 when f{n} is 3\n" for n in range(1, 95))
    rules = rules_with(tmp_path, f"{LINES}d0: f0 is number of stock\n{links}")
    assert not isinstance(play_hand(rules, [RandomPlayer(1)] * 2, SeededChance(1)), Diagnostic)


def test_a_turn_that_goes_on_without_end_ends(tmp_path: Path) -> None:
    lines = """
counter passi for the turn it "il passo" en "the step" fr "le pas"
act tick
  says it "contare" en "tick" fr "compter"
  add 1 to passi
act drop card
  says it "scartare {card}" en "drop {card}" fr "jeter {card}"
  card is one of hand
  move card to done
lascia: the player may drop
conta: the player may tick
giro: in a turn the player may tick as often as wished
turno: in a turn, after giro, the player must drop
dovere: the turn may not end while passi is less than 100000
"""
    rules = rules_with(tmp_path, lines)
    assert code(legal_moves(rules, position(rules, CARDS))) in ("C0807", "C0828")


def test_sums_that_no_set_of_cards_has_end(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, SUMS)
    state = position(
        rules, {"stock": [f"{r}{s}" for r in "A234567FCR" for s in "BCDS" if f"{r}{s}" != "AD"], "hand": {"1": ["AD"]}}
    )
    assert code(legal_moves(rules, state)) == "C0804"


SUMS = """
act gather cards
  says it "raccogliere {cards}" en "gather {cards}" fr "ramasser {cards}"
  cards is some of stock
  nothing
doppio: twice of c is value of c + value of c
prende: the player may gather when total of twice of c over c in cards is 201
turno: in a turn the player must gather
"""


def test_the_steps_of_a_question_do_not_depend_on_earlier_questions(tmp_path: Path) -> None:
    """A definition about one card is evaluated once for each card, and each call of it counts the same steps."""
    heavy = "pesa: heavy of c means some x in (all cards where suit is suit of c) has value of x is value of c"
    barred = "vieta despite lascia: the player may not drop when number of (stock where heavy) is 0"
    rules = rules_with(tmp_path, f"{LINES}{heavy}\n{barred}")
    state, left = position(rules, CARDS), list[int]()
    for _ in range(2):
        assert not isinstance(legal_moves(rules, state), Diagnostic)
        left.append(rules.compiler.work.left)
    assert left[0] == left[1] < MOST_STEPS


def test_a_clash_for_one_card_is_reported_each_time(tmp_path: Path) -> None:
    worth = "uno: worth of c is 1\ndue: worth of c is 2 when c is AD"
    barred = "vieta despite lascia: the player may not drop when worth of card is 3"
    rules = rules_with(tmp_path, f"{LINES}{worth}\n{barred}")
    state = position(rules, CARDS)
    assert [code(legal_moves(rules, state)) for _ in range(2)] == ["C0801"] * 2
    other = position(rules, {**CARDS, "hand": {"1": ["AC"], "2": ["AD"]}})
    assert len(cast("tuple[Move, ...]", legal_moves(rules, other))) == 1
