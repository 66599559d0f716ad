"""`cartaro lsp`: the language server of editors."""

from __future__ import annotations

import click

from cartaro.extras import require
from cartaro_rulebook import languages


@click.command("lsp")
@click.option("--language", type=click.Choice(languages()), default=None, help="of all that is told; else the editor's")
@click.option("--stdio", is_flag=True, help="speak over the standard streams, as is done anyway: some editors say so")
def command(language: str | None, stdio: bool) -> None:
    """Serve an editor: diagnostics with fixes, completion, hover, definition, references, rename, and more.

    An editor starts it and speaks with it over the standard streams; it needs `pip install 'cartaro[lsp]'`.
    """
    del stdio
    require("lsp", language)
    from cartaro.language_server.server import configure_logging, language_server

    configure_logging()
    language_server(language).start_io()
