"""Groups of cards in the guide: the cards that make them, who laid them, and the points for some of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.by_hand import guide_of, told

from cartaro_grammar import Game, load_game
from cartaro_rulebook import unexplained
from cartaro_rulebook.words.nouns import plain

LAID = """game laid
  title "Laid"
  use french_deck, rummy

in article 3 of rummy repeal swap, attach
in article 4 of rummy repeal soli
in article 4 of rummy replace gioca
  gioca: in a turn, after pesca, the player may meld or join as often as wished

article 1 "Cards"
  pack: the pack has 1 of every rank and suit
  players: there are 4 players
  way: play runs clockwise
  pairs: the sides are opposite players
  at the start of the hand
    mix: shuffle all cards into stock
    share: deal 7 from stock to each hand
    whose: firsts becomes the side of dealer

article 2 "Melds"
  mark dealers for the hand it "della coppia del mazziere" en "of the dealer's pair" fr "de l'équipe du donneur"
  reference firsts, a side, for the hand it "la prima coppia" en "the first pair" fr "la première paire"
  act join card to place
    says it "attaccare {card} a {place}" en "add {card} to {place}" fr "ajouter {card} à {place}"
    card is one of hand
    place is one of melds
    move card to place
  row: s counts as straight when number of s is at least 3 and s is alike in suit and s is consecutive in place
  same: s counts as trio when number of s is 3 and s is alike in rank and s is distinct in suit
  long: s counts as big when number of s is at least 7
  ours: ours(g, x) means (number of (g where dealers) is more than 0 and x is firsts)
    or (number of (g where dealers) is 0 and x is not firsts)
  drawing: the player may draw
  picking: the player may pick_up when discards is not empty
  laying: the player may meld when group is straight or group is trio
  joining: the player may join when (place + card) is straight
  own_only despite joining: the player may not join when not ours(place, side)
  throwing: the player may discard
  noted: after a meld when side is firsts, mark group as dealers
  noted_too: after a join when side is firsts, mark card as dealers

article 3 "Count"
  other: gain(g, x) is 0
  of_ours despite other: gain(g, x) is 10 when ours(g, x) and g is big
  of_long despite of_ours: gain(g, x) is 20 when ours(g, x) and g is big and number of g is at least 9
  cards: worth_of(g, x) is 0
  of_own despite cards: worth_of(g, x) is number of g when ours(g, x)
  melded: each side scores total of gain(g, side) over g in melds
  counted: each side scores total of worth_of(g, side) over g in melds
  over: the match ends when some side has points at least 100
  best: the winner is the side with highest points
"""


def of_text(text: str, folder: Path) -> Game:
    path = folder / "laid.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [one.message for one in found]
    return found


def sentences(text: str, folder: Path, code: str) -> dict[str, str]:
    return {name: plain(said.text) for said in told(guide_of(of_text(text, folder), code)) for name in said.names}


@pytest.mark.parametrize(
    ("code", "row", "trio", "own", "points"),
    [
        (
            "en",
            "Three or more consecutive cards of the same suit make “straight”.",
            "Three cards of the same rank of different suits make “trio”.",
            "But the player may not add a card to a meld when the meld is not laid by their pair.",
            "Each pair scores, for every meld laid by that pair that is “big”, 20 points when there are at least "
            "nine cards, otherwise 10.",
        ),
        (
            "it",
            "Tre o più carte consecutive dello stesso seme formano «straight».",
            "Tre carte dello stesso valore di semi diversi formano «trio».",
            "Ma il giocatore non può attaccare una carta a un gioco se il gioco non è calato dalla sua coppia.",
            "Ogni coppia segna, per ogni gioco calato da quella coppia che è «big», 20 punti se sono almeno nove, "
            "altrimenti 10.",
        ),
        (
            "fr",
            "Trois cartes consécutives ou plus de la même couleur forment « straight ».",
            "Trois cartes du même rang de couleurs différentes forment « trio ».",
            "Mais le joueur ne peut pas ajouter une carte à une combinaison lorsque la combinaison n'est pas posée par son "
            "équipe.",
            "Chaque équipe marque, pour chaque combinaison posée par cette équipe qui est « big », 20 points lorsqu'il y a au "
            "moins neuf cartes, sinon 10.",
        ),
    ],
)
def test_groups_are_worded_by_their_cards_and_by_who_laid_them(
    tmp_path: Path, code: str, row: str, trio: str, own: str, points: str
) -> None:
    found = {name: text.replace("\u00a0", " ") for name, text in sentences(LAID, tmp_path, code).items()}
    assert (found["row"], found["same"], found["own_only"], found["melded"]) == (row, trio, own, points)


def test_marks_that_only_state_who_laid_a_group_are_left_out(tmp_path: Path) -> None:
    found = sentences(LAID, tmp_path, "en")
    assert {"ours", "noted", "noted_too", "whose"}.isdisjoint(found)
    assert not any("ours" in line or "noted" in line for line in unexplained(of_text(LAID, tmp_path)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  noted_too: after a join when side is firsts, mark card as dealers\n", ""),
        ("  own_only despite joining: the player may not join when not ours(place, side)\n", ""),
        ("after a meld when side is firsts,", "after a meld when side is firsts and stock is empty,"),
        ("(number of (g where dealers) is 0 and x is not firsts)", "(number of (g where dealers) is 0 and x is firsts)"),
        ("there are 4 players", "there are 6 players"),
    ],
    ids=["not after each move", "mixed groups", "not always", "another meaning", "three sides"],
)
def test_marks_of_another_meaning_stay(tmp_path: Path, old: str, new: str) -> None:
    assert old in LAID
    found = sentences(LAID.replace(old, new), tmp_path, "en")
    assert "ours" in found
    assert "marked as" in found["noted"] or "marked as" in found["laying"]


def test_points_for_groups_in_some_cases_are_points_for_these_groups(tmp_path: Path) -> None:
    found = sentences(LAID, tmp_path, "en")
    assert found["of_long"] == found["melded"]
    assert found["melded"].endswith("20 points when there are at least nine cards, otherwise 10.")
    assert found["counted"].startswith("Each pair scores")
    assert "for every meld laid by that pair" in found["counted"]
    twice = LAID + "  again: each side scores total of gain(g, side) over g in melds\n"
    assert "laid by that pair" not in sentences(twice, tmp_path, "en")["melded"]


def test_the_cards_that_a_move_leaves_are_counted(tmp_path: Path) -> None:
    rule = """  kept despite joining: the player may not join
    when stock is empty and number of hand is 2 and some c in (hand - card) has rank of c is due
  kept_more despite throwing: the player may not discard when number of hand - 1 is less than number of stock
