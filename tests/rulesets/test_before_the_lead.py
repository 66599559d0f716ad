"""Before a card is led, no clause about the suit led is a reason that bars a card."""

from __future__ import annotations

import pytest
from tests.shipped_games import rules_of

from cartaro_grammar import game as g
from cartaro_grammar.model.parts import parts
from cartaro_interpreter import Move, SeededChance, State, begin_hand, begin_match
from cartaro_interpreter.ruling.grounds import grounds
from cartaro_interpreter.state.card_sets import members

LED = "led"
TRICK_GAMES = ("agram", "briscola_in_cinque", "hearts", "madrasso", "spades", "sueca", "traversone", "tressette", "whist")


def reads_the_suit_led(clause: g.Clause) -> bool:
    return any(isinstance(part, g.Recall) and part.cell == LED for part in parts(clause))


@pytest.mark.parametrize("name", TRICK_GAMES)
def test_no_clause_about_the_suit_led_bars_a_card_before_a_lead(name: str) -> None:
    rules = rules_of(name)
    for seed in range(3):
        match = begin_match(rules, SeededChance(seed))
        assert isinstance(match, State), match
        state = begin_hand(rules, match, SeededChance(seed))
        assert isinstance(state, State), state
        place = rules.layout.places["hand"]
        for card in members(state.cells[place.slot + state.turn]):
            found = grounds(rules, state, Move("play", (card,), ()))
            assert isinstance(found, tuple), found
            barring = [bar.case.clause for permission in found for bar in permission.bars]
            assert [clause.name for clause in barring if reads_the_suit_led(clause)] == []
