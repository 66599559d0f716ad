"""The amount of work that the verifier may spend on a small game: little, so that many games are tried.

Statements that are left undecided are `unknown`, which is never wrong; a proof is a proof with any effort. Statements that the
verifier proved are not tried in play by it: the bench does that, with all play, and a trial would only hide errors from it.
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
    "cartaro_verify.encode.expressions": {"PATIENCE": 1},
}
"""Limits by module and name; each must be there."""


FEW_REPEATS = {"cartaro_interpreter.acts.acts": {"MOST_REPEATS": 250}}
"""Packs are small: what goes back so often never ends."""


def little_effort() -> AbstractContextManager[None]:
    """Meanwhile the verifier gives up early."""
    return _set({**LITTLE, **FEW_REPEATS})


def few_repeats() -> AbstractContextManager[None]:
    """Meanwhile a course of events that goes back for ever is found out soon."""
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
