"""Subjects that play random hands of a game, many at a time: the engine's machines, the interpreter, a hand-written program."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tests.engine.c_machine import COMPILER, CMachine

from cartaro_engine import Engine, Lowered, Machine, NotLowered, PythonMachine, Sums, lower, played_by_the_interpreter
from cartaro_engine.printers.wasm import wasm_bytes
from cartaro_engine.running.wasm_machine import WasmMachine, compiled
from cartaro_interpreter import Played, Rules

SEED = 7
Subject = Callable[[int, int], None]
"""Plays the hands of a seed from the first number up to, but not including, the second."""
BY_HAND = Path(__file__).with_name("scopa.c")
HEADINGS, SIDES = 6, 2


@dataclass(frozen=True, slots=True)
class Compilation:
    """The seconds that it takes to make the intermediate representation, its bytes, and the machine's code."""

    lower: float
    print: float
    compile: float


def timed_compilation(rules: Rules) -> Compilation:
    """Return the time to compile a game, without the cache."""
    begun = process_time()
    lowered = lower(rules)
    assert isinstance(lowered, Lowered)
    is_lowered = process_time()
    content = wasm_bytes(lowered.module)
    is_printed = process_time()
    compiled.__wrapped__(content)
    return Compilation(is_lowered - begun, is_printed - is_lowered, process_time() - is_printed)


def subjects(rules: Rules) -> Mapping[str, Subject] | NotLowered:
    """Everything that can play a game, by name."""
    lowered = lower(rules)
    if isinstance(lowered, NotLowered):
        return lowered
    machines: dict[str, Machine] = {"wasm": WasmMachine(lowered.module), "python": PythonMachine(lowered.module)}
    if COMPILER:
        machines["c"] = CMachine(lowered.module, "-O3")
    found = {name: _batch(Engine(rules, lowered, machine)) for name, machine in machines.items()}
    return {**found, "interpreter": lambda first, end: _interpret(rules, first, end)}


def _batch(engine: Engine) -> Subject:
    def play(first: int, end: int) -> None:
        assert isinstance(engine.hands(SEED, first, end), Sums)

    return play


def _interpret(rules: Rules, first: int, end: int) -> None:
    for number in range(first, end):
        assert isinstance(played_by_the_interpreter(rules, SEED, number), Played)


class HandWritten:
    """The program `scopa.c`, compiled: Scopa for two, under its usual settings."""

    def __init__(self) -> None:
        compiler = shutil.which("cc")
        assert compiler is not None
        with TemporaryDirectory() as folder:
            library = Path(folder) / "scopa.so"
            subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(BY_HAND)], check=True)
            self._library = ctypes.CDLL(str(library))

    def hands(self, seed: int, first: int, end: int) -> list[int]:
        """Return the numbers of hands and moves, then the sum and the sum of squares for each heading and side."""
        sums = (ctypes.c_int64 * (2 + HEADINGS * SIDES * 2))()
        self._library.hands(seed & 0xFFFFFFFF, seed >> 32, first, end, sums)
        return list(sums)

    def play(self, first: int, end: int) -> None:
        """As all subjects do."""
        self.hands(SEED, first, end)
