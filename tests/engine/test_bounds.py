"""A ruleset without an end, or with an end too far away, is reported or left to the interpreter; nothing hangs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.side_by_side import rules_of
from tests.interpreter.small_games import rules_with

from cartaro_engine import Engine, Lowered, Machine, PythonMachine, Sums, Trapped, engine_of, lower
from cartaro_engine.ir.nodes import Module
from cartaro_engine.memory import traps
from cartaro_engine.memory.layout import Unit
from cartaro_engine.running.observed_play import observed
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Rules

MACHINES: list[Callable[[Module], Machine]] = [PythonMachine, WasmMachine]
STEPS = 20_000
PLAY = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to %s
gioca: in a turn the player must play
libera: the player may play
"""


@pytest.mark.parametrize("made", MACHINES)
def test_moves_without_end_are_reported(tmp_path: Path, made: Callable[[Module], Machine]) -> None:
    engine = engine_of(rules_with(tmp_path, PLAY % "hand"), made)
    assert isinstance(engine, Engine)
    reported = engine.hands(1, 0, 3)
    assert isinstance(reported, Diagnostic)
    assert reported.code == "C0824"
    assert reported.message.startswith("hand 0 of seed 1")


SEARCH = """
act play taken
  says it "giocare {taken}" en "play {taken}" fr "jouer {taken}"
  taken is some of stock
  move taken to done
gioca: in a turn the player must play
libera: the player may play when total of (2 * value of x) over x in taken = 181
"""


def test_a_search_of_all_sets_of_cards_is_stopped(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, SEARCH)
    for made in MACHINES:
        lowered = lower(rules, steps=STEPS)
        assert isinstance(lowered, Lowered)
        engine = Engine(rules, lowered, made(lowered.module))
        engine.begin_match()
        engine.begin_hand()
        with pytest.raises(Trapped) as stopped:
            engine.legal()
        assert stopped.value.reason == traps.STEPS
    whole = engine_of(rules)
    assert isinstance(whole, Engine)
    reported = whole.hands(1, 0, 3)
    assert isinstance(reported, Diagnostic)
    assert reported.code == "C0804"


@pytest.mark.slow
def test_a_turn_that_can_go_on_in_thousands_of_ways_is_played_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def left_to_the_interpreter(*_: object) -> None:
        raise AssertionError("the engine has stopped")

    monkeypatch.setattr("cartaro_engine.running.engine.observed", left_to_the_interpreter)
    engine = engine_of(rules_of("ramino", {"players": "5", "a_testa": "13"}))
    assert isinstance(engine, Engine)
    for number in (127, 498):
        assert isinstance(engine.hands(7, number, number + 1), Sums)


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_what_is_too_much_together_is_played_one_by_one(unit: Unit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of steps applies to the sum of all hands of a call. After it is reached, the hands are played one by one, and
    only a hand that takes too many steps on its own is left to the interpreter.
    """
    rules = rules_of("briscola", {})
    whole = engine_of(rules)
    assert isinstance(whole, Engine)
    counted = whole.hands(3, 0, 24) if unit == "hand" else whole.matches(3, 0, 24)
    left: list[int] = []

    def by_the_interpreter(rules: Rules, seed: int, number: int, unit: Unit, *, cut_off: bool) -> Sums | Diagnostic:
        left.append(number)
        return observed(rules, seed, number, unit, cut_off=cut_off)

    monkeypatch.setattr("cartaro_engine.running.engine.observed", by_the_interpreter)
    for steps, alone in ((20_000, False), (1_000, True)):
        lowered = lower(rules, steps=steps)
        assert isinstance(lowered, Lowered)
        engine = Engine(rules, lowered, WasmMachine(lowered.module))
        found = engine.hands(3, 0, 24) if unit == "hand" else engine.matches(3, 0, 24)
        assert found == counted
        assert left == ([*range(24)] if alone else []), steps
        left.clear()
