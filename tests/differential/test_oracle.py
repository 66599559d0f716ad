"""Tests of the oracle: enumerating only the chance outcomes that are needed gives the same results as enumerating all
of them.
"""

from __future__ import annotations

import pytest
from tests.differential.comparison import case_of
from tests.differential.exploration import Seen, explore
from tests.differential.packs import Dealer, Outcome, Stock, outcomes

from cartaro_interpreter import Rules, compile_game
from cartaro_interpreter.state.state import arranged, deal_from

SEEDS = (5, 9)


def rules_of(seed: int) -> Rules:
    rules = compile_game(case_of(seed).game)
    assert isinstance(rules, Rules)
    return rules


@pytest.mark.parametrize("seed", SEEDS)
def test_every_order_of_the_stock_gives_what_its_first_cards_give(seed: int) -> None:
    rules = rules_of(seed)
    hidden, plain = explore(rules), explore(rules, hiding=False)
    assert hidden.stock is not None
    assert plain.stock is None
    assert hidden.closed
    assert plain.closed
    assert hidden.runs <= plain.runs
    order = hidden.stock.order
    assert {m: {_without(s, order) for s in seen} for m, seen in hidden.met.items()} == {
        m: {_without(s, order) for s in seen} for m, seen in plain.met.items()
    }
    assert set(hidden.faults) == set(plain.faults)


def _without(seen: Seen, order: int) -> tuple[object, ...]:
    cells = list(seen.cells)
    cells[order] = 0
    return (*cells, seen.arguments, seen.actor)


def test_a_pack_is_fixed_as_far_as_it_is_dealt() -> None:
    rules = rules_of(SEEDS[0])
    place = rules.layout.places["stock"]
    stock = Stock(place.slot, place.order)
    before = [0] * rules.layout.size
    cards = tuple(range(4))
    runs: list[Outcome] = []

    def play(dealer: Dealer, cells: list[int]) -> list[int]:
        pack = dealer.shuffle(cards)
        cells[stock.slot] = 0b1111
        cells[stock.order] = sum(card << 8 * n for n, card in enumerate(pack))
        hand = rules.layout.places["hand"].slot
        cells[hand] = deal_from(cells, stock.slot, stock.order, 2)
        return cells

    runs = [o for o in outcomes(rules.layout, stock, tuple(before), play, None, lambda: None, lambda: None) if o.cells]
    assert len(runs) == 4 * 3
    assert all(o.cells is not None and len(arranged(o.cells, rules.layout, stock.slot)) == 2 for o in runs)
