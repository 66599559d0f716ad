"""Who plays the parts of a simulation: this thread, threads, processes, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, Protocol, cast

from cartaro_engine.statistics.simulation import PlayedBy
from cartaro_grammar import Message, say

SCHEME: Final = "dask://"
PATIENCE: Final = "10s"
"""So long a cluster may take to answer."""


class _Cluster(Protocol):
    """What is asked of a Dask client."""

    def __enter__(self) -> object: ...

    def __exit__(self, *error: object) -> None: ...

    def ncores(self) -> dict[str, int]: ...

    def get_executor(self, *, pure: bool) -> Executor: ...


class NoExecutor(Exception):
    """The executor that was asked for is not to be had, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_executor(by: PlayedBy, jobs: int) -> Generator[Executor | None]:
    """Threads for the engine, whose code runs beside Python's; processes for what is Python; None for one job.

    What has not begun when the block ends is not begun.
    """
    if jobs == 1:
        yield None
        return
    pool: Executor
    if by == "engine":
        pool = ThreadPoolExecutor(jobs)
    else:
        from concurrent.futures import ProcessPoolExecutor  # a browser has no processes
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """An interrupt of the terminal is for the process that waits for the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def dask_executor(address: str) -> Generator[tuple[Executor, int]]:
    """The workers of the Dask cluster whose scheduler is at `dask://host:port`, and how many threads they have.

    The workers need this same program.  Raises `NoExecutor` where there is no such cluster, no worker, or no Dask here.
    """
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise NoExecutor(say("install Dask: `pip install cartaro[dask]`")) from None
    connect = cast("Callable[..., _Cluster]", Client)  # the library has no types
    try:
        client = connect(f"tcp://{address.removeprefix(SCHEME)}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoExecutor(say("no scheduler answers: “{words}”", words=str(error).partition("\n")[0])) from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise NoExecutor(say("its scheduler has no workers"))
        try:
            with client.get_executor(pure=False) as executor:
                yield executor, workers
        except (OSError, ImportError, CancelledError, KilledWorker) as error:
            raise NoExecutor(say("its workers have failed: {what}", what=type(error).__name__)) from None