"""
    found = sentences(LAID.replace("  noted: after", f"{rule}  noted: after"), tmp_path, "en")
    assert found["kept"].endswith("When the stock is empty and the only card left in hand is a two.")
    assert "the number of cards left in hand is less than the number of cards in the stock" in found["kept_more"]
    other = LAID.replace("  noted: after", f"{rule.replace('(hand - card)', 'hand')}  noted: after")
    assert "they have two cards in hand" in sentences(other, tmp_path, "en")["kept"]


def test_the_steps_of_a_turn_come_before_its_headings(tmp_path: Path) -> None:
    apart = LAID.replace('article 3 "Count"', 'article 4 "Count"')
    apart = apart.replace("  drawing: the player", 'article 3 "Moves"\n  drawing: the player')
    (turn,) = [section for section in guide_of(of_text(apart, tmp_path), "en").sections if section.heading == "turn"]
    steps = [one for one in turn.sentences if {"pesca", "gioca", "chiude_il_turno"} & set(one.names)]
    assert len(steps) == 3
    assert not any(one.phase for one in steps)
    assert any(one.phase for one in turn.sentences)


def test_cases_with_the_same_effects_share_a_sentence(tmp_path: Path) -> None:
    rules = "  at_ten: after a join when number of hand is 10, add 2 to points\n"
    rules += "  at_twelve: after a join when number of hand is 12, add 2 to points\n"
    found = sentences(LAID.replace("  noted: after", f"{rules}  noted: after"), tmp_path, "en")
    assert found["at_ten"] == found["at_twelve"]
    assert "or" in found["at_ten"]


@pytest.mark.parametrize(
    ("code", "lowest", "higher"),
    [
        (
            "en",
            "the player with the lowest of the cards of hearts in hand",
            "when the card is higher than the top card of the stock",
        ),
        (
            "it",
            "il giocatore con la più bassa fra le carte di cuori in mano",
            "Se la carta è più alta della carta in cima al tallone",
        ),
        (
            "fr",
            "le joueur qui a la plus basse des cartes de cœur en main",
            "la carte est plus haute que la carte du dessus du talon",
        ),
    ],
)
def test_the_only_order_of_the_cards_needs_no_name(tmp_path: Path, code: str, lowest: str, higher: str) -> None:
    rules = """  lowest: low_heart of s is lowest place of (s where suit is cuori)
  first: leader is the player with lowest low_heart of hand
  begins: after a draw when place of card is more than place of top of stock and leader is player, add 2 to points
"""
    text = LAID.replace("  noted: after", f"{rules}  noted: after").replace("after a draw when", "after a discard when")
    found = sentences(text, tmp_path, code)
    assert lowest in found["begins"]
    assert higher in found["begins"]
