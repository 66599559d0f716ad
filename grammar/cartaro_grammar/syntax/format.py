"""Format a ruleset: the same words and comments in one canonical layout.

Takes a source. Guarantees a text in canonical form that parses to the same tree, except for spans, with the same comments. A
text that does not parse is rejected with diagnostics. It works on the words and not on the tree, because the tree does not keep
the noise words (`the player`) that make a ruleset good to read aloud.

Blocks are indented by two spaces. A sentence that fits is one line; a longer one is broken before `when`, `unless` and
`because`, then before the other words that may begin a line, then after commas. If the author left blank lines, one of them is
kept. A blank line is inserted before each article. Tables are aligned in columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby

from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.edit_buffer import EditBuffer, continues_sentence, depth
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.opening import ENGLISH, key_word_language, opening_line
from cartaro_grammar.text.source import COMMENT, Source

WIDTH = 100
"""The greatest width of a line in columns. Long texts in quotes are not counted, because a translation cannot be broken."""

SHORT = 16

INDENT = 2
FIRST = frozenset({"when", "unless", "because"})
"""Words before which a long sentence is broken."""

THEN = frozenset({"+", "*", "and", "or", "then", "where", "while", "among", "despite"})
"""Words before which a part that is still too long may be broken. It may also be broken after commas."""

ALONE = frozenset({"title", "article", "source", "option", "says", "because", "claim", "example", "conduct"})
"""The first words of sentences whose texts are not aligned in a column."""

PIECE = re.compile(r'"[^"\n]*"|[():,\[\]+*=]|-(?!-)|[^\s():,\[\]+*="-]+')
LANGUAGE_CODE = re.compile(r"[a-z]{2}")
TIGHT_BEFORE = frozenset({",", ":", ")", "]"})
TIGHT_AFTER = frozenset({"(", "["})


@frozen
class Line:
    """A sentence's words at the indentation of its block, with the comments before and after it."""

    level: int
    gap: bool
    pieces: tuple[str, ...]
    tight: frozenset[int]
    before: tuple[tuple[int, str], ...] = ()
    behind: str = ""


def format_source(source: Source, key_words: str | None = None) -> str | tuple[Diagnostic, ...]:
    """Return the canonical form of a ruleset's text, or its syntax errors. If a language is given, the text is written in its
    key words.
    """
    from cartaro_grammar.syntax.parser import parse  # imported late: it loads lark, which most runs do not need

    parsed = parse(source)
    if isinstance(parsed, tuple):
        return parsed
    if key_words is not None and key_words != key_word_language(source.text):
        from cartaro_grammar.syntax.key_word_rewriting import rewrite_key_words

        return format_source(Source(source.name, rewrite_key_words(source, key_words)))
    heads = {node.function.span.end for node in parts(parsed.items) if isinstance(node, tree.FunctionCall)}
    signs = {
        node.span.start + 1
        for node in parts(parsed.items)
        if isinstance(node, tree.NumberLit | tree.Word) and source.text[node.span.start : node.span.start + 1] == "-"
    }
    language, start, end = opening_line(source.text)
    tight = frozenset(heads | _in_dates(parsed))
    breaks = line_breaks(language)
    lines = list(_in_columns(list(_lines(source, tight, frozenset(signs))), breaks))
    written = [text for number, line in enumerate(lines) for text in _written(line, number == 0, breaks)]
    return "\n".join([*([source.text[start:end]] if end else []), *written]) + "\n"


@frozen
class LineBreaks:
    """The words of a language that correspond to `FIRST`, `THEN` and `ALONE`, at which lines are broken or texts not
    aligned.
    """

    first: frozenset[str]
    then: frozenset[str]
    alone: frozenset[str]
    because: frozenset[str]
    article: frozenset[str]


@cache
def line_breaks(language: str) -> LineBreaks:
    """Return the words at which lines are broken in a language."""
    if language == ENGLISH:
        return LineBreaks(FIRST, THEN, ALONE, frozenset({"because"}), frozenset({"article"}))
    from cartaro_grammar.syntax.key_words import key_word_table

    table = key_word_table(language)

    def words(english: frozenset[str]) -> frozenset[str]:
        first = {table.parsed_words(table.phrase("", word))[0] if word.isalpha() else word for word in english}
        return frozenset(form for word in first for form in table.forms_of(word))

    return LineBreaks(words(FIRST), words(THEN), words(ALONE), words(frozenset({"because"})), words(frozenset({"article"})))


def _in_dates(file: tree.File) -> set[int]:
    """Return the offsets inside dates at which a part or a hyphen ends."""
    dates = [*(edition.date for edition in file.editions), *(source.date for source in file.sources)]
    return {
        date.span.start + part.end() for date in dates if date is not None for part in re.finditer(r"[0-9]+(?=-)|-", date.text)
    }


# ------------------------------------------------------------------------------------------- reading


