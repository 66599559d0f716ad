"""A bound on the memory of a process that runs tests: one that passes it ends, and says in which test and where.

Under xdist the test that was running has failed then, and the run ends.  Where a system has no `/proc`, nothing is bounded.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

MOST = 3_000
"""Megabytes.  A test needs a few hundred, a proof of a large game that is not kept from before a thousand."""
EVERY = 0.25
"""Seconds between two looks."""
STATM = Path("/proc/self/statm")

running = ["before the first test"]
"""The test that runs, as pytest names it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--most-memory", type=int, default=MOST, help=f"end a process beyond so many megabytes ({MOST})")


def pytest_configure(config: pytest.Config) -> None:
    if STATM.exists():
        # where messages go while pytest holds back what tests print
        stderr, most = os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2), config.getoption("--most-memory")
        assert isinstance(most, int)
        Thread(target=watch, args=(most, stderr), name="memory limit", daemon=True).start()


def pytest_runtest_logstart(nodeid: str) -> None:
    running[:] = [nodeid]


def megabytes() -> int:
    """What this process has in memory now."""
    return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def watch(most: int, stderr: int) -> None:
    """Look now and then; end the process once it has more."""
    while (found := megabytes()) <= most:
        sleep(EVERY)
    os.write(stderr, f"\n{found} MB in memory, more than {most}: {running[0]}\n".encode())
    faulthandler.dump_traceback(stderr, all_threads=True)
    os._exit(1)
