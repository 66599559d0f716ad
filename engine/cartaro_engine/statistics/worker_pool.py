"""Worker processes that never outlive the command that started them.

A worker ignores interrupts from its start, because the process that waits for its results handles them: interrupts are blocked
while the worker is started, and the worker inherits this. A worker ends when that process ends, for whatever reason. If the
block is left before all results have arrived (after an interrupt or a fault), the workers are ended in the middle of their
work. Workers may have limits: one that exceeds them ends, and its task raises `BrokenProcessPool`, or `MemoryError`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from multiprocessing import connection, parent_process
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of each worker, if the system can set them: seconds of the processor (None: no limit), and bytes of memory."""

    seconds: float | None
    memory: int


class _WorkerPool(ProcessPoolExecutor):
    """A pool that knows its pending tasks and its own processes."""

    def __init__(self, jobs: int, limits: Limits | None) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(jobs, mp_context=context, initializer=_begin, initargs=(limits,))
        self.asked = set[Future[Any]]()
        self._others = {process.pid for process in multiprocessing.active_children()}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_held():  # the workers are started inside this block
            future = super().submit(fn, *args, **kwargs)
        self.asked.add(future)
        future.add_done_callback(self.asked.discard)
        return relayed(future)

    def end(self) -> None:
        """End the workers immediately."""
        for process in multiprocessing.active_children():
            if process.pid not in self._others:
                process.kill()


def relayed(asked: Future[Any]) -> Future[Any]:
    """Return a future with the same result that can be cancelled separately: if the workers of a pool end while some of the
    pool's own futures are cancelled, the pool waits for ever.
    """
    given = Future[Any]()

    def answered(found: Future[Any]) -> None:
        if given.set_running_or_notify_cancel():
            error = found.exception()
            if error is None:
                given.set_result(found.result())
            else:
                given.set_exception(error)

    asked.add_done_callback(answered)
    return given


@contextmanager
def worker_processes(jobs: int, limits: Limits | None = None) -> Generator[ProcessPoolExecutor]:
    """Return `jobs` processes, begun by spawn (z3 does not survive a fork). When the block ends, pending results are not waited
    for.
    """
    pool = _WorkerPool(jobs, limits)
    try:
        yield pool
    finally:
        if pool.asked:
            pool.end()
        pool.shutdown()


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Hold an interrupt back until the end of the block, if the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(limits: Limits | None) -> None:
    """Initialise a worker: it ignores interrupts, keeps its limits, and watches the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if limits is not None:
        _limit(limits)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _limit(limits: Limits) -> None:
    """Have the system enforce limits on this process; a lower existing limit is kept."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    wanted = {resource.RLIMIT_AS: limits.memory, resource.RLIMIT_CORE: 0}
    if limits.seconds is not None:
        wanted[resource.RLIMIT_CPU] = max(1, ceil(limits.seconds))
    for what, asked in wanted.items():
        hard = resource.getrlimit(what)[1]
        most = asked if hard == resource.RLIM_INFINITY else min(asked, hard)
        with suppress(OSError, ValueError):  # macOS refuses limits of addresses
            resource.setrlimit(what, (most, most))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
