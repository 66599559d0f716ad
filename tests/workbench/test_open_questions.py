"""What a text leaves open: each question has its place or a position, and sentences that would answer it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from tests.shipped_games import game_of

from cartaro.main import cartaro
from cartaro_grammar import Game, load_game
from cartaro_workbench import OpenQuestion, questions_left_open, schema_of
from cartaro_workbench.open_questions import Finder

GAME = """game prova
  title "Prova"
  source Z "Regole" covers Z1 to Z2
  use fishing

quotes Z in it
  Z1
    "Chi ha più carte ha un punto."
  Z2
    "Si gioca in silenzio."

article 1 "Uno" (Z1)
  giocatori: there are 2 or 3 players
  senso: play runs clockwise
  option posate is una among una, due
    because "non è detto"
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
    scoprire: deal 4 from stock to table
  at the end of the turn
    ridare: deal 3 from stock to each hand when every hand is empty and stock is not empty
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  lascia: the player may lay
  carte: the side with highest number of won scores 1
  vince: the winner is the side with highest points
  arrivo: the match ends when some x in sides has points is at least 3 unless winner is none
  zitti (Z2): conduct "Si tace."
  under posate is una
    una: conduct "Una sola."
"""
CLASH = """  uno: worth of x is 1
  due: worth of x is 2 when number of won of x is more than 3
  tutto: each side scores worth of side
"""
CHANGES = {
    "deal": ("ridare: deal 3", "ridare: deal 4"),
    "left cards": ('article 1 "Uno"', 'in article 5 of fishing repeal resto\n\narticle 1 "Uno"'),
    "stuck": ("  lascia: the player may lay\n", ""),
    "undecided": ("  carte: the side", f"{CLASH}  carte: the side"),
}


def asked(folder: Path, text: str) -> dict[str, OpenQuestion]:
    """Return the questions of a text by their kinds and subjects."""
    (folder / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(str(folder / "prova.regole"))
    assert isinstance(game, Game), game
    return {f"{one.kind}: {one.subject}": one for one in questions_left_open(game, "en").questions}


def test_what_a_text_leaves_open_is_asked(tmp_path: Path) -> None:
    found = asked(tmp_path, GAME)
    assert set(found) == {
        "tie: carte",
        "tie: vince",
        "first dealer: dealer",
        "who begins: di_mano",
        "conduct alone: Z2",
        "idle house rule: posate is due",
        "house rule: posate",
    }
    assert found["conduct alone: Z2"].position == ("Z2: «Si gioca in silenzio.»",)
    assert found["tie: carte"].place == "prova.regole:25"
    assert found["house rule: posate"].answers == ("set posate to una", "set posate to due")


def test_an_example_of_a_tie_answers_it(tmp_path: Path) -> None:
    example = """
example pari "p"
  won holds AB
  won of side of player after player holds AC
  check carte of side = 0
  check winner is none
"""
    assert not {"tie: carte", "tie: vince"} & set(asked(tmp_path, GAME + example))


@pytest.mark.parametrize("kind", CHANGES)
def test_what_hands_by_chance_meet_is_asked_with_a_position(tmp_path: Path, kind: str) -> None:
    old, new = CHANGES[kind]
    assert old in GAME
    found = [one for one in asked(tmp_path, GAME.replace(old, new)).values() if one.kind == kind]
    assert found
    assert all(one.position and one.answers for one in found)


def test_a_claim_that_holds_by_default_alone(tmp_path: Path) -> None:
    claim = '\nclaim poche "p"\n  always every x in players has number of hand of x is at most 4\n'
    rule = "  under posate is due\n    cinque: at the start of the turn when number of hand is 3, deal 5 from stock to hand\n"
    found = asked(tmp_path, GAME.replace("  zitti", rule + "  zitti") + claim)
    assert found["default alone: poche"].answers == ("under posate is una",)


def test_shipped_rulesets_are_asked_in_the_language_of_the_reader() -> None:
    game = load_game("scopone")
    assert isinstance(game, Game)
    found = {f"{one.kind}: {one.subject}": one for one in questions_left_open(game, "it").questions}
    # F12 leaves open whether one may decline a take, which cards are dark, and whether the dark one is shown
    assert {"house rule: rifusa", "house rule: scura", "house rule: si_mostra", "no source: ancora"} <= set(found)
    assert "chi gioca per primo" in found["who begins: di_mano"].question


@pytest.mark.parametrize(("name", "is_asked"), [("scala40", False), ("escoba", True)])
def test_conduct_beside_the_change_of_the_dealer_says_who_is_first(name: str, is_asked: bool) -> None:
    """Of one the author says who deals first, where the source is silent; of the other the cut stands there."""
    found = [one.subject for one in Finder(game_of(name), "en").first_dealer()]
    assert ("dealer" in found) is is_asked


def test_the_command_asks_in_the_readers_language_and_in_json() -> None:
    done = CliRunner().invoke(cartaro, ["ask", "guerra", "--language", "it"])
    assert done.exit_code == 0
    said = CliRunner().invoke(cartaro, ["ask", "guerra", "--json"])
    assert said.exit_code == 0
    answer = json.loads(said.output)
    checker: Any = Draft202012Validator(schema_of("open_questions"))
    assert list(checker.iter_errors(answer)) == []
    assert answer["game"] == "guerra"
    first = answer["questions"][0]["question"]
    assert first not in done.output, "in Italian it is said otherwise"
    assert CliRunner().invoke(cartaro, ["ask", "nessuno"]).exit_code == 2
