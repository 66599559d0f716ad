"""Generated sentences that name a thing once, a duty as a duty, and the cases of a word together."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.words.nouns import plain

ALARM = """game alarm
  title "Alarm"
  use french_deck, parlour

in article 2 of parlour replace di_mano, passa
  di_mano: the play begins with starter
  passa: the turn passes to (the first player after the player before starter where not done and hand is not empty)

article 1 "Cards"
  pack: the pack has 2 of every rank and suit
  players: there are 3 players
  way: play runs clockwise
  zone bout it "le carte del giro" en "the cards of the bout" fr "les cartes du tour"
  zone played of each player it "le carte giocate (pl)" en "the cards played (pl)" fr "les cartes jouées (pl)"
  played_open: everyone sees played
  reference starter, a player, for the hand it "chi apre" en "the opener" fr "l'ouvreur"
  reference called, a suit, for the hand it "il seme chiamato" en "the suit called" fr "la couleur appelée"
  flag out of each player for the hand it "ha passato" en "has passed" fr "a passé"
  flag done of each player for the hand it "non gioca più" en "plays no more" fr "ne joue plus"
  flag asked of each player for the hand it "ha chiesto" en "has asked" fr "a demandé"
  deuces: c counts as deuce when c is one of 2♥, 2♥', 2♦, 2♦', 2♣, 2♣', 2♠, 2♠'
  red_deuce: c counts as red_deuce when c is one of 2♥, 2♥' and rank of c is due and suit of c is cuori
  deuces_wild: c counts as wild when c is deuce
  aces_wild: c counts as wild when rank of c is asso
  not_red despite deuces_wild, aces_wild: c does not count as wild when c is red_deuce
  at the start of the hand
    share: deal 5 from stock to each hand
    opens: starter becomes the player with lowest least of hand
  least: least of s is 9
  least_of_two despite least: least of s is 8 when number of s is 2
  least_of_one despite least_of_two: least of s is 7 when number of s is 1

article 2 "Play"
  act put card
    says it "posare {card}" en "put down {card}" fr "poser {card}"
    card is one of hand
    move card to bout
    called becomes suit of card
  act ask
    says it "chiedere" en "ask" fr "demander"
    asked becomes true
    out becomes true
  act lay cards
    says it "calare {cards}" en "lay down {cards}" fr "étaler {cards}"
    cards is some of hand
    move cards to played
  turns: in a turn the player must put or ask or lay
  puts: the player may put when bout is not empty
  asks: the player may ask
  lays: the player may lay when player is not starter and number of cards is at least 2
  wide: wide means number of bout is at least 9 and number of stock is at least 2 and number of hand is at least 1
  wide_open despite asks: the player may not ask when player is starter and wide
  flag closed for the hand it "il giro è chiuso" en "the bout stops" fr "le tour est clos"
  swept: after a lay when not closed, move bout to stock
  keeps despite lays: the player may not lay when number of hand - number of cards is less than 2
    or some c in (hand - cards) has c is wild
  follow despite puts: the player may not put when suit of card is not called and some c in hand has suit of c is called
  again: after a put
    out becomes false for each player
  only_opener: after an ask
    out becomes false for each player
    out of starter becomes true
  ends: the hand ends when bout is empty

