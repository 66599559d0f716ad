"""`cartaro score`: print the score of each side in a position."""

from __future__ import annotations

import click

from cartaro.inputs import InputAnswer, answer_documents
from cartaro.rules_arguments import rules_argument
from cartaro.shell import json_option, load_or_exit, requested_language, set_option
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Json, Rules, read_position, score, score_json


@click.command("score")
@rules_argument
@click.option("--position", "file", metavar="FILE", required=True, help="JSON, or JSON Lines for several; - is standard input")
@set_option
@json_option
def command(rules: str, file: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Print the score of each side for the piles and counters of a position, heading by heading.

    \b
    cartaro score scopa --position position.json
    """
    game = load_or_exit(rules, settings, as_json)
    answer_documents(game, file, "position", _answer, None if as_json else _show)


def _answer(rules: Rules, value: Json, name: str) -> InputAnswer | tuple[Diagnostic, ...]:
    del name
    state = read_position(rules, value, begins=False)
    if isinstance(state, tuple):
        return state
    found = score(rules, state)
    return (found,) if isinstance(found, Diagnostic) else score_json(found)


def _show(rules: Rules, answer: InputAnswer) -> None:
    from cartaro.terminal.render import show_score

    show_score(rules, answer, requested_language())
