"""Facts that follow from the clauses on the end of a hand or match: a match has a certain number of hands, and a hand is not
over yet.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import decided, small

from cartaro_grammar import leave_open
from cartaro_grammar.model.game import Game
from cartaro_verify import Interim, decide, decide_everywhere, out_of_time
from cartaro_verify.encode.counted_hands import EndingNumber, ending_numbers
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.prepared_game import PreparedGame

pytestmark = pytest.mark.usefixtures("proofs_alone")

HANDS = 'counter hands for the match "the hands"'
COUNTED = "counted: at the count of the hand, add 1 to hands\n"
WINS = "wins: the winner is the side with highest number of won\n"
THREE = "ends: the match ends when hands is at least 3\n"
FEWER = "deals: deal 3 - hands from stock to each hand"
SOME_CARD = (
    'claim some_card "some card"\n  at the start of every hand, every x in players has number of hand of x is at least 1'
)


def of_three_hands(folder: Path, match: str = COUNTED + WINS + THREE) -> Game:
    """A match of three hands, which have three cards, two cards and one card."""
    return small(folder, places=HANDS, deal=FEWER, match=match, claims=SOME_CARD)


def test_a_number_that_ends_the_match_is_found(tmp_path: Path) -> None:
    context = ProofContext()
    assert ending_numbers(of_three_hands(tmp_path), context) == (EndingNumber(("hands", -1), 3),)
    tied = COUNTED + WINS + "ends: the match ends when hands is at least 3 unless winner is none\n"
    assert ending_numbers(of_three_hands(tmp_path, tied), context) == ()
    below = COUNTED + WINS + "ends: the match ends when hands is at most 3\n"
    assert ending_numbers(of_three_hands(tmp_path, below), context) == ()


@pytest.mark.parametrize("name", ["some_card", "movable", "faultless", "endable"])
def test_a_hand_may_depend_on_the_number_of_hands(name: str, tmp_path: Path) -> None:
    found = decided(name, of_three_hands(tmp_path))
    assert found.verdict == "proved", found.reason


@pytest.mark.parametrize(
    "match",
    [
        COUNTED + WINS + "ends: the match ends when hands is at least 5\n",
        "counted: at the count of the hand, add 2 to hands\n" + WINS + "ends: the match ends when hands is at least 4\n",
        COUNTED + "early: at the start of the hand, add 2 to hands\n" + WINS + THREE.replace("3", "4"),
        COUNTED + WINS + THREE.replace("3", "3 unless winner is none"),
    ],
)
def test_a_hand_after_too_many_is_not_excluded(match: str, tmp_path: Path) -> None:
    assert decided("some_card", of_three_hands(tmp_path, match)).verdict != "proved"


def test_a_hand_that_is_not_counted_leads_nowhere(tmp_path: Path) -> None:
    never = COUNTED.replace("hands\n", "hands when table is not empty\n")
    assert decided("endable", of_three_hands(tmp_path, never + WINS + THREE)).verdict != "proved"


AGREED = f"""option most is 3 among 2, 3
  because "some deal two cards at most"
option way is down among down, both
  because "some deal more cards again after the hand of one card"
{HANDS}
last_is: all_hands is most
under way is both
  both_ways despite last_is: all_hands is 2 * most - 1"""
BOTH_WAYS = """down: size is most - hands
up despite down: size is hands - most + 2 when hands is at least most"""
"""With `down` the number of cards would be zero after the hand of one card, but that hand is the last."""


def of_agreed_hands(folder: Path, end: str = "ends: the match ends when hands is at least all_hands\n") -> Game:
    """A match whose number of hands, and whose number of cards in each hand, depend on two house rules."""
    up = BOTH_WAYS.replace("hands is at least most", "way is both and hands is at least most")
    deal = "deals: deal size from stock to each hand"
    return small(folder, places=f"{AGREED}\n{up}", deal=deal, match=COUNTED + WINS + end, claims=SOME_CARD)


def test_a_number_that_depends_on_house_rules_is_found_for_each_choice(tmp_path: Path) -> None:
    game = leave_open(of_agreed_hands(tmp_path), ("most", "way"))
    assert isinstance(game, Game)
    place = ("hands", -1)
    assert set(ending_numbers(game, ProofContext())) == {
        EndingNumber(place, 5),
        EndingNumber(place, 3, (("most", ("3",)), ("way", ("down",)))),
        EndingNumber(place, 2, (("most", ("2",)), ("way", ("down",)))),
        EndingNumber(place, 3, (("most", ("2",)), ("way", ("both",)))),
    }


@pytest.mark.parametrize("name", ["movable", "endable"])
def test_one_proof_covers_matches_of_different_numbers_of_hands(name: str, tmp_path: Path) -> None:
    game = leave_open(of_agreed_hands(tmp_path), ("most", "way"))
    assert isinstance(game, Game)
    assert attempt(name, PreparedGame(game)).proved


def test_a_hand_after_too_many_under_one_house_rule_is_not_excluded(tmp_path: Path) -> None:
    late = "ends: the match ends when hands is at least all_hands + 1\n"
    (found,) = decide_everywhere(of_agreed_hands(tmp_path, late), "some_card")
    assert found.verdict == "refuted"
    assert found.coverage is not None
    assert [dict(one.under) for one in found.coverage.exempted] == [{"way": ("down",)}]


PLAYS = 'counter laid of each player for the hand "the card laid / the cards laid"'
TOTAL = "total of laid of x over x in players"
LAID = f'claim few_laid "few laid"\n  always {TOTAL} is at most 3'


def of_three_cards(folder: Path, end: str) -> Game:
    """Four cards are dealt, and the hand ends when a given number of cards has been laid."""
    return small(
        folder, places=PLAYS, deal="deals: deal 2 from stock to each hand", lays="move card to won\nadd 1 to laid",
        course=f"begins: the play begins with the last player\npasses: the turn passes to the player after player\n{end}",
        claims=LAID,
    )  # fmt: skip


def test_a_turn_begins_in_a_hand_that_is_not_over(tmp_path: Path) -> None:
    found = decided("few_laid", of_three_cards(tmp_path, f"full: the hand ends when {TOTAL} is 3"))
    assert found.verdict == "proved", found.reason


def test_at_the_end_of_a_turn_a_hand_may_be_over(tmp_path: Path) -> None:
    claims = f'claim few_laid "few laid"\n  always {TOTAL} is at most 1'
    game = small(tmp_path, places=PLAYS, lays="move card to won\nadd 1 to laid", claims=claims)
    assert decided("few_laid", game).verdict == "refuted"


def test_what_is_proved_is_a_result_when_time_runs_out(tmp_path: Path) -> None:
    """Results are reported only after a proof that time may cut short, but the claim is already proved by then."""
    game = of_three_cards(tmp_path, f"full: the hand ends when {TOTAL} is 3")
    only, interim = ("few_laid", "movable"), Interim()
    results = decide(game, only, interim=interim)
    found = [next(results)]
    left = {result.name: result.verdict for result in out_of_time(game, only, found, interim)}
    assert {found[0].name, *left} == set(only)
    assert "unknown" not in left.values()
