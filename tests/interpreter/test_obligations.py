"""Cards that must leave the hand in this turn: every effect that takes them away or ends the turn counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import legal, position, rules_with

from cartaro_engine import Engine, engine_of
from cartaro_interpreter import Judgement, Move, judge, phrase
from cartaro_interpreter.formats.move_text import read_phrase
from cartaro_interpreter.ruling.alternatives import DecisiveOption, house_rules

TURN = """
mark owed for the turn
act segna card
  says it "segnare {card}" en "mark {card}" fr "marquer {card}"
  card is one of hand
  mark card as owed
l_uno: the player may segna
dovere: the turn may not end while some c in hand has owed
uno: in a turn the player must segna
"""
HELD = {"1": ["6D", "7D"], "2": ["4D", "5D"]}


def second(effects: str, parameter: str = "") -> str:
    """The turn with a second step whose act has some effects."""
    lines = f"act poi {'card' * bool(parameter)}\n  says it 'poi' en 'then' fr 'puis'\n".replace("'", '"')
    lines += f"  {parameter}\n" * bool(parameter) + "".join(f"  {effect}\n" for effect in effects.split("; "))
    return f"{TURN}\n{lines}l_altro: the player may poi\ndue: in a turn, after uno, the player must poi\n"


@pytest.mark.parametrize(
    ("effects", "parameter"),
    [
        ("shuffle card into stock", "card is one of hand"),
        ("move card to done", "card is one of hand"),
        ("shuffle hand into stock", ""),
        ("move hand to hand of player after player", ""),
        ("move top of stock to hand; move hand to done", ""),
        ("end the turn", ""),
        ("void the hand", ""),
        ("move hand of player to hand of player after player", ""),
    ],
)
def test_a_card_that_an_effect_may_take_away_can_leave(tmp_path: Path, effects: str, parameter: str) -> None:
    rules = rules_with(tmp_path, second(effects, parameter))
    state = position(rules, {"hand": HELD, "stock": ["AD"]})
    assert legal(rules, state) == ["segna 6D", "segna 7D"]


@pytest.mark.parametrize("effects", ["add 1 to points", "nothing", "move done to done", "mark hand as owed"])
def test_where_no_effect_takes_it_away_nothing_can_be_done(tmp_path: Path, effects: str) -> None:
    rules = rules_with(tmp_path, second(effects))
    assert legal(rules, position(rules, {"hand": HELD, "stock": ["AD"]})) == []


EFFECTS = (
    "add 1 to points", "move top of stock to done", "move top of stock to hand", "move hand to done", "end the turn", "nothing",
    "deal 1 from stock to hand", "shuffle done into stock", "move hand of player after player to done",
    "seat player after player, player",
)  # fmt: skip
FURTHER = ("shuffle hand into stock", "move hand to done", "end the hand")


@pytest.mark.parametrize("effects", EFFECTS)
def test_the_pruned_search_of_the_engine_finds_the_same_moves(tmp_path: Path, effects: str) -> None:
    for further in ("", *(f"dopo: after a poi, {one}" for one in FURTHER)):
        rules = rules_with(tmp_path, second(effects) + further)
        state = position(rules, {"hand": HELD, "stock": ["AD"]})
        engine = engine_of(rules)
        assert isinstance(engine, Engine)
        engine.load(state.cells)
        assert [phrase(rules.game, choice.move) for choice in engine.legal()] == legal(rules, state)


RICHEST = "the player with highest total value of hand"


@pytest.mark.parametrize(
    "effects",
    [f"add 1 to points of side of ({RICHEST})", f"move top of done to hand of ({RICHEST})", "deal 1 from stock to each hand"],
)
def test_who_is_found_by_hidden_cards_is_not_seen(tmp_path: Path, effects: str) -> None:
    lines = second(effects.replace("top of done", "done")) + f"prima despite avanti: the play begins with {RICHEST}"
    rules = rules_with(tmp_path, lines)
    assert ("hand", False, False) in rules.result_dependences["poi"].zones


def test_a_house_rule_that_an_obligation_asks_for_is_reported(tmp_path: Path) -> None:
    obligation = "option most is 1 among 1, 3\ndovere: the turn may not end while number of hand is more than most"
    rules = rules_with(tmp_path, TURN.replace("dovere: the turn may not end while some c in hand has owed", obligation))
    state = position(rules, {"hand": HELD, "stock": ["AD"]})
    move = read_phrase(rules.game, "segna 6D")
    assert isinstance(move, Move)
    verdict = judge(rules, state, move)
    assert isinstance(verdict, Judgement)
    assert (verdict.reason, verdict.clauses) == ("turn", ("dovere",))
    assert house_rules(rules, state, move, verdict) == (DecisiveOption("most", "1", (("3", True),)),)
