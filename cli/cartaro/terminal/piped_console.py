"""A console whose output may be read by a program that stops reading."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class PipedConsole(Console):
    """A console that passes a broken pipe on to the command, which ends with the code of SIGPIPE; Rich itself would end with
    1.
    """

    def on_broken_pipe(self) -> NoReturn:
        """Raise the error that is being handled."""
        raise BrokenPipeError
