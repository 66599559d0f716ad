"""`python -m tests.crosscheck.everywhere [RULESET …]`: the verdicts under all house rules that ship with the rulesets.

Verdicts for the present rules stay as they are, unless `--fresh` is given. If a ruleset differs from its verdicts only by added
claims, only these claims are decided. Other rulesets are decided again, one number of players at a time, and each result is
kept, so that a run that was stopped can continue. With `--minutes`, each number of players gets that many minutes of processor
time, and statements that are not decided by then are kept as undecided. Prints one line for each ruleset, with its processor
time and memory; the exit code is 1 if a statement is refuted or open, or if a ruleset does not load.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from tests.crosscheck.loading import loaded

from cartaro.kept_results import EVERYWHERE
from cartaro.shell import write_file
from cartaro.verdicts import (
    VerdictCache,
    VerdictJson,
    everywhere_text,
    load_or_decide,
    shipped_everywhere,
    whole_rows,
)
from cartaro_grammar import PLAYERS_SETTING, Game, load_game, meaning_digest, shipped
from cartaro_verify import OBLIGATIONS, Result, from_json

MEGABYTE = 1024
"""The number of kilobytes in a megabyte."""


def is_current(name: str) -> bool:
    """Return whether the verdicts next to a shipped ruleset are complete and belong to its present text."""
    game = load_game(name)
    return isinstance(game, Game) and bool(shipped_everywhere(game, VerdictCache.for_game(game, None, frozenset())))


def before_added_claims(name: str, game: Game) -> tuple[list[Result], tuple[str, ...]]:
    """If a ruleset differs from its kept verdicts only by added claims, return these verdicts and the names of the claims;
    otherwise None.
    """
    if not EVERYWHERE.path(name).exists():
        return [], ()
    kept = json.loads(EVERYWHERE.path(name).read_bytes())
    known = {row["name"] for row in kept["results"]}
    claims = tuple(claim for claim in game.ruleset.claims if claim.name in known)
    if (kept["form"], kept["meaning"]) != (EVERYWHERE.form, meaning_digest(replace(game.ruleset, claims=claims))):
        return [], ()
    added = tuple(claim.name for claim in game.ruleset.claims if claim.name not in known)
    return ([from_json(row) for row in whole_rows(game, kept["results"])], added) if added else ([], ())


def in_order(game: Game, results: Sequence[Result]) -> list[Result]:
    """Return results in the order in which a full run decides them."""
    names, counts = (*OBLIGATIONS, *(claim.name for claim in game.ruleset.claims)), game.ruleset.player_counts
    return sorted(results, key=lambda result: (counts.index(result.players), names.index(result.name)))


def decided(
    name: str, fresh: bool, minutes: float | None, only: Sequence[str | None], players: int
) -> tuple[list[Result], str]:
    """Return the verdicts on a ruleset, or on some of its claims, for a number of players, and a line about them."""
    start, values = time.process_time(), list[VerdictJson]()
    for subject in only:
        here = {PLAYERS_SETTING: str(players)}
        some = load_or_decide(name, here, subject, fresh=fresh, everywhere=True, minutes=minutes)
        values += [value for value in some if isinstance(value, dict)]
    found = [from_json(value) for value in values]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MEGABYTE
    verdicts = [result.verdict for result in found]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    return found, f"{name} for {players}: {counts}; {time.process_time() - start:.0f} s, {memory} MB"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.everywhere", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="decide also what has not changed")
    parser.add_argument("--minutes", type=float, help="of the processor, at most, for each number of players")
    parser.add_argument("--jobs", type=int, default=1)
    given, whole = parser.parse_args(words), True
    # Z3 does not survive a fork.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for name, game in loaded(given.rulesets or shipped()):
            whole &= game is not None
            if game is None or (is_current(name) and not given.fresh):
                continue
            results, added = ([], ()) if given.fresh else before_added_claims(name, game)
            only = partial(decided, name, given.fresh, given.minutes, added or (None,))
            for found, line in pool.map(only, game.ruleset.player_counts):
                results += found
                print(line, flush=True)  # noqa: T201 - a program
            write_file(EVERYWHERE.path(name), everywhere_text(game, in_order(game, results)))
            whole &= all(result.fine for result in results)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
