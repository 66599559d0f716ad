"""A process that goes through cases of the fuzzer one after another, each with a limit of its time and memory."""

from __future__ import annotations

import resource
import signal
from multiprocessing.connection import Connection

from tests.fuzz.cases import Case, case
from tests.fuzz.checks import Outcome, failure_of, outcome
from tests.fuzz.minimise import minimised

PATIENCE = 30
"""The seconds of processor time that a case may take."""

MEMORY = 4_000_000_000
"""The limit of memory for all cases, in bytes."""


class TooLong(BaseException):
    """A case has used more processor time than any case should. Only this module catches it."""


def watched(one: Case) -> Outcome:
    """Return the outcome of a case; a case that takes too much work has failed."""

    def ring(*_: object) -> None:
        raise TooLong(f"more than {PATIENCE} seconds")

    signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        return outcome(one)
    except TooLong as error:
        return Outcome(failure_of(error))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def limit_memory() -> None:
    """Limit the memory of this process, but not its address space: wasmtime reserves 4 GB of addresses for each machine, and
    uses little of them.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def work(channel: Connection, seed: int, number: int) -> None:
    """Run the cases from this number on, and report each."""
    limit_memory()
    while True:
        one = case(seed, number)
        found = watched(one)
        small, failed = one, found.failure
        if failed is not None and not failed.signature.startswith(("TooLong", "MemoryError")):
            small = _small(one, failed.signature)
        channel.send((number, small, found))
        number += 1


def _small(one: Case, signature: str) -> Case:
    def fails(data: bytes) -> bool:
        found = watched(Case(one.kind, data, one.of)).failure
        return found is not None and found.signature == signature

    return Case(one.kind, minimised(one.data, fails), one.of)
