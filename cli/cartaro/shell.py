"""What the subcommands share: rulesets loaded, diagnostics shown, JSON read and written, exit codes.

All input and output of the command is here and in the subcommands; no rule is.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from cartaro_grammar.diagnostic import Diagnostic, as_json, render
from cartaro_grammar.game import Game
from cartaro_grammar.load import load_game
from cartaro_grammar.settings import PLAYERS

FINE, FALLS_SHORT, WRONG_USE, UNDECIDED = 0, 1, 2, 3
MAX_INPUT_BYTES = 64_000_000

F = TypeVar("F", bound=Callable[..., Any])

rules_argument = click.argument("rules", metavar="RULES")
many_rules_argument = click.argument("rules", metavar="RULES...", nargs=-1, required=True)


def set_option(function: F) -> F:
    """`--set option=value`, as often as wished; `players=n` for how many play."""
    text = "choose a house rule: OPTION=VALUE, or players=N (`verify`, `test`: or players=every); may be repeated"
    return click.option("--set", "settings", metavar="OPTION=VALUE", multiple=True, help=text)(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="answer in JSON")(function)


def read_settings(given: Iterable[str]) -> dict[str, str]:
    """The settings given as `option=value`; one without `=` ends the command."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            fail((Diagnostic("C0901", f"`{text}` is not of the form `option=value`", help="as in `--set punti=21`"),))
        found[name.strip()] = value.strip()
    return found


def each_number(rules: str, settings: dict[str, str]) -> list[dict[str, str]]:
    """The settings, once for each number of players of a ruleset where they say `players=every`."""
    if settings.get(PLAYERS) != "every":
        return [settings]
    others = {name: value for name, value in settings.items() if name != PLAYERS}
    game = load_game(rules, others)
    return [{**others, PLAYERS: str(n)} for n in game.player_counts] if isinstance(game, Game) else [others]


def loaded(rules: str, given: Iterable[str], as_json: bool = False) -> Game:
    """The checked game asked for, or the end of the command."""
    settings = read_settings(given)
    game = load_game(rules, settings)
    if not isinstance(game, Game):
        fail(game, as_json, exit_code(game))
    return game


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """2 where the command was used wrongly (no such file, no such setting), 1 where the text falls short."""
    wrong_use = {"C0101", "C0107", "C0701", "C0702", "C0704"}
    return WRONG_USE if all(d.code in wrong_use and d.primary is None for d in diagnostics) else FALLS_SHORT


def fail(diagnostics: Iterable[Diagnostic], as_json: bool = False, code: int = WRONG_USE) -> NoReturn:
    """Tell what is wrong and end."""
    tell(diagnostics, as_json)
    sys.exit(code)


def tell(diagnostics: Iterable[Diagnostic], as_json: bool = False) -> None:
    """Diagnostics, to people on the error stream, to programs on the output."""
    if as_json:
        write_json({"diagnostics": values_of(diagnostics)})
        return
    color = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, color=color) + "\n", err=True)


def values_of(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Diagnostics as JSON values."""
    return [as_json(diagnostic) for diagnostic in diagnostics]


def write_json(value: Mapping[str, Any]) -> None:
    """One JSON value on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def wants_json(asked: bool) -> bool:
    """JSON where it is asked for, and where the answer goes to a program."""
    return asked or not sys.stdout.isatty()


# ---------------------------------------------------------------------------------------------- files


def read_bytes(file: str) -> bytes:
    """A file's bytes (`-` is the standard input), bounded; or the end of the command."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                data = stream.read(MAX_INPUT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it has no such name"
        fail((Diagnostic("C0902", f"`{file}` cannot be read", help=reason.lower(), path=file),))
    if len(data) > MAX_INPUT_BYTES:
        fail((Diagnostic("C0903", f"`{file}` is larger than {MAX_INPUT_BYTES // 1_000_000} megabytes", path=file),))
    return data


def documents(file: str) -> Iterator[tuple[str, bytes]]:
    """The JSON texts of a file with where each stands: the whole file, or its lines where it is JSON Lines."""
    data = read_bytes(file)
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if (
        len(lines) > 1
        and not _parses(data)
        and (file.endswith((".jsonl", ".ndjson")) or any(_parses(line) for _, line in lines))
    ):
        yield from ((f"{file}:{number}", line) for number, line in lines)
    else:
        yield file, data


def _parses(data: bytes) -> bool:
    """Whether bytes are one JSON text."""
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def write_file(path: Path, text: str) -> None:
    """A file written whole or not at all: beside its place, then renamed."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            mode = path.stat().st_mode if path.exists() else 0o644
            Path(name).chmod(mode & 0o777)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = (error.strerror or "").lower() or None
        fail((Diagnostic("C0904", f"`{path}` cannot be written", help=reason, path=str(path)),))
