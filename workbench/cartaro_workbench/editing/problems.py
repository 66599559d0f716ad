"""What is wrong with a text, with the changes that mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Fix, Kind, short
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Edit, Location, Position, Range, location_of, range_of

RULESETS: frozenset[Kind] = frozenset({"game", "library", "variant"})
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


def problems(document: Document) -> tuple[Problem, ...]:
    """All that was found in a document's own text, and at the name of each other text whose mistakes stand in its way, that
    they do.
    """
    own = tuple(problem(told) for told in document.checked.found if told.file in ("", document.name))
    return own + tuple(_borrowed(document))


def _borrowed(document: Document) -> Iterator[Problem]:
    """Mistakes in the texts that this one stands on, or in its annexes, the first of each."""
    errors = (told for told in document.checked.found if told.severity == "error" and told.file not in ("", document.name))
    for name, told in {told.file: told for told in reversed(tuple(errors))}.items():
        stem = name.partition(".")[0]
        places = (one for one in document.occurrences if one.of.kind in RULESETS and one.of.name == stem)
        place = next((range_of(one.span) for one in places), BEGINNING)
        remarks = (Remark(location_of(told.primary.span), told.message),) if told.primary else ()
        yield Problem(told.code, "error", place, f"there are mistakes in `{name}`", told.message, "", remarks, None)


def problem(told: Diagnostic) -> Problem:
    """A diagnostic as a problem of the text that it is about."""
    return Problem(
        told.code,
        told.severity,
        range_of(told.primary.span) if told.primary else BEGINNING,
        told.message,
        told.primary.text if told.primary else "",
        told.help or "",
        tuple(Remark(location_of(label.span), label.text) for label in told.others),
        _repair(told.fix),
    )


def _repair(fix: Fix | None) -> Repair | None:
    if fix is None:
        return None
    title = f"write `{short(fix.replacement.strip())}`" if fix.replacement.strip() else "leave it out"
    if fix.replacement and not fix.replacement.strip():
        title = "write plain spaces"
    return Repair(title, Edit(fix.span.source.name, range_of(fix.span), fix.replacement))
