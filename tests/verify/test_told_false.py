"""A claim that its text states to be false: it counts as kept where play refutes it, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import decided, small

from cartaro_verify import as_json, from_json

TOLD = """claim said (T1) "nobody ever holds a two"
  refuted "Two of the six cards are twos."
  {}
"""


@pytest.mark.parametrize(
    ("line", "verdict", "kept"),
    [
        ("never some x in players has some c in hand of x has value of c = 2", "refuted", True),
        ("never some x in players has some c in hand of x has value of c = 4", "proved", False),
        ("it can happen some x in players has some c in hand of x has value of c = 2", "attained", False),
    ],
)
def test_what_is_reported_as_false_is_kept_where_it_is_refuted(tmp_path: Path, line: str, verdict: str, kept: bool) -> None:
    game = small(tmp_path, claims=TOLD.format(line))
    assert [claim.refuted for claim in game.claims] == [(("", "Two of the six cards are twos."),)]
    found = decided("said", game)
    assert (found.verdict, found.told_false, found.fine) == (verdict, True, kept)
    again = from_json(as_json(found))
    assert (again.told_false, again.fine) == (True, kept)
    assert as_json(again) == as_json(found)


@pytest.mark.parametrize(("said", "verdict"), [(7, "refuted"), (6, "attained"), (5, "refuted")])
def test_a_greatest_is_too_great_where_a_lower_bound_is_proved(tmp_path: Path, said: int, verdict: str) -> None:
    game = small(
        tmp_path,
        deal="deals: deal 2 from stock to each hand",
        match="worth: each side scores total value of won\n"
        "wins: the winner is the side with highest total value of won\nends: the match ends",
        claims=TOLD.format(f"greatest score of side at the end of the hand is {said}"),
    )
    found = decided("said", game)
    assert (found.verdict, found.fine) == (verdict, verdict == "refuted")
    assert (found.witness is None) == (said == 7)
