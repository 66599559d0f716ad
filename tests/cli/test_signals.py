"""Signals: no process outlives the command that started it, whichever signal ends the command, and an interrupt ends it at
once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path

import pytest
from tests.cli.command_calls import PROGRAM, processes_of
from tests.levels import at_night

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")]

COMMANDS = {
    "verify": ("verify", "scala40", "ramino", "--fresh", "-j", "2"),
    "simulate": ("simulate", "ramino", "--engine", "interpreter", "-j", "2", "-n", "1000000"),
    "book": ("book", "build", "scala40", "ramino", "gin", "machiavelli", "hearts", "scopa", "-j", "2", "--out", "public"),
}
DEADLINE = 90
"""The number of seconds after which a test gives up: a busy machine may take long to start a worker."""


def until(met: object, what: str) -> None:
    """Wait until a condition holds."""
    ended = time.monotonic() + DEADLINE
    assert callable(met)
    while not met():
        assert time.monotonic() < ended, what
        time.sleep(0.05)


@contextmanager
def begun(name: str, folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """Start a command in a session of its own, which is ended in any case."""
    env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", PROGRAM, *COMMANDS[name]]
    with subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as done:
        try:
            yield done
        finally:
            with suppress(ProcessLookupError):
                os.killpg(done.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("name", "number"),
    at_night(
        product(COMMANDS, (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT)),
        by_day=[("simulate", signal.SIGKILL), ("simulate", signal.SIGTERM)],
    ),
)
def test_no_worker_outlives_its_command(name: str, number: signal.Signals, tmp_path: Path) -> None:
    """The signal is sent only to the command, while its workers are busy. Its output is closed, and no process is left."""
    with begun(name, tmp_path) as done:
        # four processes: the command, the resource tracker and two workers
        until(lambda: len(processes_of(done.pid)) >= 4, "there are no workers")
        time.sleep(1)
        os.kill(done.pid, number)
        output, _ = done.communicate(timeout=DEADLINE)
        until(lambda: not processes_of(done.pid), f"left over: {processes_of(done.pid)}")
        assert done.returncode == (130 if number == signal.SIGINT else -number)
        assert b"Traceback" not in output


@pytest.mark.parametrize("moment", at_night(range(6), by_day=[0]))
def test_an_interrupt_while_workers_begin_is_quiet(moment: int, tmp_path: Path) -> None:
    """Ctrl-C at a terminal is sent to all processes of the group, whatever each of them is doing."""
    with begun("simulate", tmp_path) as done:
        until(lambda: len(processes_of(done.pid)) >= 2, "there are no workers")
        time.sleep(moment * 0.15)
        os.killpg(done.pid, signal.SIGINT)
        output, _ = done.communicate(timeout=DEADLINE)
        until(lambda: not processes_of(done.pid), f"left over: {processes_of(done.pid)}")
        assert done.returncode == 130
        assert b"Traceback" not in output
        assert b"Error" not in output
