"""The manual page of the command, made from its help. `cartaro help --man` prints it, and `man cartaro` shows it if a wheel is
installed.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click


def manual(root: click.Group, name: str) -> str:
    """Return the manual page, which covers every subcommand of a group."""
    context = click.Context(root, info_name=name)
    lines = [f'.TH "{name.upper()}" "1"', ".SH NAME", f"{name} \\- {_escaped(_first_line(root))}", ".SH SYNOPSIS"]
    lines += [f".B {name}", "COMMAND [OPTIONS]", ".SH DESCRIPTION", *_text(root), ".SH COMMANDS"]
    for word in root.list_commands(context):
        command = root.get_command(context, word)
        assert command is not None
        lines += _command(command, f"{name} {word}", context)
    return "\n".join(lines) + "\n"


def _command(command: click.Command, name: str, above: click.Context) -> Iterator[str]:
    """Yield the part of the page for a command and its subcommands."""
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=above)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f'.SS "{_escaped(name)} {_escaped(usage)}"', *_text(command))
    for option in command.params:
        record = option.get_help_record(context) if isinstance(option, click.Option) else None
        if record is not None:
            yield from (".TP", f".B {_escaped(record[0])}", _escaped(record[1]))
    if isinstance(command, click.Group):
        for word, below in command.commands.items():
            yield from _command(below, f"{name} {word}", context)


def _first_line(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "").split("\n\n")[0].replace("\n", " ").rstrip(".")


def _text(command: click.Command) -> Iterator[str]:
    """Yield the help of a command: paragraphs, and blocks whose lines are kept (click marks them by a backspace)."""
    for part in re.split(r"\n{2,}", inspect.cleandoc(command.help or "")):
        lines = part.split("\n")
        kept = lines[0] == "\b"
        yield ".PP"
        if kept:
            yield from (".nf", *(_escaped(line) for line in lines[1:]), ".fi")
        else:
            yield _escaped(" ".join(lines))


def _escaped(text: str) -> str:
    """Return a text in which `man` interprets no character as a request or an escape; hyphens stay hyphens."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
