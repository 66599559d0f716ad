"""`cartaro help`: show the help of `cartaro` or of a subcommand, or the manual page for all of them."""

from __future__ import annotations

from typing import cast

import click


@click.command("help")
@click.argument("words", metavar="[COMMAND]", nargs=-1)
@click.option("--man", "as_manual", is_flag=True, help="write the manual page of all commands, for `man -l -`")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], as_manual: bool) -> None:
    """Show the help of a command: `cartaro help verify` is `cartaro verify --help`."""
    assert ctx.parent is not None
    root = ctx.parent.command
    if as_manual:
        from cartaro.terminal.manual import manual

        click.echo(manual(cast("click.Group", root), "cartaro"), nl=False)
        return
    root.main([*words, "--help"], prog_name="cartaro", standalone_mode=False)
