"""`cartaro ask`: list the open questions of a text, for its author."""

from __future__ import annotations

import sys
from typing import cast

import click

from cartaro.extras import require
from cartaro.rules_arguments import rules_argument
from cartaro.shell import OK, json_option, language_option, load_or_exit, set_option, write_json
from cartaro.terminal.streams import print_line, status_line
from cartaro_grammar import msg
from cartaro_interpreter import Json, json_model


@click.command("ask")
@rules_argument
@set_option
@language_option
@json_option
def command(rules: str, settings: tuple[str, ...], language: str, as_json: bool) -> None:
    """List the questions that a text leaves open: cases without a clause, ties, cards that nobody takes, house rules that
    change nothing.

    Each question has its place or a position, and sentences that would answer it.

    \b
    cartaro ask scopa
    cartaro ask my_game.regole --language it
    """
    require("verify", language)
    from cartaro_workbench import questions_left_open  # not every command asks

    game = load_or_exit(rules, settings, as_json, language)
    with status_line(msg("looking for open questions in {name}", name=game.name)):
        found = questions_left_open(game, language)
    if as_json:
        write_json(cast("dict[str, Json]", json_model.encode(found, language)))
        sys.exit(OK)
    for number, one in enumerate(found.questions, 1):
        place = f"  ({one.place})" if one.place else ""
        print_line(f"{number}. {one.question}{place}")
        for line in one.position:
            print_line(f"     {line}")
        for answer in one.answers:
            print_line(f"   → {answer}")
    sys.exit(OK)
