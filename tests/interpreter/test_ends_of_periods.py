"""An effect that ends a hand or a match, and the look-ahead past acts whose outcome the player cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.side_by_side import SideBySide
from tests.interpreter.small_games import OPENING, legal, position, rules_with

from cartaro_engine import PythonMachine
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Json, Rules, SeededChance, State, begin_hand, begin_match, compile_game, legal_moves, step
from cartaro_interpreter import write_position as position_of

PLAY = """
counter hands for the match it "le mani" en "the hands" fr "les manches"
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
tiene: the player may keep
turno: in a turn the player must keep
"""


def after_a_hand(rules: Rules) -> dict[str, Json]:
    """Return the memory after the first hand."""
    state = begin_match(rules, SeededChance(1))
    assert isinstance(state, State), state
    if position_of(rules, state).get("awaits") == "first hand":
        state = begin_hand(rules, state, SeededChance(1))
    while isinstance(state, State) and isinstance(moves := legal_moves(rules, state), tuple) and moves:
        state = step(rules, state, moves[0])
    assert isinstance(state, State), state
    SideBySide(rules, PythonMachine, 1).play_matches(2)
    counters = position_of(rules, state).get("counters")
    assert counters is not None
    return dict(counters)


@pytest.mark.parametrize(
    ("ending", "hands", "points"),
    [
        ("void the hand when hands is 0", 0, {"1": 0, "2": 0}),
        ("end the hand when hands is 0", 10, {"1": 2, "2": 2}),
        ("end the match when hands is 0", 100, {"1": 0, "2": 0}),
    ],
)
def test_a_hand_that_a_clause_of_its_end_voids_is_not_counted(
    tmp_path: Path, ending: str, hands: int, points: dict[str, int]
) -> None:
    lines = f"""
fine_prima: at the end of the hand, {ending}
fine_dopo: at the end of the hand, add 1 to hands
conta: at the count of the hand, add 10 to hands
fine_partita: at the end of the match, add 100 to hands when points of side of last player is 0
"""
    found = after_a_hand(rules_with(tmp_path, PLAY + lines))
    assert (found["hands"], found["points"]) == (hands, points)


def test_a_match_that_its_first_clauses_end_has_an_end(tmp_path: Path) -> None:
    lines = """
at the start of the match
  inizia: add 1 to hands
  basta: end the match when hands is 1
  ancora: add 10 to hands
fine_partita: at the end of the match, add 100 to hands
"""
    assert after_a_hand(rules_with(tmp_path, PLAY + lines))["hands"] == 101


LAST_DUTY = """
act look
  says it "guardare" en "look" fr "regarder"
  nothing
guarda: the player may look
act drop card
  says it "scartare {card}" en "drop {card}" fr "jeter {card}"
  card is one of hand
  move card to done
scarta: the player may drop when rank of card is asso
prima: in a turn the player may look
poi: in a turn, after prima, the player must drop
"""
"""A turn whose second step may be impossible."""
HELD: dict[str, Json] = {"hand": {"1": ["2D"], "2": ["3D"]}, "stock": ["4D", "5D"]}


@pytest.mark.parametrize(
    ("effect", "is_seen"),
    [
        ("nothing", True),
        ("add number of stock to points of side", True),
        ("add coppie of side to points of side", False),
        ("add 1 to points of side when the player after player can drop", False),
    ],
)
def test_an_act_is_not_looked_past_if_its_outcome_depends_on_hidden_cards(tmp_path: Path, effect: str, is_seen: bool) -> None:
    lines = f"{LAST_DUTY}coppie: each side scores number of asso in stock\ndopo: after a look, {effect}"
    rules = rules_with(tmp_path, lines)
    assert legal(rules, position(rules, HELD)) == ([] if is_seen else ["look"])


def test_an_annex_does_not_change_the_legal_moves(tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(OPENING + LAST_DUTY.strip("\n").replace("\n", "\n  ").join(("  ", "\n")), encoding="utf-8")
    annex = """annex prove of prova
  title "Prove"
article memoria "Memoria"
  counter viste for the hand "la volta / le volte"
  conta_viste: after a look when some c in stock has rank of c is asso, add 1 to viste
"""
    (tmp_path / "prova.prove.regole").write_text(annex, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    assert game.consequences("after", "look")
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    assert legal(rules, position(rules, HELD)) == []
