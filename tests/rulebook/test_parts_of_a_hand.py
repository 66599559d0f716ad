"""The parts of a hand and the moves in paragraphs: the facts that are stated once, and those left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook import unexplained
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.first_screen import first_screen
from cartaro_rulebook.words.nouns import plain

VOWS = """game vows
  title "Vows"
  use french_tricks, following

in article 2 of tricks replace taker
  reference taker, a player, for the hand it "chi esce" en "the leader" fr "le meneur"
in article 3 of tricks replace gioca
  gioca: in a turn the player must vow or fold or swap or play

article 1 "Cards"
  see article 1 of french_tricks
  players: there are 3 players
  way: play runs clockwise
  alone: the sides are single players
  zone spare it "la carta scartata" en "the discarded card" fr "la carte écartée"
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 5 from stock to each hand

article 2 "Vows"
  flag heard of each player for the hand it "ha parlato" en "was heard" fr "a été entendu"
  flag swapped of each player for the hand it "ha cambiato" en "has swapped" fr "a changé"
  counter folds for the hand it "la rinuncia / le rinunce" en "the fold / the folds" fr "l'abandon / les abandons"
  act vow
    says it "promettere" en "vow" fr "promettre"
    heard becomes true
  act fold
    says it "rinunciare" en "fold" fr "faire un abandon"
    heard becomes true
    add 1 to folds
  act swap card
    says it "cambiare {card}" en "swap {card}" fr "changer {card}"
    card is one of hand
    move card to spare
    swapped becomes true
  vowing: vowing means some x in players has not heard of x
  may_vow: the player may vow when vowing
  may_fold: the player may fold when vowing and folds is less than 2
  may_swap: the player may swap when not vowing and not swapped and spare is empty
  no_play: the player may not play when vowing
  next_vow despite passa, esce: the turn passes to the player after player when vowing
  paid: after a swap, add 1 to points of side of player
  many: after a fold when folds is 2, add 1 to points of side of player

article 3 "Play"
  see article 3 of tricks
  see article 1 of following
  won_tricks: each side scores number of won of side
  over: the match ends when some side has points at least 20
  best: the winner is the side with highest points
"""
NO_PLAY = "  no_play: the player may not play when vowing\n"


def of_text(text: str, folder: Path) -> Game:
    path = folder / "vows.regole"
    path.write_text(text.replace("  no_play:", "  no_play despite libera:"), encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


def sentences(text: str, folder: Path, code: str = "en") -> dict[str, str]:
    return {name: plain(said.text) for said in told(guide_of(of_text(text, folder), code)) for name in said.names}


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        (
            "en",
            "each player in turn must vow or fold, once only.",
            "must swap a card or play a card",
        ),
        (
            "it",
            "ogni giocatore a turno deve promettere o rinunciare, una volta sola.",
            "deve cambiare una carta o",
        ),
        (
            "fr",
            "chaque joueur doit à son tour promettre ou faire un abandon, une seule fois.",
            "il doit changer une carte",
        ),
    ],
)
def test_the_parts_of_a_hand_are_stated_with_their_moves(tmp_path: Path, code: str, first: str, second: str) -> None:
    found = sentences(VOWS, tmp_path, code)
    assert first in found["gioca"]
    assert second in found["gioca"]
    assert found["no_play"] == found["gioca"]


def test_the_rules_of_a_part_do_not_repeat_its_condition(tmp_path: Path) -> None:
    found = sentences(VOWS.replace("the player after player when vowing", "the player before player when vowing"), tmp_path)
    assert found["may_vow"].startswith("The player may: Vow.")
    assert found["next_vow"].endswith("n the first part, the turn passes to the previous player.")
    assert found["may_swap"].startswith("The player may swap a card when they have not swapped")


def test_the_next_player_of_the_first_part_is_stated_with_the_part_unless_another_rule_overrides_it(tmp_path: Path) -> None:
    assert sentences(VOWS, tmp_path)["next_vow"] == sentences(VOWS, tmp_path)["gioca"]
    more = "  same_again despite next_vow: the turn passes to the player when folds is 2\n"
    found = sentences(VOWS.replace("  paid: after a swap", f"{more}  paid: after a swap"), tmp_path)
    assert found["next_vow"].endswith("n the first part, the turn passes to the next player.")


FIRST_TO_PLAY = """  starts despite next_vow, esce: the turn passes to (the first player after dealer where heard)
    when not vowing and every won is empty and every played is empty
