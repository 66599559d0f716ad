"""`python -m tests.crosscheck.statistics [RULESET …]`: the sums of random play that the shipped rulesets come with.

Sums for the present rules stay as they are, unless `--fresh` is given. With `--check` nothing is written: all rulesets are
played again, and a ruleset whose sums differ is reported. Prints one line for each ruleset, with its processor time; the exit
code is 1 if a ruleset differs, cannot be played or does not load.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from tests.crosscheck.loading import report

from cartaro.kept_results import STATISTICS
from cartaro.measurements import has_shipped_sums, statistics_text
from cartaro.shell import write_file
from cartaro_grammar import Diagnostic, Game, load_game, shipped


def renew(name: str, *, fresh: bool = False, check: bool = False) -> str | None:
    """Write the sums of a shipped ruleset, or compare them with the kept ones; return a line about it, or None if they differ
    or cannot be made.
    """
    game, start = load_game(name), time.process_time()
    if not isinstance(game, Game):
        report(name, game)
        return None
    if not (fresh or check) and has_shipped_sums(game):
        return f"{name}: kept"
    text, path = statistics_text(game, fresh=fresh or check), STATISTICS.path(name)
    if isinstance(text, Diagnostic):
        report(name, (text,))
        return None
    if check:
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        return f"{name}: the same sums, {time.process_time() - start:.0f} s" if same else None
    write_file(path, text)
    return f"{name}: played in {time.process_time() - start:.0f} s, {len(text)} bytes"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.statistics", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="play also what has not changed")
    parser.add_argument("--check", action="store_true", help="play all again, write nothing, and report what differs")
    parser.add_argument("--jobs", type=int, default=1)
    given, failed = parser.parse_args(words), False
    names = given.rulesets or list(shipped())
    renewed = partial(renew, fresh=given.fresh, check=given.check)
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for name, line in zip(names, pool.map(renewed, names), strict=True):
            failed |= line is None
            print(line or f"{name}: other sums, or none", flush=True)  # noqa: T201 - a program
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
