"""The standard streams of a command, and progress on the error stream.

Streams are UTF-8, and can be used even if the caller has closed them. Control characters are removed from texts of an author,
of a file name or of an input before they are written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from cartaro.shell import requested_language
from cartaro_grammar import Message, msg, sanitize, translate

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress, ProgressColumn
    from rich.text import Text

SPEED_OF = 3_600
"""The number of seconds of past steps from which the time left is estimated: an hour, since a single step may take minutes."""

# ----------------------------------------------------------------------- streams


def prepare_streams() -> None:
    """Make the standard streams usable: streams that were closed are empty or discard their output, and all are UTF-8 in any
    locale.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # the new file gets the lowest free number, which is the number of this stream
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
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
    """Return a text of several lines without characters that a terminal would interpret."""
    return "\n".join(sanitize(line) for line in text.split("\n"))


def print_line(text: str, *, err: bool = False) -> None:
    """Print one or several lines without control characters; on a terminal they are wrapped between words."""
    text, stream = without_controls(text), sys.stderr if err else sys.stdout
    if not stream.isatty():
        click.echo(text, err=err)
        return
    from rich.text import Text

    out = console(err=err)
    for line in text.split("\n"):
        words = line.lstrip(" ")
        out.print(_indented(Text(words), len(line) - len(words)))


def _indented(text: Text, columns: int) -> RenderableType:
    """Return a line in which every part begins in the same column."""
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, columns)) if columns and text else text


# ---------------------------------------------------------------------- progress


_shown: list[Console] = []
"""The console on which progress is shown now."""


def _progress_on(stream: TextIO) -> Console | None:
    """Return the console that shows progress on the terminal of a stream, since a second console there would break its
    lines.
    """
    return _shown[-1] if _shown and stream.isatty() else None


def console(*, err: bool = False, width: int | None = None) -> Console:
    """Return a console; Rich leaves colours out if the terminal has none or they are not wanted."""
    shared = _progress_on(sys.stderr if err else sys.stdout)
    if shared is not None:
        return shared
    from cartaro.terminal.piped_console import PipedConsole

    return PipedConsole(highlight=False, stderr=err, width=width)


@contextmanager
def progress_bar(total: int, what: Message) -> Generator[Callable[[int], None] | None]:
    """Yield a callback that shows the amount done; None if the error stream is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with _showing(_bar()) as progress:
        task = progress.add_task(translate(what, requested_language()), total=total)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def status_line(what: Message) -> Generator[Callable[[str], None] | None]:
    """Yield a callback that shows the current task; None if the error stream is not a terminal."""
    with steps(1) as work:
        work.begin(what)
        yield work.note if sys.stderr.isatty() else None


class Steps:
    """The progress of work in several steps: the current step, the number of steps done, and the time left."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._name = progress, ""
        self._task = None if progress is None else progress.add_task("", total=total)

    def begin(self, name: Message) -> None:
        """Show that a step is being done."""
        self._name = translate(name, requested_language())
        self._describe(self._name)

    def note(self, detail: str) -> None:
        """Show the current task of the step."""
        self._describe(f"{self._name}: {detail}")

    def end(self, _: object = None) -> None:
        """Count a step that is done."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task)

    def _describe(self, text: str) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, description=sanitize(text))


@contextmanager
def steps(total: int) -> Generator[Steps]:
    """Yield the progress of a number of steps; it is shown if the error stream is a terminal."""
    if not sys.stderr.isatty():
        yield Steps(None, total)
        return
    with _showing(_counter() if total > 1 else _spinner()) as progress:
        yield Steps(progress, total)


def _bar() -> tuple[ProgressColumn, ...]:
    from rich.progress import Progress

    return Progress.get_default_columns()


def _spinner() -> tuple[ProgressColumn, ...]:
    from rich.progress import SpinnerColumn, TextColumn
    from rich.table import Column

    words = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis"))
    return SpinnerColumn(), words


def _counter() -> tuple[ProgressColumn, ...]:
    from rich.progress import MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    between = TextColumn("·")
    return (
        *_spinner(),
        between,
        MofNCompleteColumn(),
        between,
        TimeElapsedColumn(),
        TextColumn(translate(msg("left"), requested_language())),
        TimeRemainingColumn(),
    )


@contextmanager
def _showing(columns: tuple[ProgressColumn, ...]) -> Generator[Progress]:
    """Show progress on the error stream; other output to the same terminal is printed above it."""
    from rich.console import Console
    from rich.progress import Progress

    out = Console(stderr=True, highlight=False)
    shown = Progress(
        *columns,
        console=out,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # only output to a terminal may be redirected to the console
        redirect_stderr=True,
        speed_estimate_period=SPEED_OF,
    )
    with shown:
        _shown.append(out)
        try:
            yield shown
        finally:
            _shown.remove(out)
