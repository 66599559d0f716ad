"""A definition needs one answer for the arguments with which the text applies it: a card may always be in a set."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import decided, small

from cartaro_grammar.model.game import Game
from cartaro_verify.frame.invariants import compared
from cartaro_verify.obligations.called_with import members_by_definition

pytestmark = pytest.mark.usefixtures("proofs_alone")

ONLY_IN = """few: worth(x, s) is 1 when number of s is at most 2
many: worth(x, s) is 2 when number of s is at least 3
another: worth(x, s) is 3 when number of s is at most 2 and number of (s where value is value of x) is 0"""
"""Has two answers for a card whose value is not in the set."""
OF_MEMBERS = "whole: whole of s is total of worth(x, s) over x in s"
OF_OTHERS = "whole: whole of s is total of worth(x, s - x) over x in s"
OF_PART = "whole: whole of s is total of worth(x, s) over x in (s where value is 1)"
OF_REST = "whole: whole of s is total of worth(x, s) over x in (s - table)"
PASSED_ON = "passed: passed_on(x, s) is worth(x, s)\nwhole: whole of s is total of passed_on(x, s) over x in s"
PASSED_WRONGLY = "passed: passed_on(x, s) is worth(x, s - table)\nwhole: whole of s is total of passed_on(x, s) over x in s"
SCORES = "points_of: each side scores whole of won"


def of_definitions(folder: Path, *texts: str) -> Game:
    return small(
        folder, match="\n".join((*texts, SCORES, "wins: the winner is the side with highest score", "ends: the match ends"))
    )


@pytest.mark.parametrize("applied", [OF_MEMBERS, OF_PART, OF_REST, PASSED_ON])
def test_two_answers_for_arguments_that_do_not_occur_are_no_clash(applied: str, tmp_path: Path) -> None:
    game = of_definitions(tmp_path, ONLY_IN, applied)
    assert members_by_definition(game)["worth"] == {(0, 1)}
    assert decided("decided", game).verdict == "proved"


@pytest.mark.parametrize("applied", [OF_OTHERS, PASSED_WRONGLY])
def test_two_answers_for_arguments_that_may_occur_may_clash(applied: str, tmp_path: Path) -> None:
    game = of_definitions(tmp_path, ONLY_IN, applied)
    assert members_by_definition(game)["worth"] == frozenset()
    assert decided("decided", game).verdict != "proved"


def test_a_claim_may_apply_a_definition_to_other_cards(tmp_path: Path) -> None:
    other = 'claim other "other"\n  always no x in stock has worth(x, won of side of player) is 5'
    game = small(
        tmp_path,
        match="\n".join(
            (ONLY_IN, OF_MEMBERS, SCORES, "wins: the winner is the side with highest score", "ends: the match ends")
        ),
        claims=other,
    )
    assert members_by_definition(game)["worth"] == frozenset()
    assert decided("decided", game).verdict != "proved"


def test_a_counter_is_compared_with_a_computed_number(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        players="3",
        places='counter turns for the hand "the turns"',
        course="begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
        "enough: the hand ends when turns is at least 2 * number of players + 1\n"
        "early: the hand ends when turns is number of table",
    )
    assert compared(game, game.cells[0]) == (7,)
