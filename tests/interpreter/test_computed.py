"""Conditions are computed in the stated order and extent (decision 0116): play stops at a value without an answer if, and only
if, it is one of those that are computed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide
from tests.interpreter.small_games import position, rules_with

from cartaro_engine import PythonMachine
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Rules, legal_moves, phrase, step
from cartaro_interpreter.state.chance import ScriptedChance

ACTS = """
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
act rest
  says it "riposare" en "rest" fr "se reposer"
  end the hand
counter k for the hand it "k" en "k" fr "k"
"""
STOP = "remainder of 5 by k = 1"
"""A condition that stops play, since k is 0."""
HELD = {"hand": {"1": ["7D", "2C"], "2": ["3B"]}}
KEEPS = ["keep 2C", "keep 7D"]


def moves(rules: Rules) -> list[str] | str:
    """Return the legal moves of player 1, or the code of the fault."""
    state = position(rules, dict(HELD), turn=1)
    found = legal_moves(rules, state)
    if isinstance(found, Diagnostic):
        return found.code
    return sorted(phrase(rules.game, move) for move in found)


TURN = "turno: in a turn the player must keep or rest\n"
FREE = TURN + "tiene: the player may keep\n"
CASES: dict[str, tuple[str, list[str] | str]] = {
    "the first false part of `and` decides": (TURN + f"tiene: the player may keep when k is more than 0 and {STOP}", []),
    "parts of `and` come in the order of the text": (
        TURN + f"tiene: the player may keep when {STOP} and k is more than 0", "C0803"),
    "the first true part of `or` decides": (TURN + f"tiene: the player may keep when k is 0 or {STOP}", KEEPS),
    "`when` comes before `unless`": (TURN + f"tiene: the player may keep when k is 1 unless {STOP}", []),
    "`unless` comes after `when`": (TURN + f"tiene: the player may keep when {STOP} unless k is 0", "C0803"),
    "a condition is about every choice that passes those before it": (
        TURN + "tiene: the player may keep when value of card is more than 7 and remainder of 5 by (value of card - 7) = 0",
        []),
    "a condition is about every choice": (
        TURN + "tiene: the player may keep when remainder of 5 by (value of card - 2) = 0 and value of card is more than 2",
        "C0803"),
    "a member that decides does not spare the others": (
        TURN + "tiene: the player may keep when some c in hand has remainder of 5 by (value of c - 2) = 0", "C0803"),
    "a prohibition is about a permission that applies": (
        TURN + "tiene: the player may keep when value of card is 7\nno despite tiene: the player may not keep when "
        "remainder of 1 by (value of card - 2) = 0", ["keep 7D"]),
    "a prohibition is about every permission that applies": (
        FREE + f"no despite tiene: the player may not keep when {STOP}", "C0803"),
    "the first prohibition that bars decides": (
        FREE + f"no despite tiene: the player may not keep when k is 0\nmai despite tiene: the player may not keep when {STOP}",
        []),
    "an exemption is about a prohibition whose case holds": (
        FREE + f"no despite tiene: the player may not keep when k is 1\nma despite no: the player may keep when {STOP}", KEEPS),
    "an exemption is about every prohibition whose case holds": (
        FREE + f"no despite tiene: the player may not keep when k is 0\nma despite no: the player may keep when {STOP}",
        "C0803"),
    "every permission of an act counts": (FREE + f"anche: the player may keep when {STOP}", "C0803"),
    "a possibility is about all ways under one permission": (
        FREE + "riposa: the player may rest when (the player can keep c where remainder of 6 by (value of c - 2) = 1)",
        "C0803"),
    "a possibility needs no further permission": (
        "turno: in a turn the player must rest\ntiene: the player may keep when k is 0\n"
        f"anche: the player may keep when {STOP}\nriposa: the player may rest when (the player can keep)", ["rest"]),
    "`where` limits the ways": (
        "turno: in a turn the player must rest\ntiene: the player may keep when remainder of 5 by (value of card - 2) = 0\n"
        "riposa: the player may rest when (the player can keep c where value of c is 7)", ["rest"]),
    "a duty waits for the steps that must be done": (
        FREE + f"dovere: the turn may not end while number of hand is 2 and {STOP}", KEEPS),
    "a duty counts as soon as the turn might end": (
        f"turno: in a turn the player may keep\ntiene: the player may keep\ndovere: the turn may not end while {STOP}",
        "C0803"),
    "a definition without an answer is not needed": (
        FREE + "peso: weight is 1 when k is 1\nno despite tiene: the player may not keep when k is 1 and weight is 1", KEEPS),
    "a definition without an answer is needed": (
        FREE + "peso: weight is 1 when k is 1\nno despite tiene: the player may not keep when weight is 1", "C0802"),
    "two clauses of a definition disagree where it is not needed": (
        TURN + "tiene: the player may keep when value of card is more than 5\n"
        "uno: weight of c is 1\ndue: weight of c is 2 when value of c is at most 5\n"
        "no despite tiene: the player may not keep when weight of card is 3", ["keep 7D"]),
    "the value of a clause that yields is not computed": (
        FREE + "uno: weight is remainder of 5 by k\ndue despite uno: weight is 2 when k is 0\n"
        "no despite tiene: the player may not keep when weight is 1", KEEPS),
}  # fmt: skip


@pytest.mark.parametrize("about", CASES)
def test_what_is_computed(about: str, tmp_path: Path) -> None:
    lines, expected = CASES[about]
    assert moves(rules_with(tmp_path, ACTS + lines)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("about", CASES)
def test_the_engine_computes_the_same(about: str, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, ACTS + CASES[about][0])
    for seed in range(3):
        SideBySide(rules, PythonMachine, seed).play(12)


AHEAD = """
turno: in a turn the player may keep
poi: in a turn, after turno, the player must rest
tiene: the player may keep
riposa: the player may rest when number of hand is 2 or remainder of 5 by k = 1
"""


def test_a_move_after_which_play_stops_is_legal(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, ACTS + AHEAD)
    SideBySide(rules, PythonMachine, 1).play(2)
    assert moves(rules) == ["keep 2C", "keep 7D", "rest"]
    state = position(rules, dict(HELD), turn=1)
    found = legal_moves(rules, state)
    assert not isinstance(found, Diagnostic)
    keep = next(move for move in found if move.act == "keep")
    after = step(rules, state, keep, ScriptedChance(()))
    assert not isinstance(after, Diagnostic)
    stopped = legal_moves(rules, after)
    assert isinstance(stopped, Diagnostic)
    assert stopped.code == "C0803"
