"""Hints about the open questions of a text (decision 0043), each at its line and with the edits that answer it.

An edit is offered if its sentence is complete and the edited text checks without errors. A sentence that only the author can
complete is listed among the answers instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from cartaro_grammar import FILE_SUFFIX, msg, translate
from cartaro_rulebook import localized
from cartaro_workbench.editing.document import (
    BEGINNING,
    Document,
    Edit,
    Position,
    Range,
    Repair,
    apply_edits,
    open_document,
    position_in,
    units,
)

if TYPE_CHECKING:
    from cartaro_workbench.open_questions import OpenQuestion, OpenQuestions

STATED: Final = frozenset({"house rule", "no source"})
"""The kinds of questions that the text itself states; they are shown at their place, and not for a base."""
MOST_EDITS: Final = 8
"""The greatest number of edits that are checked for one text."""


@dataclass(frozen=True, slots=True)
class OpenHint:
    """A question to the author at its range in a text; a hint if the text itself states it. `position` are the lines of an
    example or the words of a source, `answers` sentences that would answer it, and `repairs` edits that do.
    """

    kind: str
    severity: Literal["information", "hint"]
    range: Range
    question: str
    position: tuple[str, ...]
    answers: tuple[str, ...]
    repairs: tuple[Repair, ...]


def open_hints(document: Document, found: OpenQuestions, language: str) -> tuple[OpenHint, ...]:
    """Return the questions that a document's own text leaves open. The text of the ruleset also gets the questions that have no
    line in its own files.
    """
    placed = [(one, _range(document, found.game, one)) for one in found.questions]
    own = [(one, place) for one, place in placed if place is not None]
    repairs: dict[OpenQuestion, tuple[Repair, ...]] = {}
    tried = ((one, edit) for one, place in own for edit in _edits(document, one, place, language))
    for one, edit in islice(tried, MOST_EDITS):
        if _checks(document, edit):
            title = translate(msg("write `{written}`", written=" ".join(edit.text.split())), language)
            repairs[one] = (*repairs.get(one, ()), Repair(title, edit))
    return tuple(
        OpenHint(
            one.kind, "hint" if one.kind in STATED else "information", place, one.question, one.position, one.answers,
            repairs.get(one, ()),
        )
        for one, place in own
    )  # fmt: skip


def _range(document: Document, game: str, question: OpenQuestion) -> Range | None:
    """Return the line of a question in a document. A question with a line in a library or base, or without a line, is placed at
    the beginning of the ruleset.
    """
    file, _, line = question.place.rpartition(":")
    if file == document.name:
        return _line(document, int(line) - 1)
    whole = document.name == game + FILE_SUFFIX
    elsewhere = file.startswith(f"{game}.") or question.kind in STATED
    return BEGINNING if whole and not elsewhere else None


def _line(document: Document, number: int) -> Range:
    text = document.source.line_text(number + 1)
    return Range(Position(number, units(text) - units(text.lstrip())), Position(number, units(text.rstrip())))


def _edits(document: Document, question: OpenQuestion, place: Range, language: str) -> Iterator[Edit]:
    """Yield the edits that would answer a question."""
    line = document.source.line_text(place.start.line + 1)
    match question.kind:
        case "default alone" if place != BEGINNING:
            yield from (Edit(document.name, Range(place.end, place.end), f"\n  {answer}") for answer in question.answers)
        case "other row":
            row = re.search(r"\(([^)]+)\)", question.answers[0])
            cites = re.search(rf"\b{question.subject}\b[^:(]*(\([^)]*\))", line)
            if row is not None and cites is not None:
                start, end = (Position(place.start.line, units(line[:at])) for at in cites.span(1))
                yield Edit(document.name, Range(start, end), row[0])
        case "first dealer":
            yield from _first_by_lot(document, question, language)
        case _:
            pass


def _first_by_lot(document: Document, question: OpenQuestion, language: str) -> Iterator[Edit]:
    """Yield an edit that adds a sentence after the clause that passes a reference on; by that sentence, its first value is
    drawn by lot.
    """
    from cartaro_workbench.open_questions import passes_on  # a page begins without it

    game = document.checked.game
    if game is None:
        return
    cell = game.cell[question.subject]
    for clause in game.clauses:
        if clause.span.source.name == document.name and passes_on(clause, cell):
            name = localized(cell.names, language, cell.name).partition("/")[0].strip()
            reason = translate(msg("the source does not state it"), language)
            drawn = translate(msg("at first {name} is drawn by lot", name=name), language)
            text = f"{drawn[0].upper()}{drawn[1:]}."
            line = document.source.line_text(document.source.line(clause.span.start))
            indent = line[: len(line) - len(line.lstrip())]
            at = position_in(document.source, clause.span.start + len(clause.span.text.rstrip()))
            yield Edit(document.name, Range(at, at), f'\n{indent}first_{cell.name} (ours because "{reason}"): conduct "{text}"')


def _checks(document: Document, edit: Edit) -> bool:
    """Return whether a text with an edit checks as well as before."""
    texts = {**document.texts, document.name: apply_edits(document.texts[document.name], (edit,))}
    return document.checked.game is not None and open_document(texts, document.name).checked.game is not None
