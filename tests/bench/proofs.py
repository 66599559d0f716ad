"""Processor time and memory of `cartaro verify` for each game: `python -m tests.bench.proofs scopa --before v0.2.0`.

The command decides each game in a separate process, with an empty cache. With `--before`, the sources and rulesets of an
earlier commit are measured in alternation with the present ones, and the ratios are printed. `--everywhere` and other options
after `--` are passed only to the command of this checkout. No test measures time; this program is run by hand.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cartaro_grammar import shipped

CHECKOUT = Path(__file__).parents[2]
COMMAND = "from cartaro.main import main; main()"
HEAD = f"{'':<24}{'seconds':>9}{'MB':>7}  verdicts"


@dataclass(frozen=True, slots=True)
class Cost:
    """The processor time in seconds and the peak memory in megabytes of one run, and its number of verdicts of each kind."""

    seconds: float
    megabytes: int
    verdicts: Mapping[str, int]

    def __str__(self) -> str:
        verdicts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(self.verdicts.items()))
        return f"{self.seconds:9.1f}{self.megabytes:7}  {verdicts}"


def cost(game: str, checkout: Path, options: Sequence[str] = ()) -> Cost:
    """Verify a game with the sources of a checkout."""
    packages = [folder for folder in checkout.iterdir() if any(folder.glob("cartaro*/__init__.py"))]
    with TemporaryDirectory() as folder, (Path(folder) / "answer.json").open("w+b") as answer:
        environment = {
            **os.environ,
            "XDG_CACHE_HOME": folder,
            "PYTHONPATH": os.pathsep.join(map(str, packages)),
        }
        command = [sys.executable, "-c", COMMAND, "verify", game, "--json", *options]
        started = subprocess.Popen(command, cwd=folder, env=environment, stdout=answer)
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        answer.seek(0)
        text = answer.read()
    verdicts = Counter(str(result["verdict"]) for result in json.loads(text)["results"]) if text else Counter({"no answer": 1})
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, verdicts)


@contextmanager
def earlier(commit: str | None) -> Generator[Path | None]:
    """Yield a folder with the files of an earlier commit, for as long as it is needed."""
    if commit is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=CHECKOUT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def _line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _silent(text: str) -> None:
    """Print nothing."""


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.proofs", description=__doc__)
    parser.add_argument("games", nargs="*", help="rulesets; all shipped ones where none is named")
    parser.add_argument("--before", metavar="COMMIT", help="an earlier commit to be measured beside this checkout")
    parser.add_argument("--json", action="store_true")
    given = sys.argv[1:]
    split = given.index("--") if "--" in given else len(given)
    arguments, options = parser.parse_args(given[:split]), given[split + 1 :]
    found: dict[str, dict[str, Cost]] = {}
    write = _silent if arguments.json else _line
    write(HEAD)
    with earlier(arguments.before) as folder:
        for game in arguments.games or shipped():
            found[game] = {} if folder is None else {"before": cost(game, folder)}
            now = found[game]["now"] = cost(game, CHECKOUT, options)
            for when, measured in found[game].items():
                write(f"{f'{game}, {when}' if folder else game:<24}{measured}")
            if folder is not None:
                before = found[game]["before"]
                write(f"{'':<24}{now.seconds / before.seconds:9.2f}{now.megabytes / before.megabytes:7.2f}")
    if arguments.json:
        _line(json.dumps({game: {when: asdict(c) for when, c in costs.items()} for game, costs in found.items()}, indent=2))


if __name__ == "__main__":
    main()
