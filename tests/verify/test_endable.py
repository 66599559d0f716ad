"""A match can always still end: proved by a hand after which it can, refuted by a match that no further hand can end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
from tests.levels import at_night
from tests.verify.material import game_of
from tests.verify.small import decided, small

from cartaro_grammar.model.game import Game
from cartaro_interpreter import Json, compile_game, read_record, replay
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record
from cartaro_verify import english
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations.match_end import TRIES, HandDependence, endable
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play import table
from cartaro_verify.terms.symbolic_state import OwnedPlace

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("proofs_alone")]

POINTS = 'counter points of each side for the match "the points"'
HANDS = 'counter hands for the match "the hands"'
MOST = "most: the side with highest total value of won scores 1\n"
SUM = "sum: at the count of the hand, add score of side to points for each side\n"
WINS = "wins: the winner is the side with highest points\n"
FIVE = "ends: the match ends when some x in sides has points is at least 5 unless winner is none"
COUNTED = "counted: at the end of the hand, add 1 to hands\n"
BAGS = 'counter bags of each side for the match "the bags"'
BAG = "bag: at the end of the hand, add 1 to bags of the side with highest number of won\n"
FINE = "fine: each side scores -1 when bags of side is at least 3\n"
EMPTIED = "emptied: at the count of the hand, bags becomes 0 for each side where bags is at least 3\n"
POT = 'counter pot for the match "the pot"'
THREE = "most: the side with highest total value of won scores 3\n"
TURNS = "deals: deal 1 from stock to each hand\nmore: deal 1 from stock to each hand when remainder of hands by 3 is 2"

COURSE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
OUT = "out: at the end of the turn, end the match when some x in sides has points is at least 5"

PROVED: dict[str, tuple[dict[str, str], str]] = {
    "an end within a hand": (
        {"places": POINTS, "course": COURSE + OUT, "match": MOST + SUM + WINS + FIVE}, "one side gains more"
    ),
    "a target": ({"places": POINTS, "match": MOST + SUM + WINS + FIVE}, "one side gains more"),
    "after every hand": ({}, "it ends at once"),
    "a number of hands": (
        {"places": HANDS, "match": "counted: at the end of the hand, add 1 to hands\nwins: the winner is the side with highest "
         "number of won\nends: the match ends when hands is at least 3"},
        "a counter keeps growing",
    ),
    "a number of lives": (
        {"places": POINTS, "match": "lost: at the count of the hand, subtract score of side from points for each side\n"
         + MOST + WINS + "ends: the match ends when some x in sides has points is at most -5"},
        "one side gains more",
    ),
    "who has least wins, of three": (
        {"players": "3", "places": POINTS, "match": "each: each side scores total value of won\n" + SUM
         + "wins: the winner is the side with lowest points\n" + FIVE},
        "every side but one gains",
    ),
    "a hand that is seldom seen": (
        {"places": POINTS, "deal": "table: deal 1 from stock to table\ndeals: deal 2 from stock to each hand",
         "match": "rare: each side scores 1 when AR is in won and 2R is in won and AN is in table and top of stock is 2N\n"
         + SUM + WINS + FIVE},
        "one side gains more",
    ),
    "a hand that chance does not play": (
        {"places": POINTS + '\ncounter boasted for the hand "the boast"',
         "course": "act boast amount\n  says \"boast {amount}\"\n  amount is a number from 1 to 400\n  boasted becomes amount\n"
         "boasts: the player may boast when boasted is 0\nmay_boast: in a turn, before plays, the player may boast\n"
         "begins: the play begins with the last player\npasses: the turn passes to the player after player",
         "match": "most: the side with highest total value of won scores 1 when boasted is 0\n" + SUM + WINS + FIVE},
        "one side gains more",
    ),
    "hands that go otherwise by turns": (
        {"places": POINTS + "\n" + HANDS, "deal": TURNS, "match": MOST + SUM + COUNTED + WINS + FIVE}, "one side gains more",
    ),
    "a fine by what was counted before": (
        {"places": POINTS + "\n" + BAGS, "match": THREE + BAG + FINE + SUM + WINS + FIVE}, "one side gains more",
    ),
    "a number of hands, unless the leaders are level": (
        {"places": POINTS + "\n" + HANDS, "match": MOST + SUM + COUNTED + WINS
         + "ends: the match ends when hands is at least 3 unless winner is none"},
        "one side gains more",
    ),
    "a fine upon which one begins anew": (
        {"places": POINTS + "\n" + BAGS, "match": THREE + BAG + FINE + SUM + EMPTIED + WINS + FIVE}, "one side gains more",
    ),
}  # fmt: skip

REFUTED = {
    "a target beyond which nobody wins": {
        "places": POINTS,
        "match": MOST + SUM + "enough: enough(n) is 0\nfull despite enough: enough(n) is 1 when n is at least 2\n"
        "wins: the winner is the side with highest enough(points of side)\n"
        "ends: the match ends when every x in sides has points is at least 2 unless winner is none",
    },
    "an end that no hand brings": {
        "match": "wins: the winner is the side with highest number of won\nends: the match ends when stock is empty"
    },
}  # fmt: skip

UNKNOWN = {
    "hands that go otherwise by turns and once more": {
        "places": POINTS + "\n" + HANDS,
        "deal": TURNS + " and hands is at least 4",
        "match": MOST + SUM + COUNTED + WINS + FIVE,
    },
    "a fine that costs what a hand brings": {
        "places": POINTS + "\n" + BAGS,
        "match": MOST + BAG + FINE + SUM + WINS + FIVE,
    },
    "a stake in the deal and a fine, together what a hand brings": {
        "places": POINTS + "\n" + BAGS,
        "deal": "deals: deal 1 from stock to each hand" + "\nstake: subtract 2 from points for each side",
        "match": THREE + BAG + FINE + SUM + WINS + FIVE,
    },
    "a fine before the count": {
        "places": POINTS + "\n" + BAGS,
        "match": THREE
        + BAG
        + SUM
        + WINS
        + FIVE
        + "\nfine: at the end of the hand when bags of side of the last player is at least 3, "
        "subtract 1 from points of side of the last player",
    },
    "exactly a number": {
        "places": POINTS,
        "match": MOST + SUM + WINS + "ends: the match ends when some x in sides has points is 5",
    },
    "a hand that is played by the points": {
        "places": POINTS,
        "may": "the player may keep",
        "course": "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
        "late: at the end of the hand when points of side of the last player is at least 3, move table to stock",
        "match": MOST + SUM + WINS + FIVE,
    },
}


@pytest.mark.parametrize("name", PROVED)
def test_a_match_that_can_end_is_proved(name: str, tmp_path: Path) -> None:
    parts, why = PROVED[name]
    found = decided("endable", small(tmp_path, **parts))
    assert found.verdict == "proved", found.reason
    assert why in english(found.method)


@pytest.mark.parametrize("name", at_night(REFUTED, by_day=["an end that no hand brings"]))
def test_a_match_that_cannot_end_is_shown(name: str, tmp_path: Path) -> None:
    game = small(tmp_path, **REFUTED[name])
    found = decided("endable", game)
    assert found.verdict == "refuted", found.reason
    assert found.witness is not None
    assert_replays(game, found.witness.record)


@pytest.mark.parametrize(
    "name", at_night(UNKNOWN, by_day=UNKNOWN.keys() - {"a fine that costs what a hand brings", "exactly a number"})
)
def test_what_is_not_known_to_end_is_not_proved(name: str, tmp_path: Path) -> None:
    assert decided("endable", small(tmp_path, **UNKNOWN[name])).verdict == "unknown"


@pytest.mark.nightly
def test_the_player_who_arrives_first_in_the_count_wins_in_the_end() -> None:
    found = decided("endable", game_of("scopa", insieme="nel_conto"))
    assert found.verdict == "proved", found.reason


def test_a_slam_and_the_order_of_the_count_do_not_clash() -> None:
    assert decided("decided", game_of("cirulla", insieme="nel_conto")).verdict == "proved"


def test_no_hand_is_played_twice_from_a_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Void hands are remembered too; here all but a few are void."""
    played, as_ever = list[tuple[object, ...]](), table.hands

    def hands(
        of: table.HistoryTable,
        memory: Mapping[OwnedPlace, int],
        seeds: Iterable[int],
        without: frozenset[str],
        *,
        looking_ahead: bool = True,
        acts_first: bool = False,
    ) -> Iterator[table.MatchHand]:
        tried = list(seeds)
        played.extend((*memory.values(), seed) for seed in tried)
        return as_ever(of, memory, tried, without, looking_ahead=looking_ahead, acts_first=acts_first)

    monkeypatch.setattr(table, "hands", hands)
    seldom = PROVED["a hand that is seldom seen"][0]
    void = "void: at the end of the turn, void the hand when every hand is empty and AR is not in won\n"
    assert decided("endable", small(tmp_path, **{**seldom, "match": void + seldom["match"]})).verdict == "proved"
    assert len(played) > TRIES
    assert len(played) == len(set(played))


