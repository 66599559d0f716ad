"""A ruleset's text, and positions in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import lru_cache

from cartaro_grammar.text.frozen import frozen

COMMENT = re.compile(r'"[^"\n]*"|(--[^\n]*)')
"""A comment, as group 1; or a quotation, in which no comment begins."""


@lru_cache(maxsize=64)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(m.end() for m in re.finditer("\n", text)))


@frozen
class Source:
    """A text with the name under which it is shown. Offsets count code points; lines and columns begin at 1."""

    name: str
    text: str = field(repr=False)

    @property
    def file(self) -> str:
        """The name without its folders."""
        return self.name.replace("\\", "/").rpartition("/")[2]

    def line(self, offset: int) -> int:
        """Return the line of an offset, clamped to the text."""
        return bisect_right(_line_starts(self.text), self._within(offset))

    def column(self, offset: int) -> int:
        """Return the column of an offset, in code points."""
        return self._within(offset) - self.line_start(self.line(offset)) + 1

    def line_start(self, line: int) -> int:
        """Return the offset at which a line begins."""
        return _line_starts(self.text)[line - 1]

    def line_text(self, line: int) -> str:
        """Return a line without its line feed."""
        starts = _line_starts(self.text)
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    def _within(self, offset: int) -> int:
        return max(0, min(offset, len(self.text)))


@frozen
class Span:
    """The half-open range of offsets from `start` to `end` in a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which the span begins, from 1."""
        return self.source.line(self.start)

    @property
    def column(self) -> int:
        """The column at which the span begins, from 1, in code points."""
        return self.source.column(self.start)

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]
