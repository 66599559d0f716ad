"""The levels of the tests: what `make smoke`, `make test` and `make nightly` run.

A test marked `nightly` runs at night only: a cheaper test of the same subject runs in `make test`. A test marked `sweep` tests
a tool on every shipped text in the same way. In `make test` it runs over the few texts that together use every construct
(`REPRESENTATIVE`), or over the texts that the mark names, `sweep("scopa", "scala40")`, if these show everything that the test
is about. It also runs over up to `CHANGED_BY_DAY` of the texts that changed since the last run over all texts, which `--level
nightly` makes and records in `swept.json`. If more texts changed, each sweep takes a different choice of them; at night every
sweep takes all. Tests of a game's examples, proofs and certificates are not sweeps, because they are about the game itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Set
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import cast

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

RULESETS = Path(__file__).parents[1] / "rulesets"
SWEPT = Path(__file__).parent / "swept.json"
REPRESENTATIVE = frozenset({
    "agram", "asino", "basra", "briscola_in_cinque", "burraco", "casino", "chkobba", "cirulla", "cribbage", "escoba",
    "following", "french_deck", "italian_deck", "machiavelli", "rummy", "scala40", "scopa", "scopone", "texas_holdem", "trumps",
    "under_the_stock",
})  # fmt: skip
CHANGED_BY_DAY = 2
"""How many changed texts each sweep takes in `make test`, at most."""
WHOLE_PROOF = 1_700
"""The seconds that a test may take which proves a whole shipped game or checks its certificate: Scala 40 takes longer than 300.
`faulthandler_timeout` ends a process soon after.
"""
TEST, NIGHTLY = LEVELS = ("test", "nightly")
HANDS_BY_DAY = {
    "cartaro_verify.verify": {"HANDS": 300, "MORE_HANDS": 150, "SOME_HANDS": 100},
    "cartaro_verify.everywhere": {"MORE_HANDS": 60},
    "cartaro_verify.play.histories": {"SEARCHED_MATCHES": 6, "MOST_MOVES_IN_MATCHES": 600},
}
"""The most hands and matches that the verifier plays in `make test` for a goal that no hand meets, by module. At night it plays
as many as for a user.
"""
night_has_come = False
"""Return whether this run is of the level `nightly`; this must be known before the tests are collected."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--level", choices=LEVELS, default=TEST, help="which tests to run: all of them only in `nightly`")
    parser.addoption(
        "--ran",
        action="append",
        default=[],
        metavar="PLACE",
        help="leave out tests of a file or folder, but those marked `slow`",
    )
    parser.addoption("--record-sweep", action="store_true", help="record the texts that passed every sweep in `swept.json`")


def pytest_configure(config: pytest.Config) -> None:
    global night_has_come  # noqa: PLW0603 - decorators of tests read it
    night_has_come = config.getoption("--level") == NIGHTLY
    if config.getoption("--record-sweep") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SweepRecorder())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that run only at night and, in sweeps, the texts that others represent."""
    if config.getoption("--level") == NIGHTLY:
        return
    left_out = {item for item in items if item.get_closest_marker("nightly")} | left_out_of_sweeps(items)
    ran: list[str] = config.getoption("--ran") or []
    left_out |= {item for item in items if not item.get_closest_marker("slow") and is_in(item.nodeid, ran)}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def left_out_of_sweeps(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests of sweeps whose texts are represented by others."""
    sweeps: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sweep"):
            sweeps.setdefault(item.nodeid.partition("[")[0], []).append(item)
    found = set[pytest.Item]()
    for test, of_test in sweeps.items():
        here = changed() & {name for item in of_test for name in texts_named(item.nodeid)}
        mark = of_test[0].get_closest_marker("sweep")
        representative = frozenset(mark.args if mark is not None else ()) or REPRESENTATIVE
        taken = taken_by_day(test, here - representative)
        found |= {item for item in of_test if is_represented(item.nodeid, taken, representative)}
    return found


def is_in(nodeid: str, places: Iterable[str]) -> bool:
    """Return whether a test is in one of the files and folders with which `make smoke` names its tests."""
    path = PurePosixPath(nodeid.partition("::")[0])
    return any(path.is_relative_to(place) for place in places)


def texts_named(nodeid: str) -> Set[str]:
    """Return the shipped texts that the parameters of a test name."""
    return digests().keys() & set(re.split(r"[^a-z0-9_]+", nodeid.partition("[")[2]))


def taken_by_day(test: str, changed: Iterable[str]) -> frozenset[str]:
    """Return the changed texts that a sweep takes in `make test`. The choice depends on the name of the sweep, so different
    sweeps take different texts.
    """
    return frozenset(sorted(changed, key=lambda name: sha256(f"{test} {name}".encode()).digest())[:CHANGED_BY_DAY])


def is_represented(nodeid: str, changed: Set[str], representative: Set[str] = REPRESENTATIVE) -> bool:
    """Return whether the parameters of a test name shipped texts, and only unchanged ones that others represent."""
    named = texts_named(nodeid)
    return bool(named) and not named & representative and not named & changed


@pytest.fixture(autouse=True)
def hands_by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search fewer hands by day for a goal that no hand meets: a claim that stays unknown would play thousands."""
    if not night_has_come:
        for module, limits in searching_modules():
            for name, value in limits.items():
                monkeypatch.setattr(module, name, value)


@cache
def searching_modules() -> tuple[tuple[ModuleType, Mapping[str, int]], ...]:
    """Return the modules with limits of searches; none if Z3 is not installed."""
    with suppress(ModuleNotFoundError):
        return tuple((import_module(name), limits) for name, limits in HANDS_BY_DAY.items())
    return ()


def by_level(day: int, night: int) -> int:
    """Return how much a test tries in a run of this level."""
    return night if night_has_come else day


def examples(night: int) -> settings:
    """Return settings for a property: this number of examples at night, a quarter of them by day."""
    return settings(max_examples=by_level(max(2, night // 4), night), deadline=None)


def at_night(values: Iterable[object], by_day: Collection[object]) -> list[ParameterSet]:
    """Return values for `parametrize`; with several parameters each value is a tuple. The values of `by_day` are used in every
    run; the others are marked `nightly`.
    """
    every = list(values)
    assert all(value in every for value in by_day), by_day
    return [
        pytest.param(
            *(cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)),
            marks=() if value in by_day else pytest.mark.nightly,
        )
        for value in every
    ]


@cache
def digests() -> dict[str, str]:
    """Return the digest of the texts of each shipped game and library, by its name."""
    texts: dict[str, list[bytes]] = {}
    for path in sorted(RULESETS.rglob("*.regole")):
        texts.setdefault(path.name.partition(".")[0], []).append(path.name.encode() + b"\0" + path.read_bytes())
    return {name: sha256(b"\0".join(parts)).hexdigest()[:16] for name, parts in texts.items()}


@cache
def changed() -> frozenset[str]:
    """Return the names of the texts that changed since they last passed every sweep."""
    swept: dict[str, str] = json.loads(SWEPT.read_text(encoding="utf-8"))
    return frozenset(name for name, digest in digests().items() if swept.get(name) != digest)


class SweepRecorder:
    """Record the current texts after a run without failures."""

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.OK and session.config.getoption("--level") == NIGHTLY:
            SWEPT.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8")
