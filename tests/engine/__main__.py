"""`python -m tests.engine POSITIONS`: compare the engine with the interpreter in many positions of play.

The engine runs on WebAssembly. It plays the shipped games under every setting, then random games, of which every second one has
sets of two words, until the given number of positions has been compared. The first difference ends the run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count

from tests.engine.side_by_side import SideBySide, rules_of
from tests.engine.test_generated_games import MATCHES, game_of
from tests.engine.test_same_play import LOWERED
from tests.rulesets.covering import settings_of

from cartaro_engine import NotLowered, lower
from cartaro_engine.running.wasm_machine import WasmMachine
from cartaro_interpreter import Rules

EACH = 500
MORE = 10


def shipped_games() -> Iterator[tuple[str, Rules]]:
    """The shipped games, each under every setting."""
    for name in LOWERED:
        game = rules_of(name, {}).game
        yield from ((f"{name} {settings}", rules_of(name, settings)) for settings in settings_of(game))


def made_games() -> Iterator[tuple[str, Rules]]:
    """Yield, without end, random games that the engine can compile."""
    for seed in count():
        rules = game_of(seed)
        if rules is not None and not isinstance(lower(rules), NotLowered):
            yield f"made {seed}", rules


def main(wanted: int) -> None:
    """Compare a given number of positions, half of them of shipped games."""
    done = 0
    shipped = list(shipped_games())
    for name, rules in shipped:
        beside = SideBySide(rules, WasmMachine, seed=wanted)
        beside.play(max(EACH, wanted // (2 * len(shipped))))
        done += beside.positions
        sys.stdout.write(f"{name}: {beside.positions}\n")
    for number, (name, rules) in enumerate(made_games()):
        if done >= wanted:
            break
        beside = SideBySide(rules, WasmMachine, seed=wanted, width=1 + number % 2)
        beside.play_matches(MATCHES)
        if not beside.faults:
            beside.play_matches(MORE * MATCHES)
        done += beside.positions
        sys.stdout.write(f"{name}: {beside.positions} {dict(beside.faults)}\n")
    sys.stdout.write(f"{done} positions are the same\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
