"""Places as editors count them: lines and characters from 0, characters in units of UTF-16.

Takes texts with line ends of any kind, as the grammar does, whose offsets are in code points of the text with plain line
feeds.  A place beyond the end of its line, or of the text, counts as that end; one within a character, as its beginning.

A text among those around it, checked as far as it goes: what all questions of an editor are asked of.

Takes texts by their names, as `check_texts` does; refuses nothing: a text in which nothing can be read is a document too.

Texts that stand on each other, each checked once: what an answer about all of them goes through.

A text knows the names of those that it stands on, so that only those that stand on the text which declares a name may speak of
it.  The check of a ruleset is that of its annexes too.

What is wrong with a text, with the changes that mend it.

A text in the one layout.
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
"""The first character that takes two units."""


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place between two characters."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Range:
    """From one place up to another, the latter not included."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Location:
    """A part of a text, by the text's name."""

    name: str
    range: Range


@dataclass(frozen=True, slots=True)
class Edit:
    """What to write in a part of a text instead of what stands there."""

    name: str
    range: Range
    text: str


def plain_text(text: str) -> str:
    """The text as the grammar reads it: without a byte-order mark, with plain line feeds."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def units(text: str) -> int:
    """How many units of UTF-16 a text takes."""
    return len(text) if text.isascii() else len(text) + sum(character >= TWO_UNITS for character in text)


def position_in(source: Source, offset: int) -> Position:
    """The place of an offset."""
    line = source.line(offset)
    start = source.line_start(line)
    return Position(line - 1, units(source.text[start : start + source.column(offset) - 1]))


def range_of(span: Span) -> Range:
    """The place of a span in its text."""
    return Range(position_in(span.source, span.start), position_in(span.source, span.end))


def location_of(span: Span) -> Location:
    """The place of a span, with the name of its text."""
    return Location(span.source.name, range_of(span))


def offset_in(source: Source, position: Position) -> int:
    """The offset of a place."""
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


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    """A text after edits of it, which do not overlap."""
    source = Source("", plain_text(text))
    whole = source.text
    for edit in sorted(edits, key=lambda edit: edit.range.start, reverse=True):
        start, end = offset_in(source, edit.range.start), offset_in(source, edit.range.end)
        whole = whole[:start] + edit.text + whole[end:]
    return whole


# ---------------------------------------------------------------------- document


@dataclass(frozen=True, slots=True)
class Document:
    """One of some texts; `whole` is the last game of it that was without mistakes."""

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
        """What can be read of the text."""
        return next((file for file in self.checked.files if file.source.name == self.name), None)

    @property
    def occurrences(self) -> Iterator[Occurrence]:
        """The names of the text, in its order."""
        return (one for one in self.checked.occurrences if one.span.source.name == self.name)

    def at(self, position: Position) -> Occurrence | None:
        """The name at a place, the one that begins there before the one that ends there."""
        offset = offset_in(self.source, position)
        found = [one for one in self.occurrences if one.span.start <= offset <= one.span.end]
        return max(found, key=lambda one: one.span.start, default=None)

    def game_with(self, of: Declaration) -> Game | None:
        """The game to tell a name's meaning by: the present one, or the last, if what the name means has not changed since."""
        if self.checked.game is not None or self.whole is None or self.checked.partial is None:
            return self.checked.game
        before, now = (tuple(_declared(where, of)) for where in (self.whole.ruleset, self.checked.partial))
        return self.whole if before == now else None


def opened(texts: Mapping[str, str], name: str, before: Document | None = None) -> Document:
    """A text with those around it; `before` is the same text at an earlier time."""
    checked = check_texts(texts, name)
    if _fails(checked, name) and any(file.kind == "library" and file.source.name == name for file in checked.files):
        checked = next((used for used in _uses(texts, name) if not _fails(used, name)), checked)
    checked = _without_leaks(checked)
    return Document(name, texts, checked, checked.game or (before.whole if before else None))


def _without_leaks(checked: CheckedTexts) -> CheckedTexts:
    """What was checked, or a refusal of it where its legal moves tell a player a hidden card."""
    told = () if checked.game is None else disclosures_under_any(checked.game)
    return replace(checked, game=None, diagnostics=(*checked.diagnostics, *told)) if told else checked


MOST_USES = 4
"""In how many texts that use a library it is looked for the names that it leaves to them."""


def _fails(checked: CheckedTexts, name: str) -> bool:
    return any(told.severity == "error" and told.file == name for told in checked.diagnostics)


