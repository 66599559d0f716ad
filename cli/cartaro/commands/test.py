"""`cartaro test`: run the examples of rulesets."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from cartaro.rules_arguments import many_rules_argument
from cartaro.shell import (
    EVERY,
    FAILURE,
    OK,
    diagnostics_json,
    disclosures_of,
    exit_code,
    expand_settings,
    json_option,
    language_option,
    read_settings,
    report,
    set_option,
    worst_exit_code,
    write_json,
)
from cartaro.terminal.streams import print_line
from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, load_game, translate
from cartaro_interpreter import ExampleResult, faults_of_first_hands, how_many_hold, run_examples


@click.command("test")
@many_rules_argument
@set_option
@language_option
@json_option
def command(rules: tuple[str, ...], settings: tuple[str, ...], language: str, as_json: bool) -> None:
    """Run the examples of rulesets, which are positions with the expected answers, and play some random hands.

    \b
    cartaro test scopa scopone
    cartaro test scopa --set players=every
    """
    chosen = read_settings(settings)
    code, values = OK, list[object]()
    for name, game in _games(rules, chosen):
        if not isinstance(game, Game):
            code = worst_exit_code((code, exit_code(game)))
            report(game, language=language)
            values += [{"game": name, "diagnostics": diagnostics_json(game, language)}]
            continue
        results = run_examples(game)
        faults = faults_of_first_hands(game)
        failed = any(result.failures for result in results) or any(fault.severity == "error" for fault in faults)
        code = worst_exit_code((code, FAILURE)) if failed else code
        values += [_value(name, game.players, result, language) for result in results]
        values += [{"game": name, "diagnostics": diagnostics_json(faults, language)}] if faults else []
        if not as_json:
            report(faults, language=language)
            asked = [
                f"{option}={game.chosen[option]}"
                for option, value in chosen.items()
                if value == EVERY and option != PLAYERS_SETTING
            ]
            _show(
                ", ".join((name, *([f"{game.players} players"] if PLAYERS_SETTING in chosen else []), *asked)),
                results,
                language,
            )
    if as_json:
        write_json({"results": values})
    sys.exit(code)


def _games(rules: tuple[str, ...], chosen: dict[str, str]) -> Iterator[tuple[str, Game | tuple[Diagnostic, ...]]]:
    """Yield each ruleset under each choice of settings."""
    for name in rules:
        found = expand_settings(name, chosen)
        if isinstance(found, tuple):
            yield name, found
            continue
        for under in found:
            game = load_game(name, under)
            yield name, (disclosures_of(game) or game) if isinstance(game, Game) else game


def _value(name: str, players: int, result: ExampleResult, language: str) -> dict[str, object]:
    example = result.example
    return {
        "game": name, "players": players, "name": example.name, "cites": list(example.cites), "passed": not result.failures,
        "failures": diagnostics_json(result.failures, language),
    }  # fmt: skip


def _show(name: str, results: tuple[ExampleResult, ...], language: str) -> None:
    failed = [result for result in results if result.failures]
    report(tuple(dict.fromkeys(d for result in failed for d in result.failures)), language=language)
    print_line(translate(how_many_hold(name, results), language))
