"""`cartaro test`: the examples of rulesets, run."""

from __future__ import annotations

import sys

import click

from cartaro.shell import (
    FALLS_SHORT,
    FINE,
    each_number,
    exit_code,
    json_option,
    many_rules_argument,
    read_settings,
    set_option,
    tell,
    values_of,
    write_json,
)
from cartaro_grammar.game import Game
from cartaro_grammar.load import load_game
from cartaro_grammar.settings import PLAYERS
from cartaro_interpreter import ExampleResult, run_examples


@click.command("test")
@many_rules_argument
@set_option
@json_option
def command(rules: tuple[str, ...], settings: tuple[str, ...], as_json: bool) -> None:
    """Run the examples of rulesets: positions whose answers the author wrote down.

    \b
    cartaro test scopa scopone
    cartaro test scopa --set players=every
    """
    chosen = read_settings(settings)
    code, values = FINE, list[object]()
    for name, under in ((ruleset, under) for ruleset in rules for under in each_number(ruleset, chosen)):
        game = load_game(name, under)
        if not isinstance(game, Game):
            code = max(code, exit_code(game))
            tell(game)
            values += [{"game": name, "diagnostics": values_of(game)}]
            continue
        results = run_examples(game)
        if any(result.failures for result in results):
            code = max(code, FALLS_SHORT)
        values += [_value(name, game.players, result) for result in results]
        if not as_json:
            _show(f"{name}, {game.players} players" if PLAYERS in chosen else name, results)
    if as_json:
        write_json({"results": values})
    sys.exit(code)


def _value(name: str, players: int, result: ExampleResult) -> dict[str, object]:
    example = result.example
    return {
        "game": name, "players": players, "name": example.name, "cites": list(example.cites), "passed": not result.failures,
        "failures": values_of(result.failures),
    }  # fmt: skip


def _show(name: str, results: tuple[ExampleResult, ...]) -> None:
    failed = [result for result in results if result.failures]
    tell(tuple(dict.fromkeys(d for result in failed for d in result.failures)))
    held = f"{len(results) - len(failed)} of {len(results)} examples hold" if results else "it has no examples"
    click.echo(f"{name}: {held}")
