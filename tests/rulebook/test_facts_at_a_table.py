"""Facts that a guide states as people do at a table: tables of points, numbers by players, packets, lives, pots and roles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.engine.side_by_side import rules_of
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.sentences import measures_named
from cartaro_rulebook.words.nouns import plain

COUNTING = """game counting
  title it "Conta" en "Counting" fr "Compte"
  use french_tricks, following

article 1 it "Carte" en "Cards" fr "Cartes"
  see article 1 of french_tricks
  seats: there are 4 players
  direction: play runs clockwise
  alone: the sides are single players
  pips: every rank has worth
    asso    4
    re      3
    donna   2
    fante   1
    dieci  10
    nove    0
    otto    0
    sette   0
    sei     0
    cinque  0
    quattro 0
    tre     0
    due     0
  at the start of the hand
    mix: shuffle all cards into stock
    first_: deal 3 from stock to each hand
    next_: deal 3 from stock to each hand
  see article 3 of tricks
  see article 1 of following
  most: the side with highest total worth of won scores 1
  ends_: the match ends when some side has points at least 3
  wins: the winner is the side with highest points

words
  worth it "il valore / i valori" en "the value / the values" fr "la valeur / les valeurs"
"""

COINS_WITH_NAMES = """game coins
  title it "Fiche" en "Coins" fr "Jetons"
  use french_deck, parlour

repeal article 3 of parlour

article 1 it "Carte" en "Cards" fr "Cartes"
  pack_ "pack": the pack has 1 of every rank and suit
  seats: there are 3 to 6 players
  direction: play runs clockwise
  see article 2 of parlour
  pile laid it "le carte giocate (pl)" en "the cards played (pl)" fr "les cartes jouées (pl)"
  open_: everyone sees laid
  counter coins_ of each side for the match it "la fiche / le fiche" en "the chip / the chips" fr "le jeton / les jetons"
  counter pot for the match POT
  counter lost of each side for the match LOST
  limit: limit_ is 20 - 2 * number of players
  at the start of the hand
    deals: deal 52 divided by (number of players + 1), rounded down from stock to each hand
    stake: add limit_ to pot

article 2 it "Gioco" en "Play" fr "Jeu"
  act lay card
    says it "posare {card}" en "lay {card}" fr "poser {card}"
    card is one of hand
    move card to laid
  act turn_
    says it "voltare una carta" en "turn a card" fr "retourner une carte"
    move top of stock to laid
  lays: the player may lay when player is not dealer
  turns: the player may turn_ when player is dealer
  must_: in a turn the player must lay or turn_
  after a lay
    takes: add pot to coins_ of side of player when card is A♥
    taken: pot becomes 0 when card is A♥
  over: the hand ends when some hand is empty
  last_: each side scores 1 when hand is not empty
  rich: each side scores 1 when coins_ is less than limit_
  sum_: at the count of the hand, add score of side to lost for each side
  still_in: x takes part when lost of x is less than 3
  ends_: the match ends when number of (players where lost is less than 3) is at most 1
  wins: the winner is the side with lowest lost

words
  limit_ it "il limite" en "the limit" fr "la limite"
"""
POT = (
    'it "la fiche nel piatto / le fiche nel piatto" en "the chip in the pot / the chips in the pot" '
    'fr "le jeton dans le pot / les jetons dans le pot"'
)
LOST = 'it "la vita persa / le vite perse" en "the life lost / the lives lost" fr "la vie perdue / les vies perdues"'
COINS = COINS_WITH_NAMES.replace("LOST", LOST).replace("POT", POT)
LADDER = COUNTING.replace("next_: deal 3", "next_: deal 2")


def _game(text: str, folder: Path) -> Game:
    place = folder / f"{text.split()[1]}.regole"
    place.write_text(text, encoding="utf-8")
    game = load_game(str(place))
    assert isinstance(game, Game), game
    return game


def _text(game: Game, code: str) -> str:
    return re.sub(r"\s", " ", " ".join(plain(one.text) for one in told(guide_of(game, code))))


def _rows(game: Game, code: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the columns of numbers of a guide, each with the names of the cards."""
    tables = [s.numbers for s in guide_of(game, code).sections if s.numbers is not None]
    found: dict[str, list[tuple[str, ...]]] = {}
    for table in tables:
        for at, head in enumerate(table.heads[1:], 1):
            found.setdefault(plain(head), []).extend((plain(row[0]), row[at]) for row in table.rows)
    return found


