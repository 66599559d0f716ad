"""Acts that read cards freely in a game without groups: only groups keep a reading, so the cards move without one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import rules_with

from cartaro_engine import Engine, Sums, engine_of, observed, played_by_the_interpreter
from cartaro_engine.memory.layout import SumsPlan
from cartaro_interpreter import Played
from cartaro_interpreter.state.state import conserved

HANDS = 30
READ = """
zone aside it "il mucchio" en "the heap" fr "le tas"
pile rest it "lo scarto" en "the discard" fr "la défausse"
matta: asso may be read as any card
act play card
  says it "giocare {{card}}" en "play {{card}}" fr "jouer {{card}}"
  card is one of hand, read freely
  {effect}
gioca: in a turn the player must play
libera: the player may play when suit of card is denari and rank of card is re
altra: the player may play when rank of card is not asso
"""


@pytest.mark.parametrize(
    "effect",
    [
        "move card to done",
        "move card to aside",
        "move card to rest",
        "shuffle card into stock",
        "shuffle card into rest",
    ],
)
def test_the_card_itself_is_moved(effect: str, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, READ.format(effect=effect))
    engine = engine_of(rules)
    assert isinstance(engine, Engine)
    parts = list[Sums]()
    for number in range(HANDS):
        played = played_by_the_interpreter(rules, 3, number)
        assert isinstance(played, Played), played
        assert conserved(rules.layout, played.state)
        found = observed(rules, 3, number, "hand")
        assert isinstance(found, Sums)
        parts.append(found)
    assert engine.hands(3, 0, HANDS) == Sums.sum(SumsPlan.of(rules.game), parts)
