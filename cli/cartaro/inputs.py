"""Positions and records from a file, JSON or JSON Lines: each is answered in its turn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

import click

from cartaro.shell import OK, USAGE_ERROR, diagnostics_json, read_documents, report
from cartaro_grammar import Diagnostic, Game, msg
from cartaro_interpreter import Fitting, Json, Rules, parse_json, write_json

InputAnswer = Mapping[str, object]
Answer = Callable[[Rules, Json, str], InputAnswer | tuple[Diagnostic, ...]]
Show = Callable[[Rules, InputAnswer], None]

MAX_REFUSED = 1_000
"""Refused documents of one file after which the rest is skipped."""


def answer_documents(
    game: Game,
    file: str,
    kind: Literal["position", "record"],
    answering: Answer,
    show: Show | None,
    chosen: Mapping[str, str] | None = None,
) -> NoReturn:
    """Answer every JSON document of a file, as JSON or, where `show` is given, as text.

    The settings of a document may not contradict `chosen`.  Exits with the worst code.
    """
    fitting, refused = Fitting(game, chosen), 0
    for name, data in read_documents(file):
        answered = _answer_document(fitting, name, data, kind, answering)
        if not isinstance(answered, Answered):
            refused += 1
            _report(answered, name, in_json=show is None)
            if refused == MAX_REFUSED:
                message = msg("{n} records are refused; the rest is not looked at", n=refused)
                if kind == "position":
                    message = msg("{n} positions are refused; the rest is not looked at", n=refused)
                _report((Diagnostic("C0206", message),), name, in_json=show is None)
                break
        elif show is None:
            click.echo(write_json(answered.answer))
        else:
            show(answered.rules, answered.answer)
    sys.exit(USAGE_ERROR if refused else OK)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, with the rules that gave it."""

    rules: Rules
    answer: InputAnswer


def _answer_document(
    fitting: Fitting, name: str, data: bytes, kind: Literal["position", "record"], answering: Answer
) -> Answered | tuple[Diagnostic, ...]:
    try:
        value = parse_json(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        return (Diagnostic("C0102", msg("byte {n} is not UTF-8", n=error.start), path=name),)
    if isinstance(value, Diagnostic):
        return (value,)
    rules = fitting.rules(value, kind, name)
    if not isinstance(rules, Rules):
        return rules
    answer = answering(rules, value, name)
    return answer if isinstance(answer, tuple) else Answered(rules, answer)


def _report(found: tuple[Diagnostic, ...], name: str, *, in_json: bool) -> None:
    placed = tuple(d if d.primary or d.path else replace(d, path=name) for d in found)
    report(placed)
    if in_json:
        click.echo(write_json({"diagnostics": diagnostics_json(placed)}))
