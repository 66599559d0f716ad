"""Watch the files of rulesets while their author writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from cartaro.book_inputs import files_of
from cartaro_grammar import FILE_SUFFIX

DEBOUNCE = 0.1
"""The number of seconds without a further change after which `changed` is called, since an editor writes a file in several
steps.
"""


@contextmanager
def watching(rules: tuple[str, ...], changed: Callable[[], None]) -> Generator[None]:
    """Call `changed`, in a separate thread, after each change of a file of the rulesets."""
    dirty, stopped = threading.Event(), threading.Event()

    class Changes(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            paths = (str(event.src_path), str(event.dest_path))
            if event.event_type in ("created", "modified", "moved", "deleted") and any(p.endswith(FILE_SUFFIX) for p in paths):
                dirty.set()

    def notify() -> None:
        while not stopped.is_set():
            dirty.wait()
            while dirty.is_set() and not stopped.is_set():
                dirty.clear()
                stopped.wait(DEBOUNCE)
            if not stopped.is_set():
                changed()

    observer = Observer()
    for folder in sorted({file.resolve().parent for name in rules for file in files_of(name)}):
        observer.schedule(Changes(), str(folder))
    notifier = threading.Thread(target=notify, daemon=True)
    observer.start()
    notifier.start()
    try:
        yield
    finally:
        stopped.set()
        dirty.set()
        observer.stop()
        observer.join()
        notifier.join()
