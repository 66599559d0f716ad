"""Sentences of guides that players misread, or that contradicted the rules.

The game has the parts of the misread games: bids in which some players are passed over, a card to be put away before play, a
rule for whose turn it is that a library words, a hand that can be void, and a house rule that only has a name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of_text

from cartaro_grammar import Game, load_game
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.house_rules import what_changes
from cartaro_rulebook.site.play_page import Figures
from cartaro_rulebook.site.rules_page import guide
from cartaro_rulebook.words.nouns import plain

CALLER = """game caller
  title "Caller"
  use italian_cards, following

in article 2 of tricks replace taker
  reference taker, a player, for the hand it "chi è in testa" en "the player ahead" fr "le joueur en tête"
in article 3 of tricks replace gioca
  gioca: in a turn the player must call or decline or bury or play

article 1 "Cards"
  seats: there are 3 players
  way: play runs anticlockwise
  alone: the sides are single players
  option closing is barred among barred, free
  strengths: every rank has strength
    tre 10
    due 9
    asso 8
    re 7
    cavallo 6
    fante 5
    sette 4
    sei 3
    cinque 2
    quattro 1
  zone buried it "la carta sepolta" en "the buried card" fr "la carte enterrée"
  at the start of the hand
    mix: shuffle all cards into stock
    give: deal 12 from stock to each hand

article 2 "Calls"
  flag passed of each player for the hand it "ha passato" en "has passed" fr "a passé"
  flag due for the hand it "c'è una carta da seppellire" en "there is a card to bury" fr "il y a une carte à enterrer"
  reference caller, a player, for the hand it "il chiamante" en "the caller" fr "le preneur"
  act call
    says it "chiamare" en "call" fr "appeler"
    caller becomes the player
    due becomes true
  act decline
    says it "passare" en "pass" fr "passer"
    passed becomes true
  act bury card
    says it "seppellire {card}" en "bury {card}" fr "enterrer {card}"
    card is one of hand
    move card to buried
    due becomes false
    taker becomes caller
  calls: calling means caller is none and some x in players has not passed of x
  may_call: the player may call when calling
  may_decline: the player may decline when calling
  thrown_in: after a decline when every x in players has passed of x, void the hand
  others_speak despite esce: the turn passes to (the first player after the player where not passed) when calling
  under closing is barred
    last_call despite may_call: the player may not call when number of (players where passed) is 2
  may_bury: the player may bury when due
  no_play despite libera: the player may not play when calling or due
  buries despite esce: the turn passes to caller when not calling and due

article 3 "Count"
  taken: each side scores number of won divided by 3, rounded down
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 21

example last_one it "l'ultimo non può chiamare" en "the last one may not call" fr "le dernier ne peut appeler"
  passed of the player before the player is true
  passed of the player after the player is true
  the player may not call because last_call
example only_pass it "all'ultimo resta il passo" en "the last one can only pass" fr "le dernier ne peut que passer"
  passed of the player before the player is true
  passed of the player after the player is true
  the player may only decline
