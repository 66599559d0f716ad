"""`python -m tests.crosscheck.everywhere [RULESET …]`: the verdicts under all house rules that the shipped rulesets come with.

Those of what the rules say now stay as they are, unless `--fresh`; the others are decided again, a number of players at a
time, and what was decided is kept, so that a run that was stopped goes on where it was.  One line for each, with its processor
time and memory; the end is 1 where something is refuted or open.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from cartaro.shell import write_file
from cartaro.verdicts import VerdictCache, everywhere_path, everywhere_text, load_or_decide, shipped_everywhere
from cartaro_grammar import PLAYERS_SETTING, Game, load_game, shipped
from cartaro_verify import Result, from_json

MEGABYTE = 1024
"""The kilobytes of a megabyte."""


def is_current(name: str) -> bool:
    """Return whether the verdicts beside a shipped ruleset are of what it says now, and complete."""
    game = load_game(name)
    return isinstance(game, Game) and bool(shipped_everywhere(game, VerdictCache.for_game(name, game, None, frozenset())))


def decided(name: str, fresh: bool, players: int) -> tuple[list[Result], str]:
    """Return the verdicts on a ruleset for a number of players, and a line about them."""
    start = time.process_time()
    values = load_or_decide(name, {PLAYERS_SETTING: str(players)}, None, fresh=fresh, everywhere=True)
    found = [from_json(value) for value in values if isinstance(value, dict)]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MEGABYTE
    verdicts = [result.verdict for result in found]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    return found, f"{name} for {players}: {counts}; {time.process_time() - start:.0f} s, {memory} MB"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.everywhere", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="decide also what has not changed")
    parser.add_argument("--jobs", type=int, default=1)
    given, whole = parser.parse_args(words), True
    # Z3 does not survive a fork.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for name in given.rulesets or shipped():
            game = load_game(name)
            if not isinstance(game, Game) or (is_current(name) and not given.fresh):
                continue
            results = list[Result]()
            for found, line in pool.map(partial(decided, name, given.fresh), game.ruleset.player_counts):
                results += found
                print(line, flush=True)  # noqa: T201 - a program
            write_file(everywhere_path(name), everywhere_text(game, results))
            whole &= all(result.fine for result in results)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
