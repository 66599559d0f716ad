"""`python -m tests.differential GAMES`: compare each verdict on many games with the truth.

With `--mode everywhere` each game has two or three house rules and is decided under all of them at once; with `--mode pairs` a
game and a small change of it are compared by `diff`, in both directions. Prints its progress, then the number of verdicts of
each kind, and every wrong one with the text of its game. The exit code is 1 if there was a wrong verdict or a crash. `--from`
is the first seed, so that a run can continue after another.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from tests.differential.comparison import Report, Wrong, case_of, compare, compare_everywhere
from tests.differential.constructs import met
from tests.differential.pairs import compare_pair, pair_of
from tests.differential.reduction import reduced

EVERY = 20
MOST_SECONDS = 240


@dataclass
class BenchResult:
    """The report on one game."""

    seed: int
    wrong: list[Wrong] = field(default_factory=list[Wrong])
    text: str = ""
    crash: str = ""
    late: bool = False
    met: frozenset[str] = frozenset()
    verdicts: Counter[str] = field(default_factory=Counter[str])
    unmet: int = 0
    states: int = 0
    closed: bool = True
    seconds: float = 0.0


class Late(Exception):
    """A game has taken too long."""


def house_rules_of(seed: int) -> int:
    """How many house rules the game of a seed has in the modes with several."""
    return 2 + seed % 2


def _verdicts(reported: BenchResult, reduce: bool) -> Report:
    case = case_of(reported.seed)
    reported.text, reported.met = f"{case.texts.rules}\n{case.texts.annex}", met(case.game)
    report = compare(case)
    if report.wrong and reduce:
        signal.setitimer(signal.ITIMER_VIRTUAL, 10 * MOST_SECONDS, 1)
        small = reduced(case, report.wrong[0])
        reported.text = f"{small.rules}\n{small.annex}"
    return report


def _everywhere(reported: BenchResult, reduce: bool) -> Report:
    case = case_of(reported.seed, house_rules_of(reported.seed))
    reported.text, reported.met = f"{case.texts.rules}\n{case.texts.annex}", met(case.game)
    return compare_everywhere(case)


def _pairs(reported: BenchResult, reduce: bool) -> Report:
    pair = pair_of(reported.seed)
    reported.text, reported.met = "\n".join(pair.texts), frozenset({f"change: {pair.kind}"})
    return compare_pair(pair)


MODES = {"verdicts": _verdicts, "everywhere": _everywhere, "pairs": _pairs}


def one(seed: int, reduce: bool = False, mode: str = "verdicts") -> BenchResult:
    """Compare one game, and turn any failure into a report."""
    reported, start = BenchResult(seed), time.process_time()
    signal.signal(signal.SIGVTALRM, _late)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS, 1)
    try:
        report = MODES[mode](reported, reduce)
        reported.wrong, reported.verdicts, reported.states, reported.closed = (
            report.wrong,
            report.verdicts,
            report.states,
            report.closed,
        )
        reported.unmet = report.unmet
    except Late:
        reported.late = True
    except Exception:
        reported.crash = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    reported.seconds = time.process_time() - start
    return reported


def _late(*_: object) -> None:
    raise Late


def several(seeds: range, jobs: int, reduce: bool, mode: str) -> Iterator[BenchResult]:
    """Compare games one after the other, or in several processes; yield the reports in the order of the seeds."""
    if jobs == 1:
        yield from (one(seed, reduce, mode) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, seeds, [reduce] * len(seeds), [mode] * len(seeds))


def print_summary(told: BenchResult) -> None:
    """Print the report on a game, if there is anything to report."""
    if told.late:
        print(f"seed {told.seed}: no answer in {MOST_SECONDS} s", flush=True)  # noqa: T201 - a program
    if told.crash:
        print(f"seed {told.seed}: CRASH\n{told.crash}\n{told.text}", flush=True)  # noqa: T201 - a program
    for wrong in told.wrong:
        settings = f" under {dict(wrong.settings)}" if wrong.settings else ""
        print(f"seed {told.seed}: WRONG `{wrong.name}`{settings} is said to be {wrong.said}, and {wrong.truth}", flush=True)  # noqa: T201 - a program
    if told.wrong:
        print(told.text, flush=True)  # noqa: T201 - a program


def run(seeds: range, jobs: int, reduce: bool, each: bool, mode: str) -> int:
    """Compare many games; return 1 if a verdict was wrong or the verifier broke down. With `each`, print a line for
    every game.
    """
    start, verdicts, bad, late, open_, seconds, unmet = time.monotonic(), Counter[str](), list[int](), 0, 0, 0.0, 0
    by_construct: dict[str, Counter[str]] = {}
    for number, reported in enumerate(several(seeds, jobs, reduce, mode), 1):
        print_summary(reported)
        if each:
            work = f"{reported.seconds:.1f} s, {reported.states} states, {dict(reported.verdicts)}"
            line = f"seed {reported.seed}: {work}; {', '.join(sorted(reported.met))}"
            print(line, flush=True)  # noqa: T201 - a program
        verdicts += reported.verdicts
        for construct in reported.met:
            by_construct.setdefault(construct, Counter()).update(reported.verdicts)
        bad += [reported.seed] if reported.wrong or reported.crash else []
        late, open_, seconds, unmet = (
            late + reported.late,
            open_ + (not reported.closed),
            seconds + reported.seconds,
            unmet + reported.unmet,
        )
        if number % EVERY == 0 or number == len(seeds):
            share = verdicts["unknown"] / max(1, verdicts.total())
            print(  # noqa: T201 - a program
                f"{number} games (to seed {reported.seed}), {time.monotonic() - start:.0f} s: {verdicts.total()} verdicts, "
                f"{dict(sorted(verdicts.items()))}, unknown {share:.0%}; {open_} not explored to the end; "
                f"{unmet} premises not met by chance; {late} without an answer; {len(bad)} games wrong: {bad}",
                flush=True,
            )
    print_unknown(by_construct)
    return 1 if bad else 0


def print_unknown(by_construct: Mapping[str, Counter[str]]) -> None:
    """Print the share of unknown answers for each construct of the games, the greatest first."""
    shares = {construct: found["unknown"] / max(1, found.total()) for construct, found in by_construct.items()}
    for construct in sorted(shares, key=lambda construct: (-shares[construct], construct)):
        print(f"unknown {shares[construct]:4.0%} of {by_construct[construct].total():6} in games with {construct}")  # noqa: T201 - a program


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=2000)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--reduce", action="store_true", help="make the game of each wrong verdict small; takes minutes")
    parser.add_argument("--each", action="store_true", help="tell of every game how long it took and what constructs it has")
    parser.add_argument("--mode", choices=list(MODES), default="verdicts", help="what is held against the truth")
    given = parser.parse_args()
    return run(range(given.first, given.first + given.games), given.jobs, given.reduce, given.each, given.mode)


if __name__ == "__main__":
    sys.exit(main())
