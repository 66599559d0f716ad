"""A proof examines each moment that play examines, such as a count that ends the match, or memory that a new hand clears.

Only the prover tries the claims; play would refute the false ones.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import USUAL, small

from cartaro_verify.claims import attempt, begun
from cartaro_verify.obligations.prepared_game import PreparedGame

pytestmark = pytest.mark.slow

LIVES = 'counter lives of each side for the match "the lives"\ncounter n for the turn "the count"'
LOSES = "loses: at the {moment} of the hand, add 1 to lives for each side\n"
STOPS = "stops: at the {moment} of the hand, end the match when some side has lives at least 1"
FEW_LIVES = "no x in sides has lives of x is at least 1"


def is_proved(folder: Path, claim: str, course: str) -> bool:
    """Return whether the prover proves a claim of the small game with some more clauses."""
    claims = f'claim told "told"\n  {claim}'
    game = small(folder, places=LIVES, course=USUAL["course"] + "\n" + course, claims=claims, match=USUAL["match"])
    (line,) = game.claim["told"].lines
    return attempt(PreparedGame(game), begun(line)).proved


@pytest.mark.parametrize("moment", ["end", "count"])
def test_a_hand_whose_last_clauses_end_the_match_is_looked_at(moment: str, tmp_path: Path) -> None:
    course = (LOSES + STOPS).format(moment=moment)
    assert not is_proved(tmp_path, f"at the {moment} of every hand, {FEW_LIVES}", course)
    assert is_proved(tmp_path, f"at the {moment} of every hand, every hand is empty", course)


def test_a_hand_that_ended_the_match_before_its_count_has_none(tmp_path: Path) -> None:
    lost = "AR is in won of side of the last player"
    course = f"stops: at the end of the hand, end the match when {lost}"
    assert is_proved(tmp_path, f"at the count of every hand, not ({lost})", course)
    assert not is_proved(tmp_path, f"at the end of every hand, not ({lost})", course)


def test_memory_of_a_turn_is_clear_when_a_hand_begins(tmp_path: Path) -> None:
    course = "counts: after a keep, add 1 to n"
    assert is_proved(tmp_path, "at the start of every hand, n is 0", course)
    assert not is_proved(tmp_path, "at the end of every hand, n is 0", course)
