"""Skip a test if it needs a library that is not installed, so that a core installation can run the tests of the core.

`make test` installs every library and passes `--no-missing`, so that a missing library is reported as an error.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

OURS = ("cartaro", "tests", "docs")
"""The prefix of the names of our own modules. If one of these is missing, that is a fault."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-missing", action="store_true", help="fail a test whose library is missing, instead of skipping it")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    call = getattr(report, "call", None)
    if report.failed and isinstance(call, pytest.CallInfo) and not collector.config.getoption("--no-missing"):
        name = missing_library(call.excinfo.value if call.excinfo else None)
        if name is not None:
            report.outcome = "skipped"
            report.longrepr = (str(collector.path), 1, f"Skipped: {name} is not installed")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and not item.config.getoption("--no-missing"):
        name = missing_library(call.excinfo.value if call.excinfo else None)
        if name is not None:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {name} is not installed")
    return report


def missing_library(error: BaseException | None) -> str | None:
    """Return the library whose absence caused an error, or None if the error has another cause."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith(OURS):
            return error.name.partition(".")[0]
        # pytest keeps the error of a `conftest.py` in an attribute of its own
        error = getattr(error, "cause", None) or error.__cause__ or error.__context__
    return None
