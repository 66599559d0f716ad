"""The clauses by which counters rise in a move: they explain the whole rise, and nobody learns more from them than the rise."""

from __future__ import annotations

from collections import defaultdict

from tests.shipped_games import rules_of

from cartaro_interpreter import PHASE_TURN, PlayInProgress, Rise, SeededChance

HANDS = 60


def test_the_clauses_explain_every_rise_in_play_and_only_those_on_open_cards_are_known() -> None:
    rules, known = rules_of("cribbage"), defaultdict[str, set[frozenset[int]]](set)
    points = rules.layout.memory["points"]
    for seed in range(HANDS):
        table = PlayInProgress(rules, SeededChance(seed))
        table.begin()
        table.begin_hand()
        while table.awaits:
            before, options = table.state, table.options()
            table.act(options[seed % len(options)])
            risen: list[Rise] = table.risen
            for rise in risen:
                known[rise.clause].add(rise.known_to)
            if table.state.phase == PHASE_TURN:
                for side in range(2):
                    slot = points.slot + side
                    told = sum(rise.amount for rise in risen if rise.owner == side)
                    assert table.state.cells[slot] - before.cells[slot] == told
    everybody, nobody = frozenset({0, 1}), frozenset[int]()
    assert known == {
        "fante_girato": {nobody},  # the top of the stock is hidden until it is turned up
        "quindici": {everybody},
        "trentuno": {everybody},
        "coppie": {everybody},
        "scale": {everybody},
        "ultima_carta": {everybody},
    }


def test_a_counter_to_which_one_clause_adds_needs_no_reason() -> None:
    table = PlayInProgress(rules_of("scopa"), SeededChance(5))
    table.begin()
    table.begin_hand()
    while table.awaits:
        table.act(table.options()[0])
        assert table.risen == []
