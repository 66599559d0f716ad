"""The standard streams: there whatever the caller closed, of one encoding, and without anything that a terminal would obey.

What comes from an author, a file's name or an input is `plain` before it is written: no character in it moves the cursor,
changes colours or the direction of writing.

Progress of long work, shown on the error stream of a terminal and nowhere else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TextIO

import click

from cartaro_grammar import sanitize

# ----------------------------------------------------------------------- streams


def prepare_streams() -> None:
    """Make the streams usable: a closed one is empty, or takes what is written and loses it; all are UTF-8 on any locale."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)  # takes the lowest number that is free: this one
    sys.stdin = sys.stdin or _null_stream("r")
    sys.stdout = sys.stdout or _null_stream("w")
    sys.stderr = sys.stderr or _null_stream("w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _null_stream(mode: str) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]  # noqa: PTH123 - open as long as the program runs


def without_controls(text: str) -> str:
    """A text of several lines with nothing in it that a terminal would obey."""
    return "\n".join(sanitize(line) for line in text.split("\n"))


def print_line(text: str, *, err: bool = False) -> None:
    """A line, or several, to people."""
    click.echo(without_controls(text), err=err)


# ---------------------------------------------------------------------- progress


@contextmanager
def progress_bar(total: int, what: str) -> Generator[Callable[[int], None] | None]:
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
def status_line(what: str) -> Generator[Callable[[str], None] | None]:
    """A function to be told what is being done now; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda now: status.update(f"{what}: {now}")