"""


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "The first player, after the dealer, who was heard begins the second part."),
        ("it", "Comincia la seconda parte il primo giocatore, dopo il mazziere, che ha parlato."),
        ("fr", "Le premier joueur, après le donneur, qui a été entendu commence la seconde partie."),
    ],
)
def test_who_begins_the_second_part_is_stated_with_it(tmp_path: Path, code: str, text: str) -> None:
    starts = VOWS.replace("  paid: after a swap", f"{FIRST_TO_PLAY}  paid: after a swap")
    assert sentences(starts, tmp_path, code)["gioca"].endswith(text)
    each_trick = starts.replace("every won is empty and ", "")
    assert "begins the second part" not in sentences(each_trick, tmp_path)["gioca"]


def test_a_condition_that_comes_back_separates_no_parts(tmp_path: Path) -> None:
    again = VOWS.replace("    swapped becomes true\n", "    swapped becomes true\n    heard becomes false\n")
    found = sentences(again, tmp_path)
    assert "two parts" not in found["gioca"]
    assert "everyone was heard" in found["no_play"]


def test_a_condition_that_does_not_hold_at_the_beginning_separates_no_parts(tmp_path: Path) -> None:
    before = VOWS.replace("    share: deal", "    told: heard of dealer becomes true\n    share: deal")
    assert "two parts" not in sentences(before, tmp_path)["gioca"]


def test_a_prohibition_with_an_exception_separates_no_parts(tmp_path: Path) -> None:
    but = VOWS.replace(NO_PLAY, NO_PLAY.replace("when vowing", "when vowing unless folds is 1"))
    but = but.replace("may swap when not vowing and not swapped", "may swap when not swapped")
    assert "two parts" not in sentences(but, tmp_path)["gioca"]


def test_the_rest_of_a_prohibition_is_kept(tmp_path: Path) -> None:
    more = VOWS.replace(NO_PLAY, NO_PLAY.replace("when vowing", "when vowing or folds is 2"))
    found = sentences(more, tmp_path)
    assert "two parts" in found["gioca"]
    assert found["no_play"].endswith("may not play a card when there are two folds.")


def test_a_rule_that_ends_the_first_part_says_until_when_it_lasts(tmp_path: Path) -> None:
    led = VOWS.replace("vowing means some x in players has not heard of x", "vowing means taker is none")
    led = led.replace(
        "  paid:",
        "  at the end of the turn\n    leads: taker becomes the player after dealer when vowing and folds is 1\n  paid:",
    )
    led = led.replace("may vow when vowing", "may vow when vowing and not heard")
    found = sentences(led, tmp_path)
    assert "until there is only one fold, each player in turn must" in found["gioca"]


def test_a_move_is_one_paragraph(tmp_path: Path) -> None:
    found = sentences(VOWS, tmp_path)
    assert "The card becomes the discarded card, face down. The player gains one point." in found["may_swap"]
    assert found["swap"] == found["may_swap"] == found["paid"]
    assert (
        "Fold, when there are fewer than two folds. When there are two folds, the player gains one point." in found["may_fold"]
    )


def test_memory_that_the_words_of_an_act_state_is_left_out(tmp_path: Path) -> None:
    found = sentences(VOWS, tmp_path)
    assert "fold is counted" not in found["may_fold"]
    assert "From then on" not in found["may_swap"]
    other = sentences(VOWS.replace("the fold / the folds", "the refusal / the refusals"), tmp_path)
    assert "One refusal is counted." in other["may_fold"]


def test_what_all_moves_of_a_sentence_note_is_told_once(tmp_path: Path) -> None:
    """What only the sentence about the parts reads needs no sentence."""
    read = VOWS.replace(
        "  paid: after a swap,",
        "  late: after a swap when not heard of dealer, add 1 to points of side of player\n  paid: after a swap,",
    )
    texts = [plain(said.text) for said in told(guide_of(of_text(read, tmp_path), "en"))]
    assert texts.count("Whoever does one of these things was heard.") == 1
    texts = [plain(said.text) for said in told(guide_of(of_text(VOWS, tmp_path), "en"))]
    assert "Whoever does one of these things was heard." not in texts
    assert not any("from then on the player was heard" in text.lower() for text in texts)


def test_nothing_of_the_parts_is_missing_from_the_guide(tmp_path: Path) -> None:
    assert list(unexplained(of_text(VOWS, tmp_path))) == []


def test_the_first_screen_has_the_parts_and_every_move(tmp_path: Path) -> None:
    screen = first_screen(page_for(Ruleset(of_text(VOWS, tmp_path)), "en"))
    assert "has two parts" in screen
    assert "may swap a card" in screen


def test_a_move_that_may_be_in_any_part_is_in_no_part(tmp_path: Path) -> None:
    free = VOWS.replace("may swap when not vowing and not swapped", "may swap when not swapped")
    found = sentences(free, tmp_path)
    assert (
        "In the second part, they must play a card. Another possible move, under the conditions below: swap a card."
        in found["gioca"]
    )


def test_a_move_after_a_move_of_the_second_part_is_of_the_second_part(tmp_path: Path) -> None:
    flag = VOWS.replace(
        "  act swap card\n",
        '  flag asked for the hand it "si cambia" en "there is an exchange" fr "on échange"\n  act swap card\n',
    )
    flag = flag.replace("    swapped becomes true\n", "    swapped becomes true\n    asked becomes true\n")
    flag = flag.replace("  may_vow:", "  may_give: the player may give when asked\n  may_vow:").replace(
        "or swap or", "or swap or give or"
    )
    flag = flag.replace(
        "  vowing: vowing", '  act give\n    says it "dare" en "give" fr "donner"\n    asked becomes false\n  vowing: vowing'
    )
    assert "they must swap a card, give or play a card." in sentences(flag, tmp_path)["gioca"]
    early = flag.replace("    heard becomes true\n    add 1", "    heard becomes true\n    asked becomes true\n    add 1")
    assert "Another possible move, under the conditions below: give." in sentences(early, tmp_path)["gioca"]


DUE = (
    VOWS.replace(
        "  act swap card\n",
        '  flag due for the hand it "c\'è un cambio" en "an exchange is due" fr "un échange est dû"\n  act swap card\n',
    )
    .replace("    heard becomes true\n    add 1 to folds", "    heard becomes true\n    due becomes true\n    add 1 to folds")
    .replace("    swapped becomes true\n", "    swapped becomes true\n    due becomes false\n")
    .replace("may swap when not vowing and not swapped and spare is empty", "may swap when not vowing and due")
    .replace(NO_PLAY, "  no_play: the player may not play when vowing or due\n")
    .replace("  paid:", "  to_dealer despite passa, esce: the turn passes to dealer when not vowing and due\n  paid:")
)
"""The vows with an exchange by the dealer before the play."""


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "But in the second part, when an exchange is due, the turn passes to the dealer, who must swap a card."),
        ("it", "Ma nella seconda parte, se c'è un cambio, il turno passa al mazziere, che deve cambiare una carta."),
        ("fr", "Mais dans la seconde partie, lorsqu'un échange est dû, le tour passe au donneur, qui doit changer une carte."),
    ],
)
def test_who_must_move_before_the_others_is_stated_with_the_parts(tmp_path: Path, code: str, text: str) -> None:
    found = sentences(DUE, tmp_path, code)
    assert found["gioca"].endswith(text)
    assert found["to_dealer"] == found["no_play"] == found["gioca"]
    assert "swap a card or play" not in found["gioca"]


def test_moves_before_others_are_listed_even_if_they_are_permitted_at_other_times(tmp_path: Path) -> None:
    free = DUE.replace("may swap when not vowing and due", "may swap when not vowing and not swapped")
    found = sentences(free, tmp_path)["gioca"]
    assert "they must swap a card or play a card." in found
    assert found.endswith(
        "But in the second part, when an exchange is due, the turn passes to the dealer, who must, as the rules below allow, "
        "swap a card."
    )


def test_a_prohibition_that_leaves_another_permission_of_the_act_is_no_such_duty(tmp_path: Path) -> None:
    also = DUE.replace("  may_vow:", "  also: the player may play when not vowing and number of hand is 5\n  may_vow:")
    found = sentences(also.replace("no_play: the", "no_play despite libera: the"), tmp_path)
    assert found["to_dealer"] != found["gioca"]


def test_two_rules_with_different_conditions_are_not_joined(tmp_path: Path) -> None:
    other = DUE.replace("to dealer when not vowing and due", "to dealer when not vowing and folds is 1")
    found = sentences(other, tmp_path)
    assert found["to_dealer"] != found["gioca"]
    assert "may not play a card when an exchange is due" in found["no_play"]


UPCARD = VOWS.replace(
    "  paid:",
    '  zone upcard it "la scoperta" en "the upcard" fr "la retourne"\n'
    "  upcard_open: everyone sees upcard\n"
    "  at the end of the turn\n"
    "    turn_up: deal 1 from stock to upcard when not vowing and upcard is empty\n"
    "    bonus: add 1 to points of side of dealer when not vowing and rank of upcard is re and spare is empty\n"
    "  paid:",
)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "en",
            "At the start of the second part: one card is turned up from the stock (the upcard); "
            "when the upcard is a king, the dealer gains one point.",
        ),
        (
            "it",
            "All'inizio della seconda parte: si scopre una carta dal mazzo (la scoperta); "
            "se la scoperta è un re, il mazziere guadagna un punto.",
        ),
        (
            "fr",
            "Au début de la seconde partie\xa0: on retourne une carte du talon (la retourne)\xa0; "
            "lorsque la retourne est un roi, le donneur gagne un point.",
        ),
    ],
)
def test_what_happens_once_between_the_parts_is_told_at_their_border(tmp_path: Path, code: str, text: str) -> None:
    found = sentences(UPCARD, tmp_path, code)
    assert found["turn_up"] == found["bonus"] == text


WIDOW = (
    VOWS.replace("    share: deal 5", "    to_widow: deal 2 from stock to widow\n    share: deal 5")
    .replace("  zone spare", '  zone widow it "il monte" en "the widow" fr "le chien"\n  zone spare')
    .replace(
        "  paid:",
        "  at the end of the turn\n"
        "    more: deal 3 from stock to each hand when not vowing and widow is not empty\n"
        "    taken_up: move widow to hand of dealer when not vowing and widow is not empty\n"
        "  paid:",
    )
)
"""The vows with a widow that the dealer takes when they are over."""


def test_cards_that_are_taken_up_between_the_parts_are_told_at_their_border(tmp_path: Path) -> None:
    found = sentences(WIDOW, tmp_path)
    assert found["more"] == found["taken_up"]
    assert found["more"].startswith("At the start of the second part: ")
    assert found["more"].endswith("; the dealer takes the cards in the widow into their hand.")
    kept = WIDOW.replace("    swapped becomes true\n", "    move card to widow\n    swapped becomes true\n").replace(
        "    move card to spare\n", ""
    )
    assert "when the widow is not empty" in sentences(kept, tmp_path)["taken_up"]
    some = WIDOW.replace(
        "widow to hand of dealer when not vowing and", "widow to hand of dealer when not vowing and folds is 0 and"
    )
    texts = [plain(said.text) for said in told(guide_of(of_text(some, tmp_path), "en"))]
    assert any(text.startswith("In the second part, when the widow is not empty: each player is dealt") for text in texts)


def test_what_may_happen_again_is_not_told_at_the_border(tmp_path: Path) -> None:
    again = UPCARD.replace("    swapped becomes true\n", "    move upcard to spare\n    swapped becomes true\n")
    assert sentences(again, tmp_path)["turn_up"].startswith("In the second part, when there is no upcard, one card")
    trick = UPCARD.replace("and spare is empty", "and played of players is empty")
    assert "nobody has cards on the table" in sentences(trick, tmp_path)["bonus"]
    early = UPCARD.replace("and spare is empty", "and spare is empty and folds is 0")
    assert "and there is no fold" in sentences(early, tmp_path)["bonus"]


@pytest.mark.parametrize(
    ("code", "most", "take", "fewest", "avoid"),
    [
        (
            "en",
            "The aim is to be the first to have 20 points.",
            "In each hand, everyone tries to take tricks.",
            "The aim is to have fewer points than the others when somebody reaches 20 points.",
            "In each hand, everyone tries to avoid taking tricks.",
        ),
        (
            "it",
            "Lo scopo è arrivare per primi a 20 punti.",
            "In ogni smazzata ciascuno cerca di fare prese.",
            "Lo scopo è avere meno punti degli altri quando qualcuno arriva a 20 punti.",
            "In ogni smazzata ciascuno cerca di non fare prese.",
        ),
        (
            "fr",
            "Le but est d'être le premier à avoir 20 points.",
            "À chaque manche, chacun cherche à faire des plis.",
            "Le but est d'avoir moins de points que les autres quand quelqu'un atteint 20 points.",
            "À chaque manche, chacun cherche à ne pas faire de plis.",
        ),
    ],
)
def test_the_aim_follows_from_the_winner_unless_the_author_states_it(
    tmp_path: Path, code: str, most: str, take: str, fewest: str, avoid: str
) -> None:
    def aim(text: str) -> list[str]:
        sections = guide_of(of_text(text, tmp_path), code).sections
        return [plain(one.text) for section in sections if section.heading == "aim" for one in section.sentences]

    assert aim(VOWS) == [most, take]
    assert aim(VOWS.replace("with highest points", "with lowest points")) == [fewest, avoid]
    assert aim(VOWS.replace("with highest points", "of (the first player after dealer where heard)")) == []
    assert aim(f'{VOWS}\ntelling\n  aim\n    {code} "Take tricks."\n') == ["Take tricks."]


def test_the_end_of_the_match_and_its_winner_are_one_paragraph(tmp_path: Path) -> None:
    found = sentences(VOWS, tmp_path)
    assert found["over"] == found["best"]
    assert found["over"].startswith("The match ends when somebody has at least 20 points. The winner is")


def test_a_place_of_one_card_has_the_name_of_its_card_but_not_one_of_two(tmp_path: Path) -> None:
    found = sentences(UPCARD, tmp_path)
    assert "(the upcard)" in found["turn_up"]
    two = UPCARD.replace(
        "    bonus:", "    turn_up_more: deal 1 from stock to upcard when not vowing and folds is 2\n    bonus:"
    )
    assert "in the upcard" in sentences(two, tmp_path)["turn_up"]
    at_once = UPCARD.replace("deal 1 from stock to upcard when", "deal 2 from stock to upcard when")
    assert "the card in the upcard is a king" in sentences(at_once, tmp_path)["bonus"]
