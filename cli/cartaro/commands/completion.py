"""`cartaro completion`: completion of commands, games, house rules and claims in a shell."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from cartaro.shell import language_option, write_file
from cartaro.terminal.streams import print_line
from cartaro_grammar import msg, translate

PLACES = {
    "bash": ".local/share/bash-completion/completions/cartaro",
    "fish": ".config/fish/completions/cartaro.fish",
    "zsh": ".zfunc/_cartaro",
}
"""Where each shell looks for completions of a user, from the home folder; zsh where `fpath` names the folder."""


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=click.Choice(tuple(PLACES)))
@click.option("--install", is_flag=True, help="write it where the shell looks for it, in your home folder")
@language_option
@click.pass_context
def command(ctx: click.Context, shell: str, install: bool, language: str) -> None:
    """Write the script with which a shell (bash, zsh or fish) completes commands, games, house rules and claims.

    \b
    cartaro completion bash --install
    eval "$(cartaro completion zsh)"
    """
    found = get_completion_class(shell)
    assert found is not None
    script = found(ctx.find_root().command, {}, "cartaro", "_CARTARO_COMPLETE").source()
    if not install:
        click.echo(script)
        return
    place = Path.home() / PLACES[shell]
    place.parent.mkdir(parents=True, exist_ok=True)
    write_file(place, script + "\n")
    print_line(translate(msg("written to {place}; a new shell completes `cartaro`", place=str(place)), language))
    if shell == "zsh":
        print_line(translate(msg("in .zshrc, before `compinit`: {line}", line="fpath+=~/.zfunc"), language))