article 3 "Count"
  left: each side scores 1 when side is side of starter and hand is empty
  worth: each side scores total points of (all cards - (all cards - hand))
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 3
"""


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    place = tmp_path_factory.mktemp("alarm") / "alarm.regole"
    place.write_text(ALARM)
    game = load_game(str(place))
    assert isinstance(game, Game), game
    return {code: "\n".join(plain(one.text) for one in told(guide_of(game, code))) for code in ("it", "en", "fr")}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "But the player may put down only a card of the suit called, if they have one, otherwise any card."),
        ("it", "Ma il giocatore può posare soltanto una carta del seme chiamato, se ne ha, altrimenti una carta qualsiasi."),
        ("fr", "Mais le joueur peut poser seulement une carte de la couleur appelée, s'il en a, sinon n'importe quelle carte."),
        ("en", "When a player asks, from then on the player has asked and has passed."),
        ("fr", "dès lors il a passé."),
        ("en", "It no longer counts who has passed."),
        ("it", "Da allora soltanto chi apre ha passato."),
        ("en", "fewer than two cards are left in hand, or there is a card left in hand that is “wild”."),
        ("en", "A card counts as “wild” when it is a two, or it is an ace, but not if it is “red deuce”."),
        ("it", "Una carta conta come «wild» se è un due oppure è un asso, ma non se è «red deuce»."),
        ("it", "Una carta conta come «red deuce» se è il due di cuori che conta come la carta che è."),
        ("en", "is the first of these that applies: 7 when there is only one card. 8 when there are two cards. Otherwise 9."),
        ("en", "The player may put down a card when there is a card of the bout."),
        ("fr", "La manche finit lorsqu'il n'y a pas de cartes du tour."),
        ("en", "The cards are shuffled and each player is dealt five cards face down."),
        ("en", "the total point value of the cards in their hand (each card for what it is)."),
        ("en", "The opener is the player with the lowest “least” of their hand."),
        ("en", "But the opener may not ask when there are at least nine cards of the bout, there are"),
        ("it", "Ma chi apre non può chiedere se ci sono almeno nove carte del giro, ci sono"),
        ("en", "Any player but the opener may lay down two or more cards."),
        ("en", "Unless the bout stops, the cards of the bout are put"),
        ("en", "The turn passes to the first player, beginning with the opener, who still plays and has cards in hand."),
        ("it", "al primo giocatore, a cominciare da chi apre, che gioca ancora e ha carte in mano"),
    ],
)
def test_a_rule_is_worded_as_people_say_it(sentences: dict[str, str], code: str, expected: str) -> None:
    assert expected in sentences[code]


def test_a_duty_is_only_what_the_prohibition_requires(tmp_path: Path) -> None:
    """The player who could put down other cards that a rule allows is not told to put down one of a suit."""
    place = tmp_path / "alarm.regole"
    place.write_text(ALARM.replace("suit of card is not called and some", "suit of card is called and some"))
    game = load_game(str(place))
    assert isinstance(game, Game)
    texts = [plain(one.text) for one in told(guide_of(game, "en")) if "follow" in one.names]
    assert texts
    assert "may not put down" in texts[0]


def test_the_steps_of_a_long_course_are_a_list(tmp_path: Path) -> None:
    steps = [f"    step_{n}: move bout to stock when closed and number of hand is {n}\n" for n in range(1, 4)]
    course = "  at the end of the turn\n" + "".join(steps)
    course += "    cleared: out becomes false for each player when closed\n    set: out of starter becomes true when closed\n"
    place = tmp_path / "alarm.regole"
    place.write_text(ALARM.replace("  ends: the hand", course + "  ends: the hand"))
    game = load_game(str(place))
    assert isinstance(game, Game), game
    (long,) = (one for one in told(guide_of(game, "en")) if "cleared" in one.names)
    assert plain(long.text).startswith("When the bout stops, this happens in order.")
    assert [plain(step) for step in long.steps][-1] == "From then on only the opener has passed."


def test_the_only_act_of_a_step_is_a_duty(tmp_path: Path) -> None:
    place = tmp_path / "alarm.regole"
    alone = (
        ALARM.replace("must put or ask or lay", "must put")
        .replace("  asks: the player may ask\n", "")
        .replace("  wide_open despite asks: the player may not ask when player is starter and wide\n", "")
    )
    place.write_text(alone)
    game = load_game(str(place))
    assert isinstance(game, Game), game
    texts = [plain(one.text) for one in told(guide_of(game, "en")) if "follow" in one.names]
    assert texts == ["But the player must put down a card of the suit called, if they have one, otherwise any card."]


PHASES = ALARM.replace(
    'article 3 "Count"',
    """article 3 it "Il cambio" en "The exchange" fr "L'échange"
  see article 2 of parlour
  zone pool it "il piatto" en "the pool" fr "la cagnotte"
  act swap card
    says it "cambiare {card}" en "swap {card}" fr "échanger {card}"
    card is one of hand
    move card to pool
  act decline
    says it "rifiutare" en "decline" fr "refuser"
    out becomes true
  swaps: the player may swap when open and card is wild
  declines: the player may decline when open
  opening: open means number of pool is at most 3 and number of hand is at least 1 and number of bout is at most 9
  not_open despite asks: the player may not ask when open

