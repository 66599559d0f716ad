"""`cartaro count`: count the lines of play from a deal, for authors of engines."""

from __future__ import annotations

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, fail, json_option, load_or_exit, requested_language, set_option, write_json
from cartaro_engine import DepthCount, is_lowered, line_counts, table_of
from cartaro_grammar import Diagnostic, msg, translate
from cartaro_interpreter import Rules, compile_game


@click.command("count")
@rules_argument
@click.option("--depth", type=click.IntRange(0, 10_000), required=True, help="greatest number of moves")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed")
@click.option(
    "--hand", "number", type=click.IntRange(0), default=0, show_default=True, help="number of the hand with this seed"
)
@set_option
@json_option
def command(rules: str, depth: int, seed: int, number: int, settings: tuple[str, ...], as_json: bool) -> None:
    """Count the lines of play from a deal: for each number of moves, the lines, the positions that they reach, and the
    lines that end there.

    \b
    cartaro count scopa --depth 4
    cartaro count scala40 --depth 3 --seed 7 --json
    """
    game = load_or_exit(rules, settings, as_json)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, as_json, FAILURE)
    table = table_of(compiled)
    counts: list[DepthCount] = []
    for found in line_counts(table, seed, number, depth):
        if isinstance(found, Diagnostic):
            fail((found,), as_json, FAILURE)
        counts.append(found)
        if not as_json:
            _show(found)
    if as_json:
        by = "engine" if is_lowered(table) else "interpreter"
        levels = [{"depth": c.depth, "lines": c.lines, "positions": c.positions, "ended": c.ended} for c in counts]
        write_json({"game": game.name, "seed": seed, "hand": number, "by": by, "counts": levels})


def _show(found: DepthCount) -> None:
    """Print a line of the table."""
    if not found.depth:
        titles = (msg("moves"), msg("lines"), msg("positions"), msg("ended"))
        moves, lines, positions, ended = (translate(title, requested_language()) for title in titles)
        click.echo(f"{moves:>5} {lines:>20} {positions:>10} {ended:>20}")
    click.echo(f"{found.depth:>5} {found.lines:>20} {found.positions:>10} {found.ended:>20}")