# ------------------------------------------------------------------------- tables


@pytest.mark.parametrize(("code", "head", "ten"), [("en", "value", "Ten"), ("it", "valore", "Dieci"), ("fr", "valeur", "Dix")])
def test_the_wording_of_a_librarys_table_does_not_stand_for_the_table_of_a_game(
    code: str, head: str, ten: str, tmp_path: Path
) -> None:
    assert (ten, "10") in _rows(_game(COUNTING, tmp_path), code)[head]


def _deciding(game: Game) -> frozenset[str]:
    """Return the measures that a score, the winner or a permission reads, also through definitions, except those that an author
    worded.
    """
    kinds = (g.Score, g.Permission, g.Prohibition, g.Obligation)
    worded = {name for one in told(guide_of(game, "en")) if one.author for name in one.names}
    found = [c for c in game.clauses if isinstance(c.sentence, kinds)]
    found += [c for c, _ in game.definitions_of(g.WINNER)]
    for clause in found:
        for part in parts(clause):
            if isinstance(part, g.Apply):
                found += [c for c, _ in game.definitions_of(part.function) if c not in found]
    named = measures_named([part for clause in found if clause.name not in worded for part in parts(clause)])
    return named & {measure.name for measure in game.deck.measures}


def _numbers_of(measure: g.MeasureInfo, game: Game) -> dict[str, int]:
    """Return the number of each value of the attribute that gives a measure, if each value has one number."""
    for attribute in game.deck.attributes:
        numbers: dict[str, set[int | None]] = {}
        for card, number in zip(game.deck.cards, measure.values, strict=True):
            for name, value in card.attributes:
                if name == attribute.name:
                    numbers.setdefault(value, set()).add(number)
        if len(set(measure.values)) > 1 and all(len(found) == 1 for found in numbers.values()):
            return {value: number for value, found in numbers.items() for number in found if number is not None}
    return {}


def _is_told(measure: str, game: Game) -> bool:
    """Return whether a table has the numbers of a measure, a sentence lists the cards in their order, or an author worded the
    table.
    """
    info = next(one for one in game.deck.measures if one.name == measure)
    numbers = _numbers_of(info, game)
    kinds = len({card.kind for card in game.deck.cards} - {None})
    asked = {str(number) for number in numbers.values()}
    if any(asked <= (column := {n for _, n in rows}) and len(column - asked) <= kinds for rows in _rows(game, "en").values()):
        return True
    naming = scope_for(game, "en").naming
    attribute = next(a.name for a in game.deck.attributes if {v.name for v in a.values} >= {*numbers})
    first, second, *_ = sorted(numbers, key=lambda value: -numbers[value])
    listed = ", ".join(naming.symbol(attribute, value).form(False) for value in (first, second))
    tables = [c for c in game.clauses if c.sentence in (g.Material("attribute"), g.Material("columns"))]
    own = {c.name for c in tables if measure in c.span.source.text[c.span.start : c.span.end].split()}
    sentences = [one for s in guide_of(game, "en").sections for one in s.sentences]
    return any(listed in plain(one.text) or (one.author and own & {*one.names}) for one in sentences)


WRITTEN = Path(__file__).parents[1] / "rulesets" / "written"