article 4 "Count\"""",
).replace("must put or ask or lay", "must put or ask or lay or swap or decline")


def phases_of(place: Path, text: str) -> list[tuple[str, tuple[str, ...], str]]:
    place.write_text(text)
    game = load_game(str(place))
    assert isinstance(game, Game), game
    (turn,) = (section for section in guide_of(game, "en").sections if section.heading == "turn")
    return [(one.phase, one.names, plain(one.text)) for one in turn.sentences]


def test_the_turn_has_the_articles_as_headings(tmp_path: Path) -> None:
    found = phases_of(tmp_path / "alarm.regole", PHASES)
    assert list(dict.fromkeys(phase for phase, _, _ in found)) == ["", "Play", "The exchange"]
    assert next(names for phase, names, _ in found if not phase) == ("di_mano",)
    exchange = [names for phase, names, _ in found if phase == "The exchange"]
    assert ("passa",) in exchange  # the article refers to the article of the library that has this clause


def test_a_turn_of_one_article_has_no_heading(tmp_path: Path) -> None:
    assert {phase for phase, _, _ in phases_of(tmp_path / "alarm.regole", ALARM)} == {""}


def test_a_definition_comes_before_its_first_use(tmp_path: Path) -> None:
    names = [names for _, names, _ in phases_of(tmp_path / "alarm.regole", PHASES)]
    assert names.index(("opening",)) < next(n for n, one in enumerate(names) if one[:2] == ("swaps", "declines"))
    deuces, wild = names.index(("red_deuce",)), next(n for n, one in enumerate(names) if "deuces_wild" in one)
    assert deuces < wild < names.index(("keeps",))


def test_permissions_with_a_common_condition_share_a_sentence(tmp_path: Path) -> None:
    texts = {names[:2]: text for _, names, text in phases_of(tmp_path / "alarm.regole", PHASES)}
    found = texts["swaps", "declines"]
    assert found.startswith("When it is “open”, the player may: Swap a card, when the card is “wild”.")
    assert not {("swaps",), ("declines",)} & texts.keys()


def test_a_prohibition_of_what_is_permitted_above_begins_with_but(tmp_path: Path) -> None:
    texts = {names: text for _, names, text in phases_of(tmp_path / "alarm.regole", PHASES)}
    assert texts["not_open",] == "But the player may not ask when it is “open”."


def test_an_act_that_the_turn_names_needs_no_other_permission(tmp_path: Path) -> None:
    found = [names for _, names, _ in phases_of(tmp_path / "alarm.regole", PHASES)]
    assert next(names for names in found if "turns" in names) == ("turns", "asks")


def test_an_author_who_words_the_turn_orders_it(tmp_path: Path) -> None:
    worded = PHASES + '\ntelling\n  asks #lupitizasu\n    en "One may ask."\n'
    assert {phase for phase, _, _ in phases_of(tmp_path / "alarm.regole", worded)} == {""}


def test_a_card_with_several_attributes_is_named_by_them(tmp_path: Path) -> None:
    asked = "the player may ask when some c in hand has (rank of c is asso and suit of c is called)"
    place = tmp_path / "alarm.regole"
    place.write_text(ALARM.replace("the player may ask\n", asked + "\n", 1))
    game = load_game(str(place))
    assert isinstance(game, Game), game
    (text,) = (plain(one.text) for one in told(guide_of(game, "en")) if "asks" in one.names)
    after = "From then on the player has asked and has passed. From then on only the opener has passed."
    assert text == f"The player may ask when there are aces of the suit called in hand. {after}"
