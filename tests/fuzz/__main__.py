"""`python -m tests.fuzz`: run the program on thousands of changed inputs; each input that fails is reduced and kept.

A worker process runs the cases. A case that takes more than `PATIENCE` seconds of processor time, or more memory than `MEMORY`,
has failed too. A worker that no longer responds is ended and replaced. (Only this tool, which looks for hangs, has a time
limit; no test has one.) Each failure is kept once, in a folder of its own with the command that reproduces it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from tests.cli.command_calls import seconds_of
from tests.fuzz.cases import Case, case, read_case
from tests.fuzz.checks import Failure
from tests.fuzz.worker import PATIENCE, watched, work

STUCK = 20 * PATIENCE
"""The seconds without a word after which an idle worker is ended."""
OVERDUE = 4 * PATIENCE
"""The seconds of processor time after which a worker is ended. On a busy machine a case may take long by the clock."""

FINDINGS = Path(__file__).parents[2] / "fuzz-findings"


def run(seed: int, first: int, minutes: float | None, count: int | None, findings: Path) -> int:
    """Run cases from the first number on, for some minutes or up to a given count; return the number of different failures."""
    context, begun, number, kept = get_context("spawn"), time.monotonic(), first, dict[str, Path]()
    rulesets = played = 0
    shown = begun

    def on() -> bool:
        return (count is None or number < first + count) and (minutes is None or time.monotonic() - begun < 60 * minutes)

    while on():
        here, there = context.Pipe()
        worker = context.Process(target=work, args=(there, seed, number), daemon=True)
        worker.start()
        there.close()
        with suppress(EOFError):
            while on() and _answers(here, worker.pid or 0):
                number, one, found = here.recv()
                rulesets += one.kind == "ruleset"
                played += found.played
                if found.failure is not None:
                    _keep(findings, kept, seed, number, one, found.failure)
                number += 1
                if time.monotonic() - shown > 60:
                    shown = time.monotonic()
                    _say(f"{number - first} cases in {(shown - begun) / 60:.0f} minutes, {len(kept)} failures")
        if on():  # the worker did not answer, or was ended
            _keep(findings, kept, seed, number, case(seed, number), Failure(f"hung or ended {number}", "there is no traceback"))
            number += 1
        worker.kill()
        worker.join()
    for signature, folder in kept.items():
        _say(f"  {signature}\n      {folder}")
    counted = f"{number - first} cases, {rulesets} of them rulesets, {played} of those played"
    _say(f"{counted}; seed {seed}, {(time.monotonic() - begun) / 60:.1f} minutes: {len(kept)} failures")
    return len(kept)


def _answers(worker: Connection, process: int) -> bool:
    """Wait for a worker's word; return False if it is stuck."""
    begun = before = seconds_of(process)
    while not worker.poll(STUCK):
        now = seconds_of(process)
        if now == before or now - begun > OVERDUE:
            return False
        before = now
    return True


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _keep(findings: Path, kept: dict[str, Path], seed: int, number: int, one: Case, found: Failure) -> None:
    """Write a failure to a file, if it is the first of its kind."""
    if found.signature in kept:
        return
    folder = findings / f"{one.kind}-{hashlib.sha256(found.signature.encode()).hexdigest()[:10]}"
    folder.mkdir(parents=True, exist_ok=True)
    ending = "regole" if one.kind == "ruleset" else f"{one.of.removesuffix('.regole')}.{one.kind}"
    path = folder / f"found.{ending}"
    path.write_bytes(one.data)
    again = f"python -m tests.fuzz --again {path}\nbefore it was made small: --seed {seed} --first {number} --count 1\n"
    (folder / "README").write_text(f"{found.signature}\n\n{again}\n{found.text}\n", encoding="utf-8")
    kept[found.signature] = folder
    _say(f"failure: {found.signature}\n    {folder}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="changed inputs through the whole program")
    parser.add_argument("--minutes", type=float, help="how long; without it and --count, 60")
    parser.add_argument("--count", type=int, help="how many cases")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="where chance begins; without it, the time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--findings", type=Path, default=FINDINGS, help="the folder of the failures")
    parser.add_argument("--again", type=Path, nargs="+", metavar="FILE", help="show kept failures again")
    given = parser.parse_args()
    if given.again:
        found = [watched(read_case(path)).failure for path in given.again]
        for path, one in zip(given.again, found, strict=True):
            _say(f"{path}: {'nothing is wrong' if one is None else one.text}")
        return int(any(found))
    minutes = 60.0 if given.minutes is None and given.count is None else given.minutes
    return int(run(given.seed, given.first, minutes, given.count, given.findings) > 0)


if __name__ == "__main__":
    sys.exit(main())