def test_a_pot_holds_at_least_what_the_hand_put_into_it(tmp_path: Path) -> None:
    """How much it held before is unknown, but the transition system knows that it was not less than nothing."""
    stake = "deals: deal 1 from stock to each hand\nstake: add 1 to pot"
    wins_pot = "pot_won: the side with highest total value of won scores pot\n" + SUM + WINS + FIVE
    left = "\nleft: at the count of the hand, pot becomes total value of table"
    coarse = PreparedGame(small(tmp_path, places=POINTS + "\n" + POT, deal=stake, match=wins_pot + left)).coarse
    assert endable(coarse.frame, coarse.tables).method is not None


def test_what_a_hand_depends_on() -> None:
    assert HandDependence(game_of("scopa"), ProofContext()).dependent == {"points"}
    assert HandDependence(game_of("scopa_popolare"), ProofContext()).excluded_acts == {"call_out"}
    eight = HandDependence(game_of("scopone", punti="8"), ProofContext())
    assert eight.dependent == {"points", "in_parita"}
    assert "declare_out" in eight.excluded_acts
    assert eight.depending_clause is None


def test_a_hand_that_is_counted_by_what_was_counted_before(tmp_path: Path) -> None:
    fined = small(tmp_path, places=POINTS + "\n" + BAGS, match=THREE + BAG + FINE + SUM + WINS + FIVE)
    assert HandDependence(fined, ProofContext()).counting_clause == "sum"
    assert HandDependence(fined, ProofContext()).depending_clause is None
    assert HandDependence(game_of("scopa"), ProofContext()).counting_clause is None