"""


def page_of(text: str, code: str, folder: Path) -> Page:
    place = folder / "caller.regole"
    place.write_text(text, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game), game
    return page_for(Ruleset(game), code)


SENTENCES = {
    "en": (
        "The turn passes to the next player who has not passed. In the second part, they must play a card. "
        "But in the second part, when there is a card to bury, the turn passes to the caller, who must bury a card.",
        "When a player buries a card, the card becomes the buried card, face down; the caller begins.",
        "After a player passes, when everyone has passed, the hand is void, and the dealer deals again.",
        "The rest, face down, are not used in this hand.",
    ),
    "it": (
        "Il turno passa al giocatore successivo che non ha passato. Nella seconda deve giocare una carta. "
        "Ma nella seconda parte, se c'è una carta da seppellire, il turno passa al chiamante, che deve seppellire una carta.",
        "Quando un giocatore seppellisce una carta, la carta diventa la carta sepolta, coperta; comincia il chiamante.",
        "Quando un giocatore passa, se tutti hanno passato, la smazzata è nulla, e il mazziere dà di nuovo le carte.",
        "Le altre, coperte, non si usano in questa smazzata.",
    ),
    "fr": (
        "Le tour passe au joueur suivant qui n'a pas passé. Dans la seconde, il doit jouer une carte. "
        "Mais dans la seconde partie, lorsqu'il y a une carte à enterrer, le tour passe au preneur, qui doit enterrer une "
        "carte.",
        "le preneur commence.",
        "Quand un joueur passe, lorsque tous ont passé, la manche est nulle, et le donneur redonne les cartes.",
        "Le reste, face cachée, ne sert pas dans cette manche.",
    ),
}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_hand_with_calls_is_told_as_it_is_played(code: str, tmp_path: Path) -> None:
    found = guide_of_text(CALLER, code, tmp_path)
    for sentence in SENTENCES[code]:
        assert sentence in found


NEXT = "the turn passes to (the first player after the player where not passed)"
SKIPS = f"  skips despite passa: {NEXT} when not calling and number of played is 1\n"


def test_a_rule_is_not_told_otherwise_if_a_library_tells_another_exception(tmp_path: Path) -> None:
    """The winner of a trick begins the next one: *otherwise the next player* would be false."""
    skipping = CALLER.replace("  may_bury:", f"{SKIPS}  may_bury:")
    found = guide_of_text(skipping, "en", tmp_path)
    assert "the turn passes to the next player who has not passed." in found
    assert "otherwise" not in found
    assert "leads to the next trick" in found


def test_a_reference_that_rules_ask_for_is_told_by_its_name(tmp_path: Path) -> None:
    asked = CALLER.replace("rounded down\n", "rounded down\n  ahead: each side scores 1 when side of taker is side\n", 1)
    found = guide_of_text(asked, "en", tmp_path)
    assert "the caller becomes the player ahead" in found


def test_the_rest_of_the_pack_is_the_stock_if_a_rule_takes_cards_from_it(tmp_path: Path) -> None:
    drawing = CALLER.replace("  may_bury:", "  drawn: after a bury, deal 1 from stock to hand of caller\n  may_bury:")
    found = guide_of_text(drawing, "en", tmp_path)
    assert "The rest, face down, are the stock." in found
    assert "not used" not in found


def test_cards_that_everybody_sees_do_not_lie_face_down(tmp_path: Path) -> None:
    shown = CALLER.replace("  at the start", "  open: everyone sees buried\n  at the start")
    assert "the card becomes the buried card; the caller begins" in guide_of_text(shown, "en", tmp_path)


def test_a_house_rule_without_a_text_says_what_it_changes(tmp_path: Path) -> None:
    page = page_of(CALLER, "en", tmp_path)
    (rule,) = page.guide.others
    ((value, added, gone),) = what_changes(rule, page)
    assert (value, added) == ("free", ())
    assert [plain(one) for one in gone] == ["But the player may not call when there are two players who have passed."]
    html = "".join(guide(page, changes=what_changes))
    assert "Without this rule: “But the player may not call when there are two players who have passed.”" in html


def test_a_value_that_adds_a_rule_also_says_which_one_goes(tmp_path: Path) -> None:
    """Here another rule comes in under the other value; the one that goes is not like it."""
    adding = CALLER.replace(
        "  may_bury:", "  under closing is free\n    low: each side scores 5 when number of won is 0\n  may_bury:"
    )
    page = page_of(adding, "en", tmp_path)
    (rule,) = page.guide.others
    ((_, added, gone),) = what_changes(rule, page)
    assert any("five points" in plain(one) for one in added)
    assert "But the player may not call when there are two players who have passed." in [plain(one) for one in gone]


def test_a_number_that_only_replaces_another_says_nothing_more(tmp_path: Path) -> None:
    target = CALLER.replace("  option closing is barred among barred, free\n", "  option target is 21 among 21, 31\n")
    target = re.sub(r"  under closing is barred\n.*\n", "", target).replace("at least 21", "at least target")
    page = page_of(target.partition("example last_one")[0], "en", tmp_path)
    (rule,) = page.guide.others
    assert not [*what_changes(rule, page)]


def test_an_author_says_in_the_title_of_an_example_what_a_rule_means(tmp_path: Path) -> None:
    for code, title in (("en", "the last one can only pass"), ("it", "all&#x27;ultimo resta il passo")):
        page = page_of(CALLER, code, tmp_path)
        figures = Figures(page)
        html = "".join(guide(page, beside=figures.beside, told=figures.told))
        assert title in html


def _scored(*rows: str) -> str:
    """Return the game with other scores."""
    return re.sub(r"  taken: .*\n", "".join(f"  {row}\n" for row in rows), CALLER)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "In each hand the caller plays alone, against all the others."),
        ("it", "In ogni smazzata il chiamante gioca contro tutti gli altri."),
        ("fr", "Dans chaque manche, le preneur joue seul contre tous les autres."),
    ],
)
def test_one_plays_against_the_others_if_only_that_role_scores_apart(code: str, sentence: str, tmp_path: Path) -> None:
    twenty = "number of won of side of caller is at least 20"
    mine, others = "each side scores 2 when side is side of caller", "each side scores 1 when side is not side of caller"
    apart = _scored(f"made: {mine} and {twenty}", f"lost: {others} and not ({twenty})")
    assert sentence in guide_of_text(apart, code, tmp_path)
    own = _scored(f"made: {mine} and {twenty}", f"lost: {others} and number of won is 0")
    assert sentence not in guide_of_text(own, code, tmp_path)


def test_a_number_of_players_is_how_many_play(tmp_path: Path) -> None:
    taken = "  out: move 2D to buried when number of players is 3\n"
    found = guide_of_text(CALLER.replace("    give: deal", f"  {taken}    give: deal"), "it", tmp_path)
    assert "Se si gioca in tre, il due di denari" in found


def test_nobody_is_level_if_the_first_to_reach_the_target_wins_at_once(tmp_path: Path) -> None:
    reached = "some side has points at least 21"
    at_once = f"  stops: at the end of the turn when {reached}, end the match\n  over: "
    assert "If the leaders are level, nobody wins." in guide_of_text(CALLER, "en", tmp_path)
    found = guide_of_text(CALLER.replace("  over: ", at_once), "en", tmp_path)
    assert "It ends at once, even in the middle of a hand. The winner is the player" in found
    assert "level" not in found


FREELY = """game freely
  title "Freely"
  use italian_cards, tricks

