"""A text under error recovery: sentences are repaired or blanked, and every position still maps back to the source.

Lines are numbered from 0 and are never added or removed; columns are counted from 0.  `EditBuffer` holds the text,
`SentenceLines` says which lines a sentence, its block and the blocks around it take up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from cartaro_grammar.syntax.lark_parser import pattern
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import COMMENT, Source, Span

MAX_ERRORS = 20
"""How many syntax errors of a file are reported."""

MAX_REREAD = 6
"""How often the characters of a file may be read again in recovering from its errors."""


@frozen
class LineEdit:
    """What to write in a part of a line instead of what stands there."""

    line: int
    start: int
    end: int
    text: str


@dataclass(slots=True)
class Draft:
    lines: list[str]
    moved: dict[int, list[tuple[int, int]]] = field(default_factory=dict[int, list[tuple[int, int]]])
    """For each mended line, from which column on its text has moved, and by how much; in the order it was mended."""

    tried: int = 0
    """How many characters were read on trial on the way through its errors."""

    @staticmethod
    def of(text: str) -> Draft:
        """A text whose comments are made blank."""
        parts: list[str] = []
        at = 0
        for start, end in (match.span(1) for match in COMMENT.finditer(text) if match[1]):
            parts += [text[at:start], " " * (end - start)]
            at = end
        return Draft(("".join(parts) + text[at:]).rstrip("\n").split("\n"))

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def first_written(self) -> int:
        """The first line that is not blank, or how many lines there are."""
        return next((n for n, line in enumerate(self.lines) if line.strip()), len(self.lines))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset; one beyond the text counts as its last line's end."""
        for number, line in enumerate(self.lines):
            if offset <= len(line):
                return number, offset
            offset -= len(line) + 1
        return len(self.lines) - 1, len(self.lines[-1])

    def offset(self, line: int) -> int:
        """The offset at which a line ends."""
        return sum(len(self.lines[number]) + 1 for number in range(line)) + len(self.lines[line])

    def span(self, source: Source, line: int, start: int, end: int) -> Span:
        """A part of a line as the place in the source that it comes from."""
        first = source.line_start(line + 1)
        return Span(source, first + self._before(line, start), first + max(self._before(line, end), self._before(line, start)))

    def _before(self, line: int, column: int) -> int:
        """The column of the source that a column of the draft comes from."""
        for start, by in reversed(self.moved.get(line, [])):
            column = max(start, column - by) if column > start else column
        return max(0, column)

    def put(self, edits: Iterable[LineEdit]) -> None:
        """Carry out edits, which do not overlap."""
        for edit in sorted(edits, key=lambda e: (e.line, e.start), reverse=True):
            line = self.lines[edit.line]
            self.lines[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
            by = len(edit.text) - (edit.end - edit.start)
            self.moved.setdefault(edit.line, []).append((edit.start, by))

    def leave_out(self, sentence: SentenceLines) -> None:
        """Make a sentence blank, with the block it opens, and the openers of blocks that this leaves empty."""
        self._blank(range(sentence.first, sentence.end))
        for line in sentence.above:
            if any(self.lines[i].strip() for i in block(self.lines, line)):
                return
            self._blank(range(line, line + 1))

    def forget_before(self, line: int) -> None:
        """Make all lines before one blank."""
        self._blank(range(line))

    def _blank(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.lines[number] = ""


@frozen
class SentenceLines:
    """The lines `first` to `last` of a sentence; `end` is the line after its block, `above` the openers around it."""

    first: int
    last: int
    end: int
    above: tuple[int, ...]

    @property
    def top(self) -> int:
        """The first line of the outermost block that it is in."""
        return self.above[-1] if self.above else self.first

    @staticmethod
    def at(draft: Draft, offset: int) -> SentenceLines:
        lines = draft.lines
        line = draft.position(offset)[0]
        while line > 0 and not lines[line].strip():
            line -= 1
        first = last = line
        while goes_on(lines, first) and (before := _written_before(lines, first)) < first:
            first = before
        after = _written_after(lines, last)
        while after < len(lines) and goes_on(lines, after):
            last, after = after, _written_after(lines, after)
        above = tuple(_openers(lines, first))
        end = max([last, *block(lines, first)]) + 1
        return SentenceLines(first, last, end, above)


def depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def block(lines: list[str], opener: int) -> range:
    """The lines after an opener that begin further in, blank ones included."""
    end = opener + 1
    while end < len(lines) and (not lines[end].strip() or depth(lines[end]) > depth(lines[opener])):
        end += 1
    return range(opener + 1, end)


@cache
def _goes_on() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(pattern("_CONTINUED")), re.compile(pattern("_UNFINISHED") + r"\Z")


def goes_on(lines: list[str], number: int) -> bool:
    """Whether a line goes on with the sentence of the one before it."""
    continued, unfinished = _goes_on()
    if continued.match("\n" + lines[number]):
        return True
    before = _written_before(lines, number)
    return before < number and unfinished.search(lines[before].rstrip() + "\n") is not None


def _written_before(lines: list[str], number: int) -> int:
    return next((n for n in range(number - 1, -1, -1) if lines[n].strip()), number)


def _written_after(lines: list[str], number: int) -> int:
    return next((n for n in range(number + 1, len(lines)) if lines[n].strip()), len(lines))


def _openers(lines: list[str], first: int) -> Iterator[int]:
    """The lines that open the blocks around a line, the innermost first."""
    margin = depth(lines[first])
    for number in range(first - 1, -1, -1):
        line = lines[number]
        if not line.strip() or depth(line) >= margin or goes_on(lines, number):
            continue
        yield number
        margin = depth(line)
        if margin == 0:
            return
