"""`python -m tests.crosscheck.mutants [RULESET …]`: how many small changes of the shipped rulesets their examples notice.

Results for the present text of a ruleset are kept, unless `--fresh` is given. Prints one line for each ruleset, with its
processor time; the exit code is 1 if a ruleset does not load.
"""

from __future__ import annotations

import argparse
import resource
import sys

from tests.crosscheck.loading import loaded

from cartaro.commands.mutate import report_on
from cartaro.kept_results import MUTANTS
from cartaro.mutant_scores import mutants_text, shipped_mutants
from cartaro.shell import write_file
from cartaro_grammar import shipped


def _processor_time() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.mutants", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="try also what has not changed")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(words)
    whole = True
    for name, game in loaded(given.rulesets or shipped()):
        whole &= game is not None
        if game is None or (shipped_mutants(game) is not None and not given.fresh):
            continue
        before = _processor_time()
        report = report_on(name, game, jobs=given.jobs)
        write_file(MUTANTS.path(name), mutants_text(game, report))
        counts = ", ".join(f"{report.count(outcome)} {outcome}" for outcome in ("caught", "free", "not told apart", "equal"))
        print(f"{name}: {counts}; {_processor_time() - before:.0f} s", flush=True)  # noqa: T201 - a program
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
