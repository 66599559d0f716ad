"""`cartaro check`: what is wrong with rulesets."""

from __future__ import annotations

import sys

import click

from cartaro.shell import (
    diagnostics_json,
    exit_code,
    json_option,
    language_option,
    many_rules_argument,
    read_settings,
    report,
    set_option,
    worst_exit_code,
    write_json,
)
from cartaro.terminal.streams import print_line
from cartaro_grammar import Diagnostic, Game, load_checked, summarize, translate, visibility


@click.command("check")
@many_rules_argument
@set_option
@language_option
@json_option
def command(rules: tuple[str, ...], settings: tuple[str, ...], language: str, as_json: bool) -> None:
    """Tell what is wrong with rulesets, all of it at once.

    \b
    cartaro check scopa
    cartaro check mine.regole --json
    cartaro check mine.regole --language it
    """
    chosen = read_settings(settings)
    found: dict[str, tuple[Diagnostic, ...]] = {}
    for name in rules:
        game, told = load_checked(name, chosen)
        found[name] = told if game is None else told + _disclosures(game)
    if as_json:
        write_json(
            {"rulesets": [{"rules": name, "diagnostics": diagnostics_json(told, language)} for name, told in found.items()]}
        )
    else:
        _print_reports(found, language)
    sys.exit(worst_exit_code(exit_code(_errors(told)) for told in found.values() if _errors(told)))


def _disclosures(game: Game) -> tuple[Diagnostic, ...]:
    """Report what its moves tell of hidden cards; the interpreter is read only where that has to be looked for in play."""
    if not any(visibility.games_with_hidden_reads(game)):
        return ()
    from cartaro_interpreter import disclosures_under_any

    return disclosures_under_any(game)


def _errors(told: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostic for diagnostic in told if diagnostic.severity == "error")


def _print_reports(found: dict[str, tuple[Diagnostic, ...]], language: str) -> None:
    for name, told in found.items():
        report(told, language=language)
        print_line(translate(summarize(name, told), language), err=bool(_errors(told)))
