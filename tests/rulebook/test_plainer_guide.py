"""Generated sentences on the meaning of a calculation: orders of cards, runs, words of bids, lists of hands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.words.nouns import plain

PEGS = """game pegs
  title "Pegs"
  use french_deck, parlour

in article 2 of parlour replace di_mano
  di_mano: the play begins with first_one

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 2 players
  way: play runs clockwise
  worths: every rank has order, pips
    asso     1  1
    due      2  2
    tre      3  3
    quattro  4  4
    cinque   5  5
    sei      6  6
    sette    7  7
    otto     8  8
    nove     9  9
    dieci   10 10
    fante   11 10
    donna   12 10
    re      13 10
  zone shown of each player it "le carte calate (pl)" en "the cards shown (pl)" fr "les cartes montrées (pl)"
  everybody_sees: everyone sees shown
  zone starter it "la carta di taglio" en "the starter" fr "la retourne"
  reference hero, a player, for the hand it "chi attacca" en "the attacker" fr "l'attaquant"
  reference big, a suit, for the hand it "il seme forte" en "the strong suit" fr "la couleur forte"
  no_big: least_big of s is 99
  a_big despite no_big: least_big of s is lowest order of (s where suit is big) when some c in s has suit of c is big
  other_one: first_one is the player after dealer
  lowest despite other_one: first_one is the player with lowest least_big of hand
    when some x in players has least_big of hand of x is less than 99
  at the start of the hand
    share: deal 6 from stock to each hand
    one_up: deal 1 from stock to starter

article 2 "Play"
  flag closing for the hand
  reference c1, a card, for the hand it "l'ultima carta" en "the last card" fr "la dernière carte"
  reference c2, a card, for the hand it "la penultima carta" en "the last card but one" fr "l'avant-dernière carte"
  reference c3, a card, for the hand it "la terzultima carta" en "the third last card" fr "l'antépénultième carte"
  act put card
    says it "posare {card}" en "put down {card}" fr "poser {card}"
    card is one of hand
    move card to shown
    c3 becomes c2
    c2 becomes c1
    c1 becomes card
  turns: in a turn the player must put
  puts: the player may put
  tens: after a put when pips of card is 10, add 1 to points
  two: last2 is c1 + c2
  three: last3 is last2 + c3
  runs_two: after a put when number of last3 is 3 and last3 is consecutive in order, add 3 to points
  at the end of the turn
    closed: closing becomes true when every hand is empty
    fill_1: deal 6 - number of hand of dealer from stock to hand of dealer
      when closing and number of hand of dealer is less than 6
    fill_2: deal 6 - number of hand of player after dealer from stock to hand of player after dealer
      when closing and number of hand of player after dealer is less than 6
    forget1: c1 becomes none when closing
    forget2: c2 becomes none when closing
    forget3: c3 becomes none when closing
    opened: closing becomes false
    out: end the match when some side has points at least 61
  done: the hand ends when every hand is empty
  out_of_cards: the hand ends when stock is empty

article 3 "Count"
  at_place: at_order(n, s) is number of (s where order is n)
  pairs_to: pairs_to(n, s) is half of total of number of ((s where pips is n - pips of x) - x) over x in s
  fifteens: fifteens of s is pairs_to(15, s) + pairs_to(total pips of s - 15, s)
  alike: pairs_in of s is half of total of number of ((s where rank is rank of x) - x) over x in s
  run_from: run_from(x, s) is 0
  run_of_3 despite run_from: run_from(x, s) is 3 * at_order(order of x + 1, s) * at_order(order of x + 2, s)
    when at_order(order of x - 1, s) is 0 and at_order(order of x + 3, s) is 0
  run_of_4 despite run_from: run_from(x, s) is 4 when s is consecutive in order and number of s is 4
    and at_order(order of x - 1, s) is 0
  runs_in: runs_in of s is total of run_from(x, s) over x in s
  show: each side scores 2 * fifteens of (shown + starter) + 2 * pairs_in of (shown + starter) + runs_in of (shown + starter)
  first_bonus: each side scores 4 when side is side of dealer and number of shown is 6
  other_bonus: each side scores 1 when side is side of dealer and not number of shown is 6
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 61

