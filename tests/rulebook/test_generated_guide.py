"""The guide that is generated for a game with few wordings of its own: conditions, exceptions, tables and denials."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook import unexplained
from cartaro_rulebook.words.nouns import plain

BIDS = """game bids
  title "Bids"
  use french_deck, trumps

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  ranks: every rank has strength
    asso 14
    re 13
    donna 12
    fante 11
    dieci 10
    nove 9
    otto 8
    sette 7
    sei 6
    cinque 5
    quattro 4
    tre 3
    due 15

article 2 "Bids"
  flag spoken of each player for the hand it "ha parlato" en "has spoken" fr "a parlé"
  flag out of each player for the hand it "siede fuori" en "sits out" fr "reste dehors"
  act speak
    says it "dire «parlo»" en "say “I speak”" fr "dire « je parle »"
    spoken becomes true
  bidding: bidding means some x in players has not spoken of x
  speaks: the player may speak when bidding
  waits despite libera: the player may not play when bidding
  turns: in a turn the player must speak or play
  onwards despite passa: the turn passes to the player after player when bidding
  active: active_players is the number of (players where not out)
  spoke: speakers is the number of (players where spoken)
  ends: the hand ends when every hand is empty
  ends_too: the hand ends when every hand is empty
  counted: each side scores speakers + active_players when not bidding

in article 3 of tricks repeal gioca
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "bids.regole"
    path.write_text(BIDS, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


def sentences(game: Game, code: str) -> dict[str, str]:
    return {name: plain(said.text) for said in told(guide_of(game, code)) for name in said.names}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "it",
            "La smazzata ha due parti. Nella prima, ogni giocatore a turno deve dire «parlo», una volta sola. Nella seconda "
            "deve giocare una carta.",
        ),
        (
            "en",
            "The hand has two parts. In the first part, each player in turn must say “I speak”, once only. In the second part, "
            "they must play a card.",
        ),
        (
            "fr",
            "La manche a deux parties. Dans la première, chaque joueur doit à son tour dire « je parle », une seule fois. Dans "
            "la seconde, il doit jouer une carte.",
        ),
    ],
)
def test_a_condition_without_words_is_written_out(game: Game, code: str, text: str) -> None:
    found = sentences(game, code)
    assert found["speaks"] == text
    assert "bidding" not in found


@pytest.mark.parametrize(("code", "word"), [("it", "Ma"), ("en", "But"), ("fr", "Mais")])
def test_an_exception_follows_what_it_overrides(tmp_path: Path, code: str, word: str) -> None:
    path = tmp_path / "bids.regole"
    text = BIDS.replace('"Bids"\n  flag', '"Bids"\n  see article 3 of tricks\n  flag')
    text = text.replace("to the player after player when bidding", "to the player before player when bidding")
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game)
    texts = [(said.names, plain(said.text)) for said in told(guide_of(found, code))]
    at = next(n for n, (names, _) in enumerate(texts) if "onwards" in names)
    assert "passa" in texts[at - 1][0]
    assert texts[at][1].startswith(f"{word} ")


def test_denials_and_numbers_of_predicates(game: Game) -> None:
    assert "players who do not sit out" in sentences(game, "en")["counted"]
    assert "giocatori che non siedono fuori" not in sentences(game, "it")["counted"]
    assert "giocatori che hanno parlato" in sentences(game, "it")["counted"]
    assert "joueurs qui ont parlé" in sentences(game, "fr")["counted"]
    assert "players who have spoken" in sentences(game, "en")["counted"]


def test_cards_that_are_only_ranked_are_listed_with_the_highest_first(game: Game) -> None:
    pack = next(s for s in guide_of(game, "en").sections if s.heading == "pack")
    assert pack.numbers is None
    assert "from the highest to the lowest: two, ace, king, queen" in plain(pack.sentences[-1].text)


def test_what_is_quoted_already_is_not_quoted_again(game: Game) -> None:
    assert sentences(game, "it")["speak"].startswith("Quando un giocatore dice «parlo», da allora ha parlato")


def test_the_same_sentence_is_printed_once(game: Game) -> None:
    found = [said for said in told(guide_of(game, "en")) if "ends" in said.names]
    assert [one.names for one in found] == [("ends", "ends_too")]


DRAWN = (
    BIDS[: BIDS.index("article 2")]
    + """article 2 "Calls"
  zone bout it "le carte della mano di gioco" en "the cards of the bout" fr "les cartes de la manche"
  zone shown it "la carta scoperta" en "the turned card" fr "la carte retournée"
  seen: everyone sees shown
  counter count for the hand it "il conto" en "the count" fr "le compte"
  counter calls for the hand it "la chiamata / le chiamate" en "the call / the calls" fr "l'appel (m) / les appels"
  flag idle of each player for the hand it "non gioca più" en "plays no more" fr "ne joue plus"
  at the start of the hand
    mix: shuffle all cards into stock
    stake: add 1 to calls
    share: deal 5 from stock to each hand
    turn_up: deal 1 from stock to shown
    trump_is: trump_suit becomes suit of shown
  act name colour
    says it "nominare {colour}" en "name {colour}" fr "nommer {colour}"
    colour is one of suit
    trump_suit becomes colour
  naming: the player may name when colour is not suit of shown and count is 15
  turns: in a turn the player must name or play
  again: after a play, add 1 to count
  waits despite libera: the player may not play when not idle and some c in bout has rank of c is rank of card
  onwards despite passa: the turn passes to the player after player when calls is 2
  early despite esce: the turn passes to the player after player when calls is 3
  ends: the hand ends when every hand is empty
  lost: each side scores -10 when won is empty

in article 3 of tricks repeal gioca
"""
)
"""A game that has other clauses between the parts of its deal, and names with a single form."""


