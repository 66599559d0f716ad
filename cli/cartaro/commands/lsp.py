"""`cartaro lsp`: run the language server for an editor."""

from __future__ import annotations

import click

from cartaro.extras import checkouts, require
from cartaro_rulebook import languages


@click.command("lsp")
@click.option(
    "--language", type=click.Choice(languages()), default=None, help="language of all messages (default: the editor's)"
)
@click.option(
    "--site",
    metavar="ADDRESS",
    default=None,
    help="address of a published site, for links to the reference (default: the documents of the checkout, if there is one)",
)
@click.option("--stdio", is_flag=True, help="accepted for compatibility; standard input and output are always used")
def command(language: str | None, site: str | None, stdio: bool) -> None:
    """Run the language server for an editor: diagnostics with fixes, completion, hover, definition, references, rename,
    and more.

    The editor starts it and uses its standard input and output. It needs `pip install 'cartaro[lsp]'`.
    """
    del stdio
    require("lsp", language)
    from cartaro.language_server.server import configure_logging, language_server

    configure_logging()
    documents = (checkout / "docs" for checkout in checkouts())
    found = (folder.as_uri() for folder in documents if (folder / "reference.md").is_file())
    reference = site if site is not None else next(found, "")
    language_server(language, reference).start_io()
