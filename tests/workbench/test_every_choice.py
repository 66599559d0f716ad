"""For every choice of one to four cards that a player sees, the page and the command give an answer in words."""

from __future__ import annotations

from random import Random

import pytest
from tests.levels import by_level
from tests.shipped_games import game_of
from tests.workbench.every_choice import LANGUAGES, open_cards, positions, some_choices, unanswered
from tests.workbench.service_calls import Page

from cartaro_grammar import shipped


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@pytest.mark.sweep("briscola_in_cinque", "machiavelli", "scopa")
@pytest.mark.parametrize("name", shipped())
def test_a_choice_of_cards_is_answered(page: Page, name: str) -> None:
    """For every number of players there is one position, with one choice of each size; the program `every_choice` tries all
    choices.
    """
    random, answered, opened = Random(name), 0, False
    for players in game_of(name).ruleset.player_counts[: by_level(day=1, night=20)]:
        for table in positions(page, name, players, 1):
            opened |= bool(open_cards(table))
            for chosen in some_choices(open_cards(table), random):
                found = unanswered(page, name, table, chosen, LANGUAGES[answered % len(LANGUAGES)], random)
                assert not found, (players, chosen, found)
                answered += 1
    assert answered or not opened  # in a game in which players only keep or swap, no card is visible


def test_an_open_card_is_not_called_out_of_sight(page: Page) -> None:
    """A joker in a meld is shown there under another card's face."""
    reported = 0
    for table in positions(page, "scala40", 2, 8):
        for card in open_cards(table):
            if card.startswith("JK"):
                answer = page.answer("why_not", seat=table.actor, cards=[card], language="en")
                reported += 1
                assert all("does not see where" not in line for one in answer["reasons"] for line in one["lines"])
    assert reported
