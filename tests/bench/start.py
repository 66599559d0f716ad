"""`python -m tests.bench.start`: the processor time of short commands in seconds, as the least of three runs.

Each should stay under 0.3 s once the byte code and the trees of the shipped texts are cached.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence

STARTS = {
    "import cartaro": ["-c", "import cartaro"],
    "--help": ["-m", "cartaro", "--help"],
    "games": ["-m", "cartaro", "games"],
    "check scopa": ["-m", "cartaro", "check", "scopa"],
}
"""The name of each measurement, and the words after `python`."""
ROUNDS = 3


def seconds(words: Sequence[str]) -> float:
    """Return the processor time of a run of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    for name, words in STARTS.items():
        seconds(words)  # the first run fills the caches of byte code and trees
        print(f"{name:16}{min(seconds(words) for _ in range(ROUNDS)):.2f} s")  # noqa: T201 - a program


if __name__ == "__main__":
    main()
