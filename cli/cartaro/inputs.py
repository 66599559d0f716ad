"""Read positions and records from a file of JSON or JSON Lines, and answer them one by one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NoReturn

import click

from cartaro.shell import OK, USAGE_ERROR, diagnostics_json, read_documents, report
from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, msg
from cartaro_interpreter import Fitting, Json, Rules, json_text, parse_json, write_json

InputAnswer = Mapping[str, object]
Answer = Callable[[Rules, Json, str], InputAnswer | tuple[Diagnostic, ...]]
Show = Callable[[Rules, InputAnswer], None]

MAX_REFUSED = 1_000
"""The number of rejected documents in one file after which the rest is skipped."""


def answer_documents(
    game: Game,
    file: str,
    kind: Literal["position", "record"],
    answering: Answer,
    show: Show | None,
    chosen: Mapping[str, str] | None = None,
    instead: Sequence[Mapping[str, str]] = ({},),
) -> NoReturn:
    """Answer every JSON document of a file, as JSON or, if `show` is given, as text; the answer to a record has its name.

    The settings of a document may not contradict `chosen`. Each document is answered under each of the settings in `instead`,
    which replace its own. Exits with the most serious code.
    """
    fitting, refused = Fitting(game, chosen), 0
    for (name, data), settings in product(read_documents(file), instead):
        answered = _answer_document(fitting, name, data, kind, answering, settings)
        if not isinstance(answered, Answered):
            refused += 1
            _report(answered, name, settings, in_json=show is None)
            if refused == MAX_REFUSED:
                message = msg("{n} records are invalid; the rest is not read", n=refused)
                if kind == "position":
                    message = msg("{n} positions are invalid; the rest is not read", n=refused)
                _report((Diagnostic("C0206", message),), name, {}, in_json=show is None)
                break
        elif show is None:
            click.echo(write_json(answered.answer))
        else:
            show(answered.rules, answered.answer)
    sys.exit(USAGE_ERROR if refused else OK)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and the rules on which it is based."""

    rules: Rules
    answer: InputAnswer


def _answer_document(
    fitting: Fitting,
    name: str,
    data: bytes,
    kind: Literal["position", "record"],
    answering: Answer,
    instead: Mapping[str, str],
) -> Answered | tuple[Diagnostic, ...]:
    try:
        value = parse_json(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        return (Diagnostic("C0102", msg("byte {n} is not UTF-8", n=error.start), path=name),)
    if isinstance(value, Diagnostic):
        return (value,)
    value = under_settings(value, instead)
    rules = fitting.rules(value, kind, name)
    if not isinstance(rules, Rules):
        return rules
    answer = answering(rules, value, name)
    if isinstance(answer, tuple):
        return answer
    of = {"record": name_of(value, name)} if kind == "record" else {}
    return Answered(rules, {**of, **({"settings": dict(instead)} if instead else {}), **answer})


def name_of(value: Json, place: str) -> str:
    """Return the name of a record; if it has none, return its place: the file, or file and line."""
    stated = (json_text.as_object(value) or {}).get("name")
    return stated if isinstance(stated, str) and stated else place


def under_settings(value: Json, settings: Mapping[str, str]) -> Json:
    """Return a position or record with some of its settings, or the number of players, replaced."""
    table = json_text.as_object(value)
    if table is None or not settings:
        return value
    options = {name: chosen for name, chosen in settings.items() if name != PLAYERS_SETTING}
    found: dict[str, Json] = {**table, "settings": {**(json_text.as_object(table.get("settings")) or {}), **options}}
    if PLAYERS_SETTING in settings:
        found[PLAYERS_SETTING] = int(settings[PLAYERS_SETTING])
    return found


def _report(found: tuple[Diagnostic, ...], name: str, settings: Mapping[str, str], *, in_json: bool) -> None:
    placed = tuple(d if d.primary or d.path else replace(d, path=name) for d in found)
    report(placed)
    if in_json:
        where = {"settings": dict(settings)} if settings else {}
        click.echo(write_json({**where, "diagnostics": diagnostics_json(placed)}))
