"""`python -m tests.bench.growth [NUMBER …]`: growth of the cost of common commands with the number of games.

For each number (40, 80 and 160 by default) a copy of this checkout gets that many games: the shipped ones, and copies of them
under other names, each with one added clause. Kept results are copied with their games, as if they were shipped.

The table shows the processor time in seconds for short commands (`tests.bench.start`), for the steps of `make run` (the first
rulebook, the proofs of one game, the rulebooks of a few) except for the workbench, which needs npm, for a second build without
a change, and for a build after a change of one text. It also shows the size of that site, and of the texts that the page loads
at its start. With `--all` it also measures the book of all games, as `make site` builds it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.start import STARTS

ROOT = Path(__file__).parents[2]
CODE = ("grammar", "interpreter", "engine", "verify", "rulebook", "workbench", "cli")
NUMBERS = (40, 80, 160)
CLAUSE = """
article 99 it "Al tavolo" en "At the table" fr "À la table"
  al_tavolo: conduct it "Al tavolo {n} si tace." en "At table {n} play is silent." fr "À la table {n} on se tait."
"""
REKEY = """
import json, sys
from cartaro import kept_results, verdicts
from cartaro_grammar import load_game
for name in sys.argv[1:]:
    path = kept_results.VERDICTS.path(name)
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["of"] = verdicts._verdicts_digest(load_game(name))
    path.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
"""


def collection(folder: Path, number: int) -> None:
    """Make a checkout with a given number of games in a folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if name.startswith((*CODE, "rulesets/", "docs/", "mkdocs.yml")) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    shipped = sorted(
        path for path in folder.glob("rulesets/*/*.regole") if path.name.count(".") == 1 and path.parent.name != "lib"
    )
    bases = [path for path in shipped if re.search(r"^game \w+$", path.read_text(encoding="utf-8"), re.MULTILINE)]
    copies = [copied(bases[n % len(bases)], n // len(bases) + 2) for n in range(number - len(shipped))]
    kept = [name for name, path in copies if path.with_name(f"{name}.verdicts.json").is_file()]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *CODE], cwd=folder, check=True)
    if kept:
        run(folder, ["-c", REKEY, *kept])


def copied(game: Path, n: int) -> tuple[str, Path]:
    """Copy a game with all its annexes and kept results under another name, and add a clause; return its name and place."""
    old, name = game.stem, f"{game.stem}_{n}"
    for path in game.parent.glob(f"{old}.*"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            text = text.replace(f'"game":"{old}"', f'"game":"{name}"').replace(f'"game": "{old}"', f'"game": "{name}"')
        else:
            text = re.sub(rf"^((?:game|annex \w+ of) ){old}$", rf"\g<1>{name}", text, flags=re.MULTILINE)
        if path == game:
            text = text.rstrip("\n") + "\n" + CLAUSE.replace("{n}", str(n))
        path.with_name(path.name.replace(old, name, 1)).write_text(text, encoding="utf-8")
    return name, game.with_name(f"{name}.regole")


def run(folder: Path, words: Sequence[str]) -> float:
    """Run Python on a checkout; return the processor time that it and its subprocesses used."""
    code = os.pathsep.join(str(folder / each) for each in CODE)
    environment = {**os.environ, "PYTHONPATH": code, "XDG_CACHE_HOME": str(folder / "cache")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shown() -> list[str]:
    """Return the games whose rulebooks `make run` builds."""
    (line,) = re.findall(r"^SHOWN\s*:= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return str(line).split()


def costs(folder: Path, *, every: bool) -> Iterator[tuple[str, float]]:
    """Yield the cost of each command on a checkout, and the sizes of its output."""
    command, few = ["-m", "cartaro"], shown()
    yield "games, the first time", run(folder, [*command, "games"])
    for name, words in STARTS.items():
        yield name, run(folder, words)
    first = run(folder, [*command, "book", "build", "scopa"])
    checked = run(folder, [*command, "verify", "scopa"])
    book = run(folder, [*command, "book", "build", *few])
    yield "first rulebook", first
    yield "verify scopa", checked
    yield f"{len(few)} rulebooks", book
    yield "make run", first + checked + book
    yield "site, MB", sum(path.stat().st_size for path in (folder / "site").rglob("*") if path.is_file()) / 1_000_000
    yield "second build", run(folder, [*command, "book", "build", *few])
    changed = folder / "rulesets" / "tricks" / "hearts.regole"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n-- A comment.\n", encoding="utf-8")
    yield "one text changed", run(folder, [*command, "book", "build", *few])
    if every:
        yield "rulebooks of all games", run(folder, [*command, "book", "build"])
    texts = [path.read_text(encoding="utf-8") for path in (folder / "rulesets").rglob("*.regole")]
    yield "texts, MB", len(json.dumps(texts)) / 1_000_000


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, default=NUMBERS, metavar="NUMBER")
    parser.add_argument("--all", action="store_true", help="build the rulebooks of all games too: 4 s each")
    given = parser.parse_args(words)
    found = dict[str, list[float]]()
    for number in given.numbers:
        with TemporaryDirectory(prefix="growth-") as place:
            collection(Path(place), number)
            for name, cost in costs(Path(place), every=given.all):
                found.setdefault(name, []).append(cost)
                print(f"{number} games: {name} {cost:.1f}", file=sys.stderr, flush=True)  # noqa: T201 - progress
    for row in table(given.numbers, found):
        print(row)  # noqa: T201 - a program


def table(numbers: Sequence[int], found: dict[str, list[float]]) -> Iterator[str]:
    """Yield the rows of a table in Markdown."""
    yield f"| | {' | '.join(f'{number} games' for number in numbers)} |"
    yield f"|---|{'---:|' * len(numbers)}"
    yield from (f"| {name} | {' | '.join(f'{cost:.1f}' for cost in values)} |" for name, values in found.items())


if __name__ == "__main__":
    main(sys.argv[1:])
