"""How much of other people's texts `cartaro verify` decides in a given time: `python -m tests.bench.authors FOLDER --minutes
2`.

The command decides each ruleset of a folder, with its annex, in a separate process, with an empty cache and a limit of
processor time. A line for each shows the number of decided subjects, the processor time, the memory, and the undecided
subjects. `--checkout` measures the sources of another checkout. No test measures time; this program is run by hand.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHECKOUT = Path(__file__).parents[2]
COMMAND = "from cartaro.main import main; main()"
UNDECIDED = "unknown"


def texts(folder: Path) -> list[Path]:
    """Return the rulesets of a folder, without their annexes."""
    return sorted(path for path in folder.glob("*.regole") if path.name.count(".") == 1)


def decided(text: Path, checkout: Path, minutes: float) -> str:
    """Verify a text with the sources of a checkout, and return its line."""
    packages = [folder for folder in checkout.iterdir() if any(folder.glob("cartaro*/__init__.py"))]
    with TemporaryDirectory() as folder, (Path(folder) / "answer.json").open("w+b") as answer:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": os.pathsep.join(map(str, packages))}
        command = [sys.executable, "-c", COMMAND, "verify", str(text), "--json", "--minutes", str(minutes)]
        started = subprocess.Popen(command, env=environment, stdout=answer)
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        answer.seek(0)
        written = answer.read()
    results: list[dict[str, Any]] = [r for r in json.loads(written)["results"] if r["kind"] != "advice"] if written else []
    undecided = [f"{r['name']}" for r in results if r["verdict"] == UNDECIDED]
    number = f"{len(results) - len(undecided)} of {len(results)}"
    return f"{number:>9}{used.ru_utime + used.ru_stime:8.1f} s{used.ru_maxrss // 1024:6} MB  {', '.join(undecided)}"


def main() -> None:
    """Measure, and print one line for each text."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.authors", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="texts; all of the folder if none is named")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--checkout", type=Path, default=CHECKOUT, help="other sources to measure")
    arguments = parser.parse_args()
    for text in texts(arguments.folder):
        if not arguments.names or text.stem in arguments.names:
            line = decided(text.resolve(), arguments.checkout.resolve(), arguments.minutes)
            sys.stdout.write(f"{text.stem:<14}{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