@pytest.mark.parametrize("name", sorted(path.stem for path in WRITTEN.glob("*.regole") if "." not in path.stem))
def test_every_number_of_cards_that_decides_something_is_in_the_guide(name: str) -> None:
    game = rules_of(str(WRITTEN / f"{name}.regole"), {}).game
    assert [measure for measure in sorted(_deciding(game)) if not _is_told(measure, game)] == []


def test_a_number_that_no_table_has_would_be_found_missing(tmp_path: Path) -> None:
    game = _game(COUNTING, tmp_path)
    assert _deciding(game) >= {"worth"}
    assert _is_told("worth", game)
    assert not _is_told("penalty", game)


# -------------------------------------------------------------- deals and numbers


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        (COUNTING, "en", "each player is dealt six cards face down, three at a time."),
        (COUNTING, "it", "si danno a ciascuno sei carte coperte, tre alla volta."),
        (COUNTING, "fr", "on donne à chacun six cartes face cachée, trois par trois."),
        (LADDER, "en", "each player is dealt three cards face down and then two: five each in all."),
        (LADDER, "it", "si danno a ciascuno tre carte coperte e poi due: in tutto cinque a testa."),
        (LADDER, "fr", "on donne à chacun trois cartes face cachée, puis deux : cinq chacun en tout."),
        (COINS, "en", "each player is dealt 13 cards face down if three play, 10 if four, 8 if five and 7 if six."),
        (COINS, "it", "si danno a ciascuno 13 carte coperte se si gioca in tre, 10 in quattro, 8 in cinque e 7 in sei."),
        (COINS, "fr", "on donne à chacun 13 cartes face cachée si l'on joue à trois, 10 à quatre, 8 à cinq et 7 à six."),
        (COINS, "en", "The limit is 14 if three play, 12 if four, 10 if five and 8 if six."),
        (COINS, "it", "Il limite è 14 se si gioca in tre, 12 in quattro, 10 in cinque e 8 in sei."),
        (COINS, "fr", "La limite est 14 si l'on joue à trois, 12 à quatre, 10 à cinq et 8 à six."),
    ],
)
def test_numbers_of_cards_are_told_as_they_are_dealt(text: str, code: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in _text(_game(text, tmp_path), code)


def test_the_pile_that_all_cards_are_dealt_from_is_the_pack(tmp_path: Path) -> None:
    text = COINS.replace("deal 52 divided by (number of players + 1)", "deal number of stock divided by number of players")
    found = _text(_game(text, tmp_path), "en")
    assert "each player is dealt 17 cards face down if three play, 13 if four, 10 if five and 8 if six." in found
    away = text.replace("    deals: deal", "    away: deal 1 from stock to laid\n    deals: deal")
    assert "17 cards" not in _text(_game(away, tmp_path), "en")


def test_a_number_that_depends_on_more_than_the_players_stays_a_calculation(tmp_path: Path) -> None:
    found = _text(_game(COINS.replace("20 - 2 * number of players", "20 - 2 * number of players + pot"), tmp_path), "en")
    assert "if three play" in found.partition("The limit is")[0]
    assert "if three play" not in found.partition("The limit is")[2]


# -------------------------------------------------------------------- the last left


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", "The aim is to be the last player left in the match."),
        ("it", "Lo scopo è restare l'ultimo in gioco."),
        ("fr", "Le but est de rester le dernier dans la partie."),
        ("en", "Whoever has three lives lost is out of the match. The match ends when only one player is left, who wins."),
        ("it", "Chi ha tre vite perse esce dal gioco. La partita finisce quando resta un solo giocatore, che vince."),
        ("fr", "Celui qui a trois vies perdues sort de la partie. La partie finit quand il ne reste qu'un joueur, qui gagne."),
        ("en", "If nobody is left, the winner is the player with the lowest number of lives lost."),
        ("it", "Se non resta nessuno, il vincitore è il giocatore con il minor numero di vite perse."),
        ("fr", "S'il ne reste personne, le vainqueur est le joueur qui a le plus petit nombre de vies perdues."),
    ],
)
def test_a_match_of_lives_ends_when_one_player_is_left(code: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in _text(_game(COINS, tmp_path), code)


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", "Whoever has no lives left is out of the match. The match ends when only one player is left, who wins."),
        ("it", "Chi non ha più vite esce dal gioco. La partita finisce quando resta un solo giocatore, che vince."),
        ("fr", "Celui qui n'a plus de vies sort de la partie. La partie finit quand il ne reste qu'un joueur, qui gagne."),
    ],
)
def test_lives_may_be_counted_down(code: str, wanted: str, tmp_path: Path) -> None:
    text = COINS.replace(LOST, 'it "la vita / le vite" en "the life / the lives" fr "la vie / les vies"')
    text = text.replace("lost of x is less than 3", "lost of x is more than 0").replace("lowest lost", "highest lost")
    text = text.replace("number of (players where lost is less than 3) is at most 1", "number of players is 1")
    found = _text(_game(text, tmp_path), code)
    assert wanted in found
    assert "nobody is left" not in found


