"""Play never breaks down: this is refuted with a hand in which it does, proved if it cannot, and otherwise unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.levels import at_night
from tests.verify.material import game_of
from tests.verify.small import USUAL, decided, small

from cartaro_grammar import leave_open
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import english
from cartaro_verify.encode.somebody import is_excluded
from cartaro_verify.obligations.faults import fault_conditions, faultless
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.termination import PlayedEvents, loops_of
from cartaro_verify.play import table

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("proofs_alone")]

CAPTAIN = 'reference captain, a player, for the hand "the captain"'
COUNT = 'counter n for the hand "the count"'
BEGINS = "begins: the play begins with the last player\n"
PASSES = "passes: the turn passes to the player after player\n"
COURSE = BEGINS + PASSES
COUNTS = (
    COURSE
    + """act count
  says "count"
  add 1 to n
may: the player may count
first: in a turn, before plays, the player may count as often as wished
owes: the turn may not end while """
)
MADE = "made: after a keep when rank of card is ace, captain becomes the player after player\n"

REFUTED = {
    "the turn passes to nobody": (
        {"places": CAPTAIN, "course": BEGINS + MADE + "passes: the turn passes to captain"},
        "nobody has the next turn",
    ),
    "nobody begins": ({"places": CAPTAIN, "course": PASSES + MADE + "begins: the play begins with captain"}, "nobody"),
    "a remainder by 0": (
        {"places": COUNT, "course": COURSE + "rest: after a keep, n becomes remainder of 4 by (number of table)"},
        "the divisor of the remainder is 0",
    ),
    "a remainder by less": (
        {"places": COUNT, "course": COURSE + "rest: after a keep, n becomes remainder of 5 by (2 - number of stock)"},
        "the divisor of the remainder is -2",
    ),
    "a divisor in a prohibition of a permission that applies": (
        {
            "may": "the player may keep\n"
            "  not_keeps despite keeps: the player may not keep when (remainder of 4 by (number of table)) is 1"
        },
        "the divisor of the remainder is 0",
    ),
    "a divisor in an exemption that lifts a prohibition": (
        {
            "may": "the player may keep\n"
            "  not_keeps despite keeps: the player may not keep when number of table is 0\n"
            "  but_keeps despite not_keeps: the player may keep when (remainder of 4 by (number of table)) is 1"
        },
        "the divisor of the remainder is 0",
    ),
    "a redeal without a condition": (
        {"deal": "deals: deal 1 from stock to each hand\nagain: repeat from shuffles"},
        "gone back",
    ),
    "a redeal that no deal ends": (
        {"deal": "deals: deal 1 from stock to each hand\nagain: repeat from shuffles when number of stock is 4"},
        "gone back",
    ),
    "a redeal decided by memory": (
        {"places": CAPTAIN, "deal": "deals: deal 1 from stock to each hand\nagain: repeat from shuffles when captain is none"},
        "gone back",
    ),
}  # fmt: skip

DEALS = "deals: deal 1 from stock to each hand\nup: deal 1 from stock to table\n"
PROVED = {
    "nobody's turn yields": (
        {
            "places": CAPTAIN,
            "course": BEGINS + MADE + PASSES + "captains despite passes: the turn passes to captain when captain is not none",
        },
        "",
    ),
    "a divisor that is asked about before": (
        {
            "places": COUNT,
            "course": COURSE
            + "rest: after a keep when table is not empty, n becomes remainder of (number of stock) by (number of table)",
        },
        "",
    ),
    "a divisor that is never 0": (
        {"places": COUNT, "course": COURSE + "rest: after a keep, n becomes remainder of 9 by (number of stock)"},
        "",
    ),
    "a divisor in a case that a condition before it excludes": (
        {
            "may": "the player may keep\n"
            "  rare: the player may keep when number of table is at least 1 unless (remainder of 4 by (number of table)) is 0"
        },
        "",
    ),
    "a divisor in a prohibition of a permission that does not apply": (
        {
            "may": "the player may keep\n"
            "  rare: the player may keep when number of table is at least 1\n"
            "  not_rare despite rare: the player may not keep when (remainder of 4 by (number of table)) is 0"
        },
        "",
    ),
    "a divisor in a score, which is computed only when the hand has ended": (
        {
            "deal": "deals: deal 2 from stock to each hand",
            "match": "shares: each side scores 6 divided by (number of (x in players where hand of x is empty)), rounded down\n"
            + USUAL["match"],
        },
        "",
    ),
    "a divisor in a permission": ({"may": "the player may keep when (remainder of 4 by (number of stock)) is 0"}, ""),
    "a redeal by chance": (
        {"deal": DEALS + "again: repeat from shuffles when ace in table is not empty"},
        "a final one was found",
    ),
    "a redeal that is counted": (
        {"places": COUNT, "deal": DEALS + "counted: add 1 to n\nagain: repeat from shuffles when n is less than 3"},
        "increases this, up to a bound: n",
    ),
    "a redeal that comes once": (
        {"places": COUNT, "deal": DEALS + "flip: n becomes 1 - n\nagain: repeat from shuffles when n is 1"},
        "`again` goes back at most once",
    ),
    "a redeal by chance, with memory": (
        {
            "places": COUNT,
            "deal": DEALS
            + "counted: add 2 to n\nagain: repeat from shuffles when ace in table is not empty and n is not 3",
        },
        "whatever is remembered",
    ),
    "cards dealt one by one": (
        {
            "deal": "deals: deal 1 from stock to each hand\n"
            "again: repeat from deals when some x in players has number of hand is less than 2"
        },
        "leaves fewer cards: stock",
    ),
    "a card that goes back under the stock": (
        {
            "deal": "up: deal 1 from stock to table\n"
            "back: shuffle stock, ace in table into stock when ace in table is not empty\n"
            "again: repeat from up when table is empty\n"
            "deals: deal 1 from stock to each hand"
        },
        "no ace, and is then the last",
    ),
    "cards of a kind that go back under the stock": (
        {
            "places": "heavies: c counts as heavy when c is AR or rank of c is two",
            "deal": "up: deal 1 from stock to table\n"
            "back: shuffle stock, heavy in table into stock when heavy in table is not empty\n"
            "again: repeat from up when table is empty\n"
            "deals: deal 1 from stock to each hand"
        },
        "no heavy, and is then the last",
    ),
}  # fmt: skip

UNKNOWN = {
    "a divisor in a score of an empty pile": (
        {"match": "shares: each side scores 6 divided by (number of table), rounded down\n" + USUAL["match"]},
        "",
    ),
    "a redeal that memory may end": (
        {
            "places": COUNT,
            "deal": DEALS + "turned: n becomes remainder of (n + 1) by 3\nagain: repeat from shuffles unless n is 0",
        },
        "again",
    ),
    "a turn looked through without end": ({"places": COUNT, "course": COUNTS + "table is empty"}, "limit of the program"),
    "a turn that may go on for ever": ({"places": COUNT, "course": COUNTS + "n is less than 1"}, "repeated without limit"),
}


MANY = """
game many
  title "Many"
  source T "Home" covers T1 to T4

