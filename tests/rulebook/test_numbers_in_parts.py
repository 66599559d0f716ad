"""Numbers that count halves, thirds or quarters are printed with a fraction (0150)."""

from __future__ import annotations

import pytest
from tests.shipped_games import rules_of

from cartaro_grammar import noun
from cartaro_interpreter import State, read_position
from cartaro_rulebook import tallies_in_words
from cartaro_rulebook.cards.state_of_play import in_parts


@pytest.mark.parametrize(
    ("value", "parts", "shown"),
    [
        (15, 2, "7½"),
        (14, 2, "7"),
        (1, 2, "½"),
        (0, 2, "0"),
        (-3, 2, "-1½"),
        (-1, 2, "-½"),
        (7, 3, "2⅓"),
        (2, 4, "½"),
        (15, 1, "15"),
    ],
)
def test_a_number_of_parts_is_printed_with_a_fraction(value: int, parts: int, shown: str) -> None:
    assert in_parts(value, parts) == shown


def test_a_bracket_marks_the_noun_of_a_number_of_parts() -> None:
    found = noun("il totale (1/2)", "it")
    assert (found.singular, found.parts) == ("totale", 2)
    assert noun("les tiers (m pl, 1/3)", "fr").parts == 3
    assert noun("the total", "en").parts == 1
    assert noun("la metà (1/5)", "it").singular == "metà (1/5)"


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_the_total_of_sette_e_mezzo_is_in_halves(code: str) -> None:
    rules = rules_of("sette_e_mezzo")
    position = {"turn": 1, "zones": {"hand": {"1": ["RC"]}, "face_up": {"1": ["7S"]}}}
    state = read_position(rules, position)
    assert isinstance(state, State)
    (total,) = [tally for tally in tallies_in_words(rules, state, 0, code) if tally.name == "sum"]
    assert total.values == {0: "7½"}
