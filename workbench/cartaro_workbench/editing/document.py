"""A checked text among others: positions as editors count them, problems with their fixes, and the formatted text.

Positions are lines and characters, counted from 0, with characters in units of UTF-16. A position beyond the end of its line or
of the text counts as that end; a position within a character counts as the character's beginning. The grammar reads texts with
line ends of any kind; its offsets are in code points of the text with plain line feeds. `open_document` takes a map from names
to texts, like `check_texts`, and accepts every text; an unreadable text is a document too.

`TextSet` checks each text once. A text knows the names of its dependencies. Therefore only texts that depend on the declaring
text can refer to a name. The check of a ruleset includes its annexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from cartaro_grammar import (
    FILE_SUFFIX,
    CheckedTexts,
    Declaration,
    Diagnostic,
    Fix,
    Game,
    NameKind,
    Occurrence,
    PartialRuleset,
    Ruleset,
    Source,
    Span,
    check_texts,
    format_source,
    msg,
    shorten,
    translate,
    translate_diagnostic,
    tree,
)
from cartaro_grammar import game as g
from cartaro_interpreter import disclosures_under_any

# --------------------------------------------------------------------- positions


TWO_UNITS = "\U00010000"
"""The first character that takes two units of UTF-16."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place between two characters: its line and character, from 0."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Range:
    """A range of a text; its end is not included."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Location:
    """A range of a text, with the text's name."""

    name: str
    range: Range


@dataclass(frozen=True, slots=True)
class Edit:
    """The replacement of a range of a text, with the text's name."""

    name: str
    range: Range
    text: str


