"""The command `cartaro`: each subcommand's module is imported when it is used.

Exit codes: 0 success; 1 failure (errors in a ruleset, a refuted claim, a failed example); 2 usage error or unreadable input; 3
undecided. With several results the worst sets the exit code: 2 before 1 before 3 before 0.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from cartaro.help_formatter import HelpContext
from cartaro.shell import (
    BROKEN_PIPE,
    INTERRUPTED,
    LANGUAGE_OPTION,
    USAGE_ERROR,
    language_of_words,
    memory_is_limited,
    prefer_language,
    remember_language,
    report,
)
from cartaro.terminal.streams import prepare_streams, print_line
from cartaro_grammar import LANGUAGES, msg, os_error_reason, render, translate

COMMANDS = {
    "games": "list the games",
    "check": "report every mistake in rulesets",
    "test": "run the examples of rulesets",
    "moves": "list the legal moves of a position",
    "explain": "explain why a move is legal or not",
    "score": "print the score of each side for a position",
    "replay": "replay a record",
    "play": "play at the terminal",
    "simulate": "play many hands or matches at random",
    "compare": "compare house rules or rulesets by random play",
    "fit": "find the rules under which records are legal",
    "table": "write the moves and hands of records as tables",
    "count": "count the lines of play from a deal",
    "describe": "describe the parts of a game",
    "conform": "check another program against the rules of a game",
    "vectors": "write positions with their legal moves, for other engines",
    "sources": "show which articles of the sources are covered",
    "verify": "prove the obligations of a game and decide its claims",
    "diff": "show how two rulesets differ, with a hand that shows it",
    "ask": "list the questions that a text leaves open",
    "mutate": "list small changes to the rules that no example catches",
    "certify": "check the certificates of proofs",
    "page": "open the workbench: write, play, prove and print in a browser",
    "book": "build the site of rulebooks",
    "fetch": "fetch texts from their addresses",
    "new": "start a variant, or a collection: a first file, and an annex for examples and claims",
    "format": "format rulesets",
    "example-position": "write a position to start from",
    "schema": "write the JSON Schema of positions, records and answers",
    "lsp": "run the language server for an editor",
    "completion": "set up completion in the shell",
    "help": "show the help of a command",
}


UNMAPPED = ("failed to map segment from shared object", "Cannot allocate memory")
"""The message with which the loader of libraries fails when memory runs out."""
NO_THREAD = "can't start new thread"
"""The message with which Python fails when there is not enough memory for a thread."""


GC_THRESHOLD = 20_000
"""The number of new objects between two runs of the garbage collector. Trees and games have no cycles, and searching them would
take a tenth of the time of a check.
"""


class Commands(click.Group):
    """The group of subcommands, each in the module of its name."""

    context_class = HelpContext

    def invoke(self, ctx: click.Context) -> object:
        """Run a subcommand; a broken pipe ends it with the code of SIGPIPE and not with click's 1."""
        try:
            answer: object = super().invoke(ctx)
            if sys.stdout is not None and not sys.stdout.closed:
                sys.stdout.flush()
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - nothing may be flushed to the closed pipe
            raise click.exceptions.Exit(BROKEN_PIPE) from None
        return answer

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cartaro.commands.{cmd_name.replace('-', '_')}").command
        return with_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name not in COMMANDS and not name.startswith("-"):
            from cartaro_grammar import did_you_mean, shorten

            guess = did_you_mean(name, COMMANDS)
            missing = msg("there is no command `{name}`", name=shorten(name))
            ctx.fail(msg("{missing}; did you mean `{guess}`?", missing=missing, guess=guess) if guess else missing)
        return super().resolve_command(ctx, args)


def with_language(command: click.Command) -> click.Command:
    """Give a command the option `--language` if it has none, so that its mistakes are reported, and its help printed, in that
    language.
    """
    command.context_class = HelpContext
    if isinstance(command, click.Group):
        for part in command.commands.values():
            with_language(part)
    elif not any("--language" in parameter.opts for parameter in command.params):
        about: dict[str, Any] = {**LANGUAGE_OPTION, "help": "language of error messages", "expose_value": False}
        command.params.append(click.Option(["--language"], **about, callback=remember_language))
    return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="cartaro", message="cartaro %(version)s")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    callback=prefer_language,
    expose_value=False,
    help="language of the output; it may also follow the command",
)
@click.pass_context
def cartaro(ctx: click.Context) -> None:
    """Play, prove and print the rules of card games from one text.

    \b
    cartaro games                             list the games
    cartaro check scopa                       report every mistake in a ruleset
    cartaro play scopa --seats you,random     play it
    cartaro verify scopa --set ultima=presa   prove its claims under a house rule
    cartaro book build                        build the rulebooks of all shipped rulesets

    RULES is a path to a `.regole` file, the name of such a file in this folder, or the name of a game that `cartaro games`
    lists.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command and exit; errors with an outside cause (a closed pipe, an interrupt) end it without a traceback."""
    prepare_streams()
    gc.set_threshold(max(GC_THRESHOLD, gc.get_threshold()[0]))
    # otherwise the garbage collector searches all objects again at exit, which takes a tenth of the time of a check
    atexit.register(gc.freeze)
    try:
        sys.exit(cartaro.main(standalone_mode=False))
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        _print_last(error.format_message())
        sys.exit(USAGE_ERROR)
    except click.ClickException as error:
        from cartaro.usage_errors import usage_diagnostic

        found, language = usage_diagnostic(error), language_of_words(sys.argv)
        if "--json" in sys.argv:
            report((found,), as_json=True, language=language)
        _print_last(render(found, language=language))
        sys.exit(USAGE_ERROR)
    except (click.Abort, KeyboardInterrupt):
        _print_last("\n" + translate(msg("stopped"), language_of_words(sys.argv)))
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - unwritten output is not tried again
        _exit_with_error(os_error_reason(error) or msg("input or output failed"))
    except RecursionError:
        _exit_with_error(msg("this is nested too deeply"))
    except MemoryError:
        _exit_with_error(msg("there is not enough memory for this"))
    except ImportError as error:
        if not str(error).endswith(UNMAPPED):
            raise
        _exit_with_error(msg("there is not enough memory for this"))
    except RuntimeError as error:
        if str(error) == NO_THREAD:
            _exit_with_error(msg("there is not enough memory for this"))
        if type(error).__name__ != "BrokenProcessPool":  # compared by name: importing the module of the exception takes time
            raise
        lacking = msg("there is not enough memory for this") if memory_is_limited() else None
        _exit_with_error(lacking or msg("a worker process was ended from outside"))


def _exit_with_error(why: str) -> NoReturn:
    _print_last(f"cartaro: {translate(why, language_of_words(sys.argv))}")
    sys.exit(USAGE_ERROR)


def _print_last(text: str) -> None:
    """Print to the error stream, if it can be written to, the reason for which a command ends."""
    try:
        print_line(text, err=True)
    except OSError:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - or Python tries once more, and ends with 120