article 1 "Pack" (T1)
  suits: every card has a suit
    red "R" "red / reds"
  ranks: every card has a rank with value
    ace "A" 1 "ace / aces"
  pack "pack": the pack has 20 of every rank and suit
  seats: there are 2 players
  direction: play runs anticlockwise
  sides: the sides are single players

article 2 "Places" (T2)
  pile stock "the stock"
  zone table "the table"
  zone hand of each player "the hand / the hands"
  zone won of each side "the cards won (pl)"
  own: each player sees hand
  open: everyone sees table

article 3 "Course" (T3)
  at the start of the hand
    shuffles: shuffle all cards into stock
    deals: deal 1 from stock to each hand
    lays: deal 18 from stock to table
  act keep card with others
    says "keep {card} with {others}"
    card is one of hand of player
    others is some of table
    move card, others to won
  keeps: the player may keep when {when}
  plays: in a turn the player must keep
  over: the hand ends when every hand is empty
  begins: the play begins with the last player
  passes: the turn passes to the player after player

article 4 "Match" (T4)
  wins: the winner is the side with highest number of won
  ends: the match ends
"""
"""A game with eighteen cards on the table, any set of which may be taken."""


@pytest.mark.parametrize(
    ("when", "limited"),
    [
        ("remainder of (number of others) by 3 is 1", True),
        ("total value of others + value of card is at most 3", False),
    ],
)
def test_a_limit_of_the_program_is_no_fault_of_the_rules(when: str, limited: bool, tmp_path: Path) -> None:
    path = tmp_path / "many.regole"
    path.write_text(MANY.replace("{when}", when), encoding="utf-8")
    game = load_game(path, {})
    assert isinstance(game, Game), [found.message for found in game]
    found = decided("faultless", game)
    assert found.verdict != "refuted", found.reason
    assert ("C0804" in english(found.reason)) is limited
    assert found.witness is None


@pytest.mark.parametrize("name", REFUTED)
def test_play_that_breaks_down_is_shown(name: str, tmp_path: Path) -> None:
    parts, note = REFUTED[name]
    found = decided("faultless", small(tmp_path, **parts))
    assert found.verdict == "refuted", found.reason
    assert found.witness is not None
    assert note in english(found.witness.note)


@pytest.mark.parametrize("name", PROVED)
def test_play_that_cannot_break_down_is_proved(name: str, tmp_path: Path) -> None:
    parts, why = PROVED[name]
    found = decided("faultless", small(tmp_path, **parts))
    assert found.verdict == "proved", found.reason
    assert why in english(found.method)


@pytest.mark.parametrize("name", at_night(UNKNOWN, by_day=UNKNOWN.keys() - {"a turn looked through without end"}))
def test_what_is_not_known_to_end_is_not_proved(name: str, tmp_path: Path) -> None:
    parts, why = UNKNOWN[name]
    found = decided("faultless", small(tmp_path, **parts))
    assert found.verdict == "unknown"
    assert why in english(found.reason)


def test_seats_that_are_drawn_are_for_each_player_once() -> None:
    found = decided("faultless", game_of("scopa_francese", tirage="carte_haute"))
    assert found.verdict == "proved", found.reason


ORDER = ("first", "second", "third", "fourth", "fifth")
SEATED = """game drawn
  title "Drawn"
  source T "Home" covers T1 to T3

