"""Find the planted differences: `python -m tests.differences [NUMBER]` prints how each of them was found."""

from __future__ import annotations

import sys
from time import process_time

from tests.differences.planted import NUMBER, planted

from cartaro_workbench import Differences, differences


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    number, missed = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER, 0
    for each in planted(number):
        started = process_time()
        found = differences(each.first, each.second, "en")
        seconds = process_time() - started
        assert isinstance(found, Differences), found
        where = f"{each.first.name:15} {each.mutation.kind:18} {each.mutation.subject}:{each.mutation.line}"
        ways = [("hand", found.shown), ("built", found.built)]
        told = [f"{how}: {shown.aspect}, {len(shown.moves)} moves" for how, shown in ways if shown is not None]
        what = "; ".join(told) or "MISSED"
        missed += not told
        say(f"{where:60} {found.relation:15} {what:50} {seconds:6.1f} s")
        say(f"    - {each.mutation.before[:150]}\n    + {each.mutation.after[:150]}")
    say(f"{number - missed} of {number} told apart")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
