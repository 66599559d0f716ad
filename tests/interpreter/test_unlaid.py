"""What remains of a hand's total if its best groups are laid, compared with all ways to lay melds of Gin."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest
from tests.shipped_games import rules_of

from cartaro_interpreter import Json, State, Unlaid, read_position, unlaid

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def is_meld(cards: tuple[str, ...]) -> bool:
    """Return whether cards are a set of one rank or a run of one suit."""
    ranks, suits = [card[:-1] for card in cards], {card[-1] for card in cards}
    if len({*ranks}) == 1:
        return 3 <= len(cards) <= 4
    places = sorted(RANKS.index(rank) for rank in ranks)
    return len(cards) > 2 and len(suits) == 1 and places == [*range(places[0], places[0] + len(cards))]


def least(hand: frozenset[str]) -> int:
    """Return the least deadwood of a hand, by trying every meld for its first card."""
    melds = [frozenset(some) for n in range(3, len(hand) + 1) for some in combinations(sorted(hand), n) if is_meld(some)]

    @cache
    def rest(left: frozenset[str]) -> int:
        if not left:
            return 0
        first = min(left)
        worth = min(RANKS.index(first[:-1]) + 1, 10)
        return min(worth + rest(left - {first}), *(rest(left - meld) for meld in melds if first in meld <= left), 999)

    return rest(hand)


def state_with(hand: list[str]) -> State:
    zones: dict[str, Json] = {"hand": {"1": [*hand], "2": []}}
    state = read_position(rules_of("gin"), {"zones": zones, "turn": 1})
    assert isinstance(state, State), state
    return state


def deal(seed: int) -> list[str]:
    """Return eleven cards, most of them of three ranks or three neighbours, so that melds overlap."""
    chance = random.Random(seed)
    pack = [rank + suit for rank in RANKS[seed % 8 : seed % 8 + 5] for suit in "♥♦♣♠"]
    return chance.sample(pack, 11)


@pytest.mark.parametrize("seed", range(12))
def test_the_least_deadwood_is_that_of_all_ways_to_lay_melds(seed: int) -> None:
    hand = deal(seed)
    whole = sum(min(RANKS.index(card[:-1]) + 1, 10) for card in hand)
    found = [*unlaid(rules_of("gin"), state_with(hand), 0)]
    assert found == [Unlaid("loose", whole, least(frozenset(hand)))]
    assert found[0].least < whole


def test_a_hand_without_melds_keeps_its_total_and_other_games_have_none() -> None:
    assert [*unlaid(rules_of("gin"), state_with(["2♥", "4♦", "K♠"]), 0)] == [Unlaid("loose", 16, 16)]
    for name in ("scala40", "hearts"):
        state = read_position(rules_of(name), {"zones": {}, "turn": 1})
        assert isinstance(state, State)
        assert [*unlaid(rules_of(name), state, 0)] == []