def plain_text(text: str) -> str:
    """Return a text as the grammar reads it: without a byte-order mark, with plain line feeds."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def units(text: str) -> int:
    """Return the length of a text in units of UTF-16."""
    return len(text) if text.isascii() else len(text) + sum(character >= TWO_UNITS for character in text)


def position_in(source: Source, offset: int) -> Position:
    """Return the position of an offset."""
    line = source.line(offset)
    start = source.line_start(line)
    return Position(line - 1, units(source.text[start : start + source.column(offset) - 1]))


def range_of(span: Span) -> Range:
    """Return the range of a span in its text."""
    return Range(position_in(span.source, span.start), position_in(span.source, span.end))


def location_of(span: Span) -> Location:
    """Return the location of a span."""
    return Location(span.source.name, range_of(span))


def offset_in(source: Source, position: Position) -> int:
    """Return the offset of a position."""
    lines = source.text.count("\n") + 1
    if position.line < 0:
        return 0
    if position.line >= lines:
        return len(source.text)
    start, left = source.line_start(position.line + 1), position.character
    for column, character in enumerate(source.line_text(position.line + 1)):
        left -= 2 if character >= TWO_UNITS else 1
        if left < 0:
            return start + column
    return start + len(source.line_text(position.line + 1))


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """Return a text after edits that do not overlap."""
    source = Source("", plain_text(text))
    whole = source.text
    for edit in sorted(edits, key=lambda edit: edit.range.start, reverse=True):
        start, end = offset_in(source, edit.range.start), offset_in(source, edit.range.end)
        whole = whole[:start] + edit.text + whole[end:]
    return whole


# ---------------------------------------------------------------------- document


@dataclass(frozen=True, slots=True)
class Document:
    """A checked text and its dependencies; `whole` is the most recent version of its game without errors."""

    name: str
    texts: Mapping[str, str]
    checked: CheckedTexts
    whole: Game | None

    @property
    def source(self) -> Source:
        """The text as the grammar reads it."""
        return Source(self.name, plain_text(self.texts.get(self.name, "")))

    @property
    def file(self) -> tree.File | None:
        """The syntax tree of the text, as far as it can be read."""
        return next((file for file in self.checked.files if file.source.name == self.name), None)

    @property
    def occurrences(self) -> Iterator[Occurrence]:
        """Return the occurrences of names in the text, in its order."""
        return (one for one in self.checked.occurrences if one.span.source.name == self.name)

    def at(self, position: Position) -> Occurrence | None:
        """Return the occurrence at a position. If two occurrences touch there, return the one that begins there."""
        offset = offset_in(self.source, position)
        found = [one for one in self.occurrences if one.span.start <= offset <= one.span.end]
        return max(found, key=lambda one: one.span.start, default=None)

    def game_with(self, of: Declaration) -> Game | None:
        """Return the game in which to look up a name. It is the current game, or if there is none, the last one, provided that
        the declaration of the name has not changed since.
        """
        if self.checked.game is not None or self.whole is None or self.checked.partial is None:
            return self.checked.game
        before, now = (tuple(_declared(where, of)) for where in (self.whole.ruleset, self.checked.partial))
        return self.whole if before == now else None


def open_document(texts: Mapping[str, str], name: str, before: Document | None = None) -> Document:
    """Check a text together with the texts around it; `before` is the document of the same text at an earlier time."""
    checked = check_texts(texts, name)
    if _fails(checked, name) and any(file.kind == "library" and file.source.name == name for file in checked.files):
        checked = next((used for used in _uses(texts, name) if not _fails(used, name)), checked)
    checked = _refuse_leaks(checked)
    return Document(name, texts, checked, checked.game or (before.whole if before else None))


def _refuse_leaks(checked: CheckedTexts) -> CheckedTexts:
    """Return the checked text; leave out its game if a legal move would show its player a hidden card."""
    found = () if checked.game is None else disclosures_under_any(checked.game)
    return replace(checked, game=None, diagnostics=(*checked.diagnostics, *found)) if found else checked


MOST_USES = 4
"""The greatest number of texts using a library that are searched for names that the library leaves to them."""


def _fails(checked: CheckedTexts, name: str) -> bool:
    return any(found.severity == "error" and found.file == name for found in checked.diagnostics)


def _uses(texts: Mapping[str, str], name: str) -> Iterator[CheckedTexts]:
    """Yield the texts that use a library, checked one after the other; they may declare names that it leaves to them."""
    use = re.compile(rf"^ *use\b.*\b{re.escape(name.partition('.')[0])}\b", re.MULTILINE)
    users = [user for user, text in sorted(texts.items()) if use.search(text)]
    return (check_texts(texts, user) for user in users[:MOST_USES])


DeclaredItem = g.Clause | g.Zone | g.Cell | g.Act | g.Option | g.Claim | g.Example
CLAUSES: frozenset[NameKind] = frozenset({"clause", "heading"})


def _declared(where: Ruleset | PartialRuleset, of: Declaration) -> Iterator[DeclaredItem]:
    """Return the declaration of a name in a form in which equal declarations compare equal although their places differ."""
    if of.kind == "definition":
        defining = (c for c in where.clauses if isinstance(c.sentence, g.Definition) and c.sentence.function == of.name)
        yield from defining
        return
    things: tuple[Iterable[DeclaredItem], ...] = (
        (where.clauses,)
        if of.kind in CLAUSES
        else (where.zones, where.cells, where.acts, where.options, where.claims, where.examples)
    )
    yield from (thing for group in things for thing in group if thing.name == of.name)


# ---------------------------------------------------------------------- text set


HEADER = re.compile(r"^(?:variant|annex) +\w+ +of +(\w+)(?: +with +(.*))?|^ +use +(.*)", re.MULTILINE)


@dataclass(slots=True)
class TextSet:
    """A map from names to texts, each of which is checked once."""

    texts: Mapping[str, str]
    done: dict[str, CheckedTexts] = field(default_factory=dict[str, CheckedTexts])

    def checked(self, name: str) -> CheckedTexts:
        """Check a text with its dependencies."""
        if name not in self.done:
            self.done[name] = open_document(self.texts, name).checked
        return self.done[name]

    def rulesets_knowing(self, declared_in: frozenset[str], words: frozenset[str]) -> tuple[str, ...]:
        """Return, in alphabetical order, the rulesets in which some words may refer to declarations in some texts."""
        written = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b")
        above = self._with_dependencies(declared_in)
        found = {self.ruleset_of(name) for name in above if written.search(self.texts[name])}
        return tuple(sorted(found | {self.ruleset_of(name) for name in declared_in}))

    def ruleset_of(self, name: str) -> str:
        """Return the text that is checked to check a text: for an annex its ruleset, if that exists; else the text itself."""
        ruleset = name.partition(".")[0] + FILE_SUFFIX
        return ruleset if ruleset in self.texts else name

    def _with_dependencies(self, names: frozenset[str]) -> frozenset[str]:
        """Return some texts with all their direct and indirect dependencies."""
        found = frozenset(names)
        while True:
            stems = {name.partition(".")[0] for name in found}
            more = found.union(name for name in self.texts if not stems.isdisjoint(self._header_names(name)))
            if more == found:
                return found
            found = more

    def _header_names(self, name: str) -> Iterator[str]:
        """Return the rulesets that a text's header names, and the ruleset of an annex."""
        yield name.partition(".")[0]
        for match in HEADER.finditer(self.texts[name]):
            yield from re.findall(r"\w+", " ".join(filter(None, match.groups())))


