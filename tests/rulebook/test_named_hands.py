"""Examples that compare hands name them and draw their cards, as *the best hand of player 1: two pairs*."""

from __future__ import annotations

import re

import pytest
from tests.shipped_games import game_of

from cartaro_rulebook import Ruleset
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.evidence_page import folded_examples
from cartaro_rulebook.site.named_hands import checks_of, named_hands

CODES = "K♥ K♣ 2♦ 2♠ 9♠", "8♦ 8♣ 9♣ 9♠ K♥"


def named(name: str, example: str, code: str = "en") -> list[tuple[str, set[str]]]:
    page = page_for(Ruleset(game_of(name)), code)
    of = page.game.example[example]
    found = named_hands(of, checks_of(of, page.scope), page)
    return [(title, {page.game.deck.cards[card].code for card in cards}) for title, cards in found]


@pytest.mark.parametrize(
    ("code", "titles"),
    [
        ("en", ["The best hand of player 1: two pairs", "The best hand of player 2: two pairs"]),
        ("it", ["La mano migliore del giocatore 1: due coppie", "La mano migliore del giocatore 2: due coppie"]),
        ("fr", ["La meilleure main du joueur 1\u00a0: deux paires", "La meilleure main du joueur 2\u00a0: deux paires"]),
    ],
)
def test_compared_hands_have_their_kind_and_their_five_cards(code: str, titles: list[str]) -> None:
    assert named("texas_holdem", "coppia_alta", code) == [
        (title, set(cards.split())) for title, cards in zip(titles, CODES, strict=True)
    ]


def test_cards_of_one_rank_are_together() -> None:
    page = page_for(Ruleset(game_of("texas_holdem")), "en")
    folded = folded_examples(page).partition('data-of="e-coppia_alta"')[2]
    hands = [folded.partition(f"player {number}: two pairs")[2].partition("</div>")[0] for number in (1, 2)]
    shown = [re.findall(r'aria-label="(\w+) of', hand) for hand in hands]
    assert shown == [["king", "king", "two", "two", "nine"], ["nine", "nine", "eight", "eight", "king"]]


@pytest.mark.parametrize(
    ("name", "example"), [("texas_holdem", "chi_vede"), ("scopone", "primiera"), ("leduc", "coppia_batte")]
)
def test_other_examples_compare_no_hands(name: str, example: str) -> None:
    assert named(name, example) == []
