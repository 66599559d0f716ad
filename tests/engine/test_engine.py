"""The engine of a game: states are written to its memory and read back, batches are played, and some hands are left to the
interpreter.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.engine.side_by_side import rules_of
from tests.interpreter.small_games import rules_with

from cartaro_engine import REASONS, Engine, Machine, PythonMachine, Sums, Trapped, engine_of, lower, played_by_the_interpreter
from cartaro_engine.ir.nodes import Module
from cartaro_engine.memory import traps
from cartaro_engine.memory.traps import Construct, NotLowered
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_grammar import Diagnostic
from cartaro_interpreter import PHASE_BEFORE, PHASE_COUNTED, PHASE_TURN, Rules, ScoreSheet, score

PLAY = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
"""


def engine_with(rules: Rules) -> Engine:
    made = engine_of(rules)
    assert isinstance(made, Engine)
    return made


def summed(found: Sums | Diagnostic) -> Sums:
    assert isinstance(found, Sums), found
    return found


def test_a_state_that_is_laid_in_is_read_out() -> None:
    rules = rules_of("rubamazzo", {})
    engine = engine_with(rules)
    for seed in range(3):
        engine.seed(seed, 0)
        engine.begin_match()
        assert engine.awaits() == PHASE_BEFORE
        engine.begin_hand()
        while engine.awaits() == PHASE_TURN:
            state = engine.state()
            engine.load(state.cells)
            assert engine.state() == state
            engine.act(len(engine.legal()) - 1)
        assert engine.awaits() == PHASE_COUNTED
    engine.load(engine.state().cells)
    assert engine.shares() is None


def test_a_batch_is_the_sum_of_its_parts() -> None:
    engine = engine_with(rules_of("scopa", {}))
    whole = summed(engine.hands(5, 0, 250))
    parts = [summed(engine.hands(5, first, end)) for first, end in ((0, 1), (1, 120), (120, 250))]
    assert whole.hands == 250 == sum(part.hands for part in parts)
    assert whole.moves == sum(part.moves for part in parts)
    for heading, sides in enumerate(whole.shares):
        for side, pair in enumerate(sides):
            assert pair == tuple(sum(part.shares[heading][side][n] for part in parts) for n in (0, 1))
    assert summed(engine.hands(5, 7, 7)) == Sums.zero(whole.plan)


def numbers(sums: Sums) -> list[int]:
    """Return all sums of a batch in one row."""
    return [sums.hands, sums.moves, *(number for sides in sums.shares for pair in sides for number in pair)]


