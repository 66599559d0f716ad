"""Rulesets followed while their author writes: read again whenever one of their files changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from cartaro.printed_rulesets import files_of, printed_again, with_bases
from cartaro_grammar import ENDING, Diagnostic, load_checked

if TYPE_CHECKING:
    from cartaro_rulebook import Ruleset

SETTLED = 0.1
"""Seconds without a further change after which a text is read: an editor writes a file in several steps."""


def read_again(rules: tuple[str, ...]) -> tuple[Ruleset | Diagnostic, ...]:
    """The rulesets with those that they vary, and what is wrong or doubtful; with a mistake, no rulesets."""
    rulesets: list[Ruleset] = []
    found: tuple[Diagnostic, ...] = ()
    for name in with_bases(rules):
        found += load_checked(name)[1] if name in rules else ()
        ruleset = printed_again(name)
        rulesets += [ruleset] if ruleset is not None else []
    wrong = any(diagnostic.severity == "error" for diagnostic in found)
    return found if wrong else (*rulesets, *found)


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
