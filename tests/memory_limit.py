"""A bound on the memory of a process that runs tests. A process that exceeds the bound ends, and reports the test and its file.

Under xdist the running test fails, and the run ends. On a system without `/proc` there is no limit. Far below the bound, the
data of a file's tests are freed when these are done.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from types import ModuleType
from typing import Protocol, runtime_checkable

import pytest

MOST = 3_000
"""Megabytes. A test needs a few hundred; a proof of a large game that is not already kept needs a thousand."""
GROWN = 150
"""Megabytes of growth after which garbage is collected."""
EVERY = 0.25
"""Seconds between two looks."""
STATM = Path("/proc/self/statm")

running = ["before the first test"]
"""The running test, as pytest names it."""
left = [400]
"""Megabytes at the last garbage collection; at first, what a file or two of tests may take."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--most-memory", type=int, default=MOST, help=f"end a process beyond so many megabytes ({MOST})")


def pytest_configure(config: pytest.Config) -> None:
    if STATM.exists():
        # the standard error stream of the process, because pytest captures the output of tests
        stderr, most = os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2), config.getoption("--most-memory")
        assert isinstance(most, int)
        Thread(target=watch, args=(most, stderr), name="memory limit", daemon=True).start()


def pytest_runtest_logstart(nodeid: str) -> None:
    running[:] = [nodeid]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    module = item.module if isinstance(item, pytest.Function) else None
    if isinstance(module, ModuleType) and (nextitem is None or nextitem.path != item.path) and STATM.exists():
        let_go(module)


@runtime_checkable
class Remembering(Protocol):
    """A function that caches its results."""

    def cache_clear(self) -> None: ...


def let_go(done: ModuleType) -> None:
    """Free the cached results of the functions in a test module. If memory has grown much, also free the results of other test
    modules, and collect garbage.
    """
    forget(done)
    if megabytes() > left[0] + GROWN:
        for name, module in list(sys.modules.items()):
            if name.startswith("tests."):
                forget(module)
        gc.collect()
        gc.freeze()  # the collector need not visit the objects that exist now
        if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
            trim(0)  # glibc keeps free memory between used blocks
        left[:] = [megabytes()]


def forget(module: ModuleType) -> None:
    """Clear the cached results of the functions of a module."""
    for function in vars(module).values():
        if isinstance(function, Remembering) and not isinstance(function, type) and function.__module__ == module.__name__:
            function.cache_clear()


def megabytes() -> int:
    """Return the memory that this process uses now, in megabytes."""
    return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def watch(most: int, stderr: int) -> None:
    """Look at the memory again and again, and end the process once it exceeds the limit."""
    while (found := megabytes()) <= most:
        sleep(EVERY)
    os.write(stderr, f"\n{found} MB in memory, more than {most}: {running[0]}\n".encode())
    faulthandler.dump_traceback(stderr, all_threads=True)
    os._exit(1)