def _lines(source: Source, heads: frozenset[int], signs: frozenset[int]) -> Iterator[Line]:
    """Yield the sentences of a text, each with the comments that belong to it, and finally a line with the remaining
    comments.
    """
    buffer = EditBuffer.from_text(source.text)
    margins: list[int] = [0]
    comments: list[tuple[int, str]] = []
    number, gap = 0, False
    while number < len(buffer.lines):
        if not buffer.lines[number].strip():
            sentence = _comment(source, number)
            gap = gap or (not sentence and not comments)
            comments += [(depth(source.line_text(number + 1)), sentence)] if sentence else []
            number += 1
            continue
        part = range(number, _last(buffer, number) + 1)
        outer, margin = tuple(margins), depth(buffer.lines[number])
        margins = [*(m for m in margins if m < margin), margin]
        pieces, tight = _pieces(source, buffer, part, heads, signs)
        *inside, behind = [_comment(source, n) for n in part]
        comments += [(margin, sentence) for sentence in inside if sentence]
        before = tuple((_level(outer, margins, column), sentence) for column, sentence in comments)
        yield Line(len(margins) - 1, gap, pieces, tight, before, behind)
        number, gap, comments = part.stop, False, []
    if comments:
        yield Line(
            0, gap, (), frozenset(), tuple((_level(tuple(margins), [0], column), sentence) for column, sentence in comments)
        )


def _last(buffer: EditBuffer, first: int) -> int:
    """Return the last line of a sentence."""
    last = first
    for later in range(first + 1, len(buffer.lines)):
        if buffer.lines[later].strip():
            if not continues_sentence(buffer.lines, later, buffer.language):
                break
            last = later
    return last


def _comment(source: Source, number: int) -> str:
    """Return the comment of a line, or ""."""
    text = source.line_text(number + 1)
    found = next((m[1] for m in COMMENT.finditer(text) if m[1]), None)
    return f"-- {found[2:].strip()}".rstrip() if found else ""


def _level(outer: tuple[int, ...], margins: list[int], column: int) -> int:
    """Return the depth of a comment before a line. This is the depth of the line, or of a block that ends there if the comment
    is indented further.
    """
    if column <= margins[-1] or len(outer) < len(margins):
        return len(margins) - 1
    return max(level for level, margin in enumerate(outer) if margin <= column)


