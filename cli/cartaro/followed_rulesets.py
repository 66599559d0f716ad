"""Rulesets followed while their author writes: read again whenever one of their files changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from cartaro.printed_rulesets import RulesetReading, files_of, reading
from cartaro_grammar import ENDING, Diagnostic

if TYPE_CHECKING:
    from cartaro_rulebook import Ruleset

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
            if event.event_type in ("created", "modified", "moved", "deleted") and any(p.endswith(ENDING) for p in places):
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
