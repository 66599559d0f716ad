"""The order of the test files in a run: the longest come first, so that no worker still has a long file when the others are
done.

`pytest --record-durations` writes the processor time of each file into `durations.json`. By default, pytest-xdist begins with
the files that have the most tests; the Makefile turns this off with `--no-loadscope-reorder`.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

RECORDED = Path(__file__).with_suffix(".json")
PROPERTY = "processor_seconds"
RECORDED_FROM = 0.5
"""Seconds of processor time; files that take less have no entry, and come last."""

STARTED = pytest.StashKey[float]()
measured: dict[str, float] = defaultdict(float)
"""Seconds of processor time of each file in this run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-durations", action="store_true", help="write the processor time of each file of tests that runs")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known: dict[str, float] = json.loads(RECORDED.read_text(encoding="utf-8"))
    items.sort(key=lambda item: -known.get(file_of(item.nodeid), 0.0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[STARTED] = processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the duration of a whole test to the report on its teardown, which a worker sends to the process that records."""
    report = yield
    if report.when == "teardown":
        report.user_properties.append((PROPERTY, processor_seconds() - item.stash[STARTED]))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds = dict(report.user_properties).get(PROPERTY)
    if isinstance(seconds, float):
        measured[file_of(report.nodeid)] += seconds


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--record-durations") and not hasattr(session.config, "workerinput"):
        known: dict[str, float] = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
        known |= {name: round(seconds, 1) for name, seconds in measured.items()}
        there = [name for name in sorted(known) if (session.config.rootpath / name).exists()]
        kept = {name: known[name] for name in there if known[name] >= RECORDED_FROM}
        RECORDED.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def processor_seconds() -> float:
    """Return the processor time of this process and of its finished children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
