"""Limit the processor time of the proofs of a text. They may take any time, although each of their steps is bounded."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from threading import Event, Thread, get_ident

from cartaro_grammar import msg

MORE_TIME = msg("`--minutes 0` sets no limit")
LOOKS = 0.2
"""The number of seconds between two checks of the processor time used."""


class OutOfTime(BaseException):
    """Raised if the work has used up its time. It can be raised at any point, and only the code that set the limit catches
    it.
    """


@contextmanager
def time_limit(seconds: float | None) -> Generator[None]:
    """Raise `OutOfTime` in this thread once this process has used a number of seconds of processor time; None sets no limit.

    It is raised between two steps of Python. A call of the solver, which is bounded by its own steps, is completed first.
    """
    if seconds is None:
        yield
        return
    worker, done, end = get_ident(), Event(), time.process_time() + seconds

    def watch() -> None:
        while not done.is_set():
            if time.process_time() >= end:  # raised repeatedly, because an exception in a callback from C can be lost
                _raise_in(worker)
            done.wait(LOOKS)

    watcher = Thread(target=watch, name="time limit", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        _stop(watcher, done, worker)


def _stop(watcher: Thread, done: Event, worker: int) -> None:
    """End the watch; if it has raised an exception meanwhile, catch that here."""
    while watcher.is_alive():
        try:
            done.set()
            watcher.join()
        except OutOfTime:
            continue
    # Under a profiler, Python 3.11 does not notice that the exception was withdrawn, and waits for it forever.
    with suppress(OutOfTime):
        _raise_in(worker)
        while True:
            pass


def _raise_in(thread: int) -> None:
    """Raise `OutOfTime` in a thread, at its next step."""
    import ctypes  # imported late: only needed when time runs out

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))
