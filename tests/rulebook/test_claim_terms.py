"""Why a hand breaks a claim: the terms that decide the claim, with their values, in three languages."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.workbench.shipped_texts import TEXTS

from cartaro_grammar import check_texts
from cartaro_rulebook import broken_claim_in_words

Position = Mapping[str, object]
WON = {
    "1": ["7C", "7D", "7S", "FC", "FD", "FS", "FB", "CB", "CC", "CD", "CS", "RD", "3C", "3D", "AS", "2S"],
    "2": [
        *("7B", "6B", "6C", "6D", "6S", "AB", "2B", "3B", "4B", "5B", "RB", "AC", "2C"),
        *("4C", "5C", "RC", "AD", "2D", "4D", "5D"),
    ],
}
COUNTED: Position = {"zones": {"won": WON}, "counters": {"scope": {"1": 0, "2": 3}}, "turn": 2}
TAKING: Position = {"zones": {"hand": {"1": ["7B"]}, "table": ["7C", "AC"]}, "turn": 1, "begun": True}
TAKE: Position = {"players": 2, "moves": [{"act": "take", "args": {"card": "7B", "taken": ["7C"]}}]}


def terms(claim: str, position: Position, language: str = "en", record: Position | None = None) -> list[tuple[str, str]]:
    """The terms of the claim `c` of a variant of Scopa, in a position."""
    annex = f'annex prove of mia\n\nclaim c "c"\n  {claim}\n'
    variant = 'variant mia of scopa\n  title "Mia"\n'
    checked = check_texts({**TEXTS, "mia.regole": variant, "mia.prove.regole": annex}, "mia.regole")
    game = checked.game
    assert game is not None, [one.message for one in checked.diagnostics]
    found = broken_claim_in_words(game, "c", record or {"players": 2, "moves": []}, position, language)
    return [(one.text, one.value) for one in found]


SEVENS = {
    "en": [
        ("the number of sevens in the pile of each player", "3 (player 1), 1 (player 2)"),
        ("the primiera of the pile of each player", "73 (player 1), 75 (player 2)"),
        ("the score of each player for “primiera”", "0 (player 1), 1 (player 2)"),
    ],
    "it": [
        ("il numero di sette nelle prese di ogni giocatore", "3 (giocatore 1), 1 (giocatore 2)"),
        ("la primiera delle prese di ogni giocatore", "73 (giocatore 1), 75 (giocatore 2)"),
        ("il punteggio di ogni giocatore per «la primiera»", "0 (giocatore 1), 1 (giocatore 2)"),
    ],
    "fr": [
        ("le nombre de sept dans les levées de chaque joueur", "3 (joueur 1), 1 (joueur 2)"),
        ("la primiera des levées de chaque joueur", "73 (joueur 1), 75 (joueur 2)"),
        ("le score de chaque joueur pour «\u00a0la primiera\u00a0»", "0 (joueur 1), 1 (joueur 2)"),
    ],
}


@pytest.mark.parametrize("language", SEVENS)
def test_the_values_of_both_sides_are_side_by_side(language: str) -> None:
    claim = """at the end of every hand,
    no x in sides has some y in sides has (number of sette in won of x is more than number of sette in won of y
    and prime_of of won of x is more than 0 and primiera of y is 1)"""
    assert terms(claim, COUNTED, language) == SEVENS[language]


def test_only_what_decides_is_named() -> None:
    """For `and` the operand that fails is shown, for `or` both operands, and for `every` the member for which it does
    not hold.
    """
    first = "always number of table is 0 and number of stock is 7"
    assert terms(first, COUNTED) == [("the number of cards in the stock", "0")]
    both = "always number of table is 2 or number of stock is 7"
    assert terms(both, COUNTED) == [("the number of cards on the table", "0"), ("the number of cards in the stock", "0")]
    some = "always every c in table has value is less than 7"
    assert terms(some, TAKING) == [("the value of the seven of cups", "7")]


def test_a_line_on_an_act_names_its_arguments() -> None:
    value = [("the value of the seven of clubs", "7")]
    assert terms("before every take, value of card is less than 7", TAKING, record=TAKE) == value
    assert terms("after every lay, value of card is less than 7", TAKING, record=TAKE) == []


def test_a_condition_is_denied_where_it_does_not_hold() -> None:
    assert terms("always some x in sides has scope of x is more than 3", COUNTED) == [
        ("the sweeps of each player", "0 (player 1), 3 (player 2)")
    ]
    assert terms("always last_swept", COUNTED) == [("it is not true that the last capture emptied the table", "")]


def test_an_extreme_has_the_value_of_each_side() -> None:
    assert terms("greatest scope of side at the end of the hand is 2", COUNTED) == [
        ("the sweeps of each player", "0 (player 1), 3 (player 2)")
    ]


def test_a_claim_that_holds_or_a_position_of_another_game_has_no_terms() -> None:
    assert terms("always number of table is 0", COUNTED) == []
    assert terms("always number of table is 0", {"zones": {"nowhere": []}}) == []
