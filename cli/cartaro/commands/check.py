"""`cartaro check`: what is wrong with rulesets."""

from __future__ import annotations

import sys

import click

from cartaro.shell import (
    FALLS_SHORT,
    FINE,
    exit_code,
    json_option,
    many_rules_argument,
    read_settings,
    set_option,
    tell,
    write_json,
)
from cartaro_grammar.diagnostic import Diagnostic, as_json
from cartaro_grammar.game import Game
from cartaro_grammar.load import load_game


@click.command("check")
@many_rules_argument
@set_option
@json_option
def command(rules: tuple[str, ...], settings: tuple[str, ...], as_json: bool) -> None:
    """Tell what is wrong with rulesets, all of it at once.

    \b
    cartaro check scopa
    cartaro check mine.regole --json
    """
    chosen = read_settings(settings)
    found: dict[str, tuple[Diagnostic, ...]] = {}
    for name in rules:
        checked = load_game(name, chosen)
        found[name] = () if isinstance(checked, Game) else checked
    if as_json:
        write_json({"rulesets": [{"rules": name, "diagnostics": _values(told)} for name, told in found.items()]})
    else:
        _say(found)
    codes = [exit_code(told) for told in found.values() if told]
    sys.exit(FALLS_SHORT if FALLS_SHORT in codes else max(codes, default=FINE))


def _values(told: tuple[Diagnostic, ...]) -> list[object]:
    return [as_json(diagnostic) for diagnostic in told]


def _say(found: dict[str, tuple[Diagnostic, ...]]) -> None:
    for name, told in found.items():
        tell(told)
        if told:
            click.echo(f"{name}: {len(told)} mistake{'s' if len(told) > 1 else ''}", err=True)
        else:
            click.echo(f"{name}: no mistakes found")
