"""`cartaro vectors`: write positions with the results of their moves, for other engines."""

from __future__ import annotations

from itertools import islice

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, fail, load_or_exit, set_option, write_json
from cartaro_engine import covering_vectors, vectors
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Rules, compile_game


@click.command("vectors")
@rules_argument
@click.option("-n", "count", type=click.IntRange(0, 10_000_000), default=1000, show_default=True, help="number of positions")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed")
@click.option("--every-move", "every_move", is_flag=True, help="list the result of each legal move, not only of the one made")
@click.option(
    "--cover", is_flag=True, help="choose a few positions that show every clause, score and house rule, with illegal moves"
)
@set_option
def command(rules: str, count: int, seed: int, every_move: bool, cover: bool, settings: tuple[str, ...]) -> None:
    """Write positions of random play as JSON Lines: the legal moves, the result of a move, the score.

    With `--cover` there are few positions. Each is the first to show something: a permission, a prohibition that no other
    supports, an exception, a score, a value of a house rule. Each position also has moves that are not legal, with the article
    that forbids them.

    \b
    cartaro vectors scopa -n 1000 > scopa.jsonl
    cartaro vectors scopa --cover
    cartaro vectors scala40 -n 50 --every-move --set players=3
    """
    game = load_or_exit(rules, settings, as_json=True)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, as_json=True, code=FAILURE)
    chosen = covering_vectors(game, seed) if cover else vectors(compiled, seed, every_move=every_move)
    for found in islice(chosen, count):
        if isinstance(found, Diagnostic):
            fail((found,), as_json=True, code=FAILURE)
        write_json(found)
