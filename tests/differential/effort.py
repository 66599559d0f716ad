"""The small amount of work that the verifier may spend on a game, so that many games can be tried.

A statement that is left undecided is `unknown`, which is never wrong, and a proof is valid whatever the effort. Here the
verifier does not try proved statements in play: the bench tries them in every possible play, and a trial by the verifier would
only hide errors from the bench.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module

LITTLE = {
    "cartaro_verify.verify": {"HANDS": 160, "MORE_HANDS": 100, "SOME_HANDS": 60, "FIRST_HANDS": 0},
    "cartaro_verify.obligation_proofs": {"LISTS": 2_000},
    "cartaro_verify.play.table": {"MOST_MOVES": 60},
    "cartaro_verify.play.search": {
        "MOST_MOVES_IN_ALL": 3_000,
        "MOST_MOVES": 60,
        "TRIED": 0,
        "STARTS": 8,
        "WIDTH": 4,
        "EACH": 2,
        "BEAM_TRIED": 2,
    },
    "cartaro_verify.everywhere": {"HANDS": 4, "MORE_HANDS": 20, "CULPRITS": 4, "SLICES": 1},
    "cartaro_verify.play.histories": {"MATCHES": 0, "SEARCHED_MATCHES": 16, "MOST_MOVES_IN_MATCHES": 600},
    "cartaro_verify.obligations.match_end": {"MATCHES": 12, "LONG": 8, "TRIES": 8},
    "cartaro_verify.encode.solver": {"STEPS": 800_000, "OUTLINE_STEPS": 300_000, "QUICK_STEPS": 100_000},
    "cartaro_verify.encode.proof_context": {"PATIENCE": 1},
}
"""Limits by module and name; every name must exist."""


FEW_REPEATS = {"cartaro_interpreter.acts.acts": {"MOST_REPEATS": 250}}
"""Packs are small, so a course that goes back that often never ends."""


def little_effort() -> AbstractContextManager[None]:
    """Let the verifier give up early inside this block."""
    return _set({**LITTLE, **FEW_REPEATS})


def few_repeats() -> AbstractContextManager[None]:
    """Let a course of events that goes back forever be detected early inside this block."""
    return _set(FEW_REPEATS)


@contextmanager
def _set(limits_by_name: Mapping[str, Mapping[str, int]]) -> Generator[None]:
    modules = {import_module(name): limits for name, limits in limits_by_name.items()}
    before = {module: {name: getattr(module, name) for name in limits} for module, limits in modules.items()}
    try:
        for module, limits in modules.items():
            for name, value in limits.items():
                setattr(module, name, value)
        yield
    finally:
        for module, limits in before.items():
            for name, value in limits.items():
                setattr(module, name, value)
