"""The total work of a hand or match is bounded, in the engine as in the interpreter, however much work each choice takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import text_of

from cartaro_engine.lower import hands as playouts
from cartaro_engine.memory.layout import Sums, Unit
from cartaro_engine.running.engine import Engine, engine_of
from cartaro_engine.running.observed_play import observed
from cartaro_engine.table import vectors as counts
from cartaro_engine.table.tables import table_of
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import Rules, compile_game
from cartaro_interpreter.state import faults as budget
from cartaro_interpreter.table import playout

ENDLESS = Path(__file__).parent / "rulesets" / "five_of_all_cards.regole"
"""An act with five parameters, each of which can be any card: thousands of moves a turn, in a hand that never ends."""


def rules_of(name: str | Path, **settings: str) -> Rules:
    game = load_game(name, settings)
    assert isinstance(game, Game)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    return rules


def bounded(monkeypatch: pytest.MonkeyPatch, offered: int) -> None:
    monkeypatch.setattr(playout, "MOST_OFFERED", offered)
    monkeypatch.setattr(playouts, "MOST_OFFERED", offered)


def engine(rules: Rules) -> Engine:
    found = engine_of(rules)
    assert isinstance(found, Engine)
    return found


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_the_moves_of_all_choices_are_bounded_together(monkeypatch: pytest.MonkeyPatch, unit: Unit) -> None:
    bounded(monkeypatch, 20_000)
    rules = rules_of(ENDLESS)
    played = observed(rules, 7, 0, unit)
    assert isinstance(played, Diagnostic)
    assert (played.code, "20000 legal moves" in played.message) == ("C0824", True)
    compiled = engine(rules)
    assert (compiled.hands if unit == "hand" else compiled.matches)(7, 0, 1) == played


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_the_bound_is_met_at_the_same_move(monkeypatch: pytest.MonkeyPatch, unit: Unit) -> None:
    """The least bound under which a hand or match can be played is the number of moves offered at its choices."""
    rules = rules_of("scopa")
    least, asked = _offered(rules, unit), list[int]()

    def observing(rules: Rules, seed: int, number: int, unit: Unit, *, cut_off: bool) -> Sums | Diagnostic:
        asked.append(number)
        return observed(rules, seed, number, unit, cut_off=cut_off)

    monkeypatch.setattr("cartaro_engine.running.engine.observed", observing)
    for bound, ends in ((least, True), (least - 1, False)):
        bounded(monkeypatch, bound)
        compiled = engine(rules)
        found = (compiled.hands if unit == "hand" else compiled.matches)(3, 0, 1)
        assert isinstance(found, Diagnostic) is not ends
        assert isinstance(observed(rules, 3, 0, unit), Diagnostic) is not ends
        assert asked == ([] if ends else [0]), "the engine plays up to the bound, and asks the interpreter beyond it"
        asked.clear()


def _offered(rules: Rules, unit: Unit) -> int:
    sums = observed(rules, 3, 0, unit)
    assert not isinstance(sums, Diagnostic)
    return sums.sums[sums.plan.place("options")]


def test_the_steps_of_all_questions_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS_IN_ALL", 100)
    found = observed(rules_of("scopa"), 3, 0, "hand")
    assert isinstance(found, Diagnostic)
    assert found.code == "C0828"
    assert "limit of the program" in found.message


def test_the_moves_of_a_count_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_TRIED", 2_000)
    *reported, last = counts.line_counts(table_of(rules_of(ENDLESS)), 7, 0, 9)
    assert reported
    assert isinstance(last, Diagnostic)
    assert last.code == "C0828"


LAYING = """
act lay cards
  says it "calare {cards}" en "lay {cards}" fr "poser {cards}"
  cards is some of hand
  move cards to done
gioca: in a turn the player must lay
"""


@pytest.mark.parametrize(("condition", "plays"), [("is at most 2", True), ("is at least 1", False)])
def test_free_sets_are_bounded_by_how_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, condition: str, plays: bool
) -> None:
    """From 18 cards, 171 sets of one or two cards can be chosen, which the engine lists, and 262,143 sets of any size, which
    are never listed.
    """
    lines = f"{LAYING}libera: the player may lay when number of cards {condition}\n"
    (tmp_path / "prova.regole").write_text(text_of(lines).replace("deal 2 ", "deal 18 "), encoding="utf-8")
    rules = rules_of(tmp_path / "prova.regole")
    expected = observed(rules, 5, 0, "hand")
    if plays:
        monkeypatch.setattr("cartaro_engine.running.engine.observed", None)
    else:
        assert isinstance(expected, Diagnostic)
        assert expected.code == "C0804"
    assert engine(rules).hands(5, 0, 1) == expected