words
  fifteens it "le quindici in {1}" en "the fifteens in {1}" fr "les quinze dans {1}"
  pairs_in it "le coppie in {1}" en "the pairs in {1}" fr "les paires dans {1}"
  runs_in it "le scale in {1}" en "the runs in {1}" fr "les suites dans {1}"
  last2 it "le ultime due carte (pl)" en "the last two cards (pl)" fr "les deux dernières cartes (pl)"
  last3 it "le ultime tre carte (pl)" en "the last three cards (pl)" fr "les trois dernières cartes (pl)"
"""

CALLS = """game calls
  title "Calls"
  use french_tricks, following, trumps

in article 3 of tricks replace gioca, forza
  gioca: in a turn the player must call_low or call_high or pass or play
  forza: force of s is total strength of (s where suit is led)

in article 1 of trumps replace taglia
  taglia despite forza: force of s is 100 + total strength of s when some card in s is trump
  chief_takes despite taglia: force of s is 300 when some card in s is chief

article 1 "Players"
  players: there are 4 players
  way: play runs clockwise
  alone: the sides are single players
  chief: c counts as chief when rank of c is fante and suit of c is trump_suit
  black_mate: mate of x is picche
  black_mate_2 despite black_mate: mate of x is fiori when x is picche
  red_mate despite black_mate: mate of x is quadri when x is cuori
  red_mate_2 despite black_mate: mate of x is cuori when x is quadri

article 2 it "La distribuzione" en "The deal" fr "La donne"
  counter hands_played for the match
  biggest: biggest is 3
  down: size is biggest - hands_played
  up despite down: size is hands_played - biggest + 2 when hands_played is at least biggest
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal size from stock to each hand
    trump: trump_suit becomes mate of cuori
  counted: at the count of the hand, add 1 to hands_played

article 3 it "La chiamata" en "The call" fr "L'annonce"
  counter level for the hand it "la chiamata / le chiamate" en "the call / the calls" fr "l'annonce (f) / les annonces"
  flag passed of each player for the hand it "ha passato" en "has passed" fr "a passé"
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  act call_low
    says it "dire «bassa»" en "say “low”" fr "dire « basse »"
    level becomes 1
    spoken becomes true
  act call_high
    says it "dire «alta»" en "say “high”" fr "dire « haute »"
    level becomes 2
    spoken becomes true
  act pass
    says it "passare" en "pass" fr "passer"
    passed becomes true
  calling: calling means some x in players has not passed of x and level is less than 2
  low: the player may call_low when calling and level is 0
  high: the player may call_high when calling
  passes: the player may pass when calling
  no_play despite libera: the player may not play when calling
  everybody_spoke despite passes: the player may not pass when every x in players has spoken of x

article 4 it "Il gioco" en "The play" fr "Le jeu"
  see article 3 of tricks

article 5 it "Il conto" en "The count" fr "Le décompte"
  stake: stake is level
  high_stake despite stake: stake is 5 when level is 2
  made: each side scores stake when number of won is at least 4
  lost: each side scores 0 when not number of won is at least 4
  wins: the winner is the side with highest points
  over: the match ends when hands_played is at least 2 * biggest - 1

words
  hands_played it "la smazzata / le smazzate" en "the hand played / the hands played" fr "la manche jouée / les manches jouées"
  size it "il numero di carte a testa" en "the number of cards each" fr "le nombre de cartes par joueur"
  chief it "il capo" en "the chief" fr "le chef"
  mate it "il compagno" en "the mate" fr "le partenaire"
  stake it "la posta" en "the stake" fr "la mise"
  biggest it "il massimo" en "the most" fr "le maximum"
