"""A filter may name its member, and the line of a claim may have conditions: both mean the same as the longer form."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import text_of

from cartaro_grammar import game as g
from cartaro_grammar import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import run_examples

TURN = """
act gioca card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
l_uno: the player may gioca
uno: in a turn the player must gioca
vuoto: idle(x) means hand of x is empty
"""


def checked(folder: Path, clauses: str, below: str = "") -> Game | list[Diagnostic]:
    """Return the game with further clauses, and examples or claims below its articles."""
    path = folder / "prova.regole"
    path.write_text(text_of(TURN + clauses) + below, encoding="utf-8")
    found = load_game(path)
    return found if isinstance(found, Game) else list(found)


@pytest.mark.parametrize(
    ("named", "unnamed"),
    [
        ("number of (p in players where not idle(p))", "number of (players where hand is not empty)"),
        ("number of (c in hand where suit of c is denari)", "number of (hand where suit is denari)"),
        ("number of (x in sides where points of x is 0)", "number of (sides where points is 0)"),
        ("number of hand of (the first player p after player where not idle(p))",
         "number of hand of (the first player after player where hand is not empty)"),
    ],
)  # fmt: skip
def test_a_member_with_a_name_is_the_member_without_one(tmp_path: Path, named: str, unnamed: str) -> None:
    example = """example uguali it "uguali" en "equal" fr "égaux"
  hand holds 7D 2C
  check many = others
  check many is more than 0
"""
    found = checked(tmp_path, f"quanti: many is {named}\naltri: others is {unnamed}\n", example)
    assert isinstance(found, Game), found
    assert [fault.message for result in run_examples(found) for fault in result.failures] == []


def test_a_name_that_the_condition_does_not_use_is_an_unknown_kind(tmp_path: Path) -> None:
    found = checked(tmp_path, "quanti: many is number of (denarri in hand where value is 1)\n")
    assert not isinstance(found, Game)
    [fault] = found
    assert fault.code == "C0303"
    assert fault.primary is not None
    assert fault.primary.span.text == "denarri"


def test_a_name_that_has_a_meaning_already_is_refused(tmp_path: Path) -> None:
    found = checked(tmp_path, "quanti: many of p is number of (p in players where not idle(p))\n")
    assert not isinstance(found, Game)
    assert "C0307" in [one.code for one in found]


def test_a_parameter_of_a_definition_gets_its_type_from_a_named_member(tmp_path: Path) -> None:
    found = checked(
        tmp_path, "quanti: many of s is number of (p in s where hand of p is empty)\ntutti: all_idle is many of players\n"
    )
    assert isinstance(found, Game), found


def claims(folder: Path, *lines: str) -> tuple[g.Claim, ...]:
    written = "".join(f'claim a{n}_ it "a" en "a" fr "a"\n  {line}\n' for n, line in enumerate(lines))
    found = checked(folder, "", written)
    assert isinstance(found, Game), found
    return found.ruleset.claims


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("always hand is empty when done is empty", "always not (done is empty) or hand is empty"),
        ("always hand is empty unless done is empty", "always done is empty or hand is empty"),
        ("never hand is empty when done is empty", "never done is empty and hand is empty"),
        ("never hand is empty unless done is empty", "never not (done is empty) and hand is empty"),
        ("it can happen hand is empty when done is empty", "it can happen done is empty and hand is empty"),
        ("it can happen after gioca, hand is empty when card is 7D",
             "it can happen after gioca, card is 7D and hand is empty"),
        ("at the end of every turn, hand is empty when done is empty",
             "at the end of every turn, not (done is empty) or hand is empty"),
        ("before every gioca, hand is empty when card is 7D", "before every gioca, not (card is 7D) or hand is empty"),
        ("after every gioca, hand is empty when card is 7D", "after every gioca, not (card is 7D) or hand is empty"),
        ("always hand is empty or done is empty when player is last player",
         "always not (player is last player) or (hand is empty or done is empty)"),
        ("always hand is empty and done is empty when player is last player",
         "always not (player is last player) or (hand is empty and done is empty)"),
    ],
)  # fmt: skip
def test_a_condition_of_a_claim_is_part_of_what_it_claims(tmp_path: Path, written: str, meant: str) -> None:
    first, second = claims(tmp_path, written, meant)
    assert first.lines == second.lines


def test_places_may_be_joined_by_and(tmp_path: Path) -> None:
    [first, second] = [
        checked(tmp_path, f"sposta: after a gioca, move {places} to done\n") for places in ("hand and stock", "hand, stock")
    ]
    assert isinstance(first, Game)
    assert isinstance(second, Game)
    assert [c.sentence for c in first.ruleset.clauses] == [c.sentence for c in second.ruleset.clauses]
