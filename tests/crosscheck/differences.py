"""`python -m tests.crosscheck.differences [RULESET …]`: the comparison of each shipped variant with its base, kept next to
its text.

A comparison of the present texts is kept, unless `--fresh` is given. Prints one line for each variant, with its processor time;
the exit code is 1 if a variant does not load.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.crosscheck.loading import report

from cartaro.book_inputs import load_with_bases
from cartaro.kept_results import DIFFERENCES
from cartaro.rule_comparisons import difference_text, shipped_comparison
from cartaro.shell import write_file
from cartaro_grammar import Game, shipped


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.differences", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all variants that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="compare also what has not changed")
    given, whole = parser.parse_args(words), True
    for name, read in load_with_bases(tuple(given.rulesets or shipped())).items():
        if not isinstance(read.game, Game):
            report(name, read.game)
            whole = False
            continue
        if read.base is None:
            continue
        if shipped_comparison(read.game, read.base)[0] == "kept" and not given.fresh:
            continue
        before = time.process_time()
        text = difference_text(read.game, read.base)
        if text:
            write_file(DIFFERENCES.path(name), text)
        print(f"{name}: {len(text)} bytes; {time.process_time() - before:.0f} s", flush=True)  # noqa: T201 - a program
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
