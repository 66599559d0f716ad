"""`cartaro moves`: list the legal moves of a position."""

from __future__ import annotations

import click

from cartaro.inputs import InputAnswer, answer_documents
from cartaro.rules_arguments import rules_argument
from cartaro.shell import json_option, load_or_exit, requested_language, set_option
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Json, Rules, legal_choices, moves_json, read_position


@click.command("moves")
@rules_argument
@click.option("--position", "file", metavar="FILE", required=True, help="JSON, or JSON Lines for several; - is standard input")
@set_option
@json_option
def command(rules: str, file: str, settings: tuple[str, ...], as_json: bool) -> None:
    """List the legal moves of a position, each with the clauses that permit it and their citations. A card that is chosen
    unseen is not named.

    The `moves` of a position, such as `"moves": ["draw"]`, are played first.

    \b
    cartaro moves scopa --position position.json
    echo '{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}' | cartaro moves scopa --position -
    """
    game = load_or_exit(rules, settings, as_json)
    answer_documents(game, file, "position", _answer, None if as_json else _show)


def _answer(rules: Rules, value: Json, name: str) -> InputAnswer | tuple[Diagnostic, ...]:
    del name
    state = read_position(rules, value)
    if isinstance(state, tuple):
        return state
    moves = legal_choices(rules, state)
    return (moves,) if isinstance(moves, Diagnostic) else moves_json(rules, moves)


def _show(rules: Rules, answer: InputAnswer) -> None:
    from cartaro.terminal.render import show_moves

    show_moves(rules, answer, requested_language())
