"""Sentences of the guide for clauses with a common condition, for places that are filled up, and for names without words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook.site.first_screen import line_about
from cartaro_rulebook.words.nouns import plain

BOUTS = """game bouts
  title "Bouts"
  use french_deck, parlour

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 2 players
  way: play runs clockwise
  zone bout it "le carte del giro" en "the cards of the bout" fr "les cartes du tour"
  zone away it "gli scarti (pl)" en "the cards put away (pl)" fr "les cartes écartées (pl)"
  zone starter it "la carta di inizio" en "the starter" fr "la carte de départ"
  flag closing for the hand it "il giro è chiuso" en "the bout is closed" fr "le tour est clos"
  counter calls for the hand it "la chiamata / le chiamate" en "the call / the calls" fr "l'appel (m) / les appels"
  reference newest, a card, for the hand it "l'ultima carta" en "the last card" fr "la dernière carte"
  reference former, a card, for the hand it "la penultima carta" en "the last card but one" fr "l'avant-dernière carte"
  reference oldest, a card, for the hand it "la terzultima carta" en "the third last card" fr "l'antépénultième carte"
  at the start of the hand
    share: deal 5 from stock to each hand

article 2 "Bouts"
  act put card
    says it "posare {card}" en "put down {card}" fr "poser {card}"
    card is one of hand
    move card to bout
    oldest becomes former
    former becomes newest
    newest becomes card
  act call
    says it "chiamare" en "call" fr "appeler"
    add 1 to calls
  puts: the player may put
  calling: the player may call when pending and newest is not none and former is not none and oldest is not none
  calls_first: in a turn the player may call
  pend: pending means calls is less than 3 and number of bout is at least 1 and number of away is at most 12
    and number of hand is at least 1
  waiting despite calling: the player may not call when not pending
  at the end of the turn
    cut: deal 1 from stock to starter when calls is 2 and starter is empty
    paid: add 1 to points when calls is 2 and no player has hand is empty
    closed: closing becomes true when number of bout is 4
    put_away: move bout to away when closing
    drawn: deal 5 - number of hand from stock to hand when closing and number of hand is less than 5
    forget: newest becomes none when closing
    forget_more: former becomes none when closing
    no_calls: calls becomes 0 when closing
    opened: closing becomes false
  ends: the hand ends when every hand is empty

article 3 "Turns"
  turns: in a turn the player must put

article 4 "Count"
  left: each side scores 1 when hand is empty
  wins: the winner is the side with highest points
  over: the match ends when some side has points at least 3
