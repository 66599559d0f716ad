"""Turn errors of the command line, which click finds, into messages that can be translated."""

from __future__ import annotations

import re

import click

from cartaro_grammar import Diagnostic, Message, join_or, msg, shorten

EXTRA_ARGUMENTS = "Got unexpected extra argument"
NO_COMMAND = "No such command"
TAKES_NONE = "does not take a value"
"""Parts of the messages of click for errors that have no class of their own."""


def usage_diagnostic(error: click.ClickException) -> Diagnostic:
    """Return an error of click as a diagnostic; its help names the command that prints the options."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = "cartaro" if context is None else context.command_path
    advice = _instead(error) or msg("{command} prints the options", command=f"`{command} --help`")
    return Diagnostic("C0915", _message(error), help=advice)


def _instead(error: click.ClickException) -> Message | None:
    """Return advice about an unknown option: options with a similar name, else how a house rule is chosen.  A number without an
    option is advised to take one.
    """
    if error.message.startswith(EXTRA_ARGUMENTS) and isinstance(error, click.UsageError) and error.ctx is not None:
        return _option_for_number(error)
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return None
    if error.possibilities:
        return msg("did you mean {choices}?", choices=join_or(f"`{name}`" for name in sorted(error.possibilities)))
    if not any("--set" in param.opts for param in error.ctx.command.params):
        return None
    return msg("choose the number of players with `--set players=3`, and a house rule with `--set NAME=VALUE`")


def _option_for_number(error: click.UsageError) -> Message | None:
    """Return advice for a number that follows an option without a value, as in `--matches 20`: the options that take one."""
    if error.ctx is None or not re.search(r"\(\d+\)\.?$", error.message):
        return None
    numbers = [p for p in error.ctx.command.params if isinstance(p, click.Option) and isinstance(p.type, click.IntRange)]
    shown = join_or(f"`{max(param.opts, key=len)}`" for param in numbers)
    return msg("a number is the value of an option: {options}", options=shown) if numbers else None


def _message(error: click.ClickException) -> Message:
    if isinstance(error.message, Message):
        return error.message
    match error:
        case click.NoSuchOption():
            return msg("there is no option `{name}`", name=shorten(error.option_name))
        case click.MissingParameter() if error.param is not None:
            return msg("{name} is missing", name=_name(error.param, error.ctx))
        case click.BadOptionUsage():
            name = f"`{shorten(error.option_name)}`"
            takes_none = TAKES_NONE in error.message
            return msg("{name} takes no value", name=name) if takes_none else msg("{name} needs a value", name=name)
        case click.BadParameter() if error.param is not None:
            return _invalid(error.param, error.ctx, error.message)
        case _ if error.message.startswith(NO_COMMAND):
            return msg("there is no command `{name}`", name=shorten(error.message.partition("'")[2].rpartition("'")[0]))
        case _ if error.message.startswith(EXTRA_ARGUMENTS):
            return msg("there are too many arguments: {words}", words=shorten(error.message.partition("(")[2].rstrip(").")))
        case _:
            return msg("{problem}", problem=error.format_message())


def _invalid(param: click.Parameter, context: click.Context | None, problem: str) -> Message:
    """Return the message about a value that an option or an argument does not take."""
    name, kind = _name(param, context), param.type
    if isinstance(kind, click.Choice):
        return msg("{name} must be {choices}", name=name, choices=join_or(f"`{choice}`" for choice in kind.choices))
    if isinstance(kind, (click.IntRange, click.FloatRange)) and kind.min is not None and kind.max is not None:
        return msg("{name} must be a number from {least} to {most}", name=name, least=str(kind.min), most=str(kind.max))
    if isinstance(kind, (click.IntRange, click.FloatRange)) and kind.min is not None:
        return msg("{name} must be a number of at least {least}", name=name, least=str(kind.min))
    return msg("{name} has a wrong value: {problem}", name=name, problem=problem)


def _name(param: click.Parameter, context: click.Context | None) -> str:
    """Return an option as it is written, or the place of an argument in the usage line."""
    written = max(param.opts, key=len) if isinstance(param, click.Option) else None
    return f"`{written or param.make_metavar(context or click.Context(click.Command('cartaro')))}`"
