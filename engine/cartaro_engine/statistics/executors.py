"""Executors of the parts of a simulation: this thread, threads, processes, or the workers of a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, Protocol, cast

from cartaro_engine.memory.layout import Sums
from cartaro_engine.statistics.simulation import NoExecutor
from cartaro_engine.statistics.statistics_forms import PlayedBy
from cartaro_grammar import Diagnostic, msg

SCHEME: Final = "dask://"
PATIENCE: Final = "10s"
"""The seconds within which a cluster must answer."""


class _Cluster(Protocol):
    """The part of a Dask client that is used."""

    def __enter__(self) -> object: ...

    def __exit__(self, *error: object) -> None: ...

    def ncores(self) -> dict[str, int]: ...

    def get_executor(self, *, pure: bool) -> Executor: ...


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_executor(by: PlayedBy, jobs: int) -> Generator[Executor | None]:
    """Return threads for the engine, whose code runs in parallel with Python's; processes for Python code; None for one job.

    When the block ends, tasks that have not begun are cancelled.
    """
    if jobs == 1:
        yield None
        return
    if by == "engine":
        threads = ThreadPoolExecutor(jobs)
        try:
            yield threads
        finally:
            threads.shutdown(cancel_futures=True)
        return
    with worker_processes(jobs) as pool:
        yield pool


def worker_processes(jobs: int, seconds: float | None = None, memory: int | None = None) -> AbstractContextManager[Executor]:
    """Return processes, as many as `jobs`, that end with the block and with this process.

    Each worker ends if it needs more than `memory` bytes, or more than `seconds` of processor time.
    """
    from cartaro_engine.statistics import worker_pool  # a browser has no processes

    return worker_pool.worker_processes(jobs, None if memory is None else worker_pool.Limits(seconds, memory))


class ClusterExecutor(Executor):
    """An executor on a cluster. It checks the results and raises `NoExecutor` if one is missing or does not consist of sums."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        query, given = self._inner.submit(fn, *args, **kwargs), Future[Any]()

        def answered(found: Future[Any]) -> None:
            if not given.set_running_or_notify_cancel():
                return
            try:
                answer = found.result()
            except (Exception, CancelledError) as error:
                given.set_exception(NoExecutor(msg("its workers have failed: {what}", what=type(error).__name__)))
                return
            if isinstance(answer, Sums | Diagnostic):
                given.set_result(answer)
            else:
                given.set_exception(NoExecutor(msg("its workers return something other than a result")))

        given.add_done_callback(lambda one: one.cancelled() and query.cancel())
        query.add_done_callback(answered)
        return given


@contextmanager
def dask_executor(address: str) -> Generator[tuple[Executor, int]]:
    """Return the workers of the Dask cluster whose scheduler is at `dask://host:port`, and their number of threads.

    The workers need this same program, and are trusted as this process is: their results are unpickled. Raise `NoExecutor` if
    the cluster does not exist, has no worker, or Dask is not installed here.
    """
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise NoExecutor(msg("install Dask: `pip install cartaro[dask]`")) from None
    connect = cast("Callable[..., _Cluster]", Client)  # the library has no types
    try:
        client = connect(f"tcp://{address.removeprefix(SCHEME)}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoExecutor(msg("no scheduler answers: “{words}”", words=str(error).partition("\n")[0])) from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise NoExecutor(msg("its scheduler has no workers"))
        try:
            with client.get_executor(pure=False) as executor:
                yield ClusterExecutor(executor), workers
        except (OSError, ImportError, CancelledError, KilledWorker) as error:
            raise NoExecutor(msg("its workers have failed: {what}", what=type(error).__name__)) from None