def in_threads(engine: Engine, hands: int, threads: int) -> list[int]:
    """Return the sums of a batch that several threads share."""
    ends = [hands * n // threads for n in range(threads + 1)]
    engines = [engine.another() for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        played = [pool.submit(one.hands, 5, first, end) for one, first, end in zip(engines, ends, ends[1:], strict=False)]
        parts = [numbers(summed(part.result())) for part in played]
    return [sum(column) for column in zip(*parts, strict=True)]


@pytest.mark.parametrize("made", [WasmMachine, PythonMachine])
def test_threads_have_the_sums_of_one(made: Callable[[Module], Machine]) -> None:
    engine = engine_of(rules_of("scopa", {}), made)
    assert isinstance(engine, Engine)
    hands = 3000 if made is WasmMachine else 30
    assert in_threads(engine, hands, threads=3) == numbers(summed(engine.hands(5, 0, hands)))


def test_another_engine_has_a_state_of_its_own() -> None:
    engine = engine_with(rules_of("scopa", {}))
    engine.begin_match()
    engine.begin_hand()
    state = engine.state()
    other = engine.another()
    assert other.awaits() != engine.awaits()
    other.hands(5, 0, 10)
    assert engine.state() == state
    engine.act(len(engine.legal()) - 1)
    assert engine.state() != state


def test_the_sums_are_those_of_the_interpreters_hands() -> None:
    rules = rules_of("scopa", {})
    points = [0, 0]
    squares = [0, 0]
    for number in range(20):
        played = played_by_the_interpreter(rules, 6, number)
        assert not isinstance(played, Diagnostic)
        for side, share in enumerate(played.scores[0].points):
            points[side] += share
            squares[side] += share**2
    assert summed(engine_with(rules).hands(6, 0, 20)).shares[-1] == tuple(zip(points, squares, strict=True))


def test_a_match_of_a_batch_is_the_interpreters() -> None:
    rules = rules_of("scopa", {})
    engine = engine_with(rules)
    for number in range(3):
        played = played_by_the_interpreter(rules, 9, number, "match")
        assert not isinstance(played, Diagnostic)
        sums = summed(engine.matches(9, number, number + 1))
        assert (sums.hands, sums.moves) == (played.hands, len(played.moves))
        assert engine.state() == played.state


@pytest.mark.parametrize("steps", [100, 2_000, 40_000])
def test_what_the_steps_end_in_is_played_by_the_interpreter(steps: int) -> None:
    rules = rules_of("scopa", {})
    lowered = lower(rules, steps)
    assert not isinstance(lowered, NotLowered)
    poor, rich = Engine(rules, lowered, WasmMachine(lowered.module)), engine_with(rules)
    assert summed(poor.hands(8, 0, 15)) == summed(rich.hands(8, 0, 15))
    assert summed(poor.matches(8, 0, 3)) == summed(rich.matches(8, 0, 3))


def test_a_gap_is_reported_by_the_interpreter(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, PLAY + """
libera: the player may play
uno: worth of c is 1 when suit of c is denari
presa: after a play, add worth of card to points
""")  # fmt: skip
    reported = engine_with(rules).hands(1, 0, 50)
    assert isinstance(reported, Diagnostic)
    assert reported.code == "C0802"
    assert reported.message.startswith("hand ")


def test_a_dead_end_is_reported_by_the_interpreter(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, PLAY + "libera: the player may play when suit of card is denari")
    reported = engine_with(rules).hands(1, 0, 50)
    assert isinstance(reported, Diagnostic)
    assert reported.code == "C0823"


GROWING = {
    "a product": "grande becomes (grande + 3000000) * (grande + 3000000)",
    "a counter": "add 1000 * 999999999 to grande",
    "a value": "grande becomes grande + 1000 * 999999999",
}


def play_on(engine: Engine) -> None:
    """Always choose the first legal move."""
    while engine.awaits() == PHASE_TURN:
        engine.legal()
        engine.act(0)


@pytest.mark.parametrize("line", GROWING.values(), ids=GROWING)
def test_a_number_that_outgrows_the_engine_is_the_interpreters(tmp_path: Path, line: str) -> None:
    rules = rules_with(tmp_path, PLAY + f"""
libera: the player may play
counter grande for the hand
cresce: after a play, {line}
""")  # fmt: skip
    engine = engine_with(rules)
    engine.seed(1, 0)
    engine.begin_match()
    engine.begin_hand()
    with pytest.raises(Trapped) as stopped:
        play_on(engine)
    assert stopped.value.reason == traps.LARGE
    assert summed(engine.hands(1, 0, 3)).hands == 3


def test_a_large_product_is_computed_if_it_fits_into_a_word(tmp_path: Path) -> None:
    """Four factors of 8,192 weigh five cards, highest first, in 56 bits (Texas hold'em)."""
    rules = rules_with(tmp_path, PLAY + """
libera: the player may play
counter grande for the hand
peso: weighed(n) is (((n * 8192 + 7) * 8192 + 7) * 8192 + 7) * 8192 + 7
positivo: after a play, add 1 to grande when weighed(grande + 5) is more than weighed(grande + 4)
negativo: after a play, add 2 to grande when weighed(0 - 5 - grande) is less than weighed(0 - 4 - grande)
nullo: after a play, add 4 to grande when weighed(grande + 1) * (grande - grande) is 0
""")  # fmt: skip
    engine = engine_with(rules)
    engine.seed(1, 0)
    engine.begin_match()
    engine.begin_hand()
    place = rules.layout.memory["grande"].slot
    for plays in range(1, 3):
        engine.legal()
        engine.act(0)
        assert engine.state().cells[place] == 7 * plays


def test_a_product_that_no_word_holds_is_not_lowered(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, PLAY + """
libera: the player may play
molto: each side scores 999999999 * 999999999 * 999999999
""")  # fmt: skip
    refused = engine_of(rules)
    assert isinstance(refused, NotLowered)
    assert refused.construct == Construct.LARGE_NUMBER
    assert refused.span is not None


def test_the_shares_are_those_of_the_score() -> None:
    rules = rules_of("escoba", {})
    engine = engine_with(rules)
    engine.hands(2, 4, 5)
    shares = engine.shares()
    assert shares is not None
    assert len(shares) == len(rules.game.headings) + 1
    assert shares[-1] == tuple(sum(heading[side] for heading in shares[:-1]) for side in range(rules.game.sides))
    assert isinstance(score(rules, engine.state()), ScoreSheet)


def test_every_reason_is_stated() -> None:
    reasons = [value for name, value in vars(traps).items() if name.isupper() and isinstance(value, int)]
    assert sorted(reasons) == sorted(REASONS)


def test_webassembly_is_taken_where_it_is_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("scopa", {})
    wanted = engine_with(rules)
    assert isinstance(wanted.machine, WasmMachine)
    monkeypatch.delitem(sys.modules, "cartaro_engine.running.wasm_machine")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    found = engine_with(rules)
    assert isinstance(found.machine, PythonMachine)
    assert found.hands(3, 0, 10) == wanted.hands(3, 0, 10)
