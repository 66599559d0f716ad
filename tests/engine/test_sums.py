"""The sums of a batch: the engine's equal the interpreter's, number by number, for every split of the batch. `test_same_play`
compares the sums of hands of every game.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.side_by_side import rules_of
from tests.levels import examples

from cartaro_engine import Engine, PythonMachine, Sums, engine_of, observed
from cartaro_engine.memory.layout import NONE_YET, SumsPlan, Unit, counters, events
from cartaro_grammar import Diagnostic
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Rules, compile_game

pytestmark = pytest.mark.slow

SEED = 2**33 + 5


def engine_with(rules: Rules) -> Engine:
    made = engine_of(rules)
    assert isinstance(made, Engine)
    return made


def summed(found: Sums | Diagnostic) -> Sums:
    assert isinstance(found, Sums), found
    return found


def by_the_interpreter(rules: Rules, first: int, end: int, unit: Unit) -> Sums:
    parts = (summed(observed(rules, SEED, number, unit)) for number in range(first, end))
    return Sums.sum(SumsPlan.of(rules.game), parts)


@pytest.mark.parametrize(
    ("name", "chosen"),
    [("scopa", {"players": "3"}), ("scopone", {}), ("rubamazzo", {}), ("scopa_popolare", {"players": "4"}), ("tablanette", {})],
)
def test_the_sums_of_matches_are_the_interpreters(name: str, chosen: dict[str, str]) -> None:
    rules = rules_of(name, chosen)
    found = summed(engine_with(rules).matches(SEED, 4, 6))
    assert found == by_the_interpreter(rules, 4, 6, "match")
    assert found.units == 2
    assert 0 <= sum(found.at("wins", side) for side in range(rules.game.sides)) <= 2


def test_a_slow_machine_has_the_same_sums() -> None:
    rules = rules_of("cirulla", {})
    made = engine_of(rules, PythonMachine)
    assert isinstance(made, Engine)
    assert made.hands(SEED, 0, 5) == engine_with(rules).hands(SEED, 0, 5)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_with(rules_of("scopa", {}))


@pytest.fixture(scope="module")
def whole(engine: Engine) -> Sums:
    return summed(engine.hands(SEED, 0, 1_300))


@given(cuts=st.lists(st.integers(0, 1_300), max_size=6))
@examples(10)
def test_the_sums_do_not_depend_on_the_split(engine: Engine, whole: Sums, cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), 1_300]
    parts = [summed(engine.hands(SEED, first, end)) for first, end in pairwise(bounds)]
    assert Sums.sum(whole.plan, reversed(parts)) == whole


def test_what_is_summed_fits_together(engine: Engine, whole: Sums) -> None:
    game = engine.rules.game
    names = events(game)
    done = {name: whole.at("events", 3 * n) for n, name in enumerate(names)}
    in_hands = {name: whole.at("events", 3 * n + 2) for n, name in enumerate(names)}
    assert done["take"] + done["lay"] + done["end turn"] == whole.moves
    assert done["mischia"] == in_hands["mischia"] == 1_300
    assert done["ridare"] == 5 * 1_300
    assert 0 < in_hands["rifare"] < 100
    assert not any(name in done for name in ("prima_data", "altra_data", "scope_prima"))
    assert whole.plan.counters == sum(count for _, count in counters(game))
    assert whole.at("beginners") == whole.at("counted") == 1_300
    assert whole.at("beginners", 3) == whole.at("ahead")
    assert whole.least[whole.plan.extreme("moves")] == whole.greatest[whole.plan.extreme("moves")] == 36
    assert max(whole.least) < NONE_YET


def test_nothing_adds_nothing(engine: Engine, whole: Sums) -> None:
    nothing = Sums.zero(whole.plan)
    assert nothing.merge(whole) == whole == whole.merge(nothing)
    assert summed(engine.hands(SEED, 7, 7)) == nothing


QUOTIENTS = """variant prova of scopa
  title "Prova"

in article 2 replace dare
  dare_da: deal quante from stock to each hand, from dealer
in article 6 add
  basso: each side scores (number of won - 21) divided by 4, rounded down
  alto: each side scores (number of won - 21) divided by (number of won + 3), rounded up
"""


def test_quotients_and_deals_from_a_player_named_are_the_interpreters(tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(QUOTIENTS, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    assert summed(engine_with(rules).hands(SEED, 0, 12)) == by_the_interpreter(rules, 0, 12, "hand")
