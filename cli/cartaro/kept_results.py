"""Results that are kept from one run to the next, each under a digest of its inputs.

`KeptResults` describes a file next to the text of a shipped ruleset (0086). An installed wheel has these files in one archive
instead, since each of some 300 small files takes a whole block of a disk. `CachedResult` is a result of this machine in the
user's cache folder. Results with another digest are never used, and malformed ones are computed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cartaro_grammar import FILE_SUFFIX, Game, cache_folder, play_digest, shipped_folder

T = TypeVar("T")


def beside_text(name: str, suffix: str) -> Path:
    """Return the path of the file with this ending that comes with a shipped ruleset; raise StopIteration if no ruleset has the
    name.
    """
    text = next(path for path in sorted(shipped_folder().glob(f"*/*{FILE_SUFFIX}")) if path.name == name + FILE_SUFFIX)
    return text.with_name(f"{name}.{suffix}")


ARCHIVE = "kept.zip"
"""The kept files of all rulesets, in the folder of the rulesets of an installed wheel (`hatch_build.py`)."""


def kept_content(path: Path) -> bytes | None:
    """Return the content of a kept file, from its place next to the text or from the archive; None if there is none."""
    try:
        return path.read_bytes()
    except OSError:
        return _archived(path.name)


def _archived(file: str) -> bytes | None:
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(shipped_folder() / ARCHIVE) as archive:
            return archive.read(file)
    except (OSError, KeyError, BadZipFile):
        return None


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The results of one kind, in the file `NAME.KIND.json` next to the text of each shipped ruleset."""

    kind: str
    form: int
    """The version of the form; increase it if a change of the program changes the results."""
    digest: str = "of"
    """The key of the digest in the file."""
    rows: str = "results"
    """The key of the list of results in the file."""

    def path(self, name: str) -> Path:
        """Return the place of the results of a shipped ruleset; raise StopIteration if no ruleset has the name."""
        return beside_text(name, f"{self.kind}.json")

    def content(self, name: str) -> bytes | None:
        """Return the content of the file of a ruleset, if there is one."""
        try:
            return kept_content(self.path(name))
        except StopIteration:
            return None

    def read(self, name: str, digest: object, parse: Callable[[Any], T]) -> T | None:
        """Return the parsed results of a ruleset; None if there are none with this form and digest, or they are malformed."""
        content = self.content(name)
        try:
            found = None if content is None else json.loads(content)
            return parse(found) if found and (found["form"], found[self.digest]) == (self.form, digest) else None
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            return None

    def text(self, game: Game, digest: object, rows: Iterable[str], more: dict[str, object] | None = None) -> str:
        """Return the file for a game, with `more` in its head, and one result a line."""
        head = json.dumps({"form": self.form, "game": game.name, self.digest: digest, **(more or {})}, ensure_ascii=False)
        return head[:-1] + f',\n "{self.rows}": [\n  ' + ",\n  ".join(rows) + "\n ]}\n"


VERDICTS = KeptResults("verdicts", 2)
EVERYWHERE = KeptResults("everywhere", 3, digest="meaning")
MUTANTS = KeptResults("mutants", 1, digest="evidence", rows="missed")
DIFFERENCES = KeptResults("difference", 1)
STATISTICS = KeptResults("statistics", 1, rows="runs")
LENGTHS = KeptResults("lengths", 1, rows="matches")
HANDS = KeptResults("hand", 1, rows="moves")


def chosen_play_digest(game: Game) -> str:
    """Return the digest of the rules of play with the values chosen, in hexadecimal digits."""
    chosen = repr((game.settings, game.players)).encode()
    return cache_folder.cache_key(play_digest(game.ruleset).encode(), chosen).hex()[:32]


# ---------------------------------------------------------------------- in the cache


@dataclass(frozen=True, slots=True)
class CachedResult:
    """A result of one kind for a game, in the user's cache folder, under the digest of its inputs."""

    game: Game
    kind: str
    key: bytes

    @property
    def name(self) -> str:
        return f"{self.game.name[:40]}-{self.key.hex()[:32]}.{self.kind}"

    def read(self) -> object:
        """Return the result as JSON, or None if no result has this key or the file is malformed."""
        body = cache_folder.read(self.name, self.key)
        try:
            return None if body is None else json.loads(body)
        except (ValueError, RecursionError):
            return None

    def write(self, value: object) -> None:
        cache_folder.write(self.name, self.key, json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
