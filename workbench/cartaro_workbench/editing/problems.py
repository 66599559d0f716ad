"""What is wrong with a text, with the changes that mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Fix, NameKind, in_language, say, short, told_in
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Edit, Location, Position, Range, location_of, range_of

RULESETS: frozenset[NameKind] = frozenset({"game", "library", "variant"})
BEGINNING = Range(Position(0, 0), Position(0, 0))


@dataclass(frozen=True, slots=True)
class Remark:
    """A further place that a problem speaks of, and what it says of it."""

    location: Location
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that mends a problem, and what it is called."""

    title: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake or a doubt in a text: its code, what is said of it, of its place, and for help."""

    code: str
    severity: Literal["error", "warning"]
    range: Range
    message: str
    note: str
    help: str
    remarks: tuple[Remark, ...]
    repair: Repair | None


def problems(document: Document, language: str = "en") -> tuple[Problem, ...]:
    """All that was found in a document's own text, and at the name of each other text whose mistakes stand in its way, that
    they do; in a language.
    """
    own = tuple(problem(told, language) for told in document.checked.found if told.file in ("", document.name))
    return own + tuple(_borrowed(document, language))


def _borrowed(document: Document, language: str) -> Iterator[Problem]:
    """Mistakes in the texts that this one stands on, or in its annexes, the first of each."""
    errors = (told for told in document.checked.found if told.severity == "error" and told.file not in ("", document.name))
    for name, told in {told.file: told for told in reversed(tuple(errors))}.items():
        stem = name.partition(".")[0]
        places = (one for one in document.occurrences if one.of.kind in RULESETS and one.of.name == stem)
        place = next((range_of(one.span) for one in places), BEGINNING)
        note = in_language(told.message, language)
        remarks = (Remark(location_of(told.primary.span), note),) if told.primary else ()
        message = in_language(say("there are mistakes in `{name}`", name=name), language)
        yield Problem(told.code, "error", place, message, note, "", remarks, None)


def problem(found: Diagnostic, language: str = "en") -> Problem:
    """A diagnostic as a problem of the text that it is about, in a language."""
    told = told_in(found, language)
    return Problem(
        told.code,
        told.severity,
        range_of(told.primary.span) if told.primary else BEGINNING,
        told.message,
        told.primary.text if told.primary else "",
        told.help or "",
        tuple(Remark(location_of(label.span), label.text) for label in told.others),
        _repair(told.fix, language),
    )


def _repair(fix: Fix | None, language: str) -> Repair | None:
    if fix is None:
        return None
    new = fix.replacement.strip()
    title = say("write `{written}`", written=short(new)) if new else say("leave it out")
    if fix.replacement and not new:
        title = say("write plain spaces")
    return Repair(in_language(title, language), Edit(fix.span.source.name, range_of(fix.span), fix.replacement))
