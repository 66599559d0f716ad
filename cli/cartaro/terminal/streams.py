"""The standard streams of a command, and progress on the error stream.

Streams are UTF-8 and usable whatever the caller closed.  Text of an author, of a file's name or of an input is stripped of
control characters before it is written.
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
    """Make the standard streams usable: closed ones are empty or discard, all are UTF-8 in any locale."""
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
    """Return a text of several lines without what a terminal would interpret."""
    return "\n".join(sanitize(line) for line in text.split("\n"))


def print_line(text: str, *, err: bool = False) -> None:
    """Print a line, or several, without control characters."""
    click.echo(without_controls(text), err=err)


# ---------------------------------------------------------------------- progress


@contextmanager
def progress_bar(total: int, what: str) -> Generator[Callable[[int], None] | None]:
    """Yield a callback for the amount done; None where the error stream is no terminal."""
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
    """Yield a callback for what is being done; None where the error stream is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda now: status.update(f"{what}: {now}")