# ---------------------------------------------------------------------- problems


RULESETS: frozenset[NameKind] = frozenset({"game", "library", "variant"})
BEGINNING = Range(Position(0, 0), Position(0, 0))


@dataclass(frozen=True, slots=True)
class Remark:
    """A further range that a problem refers to, with its note."""

    location: Location
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that fixes a problem, and its title."""

    title: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or warning in a text: its code, message, range, note, help, further ranges, and fix."""

    code: str
    severity: Literal["error", "warning"]
    range: Range
    message: str
    note: str
    help: str
    remarks: tuple[Remark, ...]
    repair: Repair | None


def problems(document: Document, language: str = "en") -> tuple[Problem, ...]:
    """Return, in a language, all problems of a document's own text. An error in another text is reported where that text is
    named.
    """
    own = tuple(problem(found, language) for found in document.checked.diagnostics if found.file in ("", document.name))
    return own + tuple(_errors_elsewhere(document, language))


def _errors_elsewhere(document: Document, language: str) -> Iterator[Problem]:
    """Yield the first error of each text that this one depends on, and of its annexes."""
    errors = (
        found for found in document.checked.diagnostics if found.severity == "error" and found.file not in ("", document.name)
    )
    for name, found in {found.file: found for found in reversed(tuple(errors))}.items():
        stem = name.partition(".")[0]
        places = (one for one in document.occurrences if one.declaration.kind in RULESETS and one.declaration.name == stem)
        place = next((range_of(one.span) for one in places), BEGINNING)
        note = translate(found.message, language)
        remarks = (Remark(location_of(found.primary.span), note),) if found.primary else ()
        message = translate(msg("there are mistakes in `{name}`", name=name), language)
        yield Problem(found.code, "error", place, message, note, "", remarks, None)


def problem(found: Diagnostic, language: str = "en") -> Problem:
    """Return a diagnostic as a problem of its text, in a language."""
    has_more = found.primary is not None and found.primary.text != msg("here")
    found = translate_diagnostic(found, language)
    return Problem(
        found.code,
        found.severity,
        range_of(found.primary.span) if found.primary else BEGINNING,
        found.message,
        found.primary.text if found.primary and has_more else "",
        found.help or "",
        tuple(Remark(location_of(label.span), label.text) for label in found.others),
        _repair(found.fix, language),
    )


def _repair(fix: Fix | None, language: str) -> Repair | None:
    if fix is None:
        return None
    new = fix.replacement.strip()
    title = fix.title or (msg("write `{written}`", written=shorten(new)) if new else msg("leave it out"))
    if fix.replacement and not new and not fix.title:
        title = msg("write plain spaces")
    return Repair(translate(title, language), Edit(fix.span.source.name, range_of(fix.span), fix.replacement))


# ------------------------------------------------------------------------ layout


def formatted(document: Document) -> tuple[Edit, ...]:
    """Return the edit that formats a text; it reaches from the first character that differs to the last. Return none if the
    text is formatted already or cannot be read.
    """
    source = document.source
    before, after = source.text, format_source(source)
    if not isinstance(after, str) or after == before:
        return ()
    first = _common_prefix(before, after)
    last = _common_prefix(before[first:][::-1], after[first:][::-1])
    place = Range(position_in(source, first), position_in(source, len(before) - last))
    return (Edit(document.name, place, after[first : len(after) - last]),)


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
