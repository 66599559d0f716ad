"""`cartaro new`: write the first files of a variant, or of a collection."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.core import ParameterSource

from cartaro.book_inputs import is_library
from cartaro.rules_arguments import complete_rules, is_address, local_file
from cartaro.shell import LANGUAGE_KEY, exit_code, fail, language_option, refuse_device, write_file
from cartaro.terminal.streams import print_line
from cartaro_grammar import (
    FILE_SUFFIX,
    Diagnostic,
    Game,
    Message,
    Source,
    format_source,
    load_checked,
    load_game,
    msg,
    os_error_reason,
    shorten,
    translate,
)
from cartaro_workbench import variant_texts

NAME = re.compile(r"[a-z][a-z0-9_]*")
MOST_LETTERS = 100
"""The greatest length of a name: a file name has at most some 250 bytes, including all its endings."""


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--of",
    "base",
    metavar="RULES",
    shell_complete=complete_rules,
    help="its base: the name of a shipped ruleset, a file in the same folder, or an address",
)
@click.option("--pack", is_flag=True, help="start a collection: a folder with a workflow that checks, proves and publishes it")
@language_option
def command(name: str, base: str | None, pack: bool, language: str) -> None:
    """Start a variant: write NAME.regole, which names its base and changes nothing yet, and NAME.prove.regole for its
    words, examples and claims. Existing files are not overwritten. With --language both use the key words of that
    language. With --pack they are the first files of a folder NAME, a repository of rules with the script and the workflow
    that check, test, prove, print and publish all rules in it.

    \b
    cartaro new mine --of scopa
    cartaro new mia --of scopa --language it
    cartaro new mine --of https://example.org/casa.regole
    cartaro new our_games --of scopa --pack
    """
    context = click.get_current_context()
    context.meta[LANGUAGE_KEY] = language  # later errors are reported in this language
    asked = context.get_parameter_source("language") is ParameterSource.COMMANDLINE
    if not NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        advice = msg(
            "lower-case letters without accents, digits and `_`, with a letter first; at most {n} characters", n=MOST_LETTERS
        )
        _refuse(msg("`{name}` is not a name for a ruleset", name=shorten(name)), advice)
    own = msg("begin with `game {file}`, and `use` it", file=name)
    if base is None:
        own = msg("name the game that the variant changes; a text for a new game begins with `game {file}`", file=name)
        fail((Diagnostic("C0915", msg("{name} is missing", name="`--of`"), help=own),))
    refuse_device(name)
    home = Path(name) if pack else Path()
    rules, annex = home / f"{name}{FILE_SUFFIX}", home / f"{name}.prove{FILE_SUFFIX}"
    for place in (home,) if pack else (rules, annex):
        if place.exists() or place.is_symlink():
            advice = msg("choose another name; nothing was written")
            _refuse(msg("`{name}` already exists", name=str(place)), advice, str(place))
    address = base if is_address(base) else None
    varied = load_game(local_file(base))
    if is_library(local_file(base)):
        message = msg("only a game can be varied, and `{name}` is {kind}", name=base, kind=msg("a library"))
        fail((Diagnostic("C0306", message, help=own),))
    if not isinstance(varied, Game):
        fail(varied, code=exit_code(varied))
    if name in (varied.name, *varied.ruleset.bases):
        message = msg("`{name}` is the name of one of the games that it is based on", name=name)
        _refuse(message, msg("choose another name; nothing was written"), str(rules))
    if address is not None:
        from cartaro.sharing import fetch_next_to  # imported late: only this case needs the network

        fetch_next_to(rules, [address])
    if pack:
        _make_folder(home)
    for place, text in zip((rules, annex), variant_texts(name, varied, address).values(), strict=True):
        laid_out = format_source(Source(str(place), text), language if asked else None)
        write_file(place, laid_out if isinstance(laid_out, str) else text)
    game, found = load_checked(str(rules))
    if game is None or game.ruleset.base != varied.name:
        for place in (rules, annex):
            place.unlink()
        if pack and address is None:
            home.rmdir()
        message = msg("`{name}` was not found", name=base)
        fail(found or (Diagnostic("C0904", message, help=msg("write the variant next to its base")),))
    if pack:
        _write_pack(home, game, language)
        print_line(
            translate(msg("the collection {folder} is written; next: `sh {folder}/check.sh`", folder=str(home)), language)
        )
        return
    written = msg("{rules} and {annex} are written; next: `cartaro book serve {rules}`", rules=str(rules), annex=str(annex))
    print_line(translate(written, language))


def _refuse(message: Message, advice: Message, path: str = "") -> None:
    fail((Diagnostic("C0904", message, help=advice, path=path),))


# -------------------------------------------------------------------------------------------- collections


TEMPLATES = Path(__file__).parents[1] / "pack"
WORKFLOW = Path(".github", "workflows", "rules.yml")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = msg("`{name}` cannot be written", name=shorten(str(folder)))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(folder)),))


def _write_pack(home: Path, game: Game, language: str) -> None:
    """Write the files of a collection around its first variant."""
    titles = dict(game.ruleset.title)
    slots = {"title": titles.get(language, game.name), "name": game.name}
    about = (TEMPLATES / f"README.{language}.md").read_text(encoding="utf-8")
    write_file(home / "README.md", about.format_map(slots))
    write_file(home / "check.sh", (TEMPLATES / "check.sh").read_text(encoding="utf-8"))
    write_file(home / ".gitignore", "/site/\n")
    _make_folder(home / WORKFLOW.parent)
    write_file(home / WORKFLOW, (TEMPLATES / "workflow.yml").read_text(encoding="utf-8"))