def test_a_counter_of_which_remainders_are_read_recurs(tmp_path: Path) -> None:
    match = COUNTED + "wins: the winner is the side with highest number of won\nends: the match ends"
    deal = TURNS + "\nless: deal 1 from stock to table when remainder of hands by 2 is 1"
    assert HandDependence(small(tmp_path, places=HANDS, deal=deal, match=match), ProofContext()).recurring == {"hands": 6}
    read = match + " when hands is at least 3"
    assert HandDependence(small(tmp_path, places=HANDS, deal=deal, match=read), ProofContext()).recurring == {}


def assert_replays(game: Game, record: Mapping[str, object]) -> None:
    """The interpreter plays the match again, and it is not over."""
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    read = read_record(rules, cast("Json", record))
    assert isinstance(read, Record), [d.message for d in read]
    assert isinstance(replay(rules, read), Played)


def test_a_hand_that_ends_the_match_by_a_consequence_shows_nothing_for_other_counts(tmp_path: Path) -> None:
    """From no points the match ends before the points are taken back; from two points no hand would gain any."""
    out = "out: at the count of the hand, end the match when every x in sides has points is at most 1\n"
    back = "back: at the count of the hand, subtract score of side from points for each side\n"
    game = small(tmp_path, places=POINTS, match=MOST + SUM + out + back + WINS + FIVE)
    assert decided("endable", game).verdict == "unknown"
