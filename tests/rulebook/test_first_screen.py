"""The first screen of a Play page (decision 0110): lines of the guide, and the table as the rules deal it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro.book_inputs import to_print
from cartaro_grammar import Game, choose, for_one_table, load_game, shipped
from cartaro_rulebook.guide import player_guide
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.first_screen import MOST, MOST_WITH_MOVES, WHO, first_screen, line_about, rank
from cartaro_rulebook.site.seating import seating
from cartaro_rulebook.words.nouns import plain

SEAT = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)"')

ANSWERS = ("a_piacere", "obbligo")


def page_of(name: str, code: str, **settings: str) -> Page:
    game = choose(game_of(name), settings)
    assert isinstance(game, Game)
    return page_for(Ruleset(for_one_table(game) if "players" in settings else game), code)


def lines(heading: str, html: str) -> list[str]:
    """Return the lines of the screen that are from a section of the guide, as texts."""
    inside = re.search(rf'data-lines-of="{heading}"[^>]*>(.*?)</(?:ul|div)>', html)
    found = re.findall(r"<(?:li|p)>(.*?)</(?:li|p)>", inside[1] if inside else "")
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in found]


def _who_plays(page: Page) -> list[str]:
    """Return the sentences on who begins and who plays next, which the screen has in addition to the other lines."""
    turn = next(section for section in player_guide(page.scope).sections if section.heading == "turn")
    return [plain(one.text) for one in turn.sentences if rank(one, "turn", page.game) == WHO]


@pytest.mark.sweep("scopone", "scala40", "hearts")
@pytest.mark.parametrize("name", shipped())
def test_every_game_has_a_screen_with_a_turn_and_a_count(name: str) -> None:
    page = page_of(name, "en")
    html = first_screen(page)
    who = _who_plays(page)
    assert set(who) <= set(lines("turn", html))
    assert 1 <= len(lines("turn", html)) - len(who) <= MOST_WITH_MOVES + 1  # an exception stands below its rule
    assert 1 <= len(lines("count", html)) <= MOST["count"] + 3  # what the author adds stands below the scores
    assert len(lines("aim", html)) == 1
    assert len(lines("deal", html)) <= MOST["deal"]
    assert lines("end", html) or lines("match", html)
    assert "<svg" in html


def test_the_steps_of_a_turn_come_before_its_exceptions() -> None:
    """Scopone's turn has fourteen paragraphs. The exception for coins and the advice about cards shown early are not on it."""
    found = " ".join(lines("turn", first_screen(page_of("scopone", "en"))))
    assert "each player plays one card" in found
    assert "one of those must be captured" in found
    assert "scores a sweep" in found
    assert "called dark" not in found
    assert "out of turn" not in found


def test_a_turn_with_many_moves_has_all_of_them() -> None:
    """Casino's ten lines are its moves and two rules more; Scopone's turn has one move, and five lines.  Who begins and who
    plays next is not counted.
    """
    found = " ".join(lines("turn", first_screen(page_of("casino", "en"))))
    assert "may be raised" in found
    assert "captured whole" in found
    page = page_of("scopone", "en")
    assert len(lines("turn", first_screen(page))) - len(_who_plays(page)) == MOST["turn"]


@pytest.mark.parametrize("code", ["it", "en", "fr"])
@pytest.mark.parametrize(
    ("name", "heading", "names"),
    [
        ("hearts", "count", {"luna_agli_altri"}),
        ("gin", "turn", {"scala", "tris", "contro_il_gin"}),
        ("spades", "turn", {"taglia"}),
    ],
)
def test_a_rule_without_which_another_is_not_true_or_not_understood_is_on_the_screen(
    name: str, heading: str, names: set[str], code: str
) -> None:
    """A player who takes all the hearts, the meaning of a run, and the trumps."""
    page = page_of(name, code)
    (section,) = (one for one in player_guide(page.scope).sections if one.heading == heading)
    told = [one.text for one in (*section.sentences, *section.behind) if names & {*one.names}]
    assert len(told) == len(names)
    shown = " ".join(lines(heading, first_screen(page)))
    assert all(plain(text) in shown for text in told)


def test_that_points_are_added_up_is_not_on_the_screen() -> None:
    page = page_of("hearts", "en")
    (count,) = (one for one in player_guide(page.scope).sections if one.heading == "count")
    (added,) = (one.text for one in count.behind if "somma" in one.names)
    assert added not in first_screen(page)


def test_the_screen_has_the_order_of_the_cards_the_deal_and_the_ends() -> None:
    html = first_screen(page_of("hearts", "en"))
    assert lines("pack", html) == ["The ace is the strongest card, then king, queen, jack, ten and so on down to the two."]
    assert "thirteen to each player" in lines("deal", html)[0]
    assert "passes them face down" in lines("deal", html)[1]
    assert lines("end", html) == ["The hand ends when nobody has cards in hand any more."]
    assert "somebody reaches 100 points" in lines("match", html)[0]


