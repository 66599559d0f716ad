"""The short card leaves out nothing that makes its other lines false: see `site/first_screen.py`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.test_first_screen import lines

from cartaro_grammar import Game, load_game
from cartaro_rulebook.guide import player_guide
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.first_screen import MOST, MOST_ALIKE, MOVE, first_screen, most_lines, rank

STAKES = """game stakes
  title it "Poste" en "Stakes" fr "Mises"
  use french_tricks, following, trumps

in article 3 of tricks replace gioca
  gioca: in a turn the player must say_ or play

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 4 players
  direction: play runs clockwise
  alone: the sides are single players
  counter chips of each side for the match it "la fiche / le fiche" en "the chip / the chips" fr "le jeton / les jetons"
STAKED
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  reference opener, a player, for the hand it "chi apre" en "the opener" fr "le premier"
  at the start of the hand
    mix: shuffle all cards into stock
    deals: deal 5 from stock to each hand
  act say_ amount
    says it "dire {amount}" en "say {amount}" fr "dire {amount}"
    amount is a number from 1 to 5
    opener becomes player
    spoken becomes true
  says_: the player may say_ when not spoken
  waits despite libera: the player may not play when not spoken
  next_ despite esce: the turn passes to opener when opener is not none and some player has not spoken
  after a play
PAID
    suit_: trump_suit becomes suit of card when trump_suit is none
    count_: add 1 to chips when card is 2♠
  at the end of the turn
    leads_: opener becomes the player after dealer when every player has spoken and trump_suit is none
  see article 3 of tricks
  see article 1 of following
  see article 1 of trumps
  early: the hand ends when some side has chips at least 40
  over: the hand ends when every hand is empty
  scores_: each side scores chips
  ends_: the match ends when some side has points at least 3
  wins: the winner is the side with highest points
"""
CARDS = ("A♥", "K♣", "Q♦", "J♠", "10♥", "9♣", "8♦")
PAYING = [f"when card is {card}" for card in CARDS]


def _text(paying: int) -> str:
    names = [f"stake_{chr(ord('a') + at)}" for at in range(paying)]
    staked = "\n".join(
        f'  counter {name} for the match it "la posta {name[-1]} / le poste {name[-1]}" '
        f'en "the stake {name[-1]} / the stakes {name[-1]}" fr "la mise {name[-1]} / les mises {name[-1]}"'
        for name in names
    )
    paid = "\n".join(
        f"    take_{at}: add {name} to chips {PAYING[at]}\n    taken_{at}: {name} becomes 0 {PAYING[at]}"
        for at, name in enumerate(names)
    )
    return STAKES.replace("STAKED", staked).replace("PAID", paid)


def _page(text: str, code: str, folder: Path) -> Page:
    place = folder / "stakes.regole"
    place.write_text(text, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game), game
    return page_for(Ruleset(game), code)


def _screen(text: str, code: str, folder: Path) -> str:
    return first_screen(_page(text, code, folder))


def _paying(html: str) -> list[str]:
    return [line for line in lines("turn", html) if "the stakes" in line]


@pytest.mark.parametrize("paying", [2, 4, MOST_ALIKE])
def test_sentences_of_one_form_are_there_together(paying: int, tmp_path: Path) -> None:
    assert len(_paying(_screen(_text(paying), "en", tmp_path))) == paying


def test_too_many_sentences_of_one_form_are_all_left_to_the_guide(tmp_path: Path) -> None:
    html = _screen(_text(MOST_ALIKE + 1), "en", tmp_path)
    assert _paying(html) == []
    assert _more(html, "turn")


def _more(html: str, heading: str) -> list[str]:
    """Return the links at the end of the lines of a section."""
    inside = re.search(rf'data-lines-of="{heading}"[^>]*>(.*?)</ul>', html)
    return re.findall(rf'<li class="more"><a href="#t-{heading}">([^<]*)</a></li>$', inside[1] if inside else "")


@pytest.mark.parametrize(("code", "word"), [("en", "more …"), ("it", "altro …"), ("fr", "suite …")])
def test_a_list_that_is_cut_ends_with_a_link(code: str, word: str, tmp_path: Path) -> None:
    html = _screen(_text(MOST_ALIKE + 1), code, tmp_path)
    assert _more(html, "turn") == [word]
    assert _more(html, "end") == []


COUNTED = """game counted
  title "Counted"
  use french_deck, parlour

