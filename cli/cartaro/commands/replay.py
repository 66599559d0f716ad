"""`cartaro replay`: play a record to its end and show the result."""

from __future__ import annotations

from typing import cast

import click

from cartaro.inputs import InputAnswer, answer_documents
from cartaro.records import StatedGames
from cartaro.rules_arguments import rules_argument
from cartaro.shell import EVERY, expand_settings, fail, json_option, load_or_exit, read_settings, requested_language, set_option
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Json, Rules, json_text, read_record, replay, result_json


@click.command("replay")
@rules_argument
@click.argument("file", metavar="FILE")
@set_option
@json_option
def command(rules: str, file: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Replay a record, or JSON Lines of records: print the final zones, the score of each side, and the rulings.

    A record names its number of players and its house rules; `--set` may not contradict it. With `--set OPTION=every` it is
    replayed under each value of an option, whatever it records for that option.

    \b
    cartaro replay scopa record.json
    cartaro replay scopa evening.jsonl --set precedenza=every
    """
    given = read_settings(settings)
    asked = {name: value for name, value in given.items() if value != EVERY}
    game = load_or_exit(rules, [f"{name}={value}" for name, value in asked.items()], as_json)
    every = expand_settings(rules, given)
    if isinstance(every, tuple):
        fail(every, as_json)
    instead = [{name: value for name, value in found.items() if name not in asked} for found in every]
    stated = StatedGames()

    def answer(rules: Rules, value: Json, name: str) -> InputAnswer | tuple[Diagnostic, ...]:
        stated.compare(rules, value, name)
        return _answer(rules, value, name)

    answer_documents(game, file, "record", answer, None if as_json else _show, asked, instead)


def _answer(rules: Rules, value: Json, name: str) -> InputAnswer | tuple[Diagnostic, ...]:
    record = read_record(rules, value, name)
    if isinstance(record, tuple):
        return record
    played = replay(rules, record, name)
    return played if isinstance(played, tuple) else result_json(rules, played)


def _show(rules: Rules, answer: InputAnswer) -> None:
    from cartaro.terminal.render import show_rulings, show_score, show_zones
    from cartaro.terminal.streams import console

    chosen = json_text.as_object(cast("Json", answer.get("settings"))) or {}
    console().print(", ".join([str(answer["record"]), *(f"{name}={value}" for name, value in chosen.items())]), markup=False)
    language = requested_language()
    show_rulings(rules, answer, language)
    show_zones(rules, answer, language)
    show_score(rules, answer, language)