"""


def texts_of(tmp: Path, name: str, text: str) -> dict[str, str]:
    place = tmp / f"{name}.regole"
    place.write_text(text, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game), [(one.code, one.message) for one in game]
    return {code: "\n".join(plain(one.text) for one in told(guide_of(game, code))) for code in ("it", "en", "fr")}


@pytest.fixture(scope="module")
def pegs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return texts_of(tmp_path_factory.mktemp("pegs"), "pegs", PEGS)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return texts_of(tmp_path_factory.mktemp("calls"), "calls", CALLS)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "The cards in order, from the highest to the lowest: king, queen, jack, ten"),
        ("en", "the player with the lowest of the cards of the strong suit in hand when somebody has a card of"),
        ("en", "when somebody has a card of the strong suit in hand, otherwise the player after the dealer."),
        ("it", "se qualcuno ha una carta del seme forte in mano, altrimenti il giocatore dopo il mazziere."),
        ("en", "When the last three cards are all there and are consecutive, the player gains three points."),
        ("en", "each of these is filled up from the stock to six cards: the dealer's hand and the hand of the player after"),
        ("en", "the last card, and so on up to the third last card, no longer count."),
        ("fr", "la dernière carte, et ainsi de suite jusqu'à l'antépénultième carte, ne comptent plus."),
        ("en", "each player scores the sum of these: the fifteens in these cards (two points each); the pairs in these cards"),
        ("it", "la somma di: le quindici in queste carte (due punti l'una); le coppie in queste carte"),
        ("fr", "Les paires dans un groupe de cartes sont le nombre de paires du même rang parmi elles."),
        ("en", "3 for each run of exactly three cards among them. 4 when they are consecutive and there are four cards."),
        ("it", "3 per ogni scala di esattamente tre carte tra queste."),
        ("en", "The dealer scores four points when there are six cards shown of that player, otherwise one point."),
        ("en", "The match ends when somebody has at least 61 points. It ends at once, even in the middle of a hand."),
        ("en", "The hand ends when all the hands are empty or when the stock is empty."),
        ("it", "La smazzata finisce quando tutte le mani sono vuote o quando il mazzo è vuoto."),
    ],
)
def test_what_is_counted_is_named(pegs: dict[str, str], code: str, expected: str) -> None:
    assert expected in pegs[code]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "In the successive hands, the number of cards each is: 3, 2, 1, 2, 3."),
        ("it", "Il numero di carte a testa, di smazzata in smazzata: 3, 2, 1, 2, 3."),
        ("fr", "Le nombre de cartes par joueur, de manche en manche"),
        ("en", "The match lasts five hands."),
        ("en", "is clubs for spades, diamonds for hearts, hearts for diamonds and spades for clubs."),
        (
            "en",
            "as long as not everyone has passed and the call is not “high”, each player in turn must say “low”, say",
        ),
        (
            "it",
            "finché non tutti hanno passato e la chiamata non è «alta», ogni giocatore a turno deve dire «bassa», dire «alta»",
        ),
        ("en", "The player may: Say “low”, when the call is not decided yet. Say “high”. Pass."),
        (
            "en",
            "The call is the last of these that was said; from the lowest: “low”, “high”. "
            "When a player says “low” or says “high”, from",
        ),
        ("it", "Ma non si può passare se tutti hanno parlato."),
        ("fr", "Mais on ne peut pas passer lorsque tous ont parlé."),
        ("en", "Each player scores one point for “low” and 5 for “high” when they have at least four cards in"),
        ("fr", "Chaque joueur marque un point avec « basse » et 5 avec « haute » lorsqu'il a au moins quatre cartes"),
    ],
)
def test_numbers_for_the_computer_are_words(calls: dict[str, str], code: str, expected: str) -> None:
    assert expected in calls[code]


def test_an_act_that_only_notes_that_it_was_done_has_no_sentence(calls: dict[str, str]) -> None:
    assert "“Pass”:" not in calls["en"]
    assert "becomes 1" not in calls["en"]


def test_rows_that_exclude_each_other_are_not_added_up(calls: dict[str, str]) -> None:
    assert "several of these conditions" not in calls["en"]


def test_kinds_of_cards_are_listed_in_their_order(tmp_path: Path) -> None:
    """A definition that only ranks the cards of a trick is the list of its kinds, unless a kind has other conditions."""
    own = "in article 3 of tricks replace gioca, vince_presa, forza\n  follows: c counts as follower when suit of c is led\n"
    own += "  at the end of the turn\n"
    own += "    vince_presa: taker becomes the player with highest force of played when number of played of players is 4\n"
    text = CALLS.replace("in article 3 of tricks replace gioca, forza\n", own).replace("force of s is 100", "force of s is 150")
    text = text.replace("total strength of (s where suit is led)", "total strength of (follower in s)")
    found = texts_of(tmp_path, "calls", text)
    assert "The strength in the trick, from the highest: the chief; the trumps, by strength; the cards of the" in found["en"]
    assert "La forza nella presa, dalla più alta: il capo; le briscole, per forza; " in found["it"]
    closer = texts_of(tmp_path, "calls", text.replace("force of s is 300", "force of s is 155"))
    assert "from the highest: the chief" not in closer["en"]


RUN_POINTS = """  four: last4 is last3 + starter
  none_in_row: row_points is 0
  row_2 despite none_in_row: row_points is 2 when number of last2 is 2 and last2 is consecutive in order
  row_3 despite row_2: row_points is 3 when number of last3 is 3 and last3 is consecutive in order
  row_4 despite row_3: row_points is 4 when number of last4 is 4 and last4 is consecutive in order
  row_scored: after a put, add row_points to points