def _uses(texts: Mapping[str, str], name: str) -> Iterator[CheckedTexts]:
    """The texts that use a library, which may leave names for them to declare, checked one after the other."""
    use = re.compile(rf"^ *use\b.*\b{re.escape(name.partition('.')[0])}\b", re.MULTILINE)
    users = [user for user, text in sorted(texts.items()) if use.search(text)]
    return (check_texts(texts, user) for user in users[:MOST_USES])


DeclaredItem = g.Clause | g.Zone | g.Cell | g.Act | g.Option | g.Claim | g.Example
CLAUSES: frozenset[NameKind] = frozenset({"clause", "heading"})


def _declared(where: Ruleset | PartialRuleset, of: Declaration) -> Iterator[DeclaredItem]:
    """What a name was declared to be; equal things that stand elsewhere are equal."""
    if of.kind == "definition":
        said = (c for c in where.clauses if isinstance(c.sentence, g.Definition) and c.sentence.function == of.name)
        yield from said
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
    """Texts by their names, with what has been checked of them."""

    texts: Mapping[str, str]
    done: dict[str, CheckedTexts] = field(default_factory=dict[str, CheckedTexts])

    def checked(self, name: str) -> CheckedTexts:
        """A text with what it stands on, checked."""
        if name not in self.done:
            self.done[name] = opened(self.texts, name).checked
        return self.done[name]

    def knowing(self, declared_in: frozenset[str], words: frozenset[str]) -> tuple[str, ...]:
        """The rulesets in which one of some words may stand for what some texts declare, in alphabetical order."""
        written = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b")
        above = self._standing_on(declared_in)
        found = {self.ruleset_of(name) for name in above if written.search(self.texts[name])}
        return tuple(sorted(found | {self.ruleset_of(name) for name in declared_in}))

    def ruleset_of(self, name: str) -> str:
        """The text whose check is that of a text: of an annex its ruleset, where that is there."""
        ruleset = name.partition(".")[0] + FILE_SUFFIX
        return ruleset if ruleset in self.texts else name

    def _standing_on(self, names: frozenset[str]) -> frozenset[str]:
        """Some texts with all that stand on them, directly or not."""
        found = frozenset(names)
        while True:
            stems = {name.partition(".")[0] for name in found}
            more = found.union(name for name in self.texts if not stems.isdisjoint(self._named_by(name)))
            if more == found:
                return found
            found = more

    def _named_by(self, name: str) -> Iterator[str]:
        """The rulesets that a text's header names, and for an annex its own."""
        yield name.partition(".")[0]
        for match in HEADER.finditer(self.texts[name]):
            yield from re.findall(r"\w+", " ".join(filter(None, match.groups())))


# ---------------------------------------------------------------------- problems


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
    own = tuple(problem(told, language) for told in document.checked.diagnostics if told.file in ("", document.name))
    return own + tuple(_borrowed(document, language))


def _borrowed(document: Document, language: str) -> Iterator[Problem]:
    """Mistakes in the texts that this one stands on, or in its annexes, the first of each."""
    errors = (
        told for told in document.checked.diagnostics if told.severity == "error" and told.file not in ("", document.name)
    )
    for name, told in {told.file: told for told in reversed(tuple(errors))}.items():
        stem = name.partition(".")[0]
        places = (one for one in document.occurrences if one.declaration.kind in RULESETS and one.declaration.name == stem)
        place = next((range_of(one.span) for one in places), BEGINNING)
        note = translate(told.message, language)
        remarks = (Remark(location_of(told.primary.span), note),) if told.primary else ()
        message = translate(msg("there are mistakes in `{name}`", name=name), language)
        yield Problem(told.code, "error", place, message, note, "", remarks, None)


def problem(found: Diagnostic, language: str = "en") -> Problem:
    """A diagnostic as a problem of the text that it is about, in a language."""
    told = translate_diagnostic(found, language)
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
    title = msg("write `{written}`", written=shorten(new)) if new else msg("leave it out")
    if fix.replacement and not new:
        title = msg("write plain spaces")
    return Repair(translate(title, language), Edit(fix.span.source.name, range_of(fix.span), fix.replacement))


# ------------------------------------------------------------------------ layout


def formatted(document: Document) -> tuple[Edit, ...]:
    """The change, from the first character that differs to the last, that lays a text out anew; none where it is laid out so,
    or cannot be read.
    """
    source = document.source
    before, after = source.text, format_source(source)
    if not isinstance(after, str) or after == before:
        return ()
    first = _shared(before, after)
    last = _shared(before[first:][::-1], after[first:][::-1])
    place = Range(position_in(source, first), position_in(source, len(before) - last))
    return (Edit(document.name, place, after[first : len(after) - last]),)


def _shared(one: str, other: str) -> int:
    """With how many characters two texts begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