article 1 "Table"
  seats: there are 2 players
  way: play runs clockwise
  pack: the pack has 1 of every rank and suit
  worths: every rank has order, pips
    asso 1 1
    due 2 2
    tre 3 3
    quattro 4 4
    cinque 5 5
    sei 6 6
    sette 7 7
    otto 8 8
    nove 9 9
    dieci 10 10
    fante 11 10
    donna 12 10
    re 13 10
  zone aside of each player "the cards aside (pl)"
  at the start of the hand
    give: deal 5 from stock to each hand
  act put card
    says "put aside {card}"
    card is one of hand
    move card to aside
  puts: the player may put when some c in hand has order of c is at most order of card
  turns: in a turn the player must put
  no_flush: flush of s is 0
  flush_4 despite no_flush: flush of s is 4 when s is alike in suit
  flush_5 despite flush_4: flush of s is 5 when (s + top of stock) is alike in suit
  counts: each side scores flush of aside + total pips of aside
  over: the hand ends when every hand is empty
  wins: the winner is the side with highest points
  ends: the match ends when some side has points at least 60
words
  flush "the flush in {1}"
"""


def test_the_values_of_the_cards_and_the_words_of_the_count_are_on_it(tmp_path: Path) -> None:
    html = _screen(COUNTED, "en", tmp_path)
    cards = lines("pack", html)
    assert any(line.startswith("The cards in order") for line in cards)
    assert any("ten, jack, queen and king 10" in line for line in cards)
    assert _more(html, "pack") == []
    assert any(line.startswith("The flush in a group of cards is") for line in lines("count", html))


def test_a_game_without_words_for_players_has_more_lines(tmp_path: Path) -> None:
    game = _page(COUNTED, "en", tmp_path).game
    assert most_lines(game)["turn"] > MOST["turn"]
    worded = COUNTED + '\ntelling\n  puts #bularufuga\n    en "You put a card aside."\n'
    assert most_lines(_page(worded, "en", tmp_path).game) == MOST


def test_a_list_with_everything_has_no_link(tmp_path: Path) -> None:
    text = _text(2).replace("    count_: add 1 to chips when card is 2♠\n", "")
    html = _screen(text, "en", tmp_path)
    assert len(lines("count", html)) < MOST["count"]
    assert _more(html, "count") == []


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", ["The player on the dealer's left begins.", "becomes the trump suit", "passes to the opener"]),
        ("it", ["Comincia chi siede alla sinistra del mazziere.", "diventa il seme di briscola", "chi apre"]),
        ("fr", ["Le voisin de gauche du donneur commence.", "devient la couleur d'atout", "le premier"]),
    ],
)
def test_who_begins_who_is_next_and_what_is_trumps_are_on_it(code: str, wanted: list[str], tmp_path: Path) -> None:
    told = " ".join(lines("turn", _screen(_text(4), code, tmp_path)))
    assert [one for one in wanted if one not in told] == [], told


@pytest.mark.parametrize(("name", "wanted"), [("suit_", MOVE), ("leads_", MOVE), ("count_", MOVE + 2)])
def test_what_gives_trumps_and_who_leads_comes_with_the_moves(name: str, wanted: int, tmp_path: Path) -> None:
    page = _page(_text(2), "en", tmp_path)
    turn = next(section for section in player_guide(page.scope).sections if section.heading == "turn")
    assert [rank(one, "turn", page.game) for one in turn.sentences if name in one.names] == [wanted]


def test_every_end_of_a_hand_is_on_it(tmp_path: Path) -> None:
    told = " ".join(lines("end", _screen(_text(2), "en", tmp_path)))
    assert "40 chips" in told
    assert "every hand is empty" in told or "nobody has cards in hand" in told or "all hands are empty" in told
