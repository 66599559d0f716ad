"""Progress of long work, shown on the error stream of a terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def counting(total: int, what: str) -> Generator[Callable[[int], None] | None]:
    """A function to be told how much is done; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def telling(what: str) -> Generator[Callable[[str], None] | None]:
    """A function to be told what is being done now; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda now: status.update(f"{what}: {now}")
