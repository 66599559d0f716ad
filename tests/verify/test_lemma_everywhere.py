"""Under all house rules too, a proof begins with the lemma that the clauses suggest: no clause has ended the hand yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import small

from cartaro_verify import decide_everywhere
from cartaro_verify.everywhere import SLICES

PLACES = f"""option far is 4 among {", ".join(map(str, range(1, SLICES + 2)))}
  because "some stop sooner"
flag beyond for the hand "a card was kept after the end"
"""
# There are more choices than are decided one by one, each with this lemma.
COURSE = """begins: the play begins with the last player
passes: the turn passes to the player after player
heavy: the hand ends when total value of table is at least far
late: after a keep when total value of table - value of card is at least {}, beyond becomes true"""
CLAIM = 'claim in_time "nothing is kept after the end"\n  always not beyond'


@pytest.mark.parametrize(("late", "verdict"), [("far", "proved"), ("far - 1", "refuted")])
def test_nothing_happens_after_the_end_of_a_hand(late: str, verdict: str, tmp_path: Path) -> None:
    deal, lays = "deals: deal 3 from stock to each hand", "move card to table"
    game = small(tmp_path, places=PLACES, deal=deal, lays=lays, course=COURSE.format(late), claims=CLAIM)
    (found,) = decide_everywhere(game, "in_time")
    assert found.verdict == verdict, found
