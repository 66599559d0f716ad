"""What the rulebook prints of rulesets: their games, the games that they vary, whether their examples held.

Rulesets followed while their author writes: read again whenever one of their files changes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from cartaro.shell import disclosed
from cartaro.verdicts import KeptVerdict
from cartaro_grammar import FILE_SUFFIX, Diagnostic, Game, check_files, load_files, load_game, shipped, tree

if TYPE_CHECKING:
    from cartaro_rulebook import Measurements, Ruleset
    from cartaro_verify import Result


# -------------------------------------------------------------- printed rulesets


def in_this_folder() -> tuple[str, ...]:
    """The rulesets that lie in the folder where the command is run, libraries and annexes left out."""
    found = (path.name for path in sorted(Path().glob(f"*{FILE_SUFFIX}")) if path.name.count(".") == 1)
    return tuple(name for name in found if not _is_library(load_files(name)))


def _is_library(files: tuple[tree.File, ...] | tuple[Diagnostic, ...]) -> bool:
    """Whether files are of a library; of what cannot be read it is told later."""
    read = [file for file in files if isinstance(file, tree.File) and file.kind != "annex"]
    return bool(read) and read[-1].kind == "library"


def bases_of(rules: str, game: Game) -> tuple[str, ...]:
    """The rulesets that a variant varies, the nearest first: their shipped names, or the files that it was read with."""
    return _bases_in(load_files(rules), game) if game.bases else ()


def _bases_in(loaded: Sequence[tree.File | Diagnostic], game: Game) -> tuple[str, ...]:
    files = [file for file in loaded if isinstance(file, tree.File) and file.kind != "annex"]
    places = {file.name.text: file.source.name for file in files}
    return tuple(_named(name, places[name]) for name in game.bases if name in places)


def _named(name: str, place: str) -> str:
    """A shipped ruleset by its name, as elsewhere; another by its file."""
    own = [file for file in load_files(name) if isinstance(file, tree.File)] if name in shipped() else []
    return name if any(file.source.name == place for file in own) else place


@dataclass(frozen=True, slots=True)
class ReadRuleset:
    """A ruleset as it was read, once: its game or what is wrong with it, and the game that it varies."""

    game: Game | tuple[Diagnostic, ...]
    base: Game | None


def read_with_bases(rules: tuple[str, ...]) -> dict[str, ReadRuleset]:
    """Rulesets by name, each after those that it varies."""
    found: dict[str, ReadRuleset] = {}

    def read(name: str) -> ReadRuleset:
        if name not in found:
            read_game = load_game(name)
            game = (disclosed(read_game) or read_game) if isinstance(read_game, Game) else read_game
            bases = [read(base).game for base in bases_of(name, game)[:1]] if isinstance(game, Game) else []
            found[name] = ReadRuleset(game, next((base for base in bases if isinstance(base, Game)), None))
        return found[name]

    for name in rules:
        read(name)
    return found


def printed(game: Game, base: Game | None, found: list[KeptVerdict], measured: Measurements | None = None) -> Ruleset:
    """What the rulebook prints of a game: its base, findings, whether its examples held, what random hands of it came to."""
    from cartaro_rulebook import Ruleset, example_outcomes

    return Ruleset(game, base, _findings(found), example_outcomes(game), measured)


def _findings(found: list[KeptVerdict]) -> tuple[Result, ...]:
    """Read kept verdicts as results; without any, the verifier is not needed."""
    if not found:
        return ()
    from cartaro_verify import from_json

    return tuple(from_json(value) for value in found)


@dataclass(frozen=True, slots=True)
class RulesetReading:
    """A ruleset as its texts say it: what the rulebook prints of it without verdicts, None where it has mistakes; what is wrong
    or doubtful; the rulesets that it varies, the nearest first.
    """

    texts: tuple[str, ...]
    ruleset: Ruleset | None
    found: tuple[Diagnostic, ...]
    bases: tuple[str, ...]


def reading(rules: str, kept: dict[str, RulesetReading]) -> RulesetReading:
    """A ruleset read, with those that it varies; as it is in `kept` while its texts are the same, and kept there."""
    loaded = load_files(rules)
    files = [file for file in loaded if isinstance(file, tree.File)]
    texts = tuple(file.source.text for file in files)
    known = kept.get(rules)
    if known is not None and files and known.texts == texts:
        return known
    game, found = (
        check_files(files, None, doubts=True) if files else (None, tuple(d for d in loaded if isinstance(d, Diagnostic)))
    )
    bases = _bases_in(loaded, game) if game is not None and game.bases else ()
    read = [reading(base, kept).ruleset for base in bases]
    base = next((each.game for each in read if each is not None), None)
    kept[rules] = RulesetReading(texts, None if game is None else printed(game, base, []), found, bases)
    return kept[rules]


def files_of(rules: str) -> tuple[Path, ...]:
    """The files that a ruleset is read from; its own where nothing can be read."""
    found = [Path(file.source.name) for file in load_files(rules) if isinstance(file, tree.File)]
    return tuple(dict.fromkeys([*found, *([Path(rules)] if rules.endswith(FILE_SUFFIX) else [])]))


# ------------------------------------------------------------- followed rulesets


SETTLED = 0.1
"""Seconds without a further change after which a text is read: an editor writes a file in several steps."""


def read_again(rules: tuple[str, ...], kept: dict[str, RulesetReading]) -> tuple[Ruleset | Diagnostic, ...]:
    """The rulesets with those that they vary, and what is wrong or doubtful; with a mistake, no rulesets.  What has not changed
    since it was kept is not read again.
    """
    rulesets: dict[str, Ruleset | None] = {}
    found: tuple[Diagnostic, ...] = ()
    for name in rules:
        one = reading(name, kept)
        found += one.found
        for each in (*reversed(one.bases), name):
            rulesets[each] = reading(each, kept).ruleset
    wrong = any(diagnostic.severity == "error" for diagnostic in found)
    return found if wrong else (*(each for each in rulesets.values() if each is not None), *found)


@contextmanager
def followed(rules: tuple[str, ...], changed: Callable[[], None]) -> Generator[None]:
    """While the rulesets are followed, `changed` is called after each change of one of their files, in a thread of its own."""
    awake, over = threading.Event(), threading.Event()

    class Changes(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            places = (str(event.src_path), str(event.dest_path))
            if event.event_type in ("created", "modified", "moved", "deleted") and any(p.endswith(FILE_SUFFIX) for p in places):
                awake.set()

    def follow() -> None:
        while not over.is_set():
            awake.wait()
            while awake.is_set() and not over.is_set():
                awake.clear()
                over.wait(SETTLED)
            if not over.is_set():
                changed()

    observer = Observer()
    for folder in sorted({file.resolve().parent for name in rules for file in files_of(name)}):
        observer.schedule(Changes(), str(folder))
    follower = threading.Thread(target=follow, daemon=True)
    observer.start()
    follower.start()
    try:
        yield
    finally:
        over.set()
        awake.set()
        observer.stop()
        observer.join()
        follower.join()
