"""Places as editors count them: lines and characters from 0, characters in units of UTF-16.

Takes texts with line ends of any kind, as the grammar does, whose offsets are in code points of the text with plain line
feeds.  A place beyond the end of its line, or of the text, counts as that end; one within a character, as its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Source, Span

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
