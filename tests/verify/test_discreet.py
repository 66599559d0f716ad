"""The legal moves reveal nothing hidden: this is proved by the cells that the conditions read or by the invariants, or refuted
by two hands.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from tests.levels import at_night
from tests.verify.small import decided, small

from cartaro_grammar import Game, load_game
from cartaro_interpreter import Json, compile_game, read_record, replay
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record
from cartaro_verify import english

pytestmark = pytest.mark.slow

NEXT = "the player after player"
FLAG = 'flag open of each player for the hand "is open"\n'
OPENS = "opens: at the start of the turn, open becomes true\n"
BLIND = "blind despite own: each player does not see hand unless open\n"
BEFORE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
CALLS = """
act call
  says "call"
  nothing
calls: in a turn, before plays, the player before player must call
may_call: the player before player may call
"""

SHOWN = "show card\nmove card to won"
AFTER_RED = "the player may keep unless some c in won of side of the player after player has suit of c is red"

PROVED: dict[str, tuple[dict[str, str], str]] = {
    "by what is read": ({}, "are seen by the player"),
    "by the cards that all have seen": (
        {
            "lays": SHOWN,
            "may": "the player may keep when number of red in won of side of the player after player is at most 3",
        },
        "were seen by all",
    ),
    "by a flag of every turn": ({"places": FLAG + OPENS + BLIND}, "are seen by the player"),
    "by what the invariants say is seen": (
        {"places": FLAG + "opens: at the start of the hand, open becomes true for each player\n" + BLIND},
        "hand is seen whenever a move is awaited",
    ),
    "by two positions that look alike": (
        {"may": f"the player may keep when total value of hand of {NEXT} is at most 3 * number of hand of {NEXT}"},
        "look the same to a player have the same moves",
    ),
    "by a turn that can be completed": ({"course": BEFORE + CALLS}, "the rest of the turn can be completed"),
}


@pytest.mark.parametrize(("parts", "method"), PROVED.values(), ids=PROVED)
def test_it_is_proved(parts: dict[str, str], method: str, tmp_path: Path) -> None:
    found = decided("discreet", small(tmp_path, **parts))
    assert (found.verdict, found.reason) == ("proved", None)
    assert method in english(found.method)


def test_a_hidden_card_that_decides_refutes_it(tmp_path: Path) -> None:
    game = small(tmp_path, may=f"the player may keep when some c in hand of {NEXT} has suit of c is red")
    found = decided("discreet", game)
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert "swapped" in english(found.witness.note)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    record = read_record(rules, cast("dict[str, Json]", found.witness.record))
    assert isinstance(record, Record), record
    assert isinstance(replay(rules, record), Played)


def test_a_card_laid_face_down_that_decides_refutes_it(tmp_path: Path) -> None:
    found = decided("discreet", small(tmp_path, may=AFTER_RED))
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert "swapped" in english(found.witness.note)


def test_a_card_that_all_have_seen_may_decide(tmp_path: Path) -> None:
    found = decided("discreet", small(tmp_path, lays=SHOWN, may=AFTER_RED))
    assert (found.verdict, found.reason) == ("proved", None)
    assert "were seen by all" in english(found.method)


UNDER_A_TOP = "the player may keep unless some c in heap of side of the player after player has suit of c is red"


@pytest.mark.usefixtures("proofs_alone")
def test_the_cards_under_a_top_that_is_seen_are_not_proved_to_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards are dealt to a heap at once, and only the last is visible. No pair of hands could show this."""
    monkeypatch.setattr("cartaro_verify.obligation_proofs.LISTS", 0)
    game = small(
        tmp_path,
        places='pile heap of each side "the heap"\ntops: everyone sees top of heap',
        deal="deals: deal 1 from stock to each hand\nbeneath: deal 2 from stock to each heap",
        may=UNDER_A_TOP,
    )
    assert decided("discreet", game).verdict == "unknown"


REMEMBERED = {
    "places": 'reference first, a card, for the hand\npile first_of "the first"',
    "deal": "deals: deal 1 from stock to each hand\nnotes: first becomes top of stock\nputs: move top of stock to first_of",
    "may": "the player may keep when first is in first_of",
}
"""Whenever the remembered card is read it is in the hidden pile, but no invariant states this."""


@pytest.mark.usefixtures("proofs_alone")
def test_what_the_invariants_cannot_tell_is_unknown(tmp_path: Path) -> None:
    found = decided("discreet", small(tmp_path, **REMEMBERED))
    assert (found.verdict, found.witness) == ("unknown", None)
    assert "`keeps` reads the cards of first_of" in english(found.reason)


SHOWN_BEFORE = {
    "places": 'zone vault "the vault"\nflag closed for the hand "is closed"\nshows: everyone sees vault when not closed',
    "deal": "deals: deal 1 from stock to each hand\nup: deal 1 from stock to vault",
    "may": "the player may keep unless some c in vault has (suit of c is red and rank of c is ace)",
    "course": BEFORE + "closes: after a keep, closed becomes true",
}
"""All have seen the card that decides, before the vault is closed."""
KNOWN = {"in every state": REMEMBERED, "from what the player has seen before": SHOWN_BEFORE}


@pytest.mark.parametrize("parts", KNOWN.values(), ids=KNOWN)
def test_it_is_proved_by_what_a_player_knows_in_enumerated_play(parts: dict[str, str], tmp_path: Path) -> None:
    found = decided("discreet", small(tmp_path, **parts))
    assert (found.verdict, found.reason) == ("proved", None)
    assert "all play was enumerated" in english(found.method)


LEAKS = {
    "a card that nobody has seen": {**SHOWN_BEFORE, "deal": SHOWN_BEFORE["deal"] + "\ncloses_first: closed becomes true"},
    "a hand that is not seen": {
        "places": FLAG + "blind despite own: each player does not see hand unless open",
        "may": "the player may keep when rank of card is not ace or number of hand is 2",
    },
    "a look-ahead": {"course": BEFORE + CALLS, "may": "the player may keep when suit of card is red"},
}


@pytest.mark.parametrize("parts", LEAKS.values(), ids=LEAKS)
def test_a_leak_is_not_proved_by_what_a_player_knows(
    parts: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the search for two hands, nothing is refuted."""
    monkeypatch.setattr("cartaro_verify.obligation_proofs.LISTS", 0)
    assert decided("discreet", small(tmp_path, **parts)).verdict == "unknown"


def test_a_look_ahead_that_reports_refutes_it(tmp_path: Path) -> None:
    """The call is legal only if the player whose turn it is has a red card, which the caller does not see."""
    game = small(tmp_path, course=BEFORE + CALLS, may="the player may keep when suit of card is red")
    found = decided("discreet", game)
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert "may call only" in english(found.witness.note)


@pytest.mark.parametrize("name", at_night(["scopa_popolare", "scopone"], by_day=["scopa_popolare"]))
def test_it_is_proved_of_shipped_games_that_read_hidden_cards(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, Game)
    assert decided("discreet", game).verdict == "proved"
