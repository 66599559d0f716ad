"""The arguments that name rulesets: a shipped name, a file, or the address of a text, which is replaced by its copy."""

from __future__ import annotations

from pathlib import Path

import click

from cartaro_grammar import FILE_SUFFIX, msg, shipped


def complete_rules(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the rulesets whose names begin with a text: shipped ones, and the files of this folder."""
    del ctx, parameter
    files = (str(path) for path in sorted(Path(incomplete).parent.glob(f"*{FILE_SUFFIX}")))
    return [name for name in (*shipped(), *files) if name.startswith(incomplete)]


def is_address(rules: str) -> bool:
    """Return whether an argument is an address and not a file or a name."""
    return rules.startswith(("https://", "http://"))


def local_file(rules: str) -> str:
    """Return a ruleset's name or file unchanged; for an address, the file of its copy, which is fetched the first time."""
    if not is_address(rules):
        return rules
    from cartaro.sharing import copy_of  # imported late: only this case needs the network

    return str(copy_of(rules)[0])


def local_copy(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return the name or file of an argument (`local_file`), unless a shell completes it."""
    del parameter
    return value if value is None or ctx.resilient_parsing else local_file(value)


rules_argument = click.argument("rules", metavar="RULES", callback=local_copy, shell_complete=complete_rules)


def each_local_copy(ctx: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names or files of rulesets in their order, with copies for addresses."""
    return tuple(local_copy(ctx, parameter, name) or name for name in names or ())


def local_copies(ctx: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names or files of rulesets, each once, with copies for addresses."""
    return tuple(dict.fromkeys(each_local_copy(ctx, parameter, names)))


many_rules_argument = click.argument(
    "rules", metavar="RULES...", nargs=-1, required=True, callback=local_copies, shell_complete=complete_rules
)
"""The argument for the names of rulesets; a ruleset that is named twice is answered once."""


def only_one(context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> str | None:
    """Return the name that an option gives, if any; raise a usage error if it gives several, which may all be meant."""
    if len(names) > 1:
        name = max(option.opts, key=len)
        raise click.UsageError(msg("`{name}` is given more than once, and only one value is used", name=name), context)
    return names[0] if names else None
