"""Shared parts of the subcommands: options, loading of rulesets, reports of diagnostics, reading and writing of files, exit
codes.
"""

from __future__ import annotations

import io
import json
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, pairwise, product
from math import prod
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from cartaro_grammar import (
    FILE_SUFFIX,
    LANGUAGES,
    MAX_WORD,
    PLAYERS_SETTING,
    Diagnostic,
    Game,
    Ruleset,
    as_json,
    load_game,
    msg,
    os_error_reason,
    render,
    shipped,
    shorten,
    with_key_words,
)

OK, FAILURE, USAGE_ERROR, UNDECIDED = 0, 1, 2, 3
INTERRUPTED = 128 + 2
"""The exit code that shells give a command ended by SIGINT."""
BROKEN_PIPE = 128 + 13
"""The exit code that shells give a command ended by SIGPIPE."""
BY_SEVERITY = (OK, UNDECIDED, FAILURE, USAGE_ERROR)
"""The exit codes, from the least to the most serious.  With several results, the most serious sets the exit code, in every
command.
"""

MAX_INPUT_BYTES = 64_000_000

F = TypeVar("F", bound=Callable[..., Any])


def memory_is_limited() -> bool:
    """Return whether the system limits the addresses of this process."""
    try:
        import resource
    except ImportError:  # the module is missing in a browser and on Windows
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _complete_settings(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the house rules of the ruleset on the command line, and `players`, each with its values."""
    del parameter
    options = {option.name: option.values for ruleset in _rulesets_of(ctx) for option in ruleset.options}
    options |= {PLAYERS_SETTING: tuple(str(n) for ruleset in _rulesets_of(ctx) for n in ruleset.player_counts)}
    settings = (f"{name}={value}" for name, values in options.items() for value in dict.fromkeys(values))
    return [setting for setting in settings if setting.startswith(incomplete)]


def complete_claims(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the claims of the ruleset on the command line whose names begin with a text."""
    del parameter
    names = (claim.name for ruleset in _rulesets_of(ctx) for claim in ruleset.claims)
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _rulesets_of(ctx: click.Context) -> list[Ruleset]:
    """Return the rulesets on a command line that is being completed, if they can be loaded.

    Before the value of an option is written, click leaves the arguments unread, in `ctx.args`.
    """
    given = ctx.params.get("rules") or tuple(ctx.args)
    games = (load_game(name) for name in ((given,) if isinstance(given, str) else given))
    return [game.ruleset for game in games if isinstance(game, Game)]


def set_option(function: F) -> F:
    """Add `--set option=value`, which can be repeated; `players=n` is the number of players."""
    text = "choose a house rule: OPTION=VALUE, or players=N (`verify`, `test`: or OPTION=every); may be repeated"
    return click.option(
        "--set", "settings", metavar="OPTION=VALUE", multiple=True, help=text, shell_complete=_complete_settings
    )(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="print JSON")(function)


LANGUAGE_VARIABLES = ("CARTARO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def preferred_language() -> str:
    """Return the language that the environment's variables name, taking the first that is set; English if Cartaro does not
    support it.
    """
    values = (os.environ.get(name, "") for name in LANGUAGE_VARIABLES)
    code = next((value for value in values if value), "").lower()[:2]
    return code if code in LANGUAGES else "en"


def language_of_words(words: Sequence[str]) -> str:
    """Return the language of `--language` in the words of a command line; if it is missing, return that of the environment."""
    given = [value for name, value in pairwise(words) if name == "--language"]
    given += [word.removeprefix("--language=") for word in words if word.startswith("--language=")]
    return next((code for code in reversed(given) if code in LANGUAGES), preferred_language())


def language_option(function: F) -> F:
    """Add `--language`, with the same default in every command."""
    return click.option("--language", **LANGUAGE_OPTION)(function)


LANGUAGE_KEY = "cartaro.language"
KEY_WORDS_KEY = "cartaro.key_words"
"""The key in click's context for the language of the key words of the command's game."""


def remember_language(ctx: click.Context, parameter: click.Parameter, value: str) -> None:
    """Store the language of a command that uses it only to report mistakes."""
    del parameter
    ctx.meta[LANGUAGE_KEY] = value


def prefer_language(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Make a language that is named before a command the default of the command, and of the processes that it starts."""
    del parameter
    if value is not None:
        ctx.with_resource(_variable(LANGUAGE_VARIABLES[0], value))


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment for a while."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


LANGUAGE_OPTION: dict[str, Any] = {
    "type": click.Choice(LANGUAGES),
    "default": preferred_language,
    "show_default": "of CARTARO_LANGUAGE, else of LANG, else en",
    "help": "language of the output",
}


DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows gives to devices; no file can have one of these names there, with any suffix."""


def refuse_device(name: str) -> None:
    """Exit if Windows has a device with the name of a file."""
    if name.lower() in DEVICES:
        message = msg("`{name}` is reserved for a device on Windows, so no file can have this name", name=name)
        fail((Diagnostic("C0904", message, help=msg("choose another name; nothing was written"), path=name),))


def read_settings(given: Iterable[str]) -> dict[str, str]:
    """Parse settings of the form `option=value`; exit at the first that has another form."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            message = msg("`{text}` is not of the form `option=value`", text=shorten(text))
            fail((Diagnostic("C0901", message, help=msg("as in `--set punti=21`")),))
        found[name.strip()] = value.strip()
    return found


EVERY = "every"
MAX_SETTINGS = 64
"""The greatest number of choices of players and house rules that one command verifies or tests."""


def expand_settings(rules: str, settings: dict[str, str]) -> list[dict[str, str]] | tuple[Diagnostic, ...]:
    """Return all combinations of the values of the options given as `every`, or a diagnostic if there are too many.

    Unknown names remain, and the ruleset reports them.
    """
    open_ones = [name for name, value in settings.items() if value == EVERY]
    chosen = {name: value for name, value in settings.items() if value != EVERY}
    game = load_game(rules, chosen) if open_ones else None
    if not isinstance(game, Game):
        return [settings] if game is None else game
    values = {option.name: option.values for option in game.ruleset.options} | {
        PLAYERS_SETTING: tuple(str(n) for n in game.ruleset.player_counts)
    }
    ranges = [values.get(name, (EVERY,)) for name in open_ones]
    count = prod(len(found) for found in ranges)
    if count > MAX_SETTINGS:
        message = msg("{n} choices exceed the limit of {most}", n=count, most=MAX_SETTINGS)
        return (Diagnostic("C0908", message, help=msg("give some of these options one value each"), path=rules),)
    return [{**chosen, **dict(zip(open_ones, found, strict=True))} for found in product(*ranges)]


def load_or_exit(rules: str, given: Iterable[str], as_json: bool = False, language: str | None = None) -> Game:
    """Load a game under settings; exit with its diagnostics if the game has errors or its legal moves disclose hidden cards."""
    settings = read_settings(given)
    game = load_game(rules, settings)
    found = game if not isinstance(game, Game) else disclosures_of(game)
    if not isinstance(game, Game) or found:
        fail(found, as_json, exit_code(found), language)
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[KEY_WORDS_KEY] = game.ruleset.key_words
    return game


def ruleset_of_input(name: str, place: str) -> str | Diagnostic:
    """Return the ruleset that an input names by a word: a shipped ruleset, or the file of that name in this folder.

    An input cannot name any other file, since the file's content could then be printed.
    """
    beside = Path(name + FILE_SUFFIX)
    if name.isidentifier() and name not in shipped() and beside.is_file():
        return str(beside)
    if name in shipped():
        return name
    return Diagnostic("C0101", msg("there is no ruleset `{word}`", word=shorten(name)), path=place)


def disclosures_of(game: Game) -> tuple[Diagnostic, ...]:
    """Return the hidden cards that the legal moves of a game disclose; a game for which there are any is not played."""
    from cartaro_interpreter import disclosures  # not every command plays

    return disclosures(game)


def worst_exit_code(codes: Iterable[int]) -> int:
    """Return the most serious of several exit codes."""
    return max(codes, key=BY_SEVERITY.index, default=OK)


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Return 2 if diagnostics are about the usage (no such file, no such setting), else 1."""
    wrong_use = {"C0101", "C0908", "C0107", "C0701", "C0702", "C0704"}
    return USAGE_ERROR if all(d.code in wrong_use and d.primary is None for d in diagnostics) else FAILURE


def requested_language() -> str:
    """Return the language of the running command, or if no command is running, of the environment."""
    context = click.get_current_context(silent=True)
    asked = None if context is None else context.params.get("language") or context.meta.get(LANGUAGE_KEY)
    return asked if asked in LANGUAGES else preferred_language()


def fail(
    diagnostics: Iterable[Diagnostic], as_json: bool = False, code: int = USAGE_ERROR, language: str | None = None
) -> NoReturn:
    """Report diagnostics and exit; use JSON if JSON was requested from the command."""
    context = click.get_current_context(silent=True)
    report(diagnostics, as_json or (context is not None and bool(context.params.get("as_json"))), language)
    sys.exit(code)


def report(diagnostics: Iterable[Diagnostic], as_json: bool = False, language: str | None = None) -> None:
    """Report diagnostics: as text on the error stream, or as JSON on the output."""
    language = language or requested_language()
    context = click.get_current_context(silent=True)
    if context is not None and (key_words := context.meta.get(KEY_WORDS_KEY)):
        diagnostics = [with_key_words(diagnostic, key_words) for diagnostic in diagnostics]
    if as_json:
        write_json({"diagnostics": diagnostics_json(diagnostics, language)})
        return
    color = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, color, language) + "\n", err=True)


def diagnostics_json(diagnostics: Iterable[Diagnostic], language: str | None = None) -> list[dict[str, Any]]:
    """Return diagnostics as JSON values, with their texts in a language."""
    return [as_json(diagnostic, language or requested_language()) for diagnostic in diagnostics]


def write_json(value: Mapping[str, Any]) -> None:
    """Write a JSON value on one line."""
    from cartaro_interpreter import json_text  # not every command plays

    click.echo(json_text.write_json(value))


# ---------------------------------------------------------------------------------------------- files


def read_bytes(file: str) -> bytes:
    """Return a file's bytes (`-` is the standard input); exit if it cannot be read or is too large."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            with Path(file).open("rb") as stream:
                data = stream.read(MAX_INPUT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = os_error_reason(error) or msg("a file cannot have this name")
        message = msg("`{name}` cannot be read", name=shorten(file, MAX_WORD))
        fail((Diagnostic("C0902", message, help=reason, path=file),))
    if len(data) > MAX_INPUT_BYTES:
        most = MAX_INPUT_BYTES // 1_000_000
        message = msg("`{name}` is larger than {n} megabytes", name=shorten(file, MAX_WORD), n=most)
        fail((Diagnostic("C0903", message, path=file),))
    return data


def read_documents(file: str) -> Iterator[tuple[str, bytes]]:
    """Yield the JSON documents of a file with their places: the whole file, or each line of JSON Lines."""
    data = read_bytes(file)
    if not _is_json(data) and _is_json_lines(file, data):
        yield from ((f"{file}:{number}", line) for number, line in _nonblank_lines(data))
    else:
        yield file, data


def _is_json_lines(file: str, data: bytes) -> bool:
    """Test for JSON Lines: the file has the suffix, or has several lines of which one is JSON."""
    if len(list(islice(_nonblank_lines(data), 2))) < 2:
        return False
    return file.endswith((".jsonl", ".ndjson")) or any(_is_json(line) for _, line in _nonblank_lines(data))


def _nonblank_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers."""
    for number, line in enumerate(io.BytesIO(data), 1):
        if line.strip():
            yield number, line.rstrip(b"\n")


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


PARTIAL = (".cartaro-", ".part")
"""The beginning and the end of the names of partly written files."""

STALE_AFTER = 3_600
"""The number of seconds after which such a file counts as left by a run that was killed."""


def write_file(path: Path, text: str) -> None:
    """Write a text to a file, either completely or not at all."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, under a temporary name in its folder that is then changed. A file that is not
    regular is written directly.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        path = path.resolve()  # a link stays a link
        _remove_stale_files(path.parent)
        descriptor, name = tempfile.mkstemp(PARTIAL[1], PARTIAL[0], path.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
            Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else _default_mode())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError, RuntimeError) as error:
        message = msg("`{name}` cannot be written", name=shorten(str(path), MAX_WORD))
        fail((Diagnostic("C0904", message, help=os_error_reason(error), path=str(path)),))


def _default_mode() -> int:
    """Return the mode that a new file has under the user's umask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _remove_stale_files(folder: Path) -> None:
    """Remove partial files that killed runs have left."""
    now = time.time()
    for part in folder.glob(f"{PARTIAL[0]}*{PARTIAL[1]}"):
        with suppress(OSError):
            about = part.lstat()
            if stat.S_ISREG(about.st_mode) and now - about.st_mtime > STALE_AFTER:
                part.unlink()