@pytest.fixture
def drawn(tmp_path: Path) -> Game:
    path = tmp_path / "bids.regole"
    path.write_text(DRAWN, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


@pytest.mark.parametrize(
    ("code", "first", "share", "turn_up"),
    [
        (
            "it",
            "Il primo mazziere si sceglie a sorte.",
            "Cominciando da chi siede alla sinistra del mazziere, si danno a ciascuno cinque carte coperte.",
            "Poi se ne scopre una (la carta scoperta).",
        ),
        (
            "en",
            "The first dealer is chosen by lot.",
            "Beginning with the player on the dealer's left, each player is dealt five cards face down.",
            "One more is turned up (the turned card).",
        ),
        (
            "fr",
            "Le premier donneur est tiré au sort.",
            "En commençant par le voisin de gauche du donneur, on donne à chacun cinq cartes face cachée.",
            "On en retourne ensuite une (la carte retournée).",
        ),
    ],
)
def test_a_deal_with_other_clauses_between_is_told_in_parts(
    drawn: Game, code: str, first: str, share: str, turn_up: str
) -> None:
    found = sentences(drawn, code)
    assert found["mix"].startswith(first)
    assert found["dealer"] == found["mix"]
    assert (found["share"], found["turn_up"]) == (share, turn_up)


def test_names_of_one_form_keep_it(drawn: Game) -> None:
    found = {code: sentences(drawn, code) for code in ("it", "en", "fr")}
    assert "the count is 15" in found["en"]["naming"]
    assert "il conto è 15" in found["it"]["naming"]
    assert found["en"]["again"].endswith("1 is added to the count.")
    assert "there are two calls" in found["en"]["onwards"]
    assert "the card played is of the same rank as a card of the bout" in found["en"]["waits"]
    assert "di una carta della mano di gioco" in found["it"]["waits"]


def test_an_argument_without_words_is_the_chosen_one(drawn: Game) -> None:
    assert "the chosen suit is not the suit of the turned card" in sentences(drawn, "en")["naming"]
    assert "il seme scelto" in sentences(drawn, "it")["naming"]


def test_a_predicate_that_denies_is_not_denied_at_its_verb(drawn: Game) -> None:
    assert "when the player still plays" in sentences(drawn, "en")["waits"]
    assert "se gioca ancora" in sentences(drawn, "it")["waits"]


def test_a_negative_score_is_a_loss(drawn: Game) -> None:
    assert sentences(drawn, "en")["lost"].startswith("Each player loses ten points")


def test_an_exception_before_its_rule_does_not_name_it(drawn: Game) -> None:
    assert sentences(drawn, "en")["early"] == "When there are three calls, the turn passes to the next player."
    assert sentences(drawn, "it")["early"] == "Se ci sono tre chiamate, il turno passa al giocatore successivo."


RUNS = """game runs
  title "Runs"
  use french_deck, rummy

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 2 to 4 players
  way: play runs clockwise
  counter guess of each player for the hand it "la stima" en "the guess" fr "l'estimation (f)"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 7 from stock to each hand
    first: deal 1 from stock to discards

article 2 "Melds"
  act guess_at amount
    says it "stimare {amount}" en "guess {amount}" fr "estimer {amount}"
    amount is a number from 2 to 4
    guess becomes amount
  guesses: in a turn the player must guess_at
  guessing: the player may guess_at
  row: s counts as run when number of s is at least 3 and s is alike in suit
  lays: the player may meld when group is run
  adds: the player may attach when place + card is run and guess of player is 3
  draws: the player may draw when stock is not empty
  throws: the player may discard
  left: each side scores total points of hand
  seen: everyone sees stock
"""


@pytest.fixture
def runs(tmp_path: Path) -> Game:
    path = tmp_path / "runs.regole"
    path.write_text(RUNS, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


def test_the_numbers_from_which_one_chooses_are_told(runs: Game) -> None:
    assert "is from 2 to 4." in sentences(runs, "en")["guess_at"]
    assert "va da 2 a 4." in sentences(runs, "it")["guess_at"]


def test_a_card_dealt_to_a_pile_whose_top_is_seen_is_turned_up(runs: Game) -> None:
    assert "One more is turned up" in sentences(runs, "en")["first"]


def test_acts_and_marks_that_the_game_does_not_use_are_not_told(runs: Game) -> None:
    found = sentences(runs, "en")
    assert "lay off" in found["gioca"]
    assert "swap" not in found["gioca"]
    assert "joker" not in found["gioca"]
    assert "pick" not in found["pesca"]
    assert "usate" not in found


def test_the_clauses_that_the_guide_leaves_out_are_listed_with_the_reason(runs: Game, game: Game) -> None:
    assert list(unexplained(game)) == []
    (line,) = unexplained(runs)
    assert "`seen`: who sees which cards" in line


def test_an_act_in_the_words_of_another_language_keeps_its_title(tmp_path: Path) -> None:
    plain_words = BIDS.replace('says it "dire «parlo»" en "say “I speak”" fr "dire « je parle »"', 'says "declare"')
    assert plain_words != BIDS
    path = tmp_path / "bids.regole"
    path.write_text(plain_words, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game)
    assert sentences(game, "en")["speak"].startswith("When a player declares, from then on")
    assert sentences(game, "it")["speak"].startswith("«Declare»: da allora")
