"""`python -m tests.crosscheck.proofs [RULESET …]`: the verdicts on the shipped rulesets, found once for the book and the
tests.

They are kept in the cache of `cartaro verify`. During the search, a sample of the queries is taken for the second solver. If
the verdicts and the sample belong to the present state of the code, they are not computed again.

The search must reach the verdicts that are kept next to a ruleset for its present rules. The proofs may differ, because a kept
proof is checked by its certificate. The exit code is 1 if the verdicts differ, or if a ruleset does not load. The tests check
whether the verdicts are right.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.crosscheck.recorder import recorded
from tests.crosscheck.samples import FOLDER, Sample, keep, kept

from cartaro.verdicts import VerdictJson, as_shipped, load_or_decide, shipped_verdicts
from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import from_json

DIFFERENT = "the verdicts next to the ruleset are others; `make certificates` writes them again"
LONGEST = ("scala40", "scopone", "napola")
"""These rulesets take longest and are started first; otherwise one process would still work on them when the others are
done.
"""


def verdicts_of(rows: list[VerdictJson]) -> list[tuple[object, ...]]:
    """Return the verdicts and the advice of results, without the proofs."""
    return [tuple(row.get(part) for part in ("kind", "name", "players", "settings", "verdict")) for row in rows]


def prove(rules: str, folder: Path = FOLDER) -> str | None:
    """Compute and keep the verdicts on a ruleset and a sample of their queries; return a line about it, or None if it is not a
    ruleset.
    """
    game, start, sample = load_game(rules), time.process_time(), Sample()
    if not isinstance(game, Game):
        return None
    fresh = kept(rules, game, folder) is None
    with recorded(sample.record):
        found = load_or_decide(rules, {}, None, fresh=fresh)
    if sample.queries:
        keep(sample, rules, game, folder)
    queries = (
        f"{sample.queries} queries, of which {len(sample.kept)} are kept" if sample.queries else "kept from an earlier run"
    )
    beside = shipped_verdicts(game)
    results = [from_json(value) for value in found if isinstance(value, dict)]
    if beside and verdicts_of(beside) != verdicts_of(as_shipped(game, results)):
        return f"{rules}: {DIFFERENT}"
    return f"{rules}: {len(found)} verdicts; {queries}; {time.process_time() - start:.0f} s"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.proofs", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(words)
    failed = False
    # Z3 does not survive a fork.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for line in pool.map(prove, given.rulesets or sorted(shipped(), key=lambda name: name not in LONGEST)):
            failed |= line is None or line.endswith(DIFFERENT)
            print(line or "there is no such ruleset", flush=True)  # noqa: T201 - a program
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
