"""`cartaro vectors`: positions with all that follows from them, for other people's engines."""

from __future__ import annotations

from itertools import islice

import click

from cartaro.shell import FAILURE, fail, load_or_exit, rules_argument, set_option, write_json
from cartaro_engine import vectors
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Rules, compile_game


@click.command("vectors")
@rules_argument
@click.option("-n", "count", type=click.IntRange(0, 10_000_000), default=1000, show_default=True, help="how many positions")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="where chance begins")
@click.option("--every-move", "every_move", is_flag=True, help="list what each legal move leads to, and not only the one made")
@set_option
def command(rules: str, count: int, seed: int, every_move: bool, settings: tuple[str, ...]) -> None:
    """Write positions of random play as JSON Lines: the legal moves, what follows from one, the score.

    \b
    cartaro vectors scopa -n 1000 > scopa.jsonl
    cartaro vectors scala40 -n 50 --every-move --set players=3
    """
    game = load_or_exit(rules, settings, as_json=True)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, as_json=True, code=FAILURE)
    for found in islice(vectors(compiled, seed, every_move=every_move), count):
        if isinstance(found, Diagnostic):
            fail((found,), as_json=True, code=FAILURE)
        write_json(found)
