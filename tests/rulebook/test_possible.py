"""Conditions on moves as a player thinks of them: a number after the move, and a move that is not possible.

In the game, the players add to a sum that may not exceed a limit; a player without a card for it stops.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

SUM = """game sum
  title "Sum"
  use french_deck, parlour

article 1 "The table"
  seats: there are 3 players
  way: play runs clockwise
  pack: the pack has 1 of every rank and suit
  worth: every rank has worth
    asso 1
    due 2
    tre 3
    quattro 4
    cinque 5
    sei 6
    sette 7
    otto 8
    nove 9
    dieci 10
    fante 11
    donna 12
    re 13
  zone row "the row"
  counter sum for the hand "the sum"
  flag enough of each player for the hand "has said enough"
  row_open: everyone sees row
  at the start of the hand
    give: deal 5 from stock to each hand

article 2 "The row"
  act lay card
    says "lay {card}"
    card is one of hand
    move card to row
    add worth of card to sum
  act stop
    says "say enough"
    enough becomes true
  low: the player may lay when sum + worth of card is at most 50
  none: the player may stop when no c in hand has sum + worth of c is at most 50
  turns: in a turn the player must lay or stop
  over: the hand ends when every player has enough
  counts: each side scores number of hand
  winning: the winner is the side with lowest points
  once: the match ends when some side has points at least 20
"""


def test_a_limit_is_told_of_the_number_after_the_move(tmp_path: Path) -> None:
    told = guide_of_text(SUM, "en", tmp_path)
    assert "The player may lay a card when the sum is at most 50 after the move." in told


def test_a_move_for_players_without_another_one(tmp_path: Path) -> None:
    told = guide_of_text(SUM, "en", tmp_path)
    assert "The player may say enough when they cannot lay a card." in told
    assert "From then on" not in told  # has said enough


KEPT = {
    "another amount is added": ("    add worth of card to sum", "    add worth of card + 1 to sum"),
    "the number changes twice": ("    add worth of card to sum", "    add worth of card to sum\n    add 1 to sum"),
    "a rule changes the number after the move": (
        "  turns: in a turn",
        "  seven: after a lay when worth of card is 7, sum becomes 0\n  turns: in a turn",
    ),
}
"""Changes after which the sum of the condition is not the number after the move."""


@pytest.mark.parametrize("change", KEPT.values(), ids=KEPT)
def test_a_calculation_that_is_not_the_result_of_the_move_stays(change: tuple[str, str], tmp_path: Path) -> None:
    told = guide_of_text(SUM.replace(*change), "en", tmp_path)
    assert "after the move" not in told
    assert "the sum plus" in told


OTHERS = {
    "another limit": ("is at most 50\n  turns", "is at most 49\n  turns"),
    "a further condition of the move": ("may lay when sum", "may lay when row is not empty and sum"),
    "the move may be barred": (
        "  turns: in a turn",
        "  barred despite low: the player may not lay when worth of card is 7\n  turns: in a turn",
    ),
    "two permissions of the move": (
        "  turns: in a turn",
        "  low_again: the player may lay when rank of card is asso\n  turns: in a turn",
    ),
}
"""Changes after which a player can say enough although they can lay a card, or cannot although they can lay none."""


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_a_condition_that_is_not_exactly_the_other_move_stays(change: tuple[str, str], tmp_path: Path) -> None:
    assert SUM.count(change[0]) == 1
    assert "cannot lay a card" not in guide_of_text(SUM.replace(*change), "en", tmp_path)


DUTY = SUM.replace(
    "  turns: in a turn",
    "  beats despite low: the player may not lay when suit of card is hearts and worth of card is at most 5 "
    "and some c in hand has (suit of c is hearts and worth of c is more than 5)\n  turns: in a turn",
)


def test_a_card_that_is_barred_if_the_player_holds_another(tmp_path: Path) -> None:
    told = guide_of_text(DUTY, "en", tmp_path)
    assert (
        "But the player may not lay a card of hearts that has “worth” of at most 5, "
        "if they have a card of hearts that has “worth” greater than 5." in told
    )


STEPS = SUM.replace(
    "  turns: in a turn the player must lay or stop",
    '  flag open for the hand "the row is not closed"\n'
    '  act begin\n    says "open the row"\n    open becomes true\n'
    "  opens: the player may begin\n"
    "  first: in a turn the player must begin when not open\n"
    "  turns: in a turn the player must lay or stop when open",
)


def test_a_negation_of_the_author_is_not_negated_twice(tmp_path: Path) -> None:
    told = guide_of_text(STEPS, "en", tmp_path)
    assert "When the row is closed, in their turn, the player must open the row." in told
    assert "not not" not in told


def test_steps_that_exclude_each_other_do_not_come_one_after_the_other(tmp_path: Path) -> None:
    told = guide_of_text(STEPS, "en", tmp_path)
    assert "When the row is not closed, in their turn, the player must lay a card or say enough." in told
    both = guide_of_text(STEPS.replace("when not open", "when sum is at most 40"), "en", tmp_path)
    assert "When the row is not closed, then, in their turn, the player must lay a card or say enough." in both