article 1 "Table"
  seats: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  ranks: every rank has strength
    tre 10
    due 9
    asso 8
    re 7
    cavallo 6
    fante 5
    sette 4
    sei 3
    cinque 2
    quattro 1
  at the start of the hand
    mix: shuffle all cards into stock
    give: deal 12 from stock to each hand
  asked despite libera: the player may not play when suit of card is not led and some c in hand has suit of c is led
  wins: the winner is the side with highest points
  taken: each side scores number of won
  over: the match ends when some side has points at least 100
"""


@pytest.mark.parametrize(
    ("other", "any_card"),
    [
        ("", True),
        ("  low despite libera: the player may not play when rank of card is due", False),
        ("  high despite libera: the player may not play unless rank of card is asso", False),
        (
            "  late despite libera: the player may not play when rank of card is due and no c in hand has suit of c is led",
            False,
        ),
        (
            "  soon despite libera: the player may not play when rank of card is due and some c in hand has suit of c is led",
            True,
        ),
    ],
)
def test_otherwise_any_card_is_told_only_if_no_rule_bars_another(other: str, any_card: bool, tmp_path: Path) -> None:
    found = guide_of_text(f"{FREELY}{other}\n", "en", tmp_path)
    assert "a card of the suit led, if they have one" in found
    assert ("if they have one, otherwise any card." in found) == any_card


BEATEN = """game beaten
  title "Beaten"
  use italian_cards, tricks, trumps

article 1 "Cards"
  seats: there are 2 players
  way: play runs anticlockwise
  alone: the sides are single players
  strengths: every rank has strength
    asso 10
    tre 9
    re 8
    cavallo 7
    fante 6
    sette 5
    sei 4
    cinque 3
    quattro 2
    due 1
  at the start of the hand
    mix: shuffle all cards into stock
    give: deal 10 from stock to each hand
    trumps_are: trump_suit becomes coppe

article 2 "A duty to beat"
  beat despite libera: the player may not play when played of players is not empty and suit of card is led
    and force of card is at most force of played of players
    and some c in hand has (suit of c is led and force of c is more than force of played of players)
  tricks_taken: each side scores number of won
  most: the winner is the side with highest points
  one: the match ends when some side has points at least 30
"""


def test_but_if_follows_the_sentence_that_it_restricts(tmp_path: Path) -> None:
    """The author's own rule also asks for the strength in the trick, and comes first."""
    told = guide_of_text(BEATEN, "en", tmp_path)
    assert told.index("The strongest card of that suit takes") < told.index("But if there is a trump on the table")
    assert told.index("may not play a card of the suit led that has a strength") < told.index("The strongest card")