article 1 "Pack" (T1)
  suits: every card has a suit
    s1 "W" "s1"
    s2 "X" "s2"
    s3 "Y" "s3"
    s4 "Z" "s4"
  ranks: every card has a rank with value
{ranks}
  pack "pack": the pack has 1 of every rank and suit
  seats: there are 6 players
  direction: play runs anticlockwise
  sides: the sides are single players

article 2 "Seats" (T2)
  pile stock "the stock"
  zone drawn of each player "the card drawn"
  zone hand of each player "the hand"
  zone won of each side "the cards won (pl)"
  own: each player sees hand
  open: everyone sees drawn
{named}
  sixth: sixth is the player with lowest lowest value of drawn
  at the start of the match
    mixes: shuffle all cards into stock
    draws: deal 1 from stock to each drawn
    redraws: repeat from mixes unless drawn of players is distinct in rank
    places: seat first, second, third, fourth, fifth, {last}

article 3 "Course" (T3)
  at the start of the hand
    shuffles: shuffle all cards into stock
    deals: deal 1 from stock to each hand
  act keep card
    says "keep {{card}}"
    card is one of hand of player
    move card to won
  keeps: the player may keep
  plays: in a turn the player must keep
  over: the hand ends when every hand is empty
  begins: the play begins with the last player
  passes: the turn passes to the player after player
  wins: the winner is the side with highest number of won
  ends: the match ends
"""


def seated_by_cards(folder: Path, last: str = "sixth") -> Game:
    """Return a game for six players, who sit in the order of the cards that they have drawn; `last` has the last seat."""
    ranks = "\n".join(f'    r{number} "{number}" {number} "r{number}"' for number in range(1, 10))
    before = ["".join(f" - {other}" for other in ORDER[:place]) for place in range(len(ORDER))]
    named = "\n".join(
        f"  {name}: {name} is the player in (players{others}) with highest highest value of drawn"
        for name, others in zip(ORDER, before, strict=True)
    )
    path = folder / "drawn.regole"
    path.write_text(SEATED.format(ranks=ranks, named=named, last=last), encoding="utf-8")
    game = load_game(path, {})
    assert isinstance(game, Game), [found.message for found in game]
    return game


def test_the_seats_of_six_are_proved_one_after_the_other(tmp_path: Path) -> None:
    """The solver gives up if it has to prove for all six at once that each is named, and named once."""
    prepared = PreparedGame(seated_by_cards(tmp_path))
    assert faultless(prepared.frame, prepared.tables).answer == "no"


def test_a_player_who_is_named_twice_is_not_proved_to_have_one_seat(tmp_path: Path) -> None:
    session, fault = next(fault_conditions(PreparedGame(seated_by_cards(tmp_path, last="fifth")).frame))
    assert not is_excluded(session, fault.conditions[:-1], fault.conditions[-1])


def test_no_hand_is_played_to_see_that_the_start_of_a_match_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules about the play of a hand make no difference to it."""
    game = leave_open(game_of("scopa_francese", tirage="carte_haute"), ["ultima", "punti"])
    assert isinstance(game, Game)
    prepared, (loop,) = PreparedGame(game), loops_of(game)
    frame = prepared.frame
    monkeypatch.setattr(table, "legal", None)
    ((settings, states),) = PlayedEvents(prepared.tables).after(frame, loop)
    assert (settings, len(states)) == ({}, 4)


def test_a_clash_is_another_obligations(tmp_path: Path) -> None:
    """If two clauses give different values, only `decided` reports it."""
    course = BEGINS + PASSES + "stays: the turn passes to player when table is empty"
    game = small(tmp_path, course=course)
    assert decided("decided", game).verdict == "refuted"
    assert decided("faultless", game).verdict != "refuted"


@pytest.mark.parametrize("moment", ["count", "end"])
def test_the_proof_looks_at_the_count_of_the_hand_too(moment: str, tmp_path: Path) -> None:
    """Without random play, a proof finds the hand: an effect at the count divides by a number that can be 0."""
    game = small(
        tmp_path, places=f'{COUNT}\ncounter lives of each side for the match "the lives"',
        course=COURSE + "ace: after a keep when value of card is 1, add 1 to n\n"
        f"shares: at the {moment} of the hand, add 6 divided by n, rounded down to lives for each side",
    )  # fmt: skip
    prepared = PreparedGame(game)
    assert faultless(prepared.frame, prepared.tables).answer == "yes"
