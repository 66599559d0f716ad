"""If a claim is proved although play may stop, it holds in all play that is possible, and the result states this limit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.whole_page import whole_page
from tests.verify.small import small

from cartaro_grammar.model.game import Game
from cartaro_rulebook.site.book import Ruleset
from cartaro_verify import Result, english, verify
from cartaro_verify.results import statements as st

CLAIMS = """claim kept "kept"
  always number of stock is at most 6
claim taken "taken"
  it can happen number of table is 0
"""
COURSE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
CLASH = COURSE + "stays: the turn passes to player when table is empty"
NOBODY = {
    "places": "reference leader, a player, for the match",
    "course": "begins: the play begins with the last player\npasses: the turn passes to leader",
}


def results(game: Game) -> dict[str, Result]:
    return {result.name: result for result in verify(game, ("decided", "faultless", "kept", "taken"))}


@pytest.fixture
def clash(tmp_path: Path) -> Game:
    return small(tmp_path, course=CLASH, claims=CLAIMS)


def test_where_clauses_clash_a_claim_is_proved_as_far_as_play_goes(clash: Game) -> None:
    found = results(clash)
    assert found["decided"].verdict == "refuted"
    assert found["kept"].verdict == "proved"
    assert "only as far as play can continue: that no clauses clash and none is missing is not proved (`decided`)" in english(
        found["kept"].reason
    )


def test_what_was_seen_in_play_needs_no_such_word(clash: Game) -> None:
    found = results(clash)["taken"]
    assert (found.verdict, found.reason) == ("attained", None)


def test_nothing_is_proved_of_what_the_text_does_not_decide(tmp_path: Path) -> None:
    """Both clauses apply when the stock is low, and they disagree; the claim `through` does not ask for the definition then."""
    answers = f"{COURSE}low: scarce means number of stock is less than 9\nlower: scarce means number of stock is less than 1"
    through = 'claim through "through"\n  always (not scarce or number of stock is less than 9)\n'
    claims = f'{CLAIMS}claim low_stock "low"\n  always scarce\n{through}'
    game = small(tmp_path, course=answers, claims=claims)
    found = {r.name: r for r in verify(game, ("decided", "kept", "low_stock", "through"))}
    assert found["kept"].verdict == "proved"
    for name in ("low_stock", "through"):
        assert found[name].verdict == "unknown"
        assert "`low` and `lower` answer" in english(found[name].reason)


def test_where_play_breaks_down_too(tmp_path: Path) -> None:
    found = results(small(tmp_path, **NOBODY, claims=CLAIMS))
    assert found["decided"].verdict == "proved"
    assert found["faultless"].verdict == "refuted"
    assert (found["kept"].verdict, found["kept"].reason) == ("proved", st.PlainReason.AS_FAR_AS_FAULTLESS)


def test_where_play_always_goes_on_nothing_is_stated(tmp_path: Path) -> None:
    found = results(small(tmp_path, claims=CLAIMS))
    assert {(name, result.reason) for name, result in found.items()} == {(name, None) for name in found}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("it", "finché il gioco può andare avanti"),
        ("fr", "tant que le jeu peut continuer"),
        ("en", "only as long as play"),
    ],
)
def test_the_page_says_so(code: str, said: str, clash: Game) -> None:
    page = whole_page(Ruleset(clash, findings=(results(clash)["kept"],)), code)
    assert said in re.sub(r"<[^>]*>", "", page)