"""
RUN_WORDS = """  last4 it "le tre e il taglio (pl)" en "the last three and the starter (pl)" fr "les trois et la retourne (pl)"
  row_points it "i punti della fila" en "the points for a row" fr "les points de la file"
"""


def test_the_longest_run_of_several_is_one_sentence(tmp_path: Path) -> None:
    longer = PEGS.replace("  runs_two: after", f"{RUN_POINTS}  runs_two: after") + RUN_WORDS
    english = (
        "The points for a row are one for each card when the last two cards, or more, up to the last three and the starter, "
        "are consecutive, in whatever order; only the longest run counts."
    )
    assert english in texts_of(tmp_path, "longer", longer)["en"]
    for old, new in (("row_points is 3 when", "row_points is 5 when"), ("despite row_2:", "despite none_in_row:")):
        assert english not in texts_of(tmp_path, "others", longer.replace(old, new))["en"]


def test_ways_to_make_a_total_are_listed(pegs: dict[str, str]) -> None:
    assert "are the ways to make 15 in value: with two of these cards or with all but two of them." in pegs["en"]
    assert "sono i modi di fare 15 per punteggio: con due di queste carte o con tutte meno due." in pegs["it"]
    assert "sont les façons de faire 15 en valeur : avec deux de ces cartes ou avec toutes sauf deux." in pegs["fr"].replace(
        "\u00a0", " "
    )


def test_a_bounded_number_is_one_sentence(tmp_path: Path) -> None:
    bounds = "  most: peak is 6\n  fewer despite most: peak is number of stock when number of stock is less than 6\n"
    bounds += "  least: base is 2\n  more despite least: base is number of stock when number of stock is more than 2\n"
    bounds += "  bonus: each side scores peak + base\n"
    found = texts_of(tmp_path, "bounds", PEGS.replace("  wins: the winner", f"{bounds}  wins: the winner"))
    assert "“Peak” is the number of cards in the stock, but at most six." in found["en"]
    assert "“Base” is the number of cards in the stock, but at least two." in found["en"]
    assert "al massimo sei." in found["it"]
    assert "mais au moins deux." in found["fr"]


@pytest.mark.parametrize(
    ("code", "fixed", "or_more"),
    [
        ("en", "The match lasts five hands.", "The match lasts five hands, or more if the leaders are then level."),
        (
            "it",
            "La partita dura cinque smazzate.",
            "La partita dura cinque smazzate, o di più se allora i primi sono alla pari.",
        ),
        (
            "fr",
            "La partie dure cinq manches.",
            "La partie dure cinq manches, ou davantage si les premiers sont alors à égalité.",
        ),
    ],
)
def test_a_match_of_a_fixed_number_of_hands_lasts_it(tmp_path: Path, code: str, fixed: str, or_more: str) -> None:
    assert fixed in texts_of(tmp_path, "fixed", CALLS)[code]
    last = next(line for line in CALLS.splitlines() if "the match ends when" in line)
    level = texts_of(tmp_path, "level", CALLS.replace(last, f"{last} unless the winner is nobody"))[code]
    assert or_more in level
    early = CALLS.replace(
        last, f"{last}\n  early: at the count of the hand, end the match when some side has points at least 9"
    )
    assert fixed not in texts_of(tmp_path, "early", early)[code]