def _pieces(
    source: Source, buffer: EditBuffer, numbers: range, heads: frozenset[int], signs: frozenset[int]
) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the words and signs of a sentence (a negative number is one word), and the indices of the ones that have no space
    before them.
    """
    found: list[str] = []
    tight: set[int] = set()
    end = -1
    for number in numbers:
        for match in PIECE.finditer(buffer.lines[number]):
            if end in heads:
                tight.add(len(found))
            if end in signs:
                found[-1] += match[0]
            else:
                found.append(match[0])
            end = source.line_start(number + 1) + match.end()
    return tuple(found), frozenset(tight)


# ------------------------------------------------------------------------------------------- columns


def _in_columns(lines: list[Line], breaks: LineBreaks) -> Iterator[Line]:
    """Yield the lines, with the cells of tables and of lines that give names aligned."""
    for (cells, _), group in groupby(_with_tables(lines, breaks), key=lambda pair: pair[0]):
        rows = [line for _, line in group]
        yield from _aligned(rows, breaks) if cells and len(rows) > 1 else rows


def _with_tables(lines: list[Line], breaks: LineBreaks) -> Iterator[tuple[tuple[int, int], Line]]:
    """Yield each line with its number of cells and its table. A table consists of neighbouring lines at one depth without a
    gap.
    """
    table, before = 0, (0, -1)
    for line in lines:
        cells = len(_cells(line, breaks))
        if line.gap or line.before or (cells, line.level) != before:
            table += 1
        before = (cells, line.level)
        yield (cells, table), line


def _cells(line: Line, breaks: LineBreaks) -> tuple[int, ...]:
    """Return the ends of a line's aligned cells. In a row of a table these are the name, sign, numbers and texts; in another
    line, the part before a text.
    """
    pieces = line.pieces
    if len(pieces) < 2 or ":" in pieces or pieces[0] in breaks.alone:
        return ()
    numbers = [at + 1 for at, piece in enumerate(pieces) if is_integer(piece)]
    texts = [at + 1 for at, piece in enumerate(pieces) if piece.startswith('"')]
    if texts[:1] == [2]:
        return (1, 2, *(at for at in range(3, len(pieces)) if at in numbers or at in texts))
    if len(numbers) == len(pieces) - 1:
        return (1, *numbers[:-1])
    if not texts or texts[0] <= 2:
        return ()
    names_language = LANGUAGE_CODE.fullmatch(pieces[texts[0] - 2]) is not None
    return (texts[0] - (2 if names_language else 1),)


def _aligned(rows: list[Line], breaks: LineBreaks) -> Iterator[Line]:
    table = [(row, _cells(row, breaks)) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*(_shown_cells(*row) for row in table), strict=True)]
    for row, ends in table:
        pieces = list(row.pieces)
        for width, end, cell in zip(widths, ends, _shown_cells(row, ends), strict=True):
            gap = " " * (width - len(cell))
            pieces[end - 1] = gap + pieces[end - 1] if is_integer(pieces[end - 1]) else pieces[end - 1] + gap
        if is_integer(pieces[-1]):
            pieces[-1] = pieces[-1].rjust(max(len(other.pieces[-1]) for other in rows))
        yield replace(row, pieces=tuple(pieces))


def _shown_cells(row: Line, ends: tuple[int, ...]) -> list[str]:
    return [_joined(row, range(start, end)) for start, end in zip((0, *ends), ends, strict=False)]


# ------------------------------------------------------------------------------------------- writing


def _written(line: Line, is_first: bool, breaks: LineBreaks) -> Iterator[str]:
    """Yield the lines of text of a sentence, comments included."""
    opens = line.level == 0 and not breaks.article.isdisjoint(line.pieces[:1])
    if (line.gap or opens) and not is_first:
        yield ""
    for level, sentence in line.before:
        yield " " * (INDENT * level) + sentence
    if not line.pieces:
        return
    margin = INDENT * line.level
    rows = [" " * (margin if number == 0 else margin + INDENT) + row for number, row in enumerate(_rows(line, margin, breaks))]
    rows[-1] += f"  {line.behind}" if line.behind else ""
    yield from rows


def _rows(line: Line, margin: int, breaks: LineBreaks) -> Iterator[str]:
    whole = range(len(line.pieces))
    if _fits(line, whole, margin) and not _has_reason(line, breaks):
        yield _joined(line, whole)
        return
    for part in _parts(line, whole, breaks):
        yield from _filled(line, part, margin + INDENT, breaks)


def _has_reason(line: Line, breaks: LineBreaks) -> bool:
    """Return whether a reason in prose is given, which has a separate line."""
    return not breaks.because.isdisjoint(line.pieces) and line.pieces[-1].startswith('"')


def _fits(line: Line, part: range, margin: int) -> bool:
    texts = sum(len(line.pieces[at]) for at in part if line.pieces[at].startswith('"') and len(line.pieces[at]) > SHORT)
    return margin + len(_joined(line, part)) - texts <= WIDTH


def _outside(line: Line, part: range) -> Iterator[int]:
    """Yield the words of a part, but the first, that are outside brackets."""
    level = 0
    for at in part:
        level += line.pieces[at] in TIGHT_AFTER
        if level == 0 and at > part.start:
            yield at
        level -= line.pieces[at] in {")", "]"}


def _parts(line: Line, whole: range, breaks: LineBreaks) -> Iterator[range]:
    """Yield a sentence cut before each of the words of `FIRST`."""
    cuts = [at for at in _outside(line, whole) if line.pieces[at] in breaks.first]
    yield from (range(start, end) for start, end in zip([0, *cuts], [*cuts, whole.stop], strict=True))


def _filled(line: Line, part: range, margin: int, breaks: LineBreaks) -> Iterator[str]:
    """Yield a part, cut as late as possible: before a word of `THEN`, or else after a comma."""
    start, room = part.start, WIDTH - margin
    cuts: dict[int, int] = {}
    ranks = _ranks(line, part, breaks)
    for at in part:
        if at > start and at in ranks:
            cuts[ranks[at]] = at
        room -= _size(line, at)
        while room < -1 and cuts:
            cut = cuts[min(cuts)]
            yield _joined(line, range(start, cut))
            start = cut
            room = WIDTH - margin - sum(_size(line, again) for again in range(start, at + 1))
            cuts = {ranks[again]: again for again in range(start + 1, at + 1) if again in ranks}
    yield _joined(line, range(start, part.stop))


def _ranks(line: Line, part: range, breaks: LineBreaks) -> dict[int, int]:
    """Return the positions at which a part may be cut: best before a word outside brackets, then before one inside, then
    after a comma.
    """
    outside = set(_outside(line, part))
    found: dict[int, int] = {}
    for at in part[1:]:
        if line.pieces[at] in breaks.then:
            found[at] = 0 if at in outside else 1
        elif line.pieces[at - 1] == ",":
            found[at] = 2
    return found


def _size(line: Line, at: int) -> int:
    """Return the number of columns that a word takes, including the space before it."""
    piece = line.pieces[at]
    before = line.pieces[at - 1] if at else ""
    close = piece in TIGHT_BEFORE or before in TIGHT_AFTER or at in line.tight
    return (0 if piece.startswith('"') and len(piece) > SHORT else len(piece)) + (not close)


def _joined(line: Line, part: range) -> str:
    """Join words with the spaces that belong between them."""
    text = ""
    for at in part:
        piece = line.pieces[at]
        before = line.pieces[at - 1] if at > part.start else ""
        close = not text or piece in TIGHT_BEFORE or before in TIGHT_AFTER or at in line.tight
        text += piece if close else f" {piece}"
    return text.rstrip()
