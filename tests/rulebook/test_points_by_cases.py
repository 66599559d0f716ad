"""Points by cases: rows of a count that add up, rows of one number, and amounts that rise."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told
from tests.shipped_games import rules_of

from cartaro_grammar import Game, load_game
from cartaro_rulebook import heading_in_words
from cartaro_rulebook.words.nouns import plain

PILES = """game piles
  title "Piles"
  use french_tricks, following

article 1 "Cards"
  see article 1 of french_tricks
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand

article 2 "Claims"
  counter stake for the hand it "la puntata / le puntate" en "the stake / the stakes" fr "l'enjeu / les enjeux"
  counter claims for the hand it "la dichiarazione / le dichiarazioni" en "the claim / the claims" fr "l'annonce / les annonces"
  counter extra of each side for the match EXTRA
  counter hands for the match HANDS
  flag loud for the hand it "il gioco è forte" en "the play is loud" fr "le jeu est fort"
  reference hero, a player, for the hand it "l'attaccante" en "the attacker" fr "l'attaquant"
  act small
    says it "dire «poco»" en "say “small”" fr "dire « petit »"
    stake becomes 1
    hero becomes the player
  act big
    says it "dire «molto»" en "say “big”" fr "dire « grand »"
    stake becomes 2
    hero becomes the player
  act claim
    says it "dichiarare" en "claim" fr "annoncer"
    add 1 to claims
    add 10 + (claims - 1) * 5 to extra
  says_small: the player may small when stake is 0
  says_big: the player may big when stake is less than 2
  claiming: the player may claim
  low_prize: price is stake
  high_prize despite low_prize: price is 5 when stake is 2

article 3 "Play"
  see article 3 of tricks
  some_tricks: each side scores 1 when side is side of hero and number of won of side is at least 6
  many_tricks: each side scores 2 when side is side of hero and number of won of side is at least 9
  loudly: each side scores 4 when side is side of hero and number of won of side is at least 9 and loud
  pays: each side scores price when number of won of side is 15
  loses: each side scores 0 - 2 * price when number of won of side is 0
  at the count of the hand
    counted: add 1 to hands
  over: the match ends when hands is at least 5
  best: the winner is the side with highest points

in article 3 of tricks replace gioca
  gioca: in a turn the player must small or big or claim or play
