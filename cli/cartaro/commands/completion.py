"""`cartaro completion`: set up completion of commands, games, house rules and claims in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from cartaro.shell import fail, language_option, write_file
from cartaro.terminal.streams import print_line
from cartaro_grammar import Diagnostic, cache_folder, msg, os_error_reason, shorten, translate

PLACES = {
    "bash": ".local/share/bash-completion/completions/cartaro",
    "fish": ".config/fish/completions/cartaro.fish",
    "zsh": ".zfunc/_cartaro",
}
"""For each shell, the file in the home folder in which it looks for a user's completions; zsh looks there only if `fpath`
contains the folder.
"""


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=click.Choice(tuple(PLACES)))
@click.option("--install", is_flag=True, help="install it in your home folder, where the shell finds it")
@language_option
@click.pass_context
def command(ctx: click.Context, shell: str, install: bool, language: str) -> None:
    """Write the script for shell completion (bash, zsh or fish) of commands, games, house rules and claims.

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
    home = cache_folder.home_folder()
    if home is None:
        advice = msg("write it elsewhere: {line}", line=f"cartaro completion {shell} > FILE")
        fail((Diagnostic("C0904", msg("there is no home folder"), help=advice),))
    place = home / PLACES[shell]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = msg("`{name}` cannot be written", name=shorten(str(place.parent)))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(place.parent)),))
    write_file(place, script + "\n")
    print_line(translate(msg("written to {place}; a new shell completes `cartaro`", place=str(place)), language))
    if shell == "zsh":
        print_line(translate(msg("in .zshrc, before `compinit`: {line}", line="fpath+=~/.zfunc"), language))
