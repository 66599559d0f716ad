"""`python -m tests.crosscheck [RULESET …]`: check every query on which a verdict of these rulesets depends with a second
solver.

Prints its progress with each verdict, then the findings for each ruleset and in total. Queries that cvc5 cannot decide within
its limit of steps are counted. A query in which cvc5 contradicts Z3 is kept in `crosscheck-findings`, and the exit code is then
1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.crosscheck.comparison import SAMPLE_STEPS, Comparison, compare

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game

FINDINGS = Path("crosscheck-findings")


@dataclass(frozen=True, slots=True)
class Request:
    """The comparison that the command line asks for with each ruleset."""

    only: tuple[str, ...] | None
    every: int
    steps: int


@dataclass(frozen=True, slots=True)
class Found:
    """The result for one ruleset."""

    name: str
    made: Comparison
    seconds: float
    wrong: str = ""


def one(asked: Request, name: str) -> Found:
    """Compare one ruleset, and report the progress."""
    start, made = time.process_time(), Comparison(asked.every, asked.steps)
    game = load_game(name)
    if not isinstance(game, Game):
        return Found(name, made, 0.0, f"{game[0].code}: {game[0].message}")
    compare(game, made, asked.only, lambda text: print(f"{name}: {text}", flush=True))  # noqa: T201 - a program
    return Found(name, made, time.process_time() - start)


def several(names: tuple[str, ...], asked: Request, jobs: int) -> Iterator[Found]:
    """Compare rulesets one after the other, or in several processes; yield the results in the order of the rulesets."""
    if jobs == 1:
        yield from (one(asked, name) for name in names)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(one, asked), names)


def kept(found: Found) -> Iterator[Path]:
    """Write each contradicted query to a file."""
    for number, text in enumerate(found.made.contradicted, 1):
        FINDINGS.mkdir(exist_ok=True)
        path = FINDINGS / f"{found.name}-{number}.smt2"
        path.write_text(text, encoding="utf-8")
        yield path


def summed(findings: list[Found]) -> str:
    """The results of all rulesets, added up."""
    everything = Comparison()
    for found in findings:
        everything.queries += found.made.queries
        everything.repeated += found.made.repeated
        everything.confirmed += found.made.confirmed
        everything.undecided += found.made.undecided
        everything.contradicted += found.made.contradicted
    return str(everything)


def run(names: tuple[str, ...], asked: Request, jobs: int) -> int:
    """Compare rulesets; return 1 if a query was contradicted, or if a name is not a ruleset's."""
    findings = list[Found]()
    for found in several(names, asked, jobs):
        findings.append(found)
        print(f"{found.name}: {found.wrong or found.made}; {found.seconds:.0f} s", flush=True)  # noqa: T201 - a program
        for path in kept(found):
            print(f"{found.name}: CONTRADICTED, {path}", flush=True)  # noqa: T201 - a program
    print(f"in all: {summed(findings)}", flush=True)  # noqa: T201 - a program
    return 1 if any(found.wrong or found.made.contradicted for found in findings) else 0


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--only", action="append", metavar="NAME", help="this obligation or claim; may be given again")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of N queries, the first")
    parser.add_argument("--steps", type=int, default=SAMPLE_STEPS, help="how much work cvc5 may have with one query")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(words)
    asked = Request(tuple(given.only) if given.only else None, given.every, given.steps)
    return run(tuple(given.rulesets) or shipped(), asked, given.jobs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
