"""The kinds of a ranking are drawn from the highest to the lowest, with the cards of the examples."""

from __future__ import annotations

import re

from tests.shipped_games import game_of

from cartaro_rulebook.guide import player_guide
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.ladder import ladder


def ladders(page: Page) -> list[str]:
    sections = player_guide(page.scope).sections
    return [found for section in sections for one in section.sentences if (found := ladder(one, page))]


def test_the_hands_of_poker_are_drawn_in_their_order() -> None:
    page = page_for(Ruleset(game_of("five_card_draw")), "en")
    (drawn,) = ladders(page)
    kinds = re.findall(r"<dt>([^<]*)</dt> <dd>(.*?)</dd>", drawn)
    assert [kind for kind, _ in kinds] == [
        "A straight flush", "Four of a kind", "A full house", "A flush", "A straight", "Three of a kind", "Two pairs", "A pair",
        "A high card",
    ]  # fmt: skip
    assert all(cards.count('class="face') == 5 for _, cards in kinds)


def test_the_cards_of_a_kind_are_of_an_example_with_its_number() -> None:
    page = page_for(Ruleset(game_of("five_card_draw")), "en")
    (drawn,) = ladders(page)
    full_house = re.findall(r'aria-label="([^"]*)"', drawn.partition("A full house")[2].partition("<dt>")[0])
    assert [name.partition(" of ")[0] for name in full_house] == ["two", "two", "two", "three", "three"]


def test_the_cards_of_a_kind_are_of_an_example_that_compares_hands() -> None:
    """Texas hold'em ranks the best five of seven cards, and its examples do not state the number of a kind."""
    page = page_for(Ruleset(game_of("texas_holdem")), "en")
    (drawn,) = ladders(page)
    rows = re.findall(r"<dt>([^<]*)</dt> <dd>(.*?)</dd>", drawn)
    kinds = {kind: re.findall(r'aria-label="(\w+) of', cards) for kind, cards in rows}
    assert len(kinds) == 9
    assert kinds["A straight flush"] == ["ace", "king", "queen", "jack", "ten"]
    assert kinds["A straight"] == ["nine", "eight", "seven", "six", "five"]
    assert kinds["Two pairs"] == ["ace", "ace", "king", "king", "nine"]


def test_a_game_without_a_ranking_has_no_drawing_of_one() -> None:
    assert ladders(page_for(Ruleset(game_of("scopone")), "en")) == []