STAYS = "A player stays in the match when"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        pytest.param("(players where lost is less than 3)", "(players where lost is less than 2)", STAYS, id="another limit"),
        pytest.param("with lowest lost", "with highest coins_", "only one player is left. The winner is", id="another winner"),
        pytest.param("than 3", "than 50", "Whoever has at least 50 lives lost is out", id="a large number"),
        pytest.param("lost of x is less than 3", "0 is less than lost of x", STAYS, id="the other way round"),
    ],
)
def test_another_end_of_the_match_is_told_as_it_is(old: str, new: str, wanted: str, tmp_path: Path) -> None:
    assert old in COINS
    assert wanted in _text(_game(COINS.replace(old, new), tmp_path), "en")


# ------------------------------------------------------------------ pots and roles


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", "the player takes the chips in the pot."),
        ("it", "il giocatore prende le fiche nel piatto."),
        ("fr", "le joueur prend les jetons dans le pot."),
    ],
)
def test_an_amount_added_and_then_set_to_nothing_is_taken(code: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in _text(_game(COINS, tmp_path), code)


def test_an_amount_named_otherwise_is_told_with_what_it_is_added_to(tmp_path: Path) -> None:
    text = COINS.replace('en "the chip in the pot / the chips in the pot"', 'en "the pot"')
    assert "takes the pot, which is added to their chips." in _text(_game(text, tmp_path), "en")


def test_an_amount_that_is_kept_is_only_added(tmp_path: Path) -> None:
    text = COINS.replace("pot becomes 0 when card is A♥", "pot becomes 1 when card is A♥")
    assert "takes the chips" not in _text(_game(text, tmp_path), "en")


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("en", "In their turn, the dealer must turn a card, and everybody else must lay a card."),
        ("it", "Nel suo turno, il mazziere deve voltare una carta, e ogni altro giocatore deve posare una carta."),
        ("fr", "À son tour, le donneur doit retourner une carte, et tout autre joueur doit poser une carte."),
    ],
)
def test_a_turn_whose_moves_belong_to_different_people_names_them(code: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in _text(_game(COINS, tmp_path), code)


def test_a_move_of_everybody_is_told_of_each(tmp_path: Path) -> None:
    text = COINS.replace(
        "  must_: in a turn the player must lay or turn_",
        "  passes_: the player may pass_\n  must_: in a turn the player must lay or turn_ or pass_",
    )
    text = text.replace("  lays: the", '  act pass_\n    says it "passare" en "pass" fr "passer"\n  lays: the')
    found = _text(_game(text, tmp_path), "en")
    assert "the dealer must turn a card or pass, and everybody else must lay a card or pass." in found


def test_a_turn_in_which_everybody_has_the_same_moves_names_nobody(tmp_path: Path) -> None:
    text = COINS.replace("may turn_ when player is dealer", "may turn_")
    assert "In their turn, the player must lay a card or turn a card." in _text(_game(text, tmp_path), "en")