def test_cards_whose_order_no_sentence_states_are_listed_with_their_values() -> None:
    found = lines("pack", first_screen(page_of("scopone", "en")))
    assert [line.partition(":")[0] for line in found] == ["Value", "Primiera value"]
    assert found[0].endswith("ace 1; two 2; three 3; four 4; five 5; six 6; seven 7; knave 8; knight 9; king 10")


def test_of_a_deal_the_cards_of_a_hand_come_before_those_of_the_match() -> None:
    """Scopone's players turn up a card at the start of the match. The deal of each hand is on the screen in any case."""
    assert any("nine each in all" in line for line in lines("deal", first_screen(page_of("scopone", "en"))))


def test_a_long_paragraph_is_cut_between_sentences_and_goes_on_in_the_guide() -> None:
    page = page_of("five_card_draw", "en")
    cut = [line for line in lines("pack", first_screen(page)) if line.endswith("…")]
    whole = [one.text for section in player_guide(page.scope).sections for one in section.sentences]
    assert cut
    for line in cut:
        shown = line.removesuffix("…").strip()
        assert shown.endswith(".")
        assert any(text.startswith(shown) and len(text) > len(shown) for text in whole)


def test_a_rule_of_ordinary_length_is_whole() -> None:
    shown = first_screen(page_of("hearts", "en"))
    assert "In the fourth hand nobody passes" in lines("deal", shown)[1]
    assert "…" not in shown


def test_the_lines_follow_the_house_rules() -> None:
    free, bound = (" ".join(lines("turn", first_screen(page_of("briscola_in_cinque", "en", risposta=how)))) for how in ANSWERS)
    assert "suit need not be followed" in free
    assert "suit need not be followed" not in bound


def test_the_table_has_the_seats_and_the_cards_that_the_rules_deal() -> None:
    html = seating(page_of("scopone", "en"))
    assert len(SEAT.findall(html)) == 4
    assert html.count('class="number">9<') == 4
    assert html.count('class="face') == 4
    assert "9 cards each · partners in the same colour" in html


def test_the_number_of_seats_is_the_number_of_players_chosen() -> None:
    for count in ("2", "5"):
        html = seating(page_of("scala40", "en", players=count))
        assert len(SEAT.findall(html)) == int(count)
        assert f"stock {107 - 13 * int(count)}" in html


def test_play_to_the_right_has_the_dealer_at_the_left_of_the_player_who_begins() -> None:
    """The player who begins is at the bottom and the dealer is the last to play."""
    for name, right in (("scopone", True), ("spades", False)):
        html = seating(page_of(name, "en"))
        seats = [(float(x), float(y)) for x, y in SEAT.findall(html)]
        dealer = re.search(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="(end|start)">(?:dealer|cartaro)</text>', html)
        assert dealer is not None
        assert max(seats, key=lambda seat: seat[1]) == seats[0]
        assert (float(dealer[1]) < seats[0][0]) is (dealer[2] == "end") is right


def test_nobody_is_marked_as_the_beginner_if_several_rules_decide_it() -> None:
    """In Hearts the cards are passed first; then whoever has the two of clubs begins."""
    assert ">begins<" not in seating(page_of("hearts", "en"))
    assert ">begins<" in seating(page_of("whist", "en"))


def test_a_card_dealt_singly_is_one_card() -> None:
    assert "1 card each" in seating(page_of("cucu", "en"))
    assert "1 carta a testa" in seating(page_of("cucu", "it"))


def test_a_line_about_a_game_is_a_sentence_or_two() -> None:
    short, long = "Two pairs play.", "Each pair tries to take more tricks than the other pair does."
    assert line_about(f"{short} {long} More.") == f"{short} {long}"
    assert line_about(f"{long} {short}") == long


def test_a_reader_who_plays_differently_opens_a_variant_of_the_game() -> None:
    """The text in the link is a ruleset that changes nothing yet."""
    printed = replace(to_print(game_of("scopa"), None, []), workbench="../workbench/index.html")
    shown = first_screen(page_for(printed, "it"))
    (packed,) = re.findall(r'href="[^"]*#lang=it&amp;texts=([\w-]+)"[^>]*>Noi giochiamo diversamente', shown)
    value = json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-zlib.MAX_WBITS))
    assert value["main"] == "my_scopa.regole"
    assert value["files"]["my_scopa.regole"].startswith("variant my_scopa of scopa\n")
    assert "Noi giochiamo" not in first_screen(page_for(replace(printed, workbench=None), "it"))


def test_the_intent_of_a_hand_is_below_the_aim(tmp_path: Path) -> None:
    place = tmp_path / "trades.regole"
    place.write_text(
        """game trades
  title "Trades"
  use french_tricks, following

article 1 "Cards"
  see article 1 of french_tricks
  seats: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand

article 2 "Play"
  see article 3 of tricks
  see article 1 of following
  won_cards: each side scores number of won
  best: the winner is the side with highest points
  over: the match ends when some side has points at least 50
"""
    )
    game = load_game(place)
    assert isinstance(game, Game)
    assert lines("aim", first_screen(page_for(Ruleset(game), "en"))) == [
        "The aim is to be the first to have 50 points.",
        "In each hand, everyone tries to take tricks.",
    ]
