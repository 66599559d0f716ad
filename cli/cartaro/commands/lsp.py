"""`cartaro lsp`: the language server of editors."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from cartaro.shell import WRONG_USE
from cartaro.terminal.streams import print_line
from cartaro_rulebook import languages


@click.command("lsp")
@click.option("--language", type=click.Choice(languages()), default=None, help="of all that is told; else the editor's")
@click.option("--stdio", is_flag=True, help="speak over the standard streams, as is done anyway: some editors say so")
def command(language: str | None, stdio: bool) -> None:
    """Serve an editor: diagnostics with fixes, completion, hover, definition, references, rename, and more.

    An editor starts it and speaks with it over the standard streams; it needs `pip install 'cartaro[lsp]'`.
    """
    del stdio
    if find_spec("pygls") is None:
        print_line("the language server needs pygls: pip install 'cartaro[lsp]'", err=True)
        sys.exit(WRONG_USE)
    from cartaro.language_server.features import language_server
    from cartaro.language_server.server import log_in_lines

    log_in_lines()
    language_server(language).start_io()
