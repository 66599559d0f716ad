"""The Play page: it draws examples next to the sentences that they support, shows a hand to its count, and lists the variants
by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from tests.levels import at_night, by_level
from tests.rulebook.small_site import Finding
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import game_of

from cartaro_grammar import shipped
from cartaro_rulebook.publication.mkdocs_build import tightened
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.pages import ruleset_pages
from cartaro_rulebook.site.play_page import MOVES, worked_hand

GOLDEN = Path(__file__).parent / "golden" / "play"
BESIDE = re.compile(
    r'<figcaption>.*?</figcaption>|<p class="answer">.*?</p>|<p class="said">.*?</p>'
    r'|<div class="house-rules"[^>]*>.*?</div>|<div class="measured">.*?</div>'
)
CARD = re.compile(r'<b class="face[^"]*" role="img" aria-label="([^"]*)">.*?</b>')


@cache
def play(name: str, code: str, *variants: str) -> str:
    return ruleset_pages(Ruleset(game_of(name)), code, frozenset(shipped()), [game_of(one) for one in variants])[name]


def text_of(html: str) -> str:
    """Return a page as text: cards are in square brackets, and each paragraph, cell and place is on a line of its own."""
    html = CARD.sub(lambda found: f"[{found[1]}]", html)
    html = re.sub(r"</(?:p|div|tr|figcaption|li|dt|dd|h\d)>", "\n", html)
    return re.sub(r"\s*\n\s*", "\n", unescape(re.sub(r"<[^>]*>", " ", html)).replace("  ", " "))


@pytest.mark.parametrize(
    ("name", "code"),
    at_night(
        [("scopa", "it"), ("briscola", "en"), ("scala40", "fr"), ("sette_e_mezzo", "it")],
        by_day=[("scopa", "it"), ("briscola", "en")],
    ),
)
def test_the_play_page_of_a_game_of_each_family(name: str, code: str, golden: Callable[[Path, str], None]) -> None:
    page = play(name, code)
    golden(GOLDEN / f"{name}.{code}.txt", text_of(page.partition("---\n\n")[2].partition('<p class="imprint"')[0]))


LIGHT, MOST = 52_000, 72_000
"""The greatest size in bytes of a Play page's text, and the limit for the few games in which all four players hold many cards:
half of such a page is the hand, with the reason of each move. The site adds about ten thousand bytes around it.
"""
HEAVY = 8
"""One game in this many may exceed the first limit."""


@pytest.mark.nightly
def test_play_pages_are_light() -> None:
    sizes = {(name, code): len(tightened(play(name, code)).encode()) for name in shipped() for code in ("it", "en", "fr")}
    assert {page: size for page, size in sizes.items() if size > MOST} == {}
    assert len({name for (name, _), size in sizes.items() if size > LIGHT}) <= len(shipped()) // HEAVY


@pytest.mark.sweep("scopone", "scala40", "briscola_in_cinque")
@pytest.mark.parametrize("code", at_night(["it", "en", "fr"], by_day=["it"]))
@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_is_next_to_the_guide(name: str, code: str, golden: Callable[[Path, str], None]) -> None:
    """Return the words of every Play page outside the guide: the names and texts of examples, the house rules, and the steps
    and the count of the hand. The guide and one whole page of each family have golden files of their own.
    """
    page = play(name, code).partition('class="guide"')[2].partition('<p class="imprint"')[0]
    golden(GOLDEN / "beside" / f"{name}.{code}.txt", "".join(map(text_of, BESIDE.findall(page))))


def test_a_sentence_has_the_example_that_names_its_clause() -> None:
    turn = play("scopa", "en").partition("{ #t-turn")[2].partition("\n### ")[0]
    _, _, after = turn.partition("just one of them must be captured")
    figure = text_of(after[: after.index("</figure>")])
    assert "A 6 must capture the 6, not 4 and 2" in figure
    assert "The table [six of cups][two of coins][three of swords][four of clubs]" in figure
    assert 'href="scopa-rules.html#e-sei"' in after[: after.index("</figure>")]


def test_an_example_of_another_house_rule_is_not_shown() -> None:
    """Only in the popular game does a rule let the nine of Scopa take six and three."""
    assert "#e-nove" not in play("scopa", "en")
    assert "#e-nove" in play("scopa_popolare", "en")


def test_an_example_is_drawn_from_the_players_seat() -> None:
    tressette, scopone = play("tressette", "it"), text_of(play("scopone", "it"))
    assert "<small>Il seme d&#x27;uscita</small>Denari" in tressette
    assert "Le prese degli avversari [" in scopone
    assert "La carta scoperta del giocatore\u00a01 [due di denari]\nIl giocatore\u00a02 [" in scopone, "the place is named once"
    assert "Chi ha preso per ultimo la coppia 1" in re.sub(r"\s+", " ", scopone)
    assert "È stato di turno" not in scopone


def shown(page: str, example: str) -> str:
    """Return the text of the picture of an example."""
    figures = [found for found in re.findall(r'<figure class="shown">.*?</figure>', page) if f'#e-{example}"' in found]
    return text_of(figures[0])


def test_an_example_shows_its_answer() -> None:
    scopa = play("scopa", "en")
    assert "Move: capture [six of cups] and [three of swords] with [knight of coins]." in shown(scopa, "scopa")
    assert "The sweeps 1" in shown(scopa, "scopa")
    assert "The primiera of the pile 76\n" in shown(scopa, "primiera")
    assert "The primiera of the pile of the opponent 72\n" in shown(scopa, "primiera")
    assert "The table is empty." in shown(scopa, "resto")


def test_moves_and_results_of_an_example_name_their_players() -> None:
    """In the example of President three players move; after each move its lines speak of the player who made it."""
    president = shown(play("president", "en"), "primo_e_secondo")
    assert re.findall(r"Player (\d) plays", president) == ["1", "2", "3"]
    assert re.findall(r"(?:The points of player|Player)\u00a0(\d) (\d)", president) == [
        ("1", "3"),
        ("2", "2"),
        ("3", "1"),
        ("4", "0"),
    ]


def test_a_choice_of_somebody_else_is_theirs() -> None:
    """Of several cards shown out of turn, the player before decides, though it is not their turn."""
    assert "Player 4 may only name" in shown(play("scopone", "en"), "due_fuori_turno")


def test_only_an_example_that_names_somebody_else_has_numbers() -> None:
    scopone = play("scopone", "en")
    for example, rows in (("sei_denari", "The pile of the opponents ["), ("ultima_giocata", "The hand of player\u00a01 [")):
        assert rows in shown(scopone, example)
    assert "player\u00a01" not in shown(scopone, "sei_denari")
    assert "pair\u00a01" in shown(scopone, "ultima_giocata")


def test_a_result_that_the_position_shows_is_left_out() -> None:
    """In the example of Madrasso, the card turned up still lies there after the first move."""
    madrasso = play("madrasso", "en")
    taking = next(
        found for found in re.findall(r'<figure class="shown">.*?</figure>', madrasso) if "takes the card turned up" in found
    )
    assert text_of(taking).count("The card turned up [") == 1


def test_a_line_does_not_begin_with_the_comma_after_a_card() -> None:
    figure = next(each for each in re.findall(r'<figure class="shown">.*?</figure>', play("hearts", "en")) if "passes" in each)
    assert re.search(r'<span class="nb"><b class="face [^>]*small"[^>]*>[^<]*<i>[^<]*</i></b>,</span>', figure)
    assert not re.search(r"</b>[,.;:]", figure.replace("</b>,</span>", "").replace("</b>.</span>", ""))


def test_an_example_that_only_denies_the_sentence_is_not_next_to_it() -> None:
    """*While somebody has an uncovered card the hand is not over* shows nothing of *the hand ends when all are played*."""
    assert "#e-carta_scoperta" not in play("scopone", "en")


def articles_of(game: str, section: str) -> list[str]:
    """Return the titles of the articles below a section."""
    line = play(game, "en").partition(f"{{ #t-{section} }}")[2].partition('<p class="articles"')[2].partition("</p>")[0]
    return re.findall(r'title="([^"]*)"', line)


def test_sentences_of_a_library_lead_to_the_article_of_the_official_text() -> None:
    """Article 7 of Scopone is the order of play, which a library states; in Scopa it is an article of the library."""
    assert "Art. 7" in articles_of("scopone", "turn")
    assert not any(title.startswith("Common rule") for title in articles_of("scopone", "turn"))
    assert any(title.startswith("Common rule") for title in articles_of("scopa", "turn"))


def test_the_articles_of_a_section_are_below_it_and_not_at_every_sentence() -> None:
    assert articles_of("scopa", "pack") == ["Common rule 1"]
    assert 'class="art"' not in "".join(re.findall(r'<div class="guide".*?</div>', play("scopa", "en"), re.DOTALL))


def test_what_is_stated_before_another_position_is_left_out() -> None:
    """An example of President states that a rule does not apply, then changes the position, and states that it applies."""
    president = text_of("".join(re.findall(r'<figure class="shown">.*?</figure>', play("president", "en"))))
    assert "The rule “the scum begins” applies." in president
    assert "The rule “the scum begins” does not apply." not in president


def test_an_example_is_of_its_sentence() -> None:
    """The sentence about the end of a hand is supported by a hand that ends and in which the sentence holds. No trick supports
    the sentence about the end of the match.
    """
    scopa, tressette = play("scopa", "it"), play("tressette", "it")
    end = scopa.partition("{ #t-end }")[2].partition("\n### ")[0]
    assert "#e-resto" in end.partition("vanno a chi ha preso per ultimo")[2]
    assert "#e-nessuna_presa" not in end, "where the sentence does not hold"
    assert "#e-non_scopa" not in end
    assert "<figure" not in tressette.partition("{ #t-match }")[2].partition("\n## ")[0]


def test_no_example_is_drawn_twice() -> None:
    for name in ("scopone", "scala40", "cirulla")[: by_level(day=1, night=3)]:
        drawn = re.findall(r'<figure class="shown"><figcaption><a href="[^"]*#e-(\w+)"', play(name, "it"))
        assert drawn
        assert len(drawn) == len(set(drawn))


def test_the_stock_of_a_worked_hand_stays_hidden() -> None:
    hand = play("scopa", "en").partition("{ #hand ")[2]
    assert 'data-place="table"' in hand
    assert 'data-place="stock"' not in hand


def test_the_count_of_a_worked_hand_adds_up() -> None:
    table = play("scopa", "en").partition("{ #hand ")[2].partition('class="measured"')[2]
    rows = [list(map(int, re.findall(r"<td>(\d+)</td>", row))) for row in table.split("</tr>")[1:-1]]
    assert [sum(column) for column in zip(*rows[:-1], strict=True)] == rows[-1]
    assert any(rows[-1])


def test_what_is_bid_in_a_worked_hand_is_then_made() -> None:
    hand = play("spades", "en").partition("{ #hand ")[2]
    bids = [int(bid) for bid in re.findall(r" bids (\d+)\.", text_of(hand))]
    assert len(bids) == 4
    assert sum(bids) == 13, "each player's tricks"
    made, failed = (
        re.search(rf"{row} +(-?\d+) +(-?\d+)", text_of(hand)) for row in ("The contract made", "The contract failed")
    )
    assert made is not None
    assert failed is not None
    assert [*map(int, made.groups())] == [10 * (bids[0] + bids[2]), 10 * (bids[1] + bids[3])]
    assert [*map(int, failed.groups())] == [0, 0]


SIDES = (
    "The pair of the dealer: the dealer and the partner; the other pair: the player on the left and the player on the right."
)


def test_a_worked_hand_states_who_plays_together_and_what_it_adds_to_the_match() -> None:
    hand = text_of(play("sueca", "en").partition("{ #hand ")[2])
    assert SIDES in re.sub(r"\s+", " ", hand)
    points = re.search(r"The points of the cards +(\d+) +(\d+)", hand)
    wins = re.search(r"Wins +(\d+) +(\d+)", hand)
    assert points is not None
    assert wins is not None
    assert [int(n) > 0 for n in wins.groups()] == [int(n) > 60 for n in points.groups()]
    assert "In all" not in hand, "of one heading"


def test_something_is_counted_in_a_worked_hand() -> None:
    """In random hands of Gin nobody knocks, but none of the hands shown is void."""
    hand = text_of(play("gin", "en").partition("{ #hand ")[2])
    total = re.search(r"In all +(-?\d+) +(-?\d+)", hand)
    assert total is not None
    assert [*map(int, total.groups())] != [0, 0]
    assert "knocks" in hand


def test_moves_that_differ_in_a_card_are_stated_in_one_breath() -> None:
    hearts, president = text_of(play("hearts", "it")), text_of(play("president", "it"))
    assert "Il giocatore 1 può soltanto giocare [due di fiori] o [tre di fiori]." in hearts
    assert "giocare [tre di fiori] o giocare [tre di fiori] e [tre di quadri]." in president, "one card, or two"


def test_a_rank_is_called_with_its_article_and_a_suit_without() -> None:
    for code, rank, suit in (("it", "chiama il quattro", "chiama bastoni"), ("fr", "appelle le quatre", "appelle bâtons")):
        hand = text_of(play("briscola_in_cinque", code).partition("{ #hand ")[2])
        assert rank in hand
        assert suit in hand


def test_signs_behind_sentences_are_explained_where_there_are_some() -> None:
    findings = Finding("uno_per_voce", "proved"), Finding("piu_sette", "refuted")
    decided = ruleset_pages(Ruleset(game_of("scopa"), findings=findings), "en")["scopa"]
    for page, signs in ((decided, "✓✕"), (play("scopa", "en"), "")):
        legend = page.partition('<p class="legend">')[2].partition("</p>")[0]
        assert legend.startswith("The numbers below a section lead to the articles")
        assert [sign for sign in "✓✕?" if sign in legend] == list(signs)


def test_a_hand_shows_what_comes_up_later_and_how_it_ends() -> None:
    """In this hand of Scala 40 a player opens after some turns; the steps before that are left out."""
    said = [text_of(each) for each in re.findall(r'<p class="said">(.*?)</p>', play("scala40", "en").partition("{ #hand ")[2])]
    later = [number for number, text in enumerate(said) if re.match(r"\s*Then \d+ moves that are not shown here\. The ", text)]
    assert later[0] == MOVES + 1
    assert "lays down" in said[later[0]]
    assert "lays off" in "".join(said)
    assert "discards" in said[-1]


def test_what_an_exception_permits_cites_it() -> None:
    """In Scopone the five of coins may be left on the table, although it could capture, if another player holds a five."""
    hand = play("scopone", "en").partition("{ #hand ")[2]
    laid = next(each for each in re.findall(r'<p class="said">(.*?)</p>', hand) if "five of coins" in each)
    assert "Art. 9" in laid
    assert "Art. 12" in laid


def test_an_order_that_is_told_is_no_table() -> None:
    """A ranking of cards is stated in a sentence; values that are counted are listed in a table."""
    assert "Strength" not in play("briscola", "en")
    assert "Point value" in play("briscola", "en")
    assert "guide-numbers" not in play("agram", "en")


def test_a_variant_is_named_with_its_difference() -> None:
    page = play("scopa", "it", "rebello")
    assert '<a href="rebello.html">Scopa con il rebello</a>' in page or '<a href="rebello.html">' in page
    assert "Anche il re di denari, il rebello, vale un punto." in page


def test_a_play_page_is_light() -> None:
    """The cards do not count, because they are pictures; the theme adds some 22 KB."""
    for name in ("scopa", "scopone", "scala40", "briscola"):
        assert len(CARD.sub("", play(name, "it")).encode()) < 39_500


def test_all_pages_together_have_every_anchor_once() -> None:
    ids = re.findall(r'\bid="([^"]+)"|\{ #([\w-]+) \}', whole_page(Ruleset(game_of("scopa")), "it"))
    found = [one or other for one, other in ids]
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("name", "code", "step"),
    [
        ("scopa", "it", "L'avversario prende [cinque di spade] con [cinque di denari]."),
        ("scala40", "en", "The opponent draws from the stock."),
        ("sette_e_mezzo", "fr", "L'adversaire mise 1."),
    ],
)
def test_a_step_states_what_somebody_does(name: str, code: str, step: str) -> None:
    assert step in re.sub(r"\s+", " ", text_of(play(name, code).partition("#hand")[2]))


def test_a_hand_of_two_packs_lies_as_one_sorts_it() -> None:
    shown = text_of(play("scala40", "en").partition("#hand")[2])
    hands = re.findall(r"The hand \(the \w+\)\n(.*)", shown)
    for hand in hands:
        suits = re.findall(r" of (\w+)\]", hand)
        assert suits == sorted(suits, key=["hearts", "diamonds", "clubs", "spades"].index)
    assert any(re.search(r"(\[\w+ of \w+\])\1", hand) for hand in hands)


def test_how_a_rule_is_reckoned_is_for_authors() -> None:
    """For the rank of arrival in the count of Scopa, the guide explains the purpose; the calculation is folded."""
    rules = ruleset_pages(Ruleset(game_of("scopa")), "en", frozenset())["scopa-rules"]
    whole, folded = rules.count("the place of arrival of a side is"), 0
    for part in re.findall(r'<details class="workings">.*?</details>', rules):
        folded += part.count("the place of arrival of a side is")
    assert whole == folded > 0


def test_each_move_of_a_worked_hand_names_its_gain_and_the_other_moves() -> None:
    """In Scopa a capture that clears the table gains a sweep if the hand were counted now."""
    text = "".join(worked_hand(page_for(Ruleset(game_of("scopa")), "en")))
    steps = text.split('<li class="step"')[1:]
    swept = [step for step in steps if "In the count, by this move: " in step and "sweep" in step.partition("In the count")[2]]
    assert swept
    first = steps[1]
    listed = first.partition('class="others"')[2].partition("<p>")[2].partition("</p>")[0].split(" · ")
    assert listed
    assert int(re.findall(r"What else could have been played\? \((\d+)\)", first)[0]) >= len(listed) - 1
    assert len(set(listed)) == len(listed)


def test_a_bid_gains_nothing_before_cards_are_played() -> None:
    text = "".join(worked_hand(page_for(Ruleset(game_of("spades")), "en")))
    bids = [step for step in text.split('<li class="step"') if "bids" in step.partition("</p>")[0]]
    assert bids
    assert not any("In the count" in step for step in bids)
