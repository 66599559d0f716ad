"""`cartaro example-position`: write a position to begin with."""

from __future__ import annotations

import click

from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, fail, load_or_exit, set_option, write_json
from cartaro_grammar import Diagnostic
from cartaro_interpreter import (
    PHASE_TURN,
    Rules,
    SeededChance,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    step,
    write_position,
)


@click.command("example-position")
@rules_argument
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="random seed of the shuffle and the moves")
@click.option("--moves", type=click.IntRange(0, 10_000), default=3, show_default=True, help="number of moves to play first")
@set_option
def command(rules: str, seed: int, moves: int, settings: tuple[str, ...]) -> None:
    """Write a position of a ruleset as JSON, for `moves`, `explain` and `score`: a deal and a few random moves.

    \b
    cartaro example-position scopa > position.json
    cartaro moves scopa --position position.json
    """
    compiled = compile_game(load_or_exit(rules, settings))
    if not isinstance(compiled, Rules):
        fail(compiled, code=FAILURE)
    chance = SeededChance(seed)
    state = begin_match(compiled, chance)
    state = state if isinstance(state, Diagnostic) else begin_hand(compiled, state, chance)
    for _ in range(moves):
        if isinstance(state, Diagnostic) or state.phase != PHASE_TURN:
            break
        found = legal_moves(compiled, state)
        after = found if isinstance(found, Diagnostic) else step(compiled, state, found[chance.pick(len(found))], chance)
        if not isinstance(after, Diagnostic) and after.phase != PHASE_TURN:
            break  # nobody is to move in this position, so it would show no legal move
        state = after
    if isinstance(state, Diagnostic):
        fail((state,), code=FAILURE)
    write_json(write_position(compiled, state))
