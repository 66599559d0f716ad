"""`cartaro help`: the help of the command or of a subcommand."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("words", metavar="[COMMAND]", nargs=-1)
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show what a command does: `cartaro help verify` is `cartaro verify --help`."""
    assert ctx.parent is not None
    ctx.parent.command.main([*words, "--help"], prog_name="cartaro", standalone_mode=False)
