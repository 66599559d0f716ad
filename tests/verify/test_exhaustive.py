"""If proofs leave a statement about a small game open, it is decided by enumerating all play, and every such decision
is right.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.verify.small import USUAL, decided, small

from cartaro_grammar import TRUTH
from cartaro_grammar import game as g
from cartaro_grammar.model.game import Game
from cartaro_interpreter import PHASE_TURN, Played, Record, Rules, compile_game, read_record, replay
from cartaro_verify import Result, as_json, english, from_json
from cartaro_verify.play.enumeration import Enumeration
from cartaro_verify.play.exhaustive import ExhaustiveSearch
from cartaro_verify.play.search import Goal
from cartaro_verify.play.table import HistoryTable


def enumerated(game: Game) -> Enumeration:
    """Enumerate all play of a game, without watching for any event."""
    play = Enumeration(HistoryTable(game), 1, lambda event: None, frozenset())
    play.run()
    return play


def claimed(folder: Path, line: str, **parts: str) -> Result:
    return decided("it", small(folder, claims=f'claim it "it"\n  {line}', **parts))


AGAIN_AND_AGAIN = {
    "places": 'counter n for the match "the count"',
    "course": f"{USUAL['course']}\ncounts: after a keep, add 1 to n",
    "match": "wins: the winner is the side with highest number of won\n"
    "ends: the match ends when some c in won of side of the last player has rank of c is ace",
}
"""A match of any number of hands, with a counter that only grows."""


def test_memory_that_nothing_reads_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_verify.play.enumeration.MOST_RUNS", 4_000)
    table = HistoryTable(small(tmp_path, **AGAIN_AND_AGAIN))
    for goals, closes in (([], True), ([Goal(("await", ""), number_of(table.game, "n"))], False)):
        search = ExhaustiveSearch(table, goals, 2)
        search.run()
        assert search.closed == closes


def number_of(game: Game, cell: str) -> g.Expr:
    """Return a condition, true nowhere, that reads all values of a counter."""
    span, kind = game.clauses[0].span, game.cell[cell].type
    recalled = g.Recall(cell, None, kind, span)
    return g.Operation("<", (recalled, recalled), TRUTH, span)


# ------------------------------------------------------------------------ chance


@pytest.mark.parametrize(
    ("deal", "deals"),
    [
        ("deals: deal 1 from stock to each hand", 6 * 5),
        ("deals: deal 2 from stock to each hand", 15 * 6),
        ("deals: deal 3 from stock to each hand", 20),
        ("deals: deal 1 from stock to each hand\nturns: deal 2 from stock to table", 6 * 5 * 6),
    ],
)
def test_there_are_as_many_deals_as_ways_to_lay_the_cards_out(tmp_path: Path, deal: str, deals: int) -> None:
    play = enumerated(small(tmp_path, deal=deal))
    assert play.closed
    assert len(play.dealt) == deals


def unknown_orders(play: Enumeration) -> set[int]:
    """Return how many cards of a pile may lie in any order, in those states of some play that wait for a move."""
    waiting = (node for node in play.nodes if node.phase == PHASE_TURN)
    return {count for node in waiting for _, count in node.hidden}


def test_the_order_of_the_stock_is_told_apart_as_far_as_a_rule_looks_at_it(tmp_path: Path) -> None:
    assert unknown_orders(enumerated(small(tmp_path))) == {4}
    assert unknown_orders(enumerated(small(tmp_path, may="the player may keep when rank of top of stock is ace"))) == {3, 4}


def test_a_claim_may_look_at_the_top_of_a_pile(tmp_path: Path) -> None:
    result = claimed(tmp_path, "it can happen (rank of top of stock is ace and number of hand of players is 1)")
    assert result.verdict == "attained"
    assert claimed(tmp_path, "always suit of top of stock is not none").verdict == "proved"


def test_cards_put_on_a_pile_lie_above_those_whose_order_is_not_known(tmp_path: Path) -> None:
    course = f"{USUAL['course']}\nback: after a keep, move card to stock"
    result = claimed(tmp_path, "after every keep, top of stock is card", course=course)
    assert result.verdict == "proved"
    assert unknown_orders(enumerated(small(tmp_path, course=course))) == {4}


def test_a_deal_that_is_made_again_ends_if_some_pack_ends_it(tmp_path: Path) -> None:
    again = f"{USUAL['deal']}\nagain: repeat from shuffles when (hand of the last player where rank is ace) is empty"
    result = decided("faultless", small(tmp_path, deal=again))
    assert result.verdict == "proved"
    never = f"{USUAL['deal']}\nagain: repeat from shuffles when number of hand of the last player is 1"
    assert decided("faultless", small(tmp_path, deal=never)).verdict != "proved"
    assert enumerated(small(tmp_path, deal=never)).dealt_for_ever()


def test_rounds_that_are_counted_have_no_fault_when_each_may_be_dealt_otherwise(tmp_path: Path) -> None:
    again = f"counts: add 1 to tries\n{USUAL['deal']}\nagain: repeat from shuffles when number of ace in hand of players is 2"
    claims = 'claim it "it"\n  it can happen tries = 1'
    game = small(tmp_path, places='counter tries for the hand "the try / the tries"', deal=again, claims=claims)
    assert not enumerated(game).closed
    assert decided("faultless", game).verdict == "proved"


# ---------------------------------------------------------------------- verdicts


def replayed(game: Game, result: Result) -> bool:
    """Return whether the interpreter can play the hand that is shown."""
    assert result.witness is not None
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    record = read_record(rules, dict(result.witness.hand or result.witness.record))
    return isinstance(record, Record) and isinstance(replay(rules, record), Played)


@pytest.mark.parametrize(
    ("line", "verdict", "moves"),
    [
        ("always remainder of (number of stock + number of won of sides + number of hand of players) by 2 = 0", "proved", None),
        ("it can happen number of red in won of side of the last player is 2", "refuted", None),
        ("it can happen (number of won of sides is 1 and number of ace in won of sides is 1)", "attained", 1),
        ("at the end of every hand, number of ace in won of sides is at most 1", "refuted", 2),
        ("the greatest total value of won of sides at the end of a hand is 6", "attained", 2),
        ("the greatest total value of won of sides at the end of a hand is 7", "refuted", None),
        ("the least total value of won of sides at the end of a hand is 2", "attained", 2),
    ],
)
def test_a_line_is_decided_and_shown_in_the_fewest_moves(tmp_path: Path, line: str, verdict: str, moves: int | None) -> None:
    game = small(tmp_path, claims=f'claim it "it"\n  {line}')
    result = decided("it", game)
    assert result.verdict == verdict
    if moves is not None:
        assert result.witness is not None
        assert len(cast("list[object]", result.witness.record["moves"])) == moves
        assert replayed(game, result)


STUCK = {"may": "the player may keep when value of card is at least 2"}


def test_a_match_of_which_no_hand_is_completed_never_ends(tmp_path: Path) -> None:
    result = replace(decided("endable", small(tmp_path, may="the player may keep when value of card is at least 4")), seconds=0)
    assert (result.verdict, result.witness) == ("refuted", None)
    assert english(result.method).startswith("exhaustive")
    assert "no hand is ever completed" in english(result.reason)
    assert from_json(as_json(result)) == result


def test_a_match_that_no_hand_ends_is_shown_though_some_hands_get_stuck(tmp_path: Path) -> None:
    match = USUAL["match"].replace("the match ends", "the match ends when stock is empty")
    game = small(tmp_path, match=match, **STUCK)
    result = decided("endable", game)
    assert result.verdict == "refuted"
    assert replayed(game, result)


def test_a_match_that_some_hand_ends_is_not_refuted_though_other_hands_get_stuck(tmp_path: Path) -> None:
    assert decided("endable", small(tmp_path, **STUCK)).verdict == "proved"
