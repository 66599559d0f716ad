"""The show of Cribbage, counted by its rules and by a separate program, for random hands and cribs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

from tests.levels import by_level

import cartaro

TEXT = Path(__file__).parents[2] / "rulesets" / "parlour" / "cribbage.regole"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = [rank + suit for rank in RANKS for suit in "♥♦♣♠"]
HANDS = 60
EACH_NIGHT = 2_000


def place(card: str) -> int:
    return RANKS.index(card[:-1])


def pips(card: str) -> int:
    return min(place(card) + 1, 10)


def is_run(cards: tuple[str, ...]) -> bool:
    places = sorted(map(place, cards))
    return places == list(range(places[0], places[0] + len(places)))


def show(hand: list[str], starter: str, *, crib: bool = False) -> int:
    """Return what a hand, or the crib, is worth."""
    sets = [chosen for size in range(2, 6) for chosen in combinations([*hand, starter], size)]
    fifteens = sum(sum(map(pips, chosen)) == 15 for chosen in sets)
    pairs = sum(len(chosen) == 2 and place(chosen[0]) == place(chosen[1]) for chosen in sets)
    runs = [len(chosen) for chosen in sets if len(chosen) >= 3 and is_run(chosen)]
    longest = max(runs, default=0)
    suits = {card[-1] for card in hand}
    flush = 0 if len(suits) > 1 else 5 if starter[-1] in suits else 0 if crib else 4
    return 2 * fifteens + 2 * pairs + longest * runs.count(longest) + flush + ("J" + starter[-1] in hand)


def test_the_show_is_that_of_a_separate_program() -> None:
    game, random = cartaro.load(str(TEXT)).game(players=2), Random(0)
    for number in range(by_level(day=HANDS, night=EACH_NIGHT)):
        suit = random.choice("♥♦♣♠")
        few = [card for card in DECK if card[-1] == suit or number % 2]
        hand = random.sample(few, 4)
        starter, *others = random.sample([card for card in DECK if card not in hand], 9)
        other, crib = others[:4], others[4:]
        zones = {"played": {"1": hand, "2": other}, "starter": [starter], "crib": crib}
        found = game.position({"zones": zones, "counters": {"dealer": 2}}).score()["points"]
        assert found == {"1": show(hand, starter), "2": show(other, starter) + show(crib, starter, crib=True)}, zones