"""
EXTRA = (
    'it "il punto in più / i punti in più" en "the extra point / the extra points" fr "le point en plus / les points en plus"'
)
HANDS = (
    'it "la smazzata giocata / le smazzate giocate" en "the hand played / the hands played" '
    'fr "la manche jouée / les manches jouées"'
)


def texts(text: str, folder: Path, code: str = "en") -> list[str]:
    path = folder / "piles.regole"
    path.write_text(text.replace("EXTRA", EXTRA).replace("HANDS", HANDS), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return [plain(said.text).replace("\u00a0", " ") for said in told(guide_of(found, code))]


@pytest.mark.parametrize(
    ("code", "first", "middle", "last"),
    [
        (
            "en",
            "The attacker scores the first of these that applies: Seven points when",
            "Three points when",
            "One point when",
        ),
        ("it", "L'attaccante segna il primo di questi casi che vale: Sette punti se", "Tre punti se", "Un punto se"),
        (
            "fr",
            "L'attaquant marque le premier de ces cas qui s'applique : Sept points lorsqu",
            "Trois points lorsqu",
            "Un point lorsqu",
        ),
    ],
)
def test_rows_that_imply_one_another_are_added_up(tmp_path: Path, code: str, first: str, middle: str, last: str) -> None:
    (found,) = (text for text in texts(PILES, tmp_path, code) if text.startswith(first))
    assert middle in found
    assert last in found


def test_rows_that_do_not_imply_one_another_are_not_added_up(tmp_path: Path) -> None:
    apart = PILES.replace("at least 9 and loud", "at least 3 and loud")
    found = texts(apart, tmp_path)
    assert not any("the first of these that applies" in text for text in found)
    assert "Whoever fulfils several of these conditions scores for each." in found


@pytest.mark.parametrize(
    ("code", "gained", "lost"),
    [
        ("en", "scores one point for “small” and 5 for “big” when", "loses two points for “small” and 10 for “big” when"),
        ("it", "segna un punto con «poco» e 5 con «molto» se", "perde due punti con «poco» e 10 con «molto» se"),
        (
            "fr",
            "marque un point avec « petit » et 5 avec « grand » lors",
            "perd deux points avec « petit » et 10 avec « grand » lors",
        ),
    ],
)
def test_a_row_has_the_points_for_each_announcement(tmp_path: Path, code: str, gained: str, lost: str) -> None:
    found = texts(PILES, tmp_path, code)
    assert any(gained in text for text in found)
    assert any(lost in text for text in found)
    assert not any("price" in text.lower() for text in found)


def test_a_number_that_is_calculated_is_not_listed(tmp_path: Path) -> None:
    found = texts(PILES.replace("price is stake", "price is 7 + stake"), tmp_path)
    assert any("“price”" in text for text in found)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "10 the first time that anybody does so in the hand, 15 the second time and so on are added to their extra points.",
        ),
        (
            "it",
            "10 la prima volta che qualcuno lo fa nella smazzata, 15 la seconda e così via si aggiungono ai suoi punti in più.",
        ),
        (
            "fr",
            "10 la première fois que quelqu'un le fait dans la manche, 15 la deuxième et ainsi de suite s'ajoutent à ses "
            "points en plus.",
        ),
    ],
)
def test_an_amount_that_rises_is_told_by_its_first_numbers(tmp_path: Path, code: str, text: str) -> None:
    assert any(text.lower() in one.lower() for one in texts(PILES, tmp_path, code))


def test_an_amount_that_does_not_count_its_own_act_is_a_calculation(tmp_path: Path) -> None:
    late = PILES.replace(
        "    add 1 to claims\n    add 10 + (claims - 1) * 5 to extra",
        "    add 10 + (claims - 1) * 5 to extra\n    add 1 to claims",
    )
    assert not any("the first time" in one for one in texts(late, tmp_path))


def test_the_count_of_hands_is_not_told(tmp_path: Path) -> None:
    assert not any("hand played is counted" in one for one in texts(PILES, tmp_path))
    other = PILES.replace(
        "HANDS", 'it "la distribuzione / le distribuzioni" en "the deal / the deals" fr "la donne / les donnes"'
    )
    found = texts(other, tmp_path)
    assert any("The match lasts" in one for one in found)
    assert not any("deal is counted" in one for one in found)


@pytest.mark.parametrize(
    ("code", "sum_of", "zero"),
    [
        ("en", "the players together have at least 30 extra points", "the claims start again from 0"),
        ("it", "i giocatori hanno in tutto almeno 30 punti in più", "le dichiarazioni ricominciano da 0"),
        ("fr", "les joueurs ont en tout au moins 30 points en plus", "les annonces repartent de 0"),
    ],
)
def test_sums_over_all_and_new_counts_are_worded_plainly(tmp_path: Path, code: str, sum_of: str, zero: str) -> None:
    more = "  enough: the hand ends when total of extra of x over x in sides is at least 30\n"
    more += "  at the end of the turn\n    anew: claims becomes 0 when claims is 5\n"
    found = " ".join(texts(PILES.replace("  some_tricks:", more + "  some_tricks:"), tmp_path, code))
    assert sum_of in found
    assert zero in found


@pytest.mark.parametrize(
    ("code", "points"), [("en", "scores 25 points when"), ("it", "segna 25 punti se"), ("fr", "marque 25 points")]
)
def test_points_set_by_a_house_rule_are_counted(code: str, points: str) -> None:
    assert points in heading_in_words(rules_of("gin"), "gin", code)


STAKED = (
    PILES[: PILES.index("  some_tricks:")]
    + """  won_by: won_by means number of won of side of hero is at least 6
  gets: each side scores 2 * price when side is side of hero and won_by
  fails: each side scores 0 - 2 * price when side is side of hero and not won_by
  others_pay: each side scores 0 - price when side is not side of hero and won_by
  others_get: each side scores price when side is not side of hero and not won_by
  at the count of the hand
    counted: add 1 to hands
  over: the match ends when hands is at least 5
  best: the winner is the side with highest points

in article 3 of tricks replace gioca
  gioca: in a turn the player must small or big or claim or play
