"""Advice points to rules that are probably not intended, with their place and the change that corrects them, and to no other
rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.material import game_of
from tests.verify.small import small

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import Result, as_json, english, from_json, verify

pytestmark = pytest.mark.slow

COURSE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
COUNT = 'counter n for the hand "the count"\ncounter m for the hand "the other"\n'
FLAG = 'flag seen for the hand "an ace was seen"\n' + COUNT
SUM = 'counter p of each side for the hand "the sum"\n'
SUMMED = "counted: each side scores {amount}\nsum: at the count of the hand, add score of side to p for each side"
MATCH = "wins: the winner is the side with highest number of won\nends: the match ends\n"

TOLD = {
    "a score that nobody can have": (
        {"match": MATCH + "five: each side scores 5 when number of ace in won is at least 3"},
        {"five": "never applies"},
    ),
    "a consequence that contradicts itself": (
        {"places": COUNT, "course": COURSE + "never: after a keep when AR is in won and AR is not in won, add 1 to n"},
        {"never": "never applies"},
    ),
    "a permission that another's case leaves nothing": (
        {"course": COURSE + "empty: the player may keep when hand is empty"},
        {"empty": "never applies"},
    ),
    "a prohibition of what cannot be": (
        {"course": COURSE + "bare despite keeps: the player may not keep when number of hand is at least 2"},
        {"bare": "forbids nothing"},
    ),
    "an exemption from what forbids nothing there": (
        {
            "may": "the player may keep when rank of card is two",
            "course": COURSE
            + "aces: the player may keep unless rank of card is two\n"
            "first despite keeps: the player may not keep when card is 2R and number of stock is 5\n"
            "lifted despite first: the player may keep when rank of card is ace",
        },
        {"first": "forbids nothing", "lifted": "has no effect"},
    ),
    "a consequence that the one before it undoes": (
        {
            "places": FLAG,
            "course": COURSE
            + "forgets: after a keep, seen becomes false\n"
            "scores: after a keep when seen, add 1 to n\n"
            "sees: after a keep when rank of card is ace, seen becomes true",
        },
        {"scores": "`forgets`, which comes before it"},
    ),
    "two consequences whose order decides": (
        {"places": COUNT, "course": COURSE + "counts: after a keep, add 1 to n\ncopies: after a keep, m becomes n"},
        {"copies": "m depends on the order"},
    ),
    "a count that is cleared before it is read": (
        {
            "places": COUNT,
            "course": COURSE
            + "grows: at the start of the turn, add 1 to n\n"
            "clears: after a keep, n becomes 0\ncopies: after a keep, m becomes n",
        },
        {"copies": "m depends on the order"},
    ),
    "a counter below zero": (
        {"places": COUNT, "course": COURSE + "loses: after a keep when rank of card is ace, subtract 1 from n"},
        {"n": "falls below 0"},
    ),
    "a heading of the score that may be negative": (
        {"places": SUM, "match": MATCH + SUMMED.format(amount="number of won of side - 3")},
        {"p": "falls below 0"},
    ),
}  # fmt: skip

QUIET = {
    "nothing": {},
    "a clause for another number of players": {
        "players": "2 or 3",
        "places": COUNT,
        "course": COURSE + "third: after a keep when number of players is 3, add 1 to n",
    },
    "an order that is said": {
        "places": COUNT,
        "course": COURSE + "counts: after a keep, n becomes 1\n"
        "aces despite counts: after a keep when rank of card is ace, n becomes 2",
    },
    "a value that is computed for the next clause": {
        "places": COUNT + '\nreference taker, a player, for the hand "who takes"',
        "course": COURSE
        + "takes: after a keep, taker becomes the player with highest number of won\n"
        "counts: after a keep when taker is player, add 1 to n",
    },
    "cases that exclude each other": {
        "places": COUNT,
        "course": COURSE + "counts: after a keep unless rank of card is ace, n becomes 1\n"
        "aces: after a keep when rank of card is ace, n becomes 2",
    },
    "a clause at a moment that no way of the encoding leads to": {
        "places": COUNT,
        "course": COURSE + "last: at the end of the match when number of won of players is at least 1, n becomes 1",
    },
    "a count in a match that goes on with fewer players, which is not covered": {
        "players": "3",
        "places": 'reference loser, a player, for the hand "who loses"\ncounter lives of each side for the match "the life"\n'
        'reference first, a player, for the match "the first", at first the last player',
        "course": "begins: the play begins with the player after first\n"
        "passes: the turn passes to the player after player\n"
        "ace: after a keep when value of card is 1, loser becomes player\n"
        "loses: at the count of the hand when loser is not none, add 1 to lives of side of loser\n"
        "nobody: at the count of the hand when loser is none, add 1 to lives for each side\n"
        "goes_on: at the end of the hand, first becomes the player after first\n"
        "inside: x takes part when lives of x is less than 1",
        "match": "wins: the winner is the side with highest number of won\n"
        "ends: the match ends when number of (players where lives is less than 1) is at most 1",
    },
    "a heading of the score that is a loss": {
        "places": SUM,
        "match": MATCH + SUMMED.format(amount="0 - number of won of side - 1"),
    },
    "a counter that is looked at before": {
        "places": COUNT,
        "course": COURSE + "wins_one: after a keep, add 1 to n\nloses: at the end of the hand unless n is 0, subtract 1 from n",
    },
}  # fmt: skip


def advice_on(game: Game) -> dict[str, Result]:
    return {r.name: r for r in verify(game) if r.kind == "advice"}


@pytest.mark.parametrize("name", TOLD)
def test_what_may_not_be_meant_is_reported(name: str, tmp_path: Path) -> None:
    parts, wanted = TOLD[name]
    found = advice_on(small(tmp_path, **parts))
    assert {n: wanted[n] in english(r.method) for n, r in found.items() if n in wanted} == dict.fromkeys(wanted, True)
    assert set(found) == set(wanted), {n: r.method for n, r in found.items()}
    for result in found.values():
        assert (result.verdict, result.fine) == ("told", True)
        assert ".regole:" in result.at
        assert result.reason
        assert as_json(from_json(as_json(result))) == as_json(result)


@pytest.mark.parametrize("name", QUIET)
def test_what_is_in_order_is_not_reported(name: str, tmp_path: Path) -> None:
    assert {n: r.method for n, r in advice_on(small(tmp_path, **QUIET[name])).items()} == {}


def test_a_hand_shows_it(tmp_path: Path) -> None:
    below = advice_on(small(tmp_path, **TOLD["a counter below zero"][0]))["n"]
    assert below.witness is not None
    assert below.witness.position["counters"] == {"n": -1, "m": 0}


def test_the_heading_that_is_subtracted_is_the_place(tmp_path: Path) -> None:
    game = small(tmp_path, **TOLD["a heading of the score that may be negative"][0])
    (counted,) = (clause for clause in game.clauses if clause.name == "counted")
    assert advice_on(game)["p"].at.split(":")[1] == str(counted.span.line)


def test_a_counter_that_may_be_negative_is_claimed_to_be(tmp_path: Path) -> None:
    parts = {**TOLD["a counter below zero"][0], "claims": 'claim lost "lost"\n  it can happen n is less than 0'}
    assert advice_on(small(tmp_path, **parts)) == {}


def test_what_is_inherited_is_not_reported() -> None:
    assert [r for r in verify(game_of("rebello"), only="advice") if r.kind == "advice"] == []


def test_a_sweep_that_is_no_sweep_may_cost_a_point(tmp_path: Path) -> None:
    """The last sweep is taken back even if it was never counted."""
    path = tmp_path / "lost.regole"
    path.write_text(
        'variant lost of scopa\n  title it "L" en "L"\n\nset ultima to presa\n\nin article 4 add\n'
        "  vana despite spazzata: after a take when rank of card is asso, nothing\n",
        encoding="utf-8",
    )
    game = load_game(path, {})
    assert isinstance(game, Game)
    found = {r.name: r for r in verify(game, only="advice")}
    assert "below 0" in english(found["scope"].method)
    assert found["scope"].witness is not None