"""


def of_text(text: str, folder: Path) -> Game:
    path = folder / "bouts.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


@pytest.fixture
def bouts(tmp_path: Path) -> Game:
    return of_text(BOUTS, tmp_path)


def sentences(game: Game, code: str) -> dict[str, str]:
    return {name: plain(said.text) for said in told(guide_of(game, code)) for name in said.names}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "At the end of the turn, when there are four cards of the bout: "),
        ("it", "Alla fine del turno, "),
        ("fr", "À la fin du tour, "),
    ],
)
def test_a_flag_of_one_course_is_replaced_by_its_condition(bouts: Game, code: str, text: str) -> None:
    found = sentences(bouts, code)
    (course,) = {found[name] for name in ("closed", "put_away", "forget", "forget_more", "no_calls", "opened")}
    assert course.startswith(text)
    assert bouts.cell["closing"].names[0][1] not in course


def test_references_forgotten_together_share_a_sentence(bouts: Game) -> None:
    assert "the last card and the last card but one are no longer remembered." in sentences(bouts, "en")["forget"]
    assert "non si ricordano più l'ultima carta e la penultima carta." in sentences(bouts, "it")["forget"]


def test_a_flag_that_another_rule_reads_stays(tmp_path: Path) -> None:
    text = BOUTS.replace("when hand is empty\n", "when hand is empty and not closing\n")
    found = sentences(of_text(text, tmp_path), "en")
    assert found["closed"] != found["no_calls"]


def test_a_place_is_filled_up_and_a_pile_runs_out(bouts: Game) -> None:
    filled = "the player draws from the stock until there are five cards in hand"
    assert filled in sentences(bouts, "en")["put_away"]
    last = [plain(said.text) for said in told(guide_of(bouts, "en")) if "drawn" in said.names][-1]
    assert last.startswith("When the stock has too few cards, only what is left of it is dealt")


def test_a_common_condition_is_stated_once_unless_an_effect_changes_it(bouts: Game, tmp_path: Path) -> None:
    found = sentences(bouts, "en")
    assert found["cut"] == found["paid"]
    changed = BOUTS.replace("deal 1 from stock to starter when", "calls becomes 5 when")
    found = sentences(of_text(changed, tmp_path), "en")
    assert found["cut"] != found["paid"]


def test_references_that_pass_their_cards_on_are_worded_together_unless_their_names_say_it(bouts: Game, tmp_path: Path) -> None:
    renamed = BOUTS.replace("the last card but one", "the second witness").replace("the last card", "the witness")
    text = sentences(of_text(renamed.replace("the third last card", "the third witness"), tmp_path), "en")["put"]
    assert "the card becomes the witness, the witness becomes the second witness, and so on up to the third" in text
    assert "becomes the last card" not in sentences(bouts, "en")["put"]


def test_a_condition_without_words_holds_or_does_not(bouts: Game) -> None:
    found = sentences(bouts, "en")
    assert "when it is “pending”" in found["calling"]
    assert "when it is not “pending”" in found["waiting"]
    assert "se è «pending»" in sentences(bouts, "it")["calling"]


@pytest.mark.parametrize(("code", "text"), [("en", ", before they put down a card"), ("it", ", prima di posare una carta")])
def test_a_step_names_the_next_step_of_another_article(bouts: Game, code: str, text: str) -> None:
    assert text in sentences(bouts, code)["calls_first"]


@pytest.mark.parametrize(
    ("code", "end", "waits"),
    [
        ("en", "if the leaders are level, nobody wins.", "if the leaders are level, there is no winner yet."),
        ("it", "se i primi sono alla pari, non vince nessuno.", "se i primi sono alla pari, non vi è ancora un vincitore."),
    ],
)
def test_how_a_tie_ends_is_told(bouts: Game, tmp_path: Path, code: str, end: str, waits: str) -> None:
    assert sentences(bouts, code)["wins"].lower().endswith(end)
    text = BOUTS.replace("some side has points at least 3", "calls is 5 unless the winner is nobody")
    assert sentences(of_text(text, tmp_path), code)["wins"].lower().endswith(waits)


def test_a_special_card_has_the_name_of_its_clause(tmp_path: Path) -> None:
    wild = '  wild it "il folle / i folli" en "the fool / the fools": the pack has 2 cards wild "JK"\n'
    text = BOUTS.replace("  players: there", f"{wild}  players: there")
    assert "two fools" in sentences(of_text(text, tmp_path), "en")["wild"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", ". When “loud” is chosen, the calls go up by three."),
        ("it", ". Se si sceglie «loud», le chiamate aumentano di tre."),
        ("fr", ". Lorsqu'on choisit «\u00a0loud\u00a0», les appels augmentent de trois."),
    ],
)
def test_a_condition_on_an_answer_names_the_answer(tmp_path: Path, code: str, text: str) -> None:
    asked = BOUTS.replace("  act call\n", "  act call voice\n").replace('"chiamare"', '"chiamare {voice}"')
    asked = asked.replace('"call"', '"call {voice}"').replace('"appeler"', '"appeler {voice}"')
    asked = asked.replace("    add 1 to calls\n", "    voice is either loud or soft\n    add 1 to calls\n")
    asked = asked.replace(
        "  at the end of the turn\n", "  heard: after a call when voice is loud, add 3 to calls\n  at the end of the turn\n", 1
    )
    found = sentences(of_text(asked, tmp_path), code)
    assert found["heard"].endswith(text)


def test_one_thing_is_counted_and_several_are_added(tmp_path: Path) -> None:
    other = BOUTS.replace('it "chiamare" en "call" fr "appeler"', 'it "parlare" en "speak" fr "parler"')
    assert sentences(of_text(other, tmp_path), "it")["call"].endswith("Si conta una chiamata.")
    text = BOUTS.replace("    add 1 to calls", "    add 3 to calls")
    assert sentences(of_text(text, tmp_path), "it")["call"].endswith("Le chiamate aumentano di tre.")


def test_that_an_act_was_done_once_more_is_not_told(tmp_path: Path) -> None:
    assert "chiamata" not in sentences(of_text(BOUTS, tmp_path), "it")["calling"]


def test_the_line_of_a_game_says_more_than_a_short_first_sentence() -> None:
    assert line_about("Two pairs play. Whoever takes the most cards wins ten points or more. No more.") == (
        "Two pairs play. Whoever takes the most cards wins ten points or more."
    )
    assert line_about("No stop") == "No stop"
