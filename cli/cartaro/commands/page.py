"""`cartaro page`: serve the workbench to this machine."""

from __future__ import annotations

import sys
import webbrowser
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cartaro.extras import checkouts, installed_from, missing_part
from cartaro.rules_arguments import complete_rules, local_copy
from cartaro.shell import exit_code, fail, language_option
from cartaro.terminal.streams import print_line
from cartaro_grammar import (
    Diagnostic,
    Game,
    load_files,
    load_game,
    msg,
    os_error_reason,
    shipped_folder,
    shorten,
    translate,
    tree,
)

if TYPE_CHECKING:
    from cartaro_rulebook import Workbench

PORT = 8017
"""The port is always the same, because a browser stores an author's texts under the address of the page."""
MOST_IN_ADDRESS = 100_000
"""The greatest length of an address that every system passes to a browser completely."""


@click.command("page")
@click.argument("rules", metavar="[RULES]", required=False, callback=local_copy, shell_complete=complete_rules)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any free port")
@click.option("--no-browser", "quiet", is_flag=True, help="serve it without opening a browser")
@click.option("--folder", type=click.Path(path_type=Path), help="a built workbench (default: the installed one)")
@language_option
def command(rules: str | None, port: int, quiet: bool, folder: Path | None, language: str) -> None:
    """Open the workbench in a browser, to write, play, prove and print. This machine serves it, without a network.

    \b
    cartaro page                      the workbench
    cartaro page scopa                with a game
    cartaro page mine.regole          with your own ruleset
    """
    from cartaro_rulebook import folder_server

    fragment = "" if rules is None else _fragment(rules, language)
    found = _built_or_exit(folder, language)
    try:
        with folder_server(found.folder, port) as server:
            address = f"http://127.0.0.1:{server.server_port}/"
            print_line(translate(msg("{address} (press Ctrl+C to stop)", address=address), language))
            if not quiet:
                webbrowser.open(address + fragment)
            server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
    except OSError as error:
        message = msg("port {n} cannot be used", n=port)
        fail((Diagnostic("C0904", message, help=os_error_reason(error)),), language=language)


def _fragment(rules: str, language: str) -> str:
    """Return the part of the page's address that opens a ruleset: the name of a shipped one, or the texts of any other."""
    from cartaro_rulebook import texts_in_address

    game = load_game(rules)
    if not isinstance(game, Game):
        fail(game, code=exit_code(game), language=language)
    files = {Path(file.source.name).name: file for file in load_files(rules) if isinstance(file, tree.File)}
    own = {name: file.source.text for name, file in files.items() if not _is_shipped(file)}
    if not own:
        return f"#game={game.name}"
    main = next(name for name, file in reversed(files.items()) if file.kind != "annex")
    fragment = f"#texts={texts_in_address(main, own)}"
    if len(fragment) > MOST_IN_ADDRESS:
        advice = msg("open the page without the text: `cartaro page`, then File, Open files…")
        message = msg("`{name}` is too long for an address", name=shorten(rules))
        fail((Diagnostic("C0904", message, help=advice, path=rules),), language=language)
    return fragment


def _is_shipped(file: tree.File) -> bool:
    return Path(file.source.name).resolve().is_relative_to(shipped_folder())


def _built_or_exit(folder: Path | None, language: str) -> Workbench:
    """Return the workbench in a given folder, or else the installed workbench, or one built in this checkout."""
    from cartaro_rulebook import workbench_in

    found = next((built for place in _places(folder) if (built := workbench_in(place)) is not None), None)
    if found is None:
        advice = msg("in a checkout: `make workbench`")
        checkout = installed_from()
        if folder is None and checkout is not None:
            message = msg("the workbench has not been built: run `make workbench` in `{folder}`", folder=str(checkout))
            fail((Diagnostic("C0911", message),), language=language)
        if folder is None:
            fail((missing_part("cartaro-workbench", "page"),), language=language)
        message = msg("`{name}` contains no workbench", name=shorten(str(folder)))
        fail((Diagnostic("C0902", message, help=advice, path=str(folder)),), language=language)
    return found


def _places(folder: Path | None) -> list[Path]:
    """Return the folders that may contain a built workbench; a workbench within a site has verdicts."""
    if folder is not None:
        return [folder]
    installed = [] if find_spec("cartaro_page") is None else [Path(import_module("cartaro_page").FOLDER)]
    built = [checkout / place for checkout in checkouts() for place in ("site/workbench", "build/workbench")]
    return [*installed, *built]
