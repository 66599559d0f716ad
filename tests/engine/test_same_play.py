"""The engine plays as the interpreter does, and all machines agree: the same states, legal moves in the same order, points
and sums, in every shipped game that is lowered, with every value of every house rule and number of players; `make engine`
also tries each of them separately.
"""

from __future__ import annotations

import pytest
from tests.engine.side_by_side import SideBySide, rules_of
from tests.engine.test_machines import MACHINES
from tests.engine.test_sums import SEED, by_the_interpreter, summed
from tests.levels import by_level
from tests.rulesets.covering import covering

from cartaro_engine import Engine, PythonMachine, Sums, played_by_the_interpreter
from cartaro_grammar import shipped
from cartaro_interpreter import Played

pytestmark = pytest.mark.slow

LOWERED = shipped()
"""All of them."""
POSITIONS = 20
"""The number of positions for each choice of house rules."""
HANDS = 6


@pytest.fixture(scope="module", params=LOWERED)
def side_by_side(request: pytest.FixtureRequest) -> SideBySide:
    """Return a game with its usual house rules; it is compiled only once."""
    return SideBySide(rules_of(str(request.param), {}), PythonMachine, seed=1)


@pytest.mark.sweep("briscola_in_cinque", "casino", "machiavelli", "scala40", "scopone")
def test_every_position_is_the_same(side_by_side: SideBySide) -> None:
    side_by_side.play_matches(1)
    side_by_side.play(POSITIONS)  # a match may consist of one hand, and a hand of two turns
    assert side_by_side.positions >= POSITIONS


@pytest.mark.sweep("briscola_in_cinque", "casino", "machiavelli", "scala40", "scopa")
@pytest.mark.parametrize("name", LOWERED)
def test_every_position_is_the_same_with_house_rules(name: str) -> None:
    for settings in list(covering(rules_of(name, {}).game))[1 : by_level(day=3, night=100)]:
        side_by_side = SideBySide(rules_of(name, settings), PythonMachine, seed=2)
        side_by_side.play(POSITIONS)
        assert side_by_side.positions >= POSITIONS, settings


@pytest.mark.sweep("briscola_in_cinque", "casino", "scopa")
def test_a_hand_of_a_batch_is_played_by_the_interpreter_from_its_seed_and_number(side_by_side: SideBySide) -> None:
    rules, engine = side_by_side.rules, side_by_side.engine.another()
    together = engine.hands(seed=2**40 + 8, first=3, end=6)
    assert isinstance(together, Sums)
    moves = 0
    for number in range(3, 6):
        played = played_by_the_interpreter(rules, 2**40 + 8, number)
        assert isinstance(played, Played)
        alone = engine.hands(seed=2**40 + 8, first=number, end=number + 1)
        assert isinstance(alone, Sums)
        assert alone.moves == len(played.moves)
        assert engine.state() == played.state
        moves += len(played.moves)
    assert (together.hands, together.moves) == (3, moves)


@pytest.mark.sweep("casino", "scala40")
def test_hands_are_the_same_word_for_word_on_every_machine(side_by_side: SideBySide) -> None:
    """After the hands, the whole memory is the same on every machine, and the sums match the interpreter's."""
    rules, lowered = side_by_side.rules, side_by_side.engine.lowered
    others = [Engine(rules, lowered, made(lowered.module)) for made in MACHINES if made is not PythonMachine]
    found, memories = set[Sums](), list[list[int]]()
    for engine in (side_by_side.engine.another(), *others):
        found.add(summed(engine.hands(SEED, 0, HANDS)))
        memories.append(engine.machine.read(0, lowered.plan.words))
    assert all(memory == memories[0] for memory in memories)
    assert memories[0][lowered.plan.statistics] == HANDS
    assert found == {by_the_interpreter(rules, 0, HANDS, "hand")}
    assert all(sums.units == sums.hands == HANDS for sums in found)
