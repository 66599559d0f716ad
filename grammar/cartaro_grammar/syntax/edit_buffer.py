"""A text under error recovery: sentences are repaired or blanked, and every position still maps back to the source.

Lines are numbered from 0 and are never added or removed; columns are counted from 0. `EditBuffer` holds the text,
`SentenceLines` the lines that a sentence, its block and the blocks around it take up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from cartaro_grammar.syntax.lark_parser import terminal_pattern
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.opening import ENGLISH, opening_line
from cartaro_grammar.text.source import COMMENT, Source, Span

MAX_ERRORS = 20
"""The greatest number of syntax errors that are reported for a file."""

MAX_REREAD = 6
"""The greatest number of characters read again for error recovery, per character of a file."""


@frozen
class LineEdit:
    """A replacement of a part of a line."""

    line: int
    start: int
    end: int
    text: str


@dataclass(slots=True)
class EditBuffer:
    """The lines of a text without its comments, as edits leave them."""

    lines: list[str]
    shifts: dict[int, list[tuple[int, int]]] = field(default_factory=dict[int, list[tuple[int, int]]])
    """For each edited line, the columns from which its text moved, and the distances, in the order of the edits."""

    trial_characters: int = 0
    """The number of characters parsed in trials so far."""

    language: str = ENGLISH
    """The language of the key words."""

    @staticmethod
    def from_text(text: str) -> EditBuffer:
        """Return the buffer of a text; its comments and the line that names its language are blanked."""
        parts: list[str] = []
        at = 0
        language, *opening = opening_line(text)
        comments = [match.span(1) for match in COMMENT.finditer(text) if match[1]]
        for start, end in sorted([*comments, (opening[0], opening[1])]):
            parts += [text[at:start], " " * (end - start)]
            at = end
        return EditBuffer(("".join(parts) + text[at:]).rstrip("\n").split("\n"), language=language)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def first_written(self) -> int:
        """The first line that is not blank, or the number of lines."""
        return next((n for n, line in enumerate(self.lines) if line.strip()), len(self.lines))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, clamped to the text."""
        for number, line in enumerate(self.lines):
            if offset <= len(line):
                return number, offset
            offset -= len(line) + 1
        return len(self.lines) - 1, len(self.lines[-1])

    def end_offset(self, line: int) -> int:
        """Return the offset at which a line ends."""
        return sum(len(self.lines[number]) + 1 for number in range(line)) + len(self.lines[line])

    def span(self, source: Source, line: int, start: int, end: int) -> Span:
        """Return the span of the source that a part of a line comes from."""
        first = source.line_start(line + 1)
        return Span(
            source,
            first + self._source_column(line, start),
            first + max(self._source_column(line, end), self._source_column(line, start)),
        )

    def _source_column(self, line: int, column: int) -> int:
        """Return the column of the source that a column of the buffer comes from."""
        for start, by in reversed(self.shifts.get(line, [])):
            column = max(start, column - by) if column > start else column
        return max(0, column)

    def apply(self, edits: Iterable[LineEdit]) -> None:
        """Apply edits, which do not overlap."""
        for edit in sorted(edits, key=lambda e: (e.line, e.start), reverse=True):
            line = self.lines[edit.line]
            self.lines[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
            by = len(edit.text) - (edit.end - edit.start)
            self.shifts.setdefault(edit.line, []).append((edit.start, by))

    def blank_sentence(self, sentence: SentenceLines) -> None:
        """Blank a sentence with the block it opens, and the openers of blocks that this leaves empty."""
        self._blank(range(sentence.first, sentence.end))
        for line in sentence.above:
            if any(self.lines[i].strip() for i in block(self.lines, line)):
                return
            self._blank(range(line, line + 1))

    def blank_before(self, line: int) -> None:
        """Blank all lines before one."""
        self._blank(range(line))

    def _blank(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.lines[number] = ""


@frozen
class SentenceLines:
    """The lines `first` to `last` of a sentence. `end` is the line after its block. `above` are the lines that open the blocks
    around it.
    """

    first: int
    last: int
    end: int
    above: tuple[int, ...]

    @property
    def top(self) -> int:
        """The first line of the outermost block around the sentence."""
        return self.above[-1] if self.above else self.first

    @staticmethod
    def at(buffer: EditBuffer, offset: int) -> SentenceLines:
        """Return the lines of the sentence at an offset."""
        lines = buffer.lines
        line = buffer.position(offset)[0]
        while line > 0 and not lines[line].strip():
            line -= 1
        first = last = line
        while continues_sentence(lines, first, buffer.language) and (before := _previous_written(lines, first)) < first:
            first = before
        after = _next_written(lines, last)
        while after < len(lines) and continues_sentence(lines, after, buffer.language):
            last, after = after, _next_written(lines, after)
        above = tuple(_openers(lines, first, buffer.language))
        end = max([last, *block(lines, first)]) + 1
        return SentenceLines(first, last, end, above)


def depth(line: str) -> int:
    """Return the indentation of a line."""
    return len(line) - len(line.lstrip(" "))


def block(lines: list[str], opener: int) -> range:
    """Return the lines after an opener that are indented further, including blank lines."""
    end = opener + 1
    while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > depth(lines[opener])):
        end += 1
    return range(opener + 1, end)


@cache
def _continuation_patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    continued, unfinished = (terminal_pattern(kind, language) for kind in ("_CONTINUED", "_UNFINISHED"))
    return re.compile(continued), re.compile(unfinished + r"\Z")


def continues_sentence(lines: list[str], number: int, language: str) -> bool:
    """Return whether a line continues the sentence of the line before it, in a text with the key words of a language."""
    continued, unfinished = _continuation_patterns(language)
    if continued.match("\n" + lines[number]):
        return True
    before = _previous_written(lines, number)
    return before < number and unfinished.search(lines[before].rstrip() + "\n") is not None


def _previous_written(lines: list[str], number: int) -> int:
    return next((n for n in range(number - 1, -1, -1) if lines[n].strip()), number)


def _next_written(lines: list[str], number: int) -> int:
    return next((n for n in range(number + 1, len(lines)) if lines[n].strip()), len(lines))


def _openers(lines: list[str], first: int, language: str) -> Iterator[int]:
    """Yield the lines that open the blocks around a line, the innermost first."""
    margin = depth(lines[first])
    for number in range(first - 1, -1, -1):
        line = lines[number]
        if not line.strip() or depth(line) >= margin or continues_sentence(lines, number, language):
            continue
        yield number
        margin = depth(line)
        if margin == 0:
            return
