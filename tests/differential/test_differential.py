"""Every verdict on a sample of small games is true, the sample contains every construct, and the bench finds the faults that
are put back.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.differential.__main__ import house_rules_of
from tests.differential.comparison import Case, case_of, compare, compare_everywhere
from tests.differential.constructs import CONSTRUCTS, met
from tests.differential.pairs import compare_pair, pair_of
from tests.differential.putback import FAULTS
from tests.levels import at_night

pytestmark = pytest.mark.slow

SAMPLE = (25, 34, 44, 46, 72, 75, 88, 107, 108, 161, 250, 1036, 1038, 1046, 1058, 1072, 1095, 1122, 1128, 77)
"""Seeds of small games that contain every construct; most take a quarter of a second. `make differential` tries many more."""

WITH_OPTIONS = (4, 10, 70, 102, 112, 126, 135)
"""Seeds of small games with house rules, which are decided under all of them at once."""

SEVERAL = (6000,)
"""Seeds of small games with two or three house rules; `python -m tests.differential --mode everywhere` tries many more."""

PAIRS = {
    5001: "equal (proved)",
    5012: "stricter",
    5013: "equal (proved)",
    5026: "looser",
    5029: "unlike",
    5037: "unlike",
}
"""Seeds of pairs of a game and a small change of it, and what `diff` reports of them."""

ONCE_WRONG = ((26, "c18"), (78, "movable"), (1430, "conserved"), (1929, "faultless"), (2021, "c2"), (40155, "faultless"))
"""Seeds, and the names of the statements about which the verifier was once wrong."""

PINNED = {
    "W1": (255, "c18"),
    "W2": (0, "faultless"),
    "W3": (715, "c14"),
    "W4": (95, "c35"),
    "W5": (91, "c30"),
    "W7": (126, "c29"),
    "W8 attributes": (23, "c8"),
    "W8 divisors": (27, "c2"),
    "W9": (76, "discreet"),
}
"""For each fault, a seed and the claim or obligation of its game that shows the fault."""


@cache
def game(seed: int) -> Case:
    return case_of(seed)


@pytest.mark.parametrize("seed", at_night(SAMPLE, by_day=SAMPLE[::5]))
def test_every_verdict_is_so(seed: int) -> None:
    found = compare(game(seed))
    assert found.wrong == []
    assert found.verdicts.total() > len(game(seed).game.claims)


@pytest.mark.parametrize("seed", at_night(WITH_OPTIONS, by_day=WITH_OPTIONS[:1]))
def test_every_verdict_under_all_house_rules_is_so(seed: int) -> None:
    found = compare_everywhere(case_of(seed))
    assert found.wrong == []
    assert found.verdicts["proved"] > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seed", SEVERAL)
def test_every_verdict_under_several_house_rules_is_so(seed: int) -> None:
    found = compare_everywhere(case_of(seed, house_rules_of(seed)))
    assert found.wrong == []
    assert found.verdicts["proved"] + found.verdicts["refuted"] > 0


@pytest.mark.parametrize("seed", at_night(PAIRS, by_day=(5001, 5012, 5029)))
def test_a_game_and_a_change_of_it_are_what_play_shows(seed: int) -> None:
    found = compare_pair(pair_of(seed))
    assert found.wrong == []
    assert PAIRS[seed] in found.verdicts


def test_the_sample_meets_every_construct() -> None:
    assert CONSTRUCTS.keys() - frozenset[str]().union(*(met(game(seed).game) for seed in SAMPLE)) == set()


@pytest.mark.parametrize(("seed", "name"), at_night(ONCE_WRONG, by_day=ONCE_WRONG[:-1]))
def test_what_was_wrong_is_so(seed: int, name: str) -> None:
    assert [w for w in compare(game(seed), (name,)).wrong if w.name == name] == []


@pytest.mark.parametrize("fault", at_night(FAULTS, by_day=("W1", "W2")))
def test_a_fault_put_back_is_found(fault: str) -> None:
    seed, name = PINNED[fault]
    assert [w for w in compare(game(seed), (name,)).wrong if w.name == name] == []
    with FAULTS[fault]():
        assert [w for w in compare(game(seed), (name,)).wrong if w.name == name]


def test_the_same_seed_makes_the_same_game() -> None:
    assert case_of(SAMPLE[0]).texts == game(SAMPLE[0]).texts