"""
)


@pytest.mark.parametrize(
    ("code", "begin", "rest"),
    [
        (
            "en",
            "If there are at least six cards in the attacker's takings, ",
            "the attacker gets from each of the others one point for “small” and 5 for “big”, otherwise pays as "
            "many to each of them.",
        ),
        (
            "it",
            "Se ci sono almeno sei carte nelle prese dell'attaccante, ",
            "l'attaccante riceve da ciascuno degli altri un punto con «poco» e 5 con «molto», altrimenti ne paga altrettanti a "
            "ciascuno.",
        ),
        (
            "fr",
            "S'il y a au moins six cartes dans les levées de l'attaquant, ",
            "l'attaquant reçoit de chacun des autres un point avec « petit » et 5 avec « grand », sinon en paie autant à "
            "chacun.",
        ),
    ],
)
def test_points_that_pass_between_players_are_paid(tmp_path: Path, code: str, begin: str, rest: str) -> None:
    assert begin + rest in texts(STAKED, tmp_path, code)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gets: each side scores 2 * price", "gets: each side scores 3 * price"),
        ("fails: each side scores 0 - 2 * price", "fails: each side scores 0 - price"),
        ("there are 3 players", "there are 4 players"),
        ("there are 3 players", "there are 3 to 5 players"),
        ("not won_by\n  at", "number of won is 0\n  at"),
    ],
)
def test_points_that_do_not_add_up_to_nothing_are_not_paid(tmp_path: Path, old: str, new: str) -> None:
    assert old in STAKED
    assert not any("from each of the others" in one for one in texts(STAKED.replace(old, new), tmp_path))


@pytest.mark.parametrize(
    ("code", "row"),
    [
        ("en", "Each player scores ten points"),
        ("it", "Ogni giocatore segna dieci punti"),
        ("fr", "Chaque joueur marque dix points"),
    ],
)
def test_rows_with_opposite_conditions_are_one_row(tmp_path: Path, code: str, row: str) -> None:
    rows = "  hit: each side scores 10 + number of won when number of won is number of hand\n"
    rows += "  missed: each side scores 2 when number of won is not number of hand\n"
    whole = PILES[: PILES.index("  some_tricks:")] + rows + STAKED[STAKED.index("  at the count of the hand") :]
    (found,) = (text for text in texts(whole, tmp_path, code) if text.startswith(row))
    assert {"en": ", otherwise two points.", "it": ", altrimenti due punti.", "fr": ", sinon deux points."}[code] in found
    both = whole.replace("is not number of hand", "is at least 3")
    assert not any({"en": "otherwise", "it": "altrimenti", "fr": "sinon"}[code] in text for text in texts(both, tmp_path, code))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "If the play is loud, the attacker scores two points, otherwise loses as many."),
        ("it", "Se il gioco è forte, l'attaccante segna due punti, altrimenti ne perde altrettanti."),
        ("fr", "Si le jeu est fort, l'attaquant marque deux points, sinon en perd autant."),
    ],
)
def test_points_won_or_lost_are_told_once(tmp_path: Path, code: str, text: str) -> None:
    rows = "  falls: each side scores -2 when side is side of hero and not loud\n"
    rows += "  wins: each side scores 2 when side is side of hero and loud\n"
    whole = PILES[: PILES.index("  some_tricks:")] + rows + STAKED[STAKED.index("  at the count of the hand") :]
    assert text in texts(whole, tmp_path, code)


RANKS = "asso due tre quattro cinque sei sette otto nove dieci fante donna re"
PIPS = "  worths: every rank has pips\n" + "".join(f"    {rank} {n}\n" for n, rank in enumerate(RANKS.split(), 1))
PIPPED = PILES.replace("article 2 ", PIPS + "\narticle 2 ").replace(
    "  some_tricks:", "  deep: each side scores total pips of won\n  some_tricks:"
)


@pytest.mark.parametrize(
    ("code", "head", "row"),
    [
        ("en", "value", "Each player scores as many points as the total value of the cards in their takings."),
        ("it", "punteggio", "Ogni giocatore segna punti pari al punteggio complessivo delle carte nelle sue prese."),
        ("fr", "valeur", "Chaque joueur marque un nombre de points égal à la valeur totale des cartes dans ses levées."),
    ],
)
def test_the_only_number_of_cards_without_a_name_is_their_value(tmp_path: Path, code: str, head: str, row: str) -> None:
    assert row in texts(PIPPED, tmp_path, code)
    found = load_game(tmp_path / "piles.regole")
    assert isinstance(found, Game)
    (pack,) = (section for section in guide_of(found, code).sections if section.heading == "pack")
    assert pack.numbers is not None
    assert [plain(one) for one in pack.numbers.heads[1:]] == [head]


def test_two_numbers_of_cards_without_names_are_told_apart(tmp_path: Path) -> None:
    both = PIPPED.replace("has pips", "has pips, marks").replace("total pips of won", "total pips of won + total marks of won")
    both = "\n".join(
        f"{line} 1" if line.split()[:1] in [[rank] for rank in RANKS.split()] else line for line in both.split("\n")
    )
    found = " ".join(texts(both, tmp_path))
    assert "“pips”" in found
    assert "“marks”" in found
