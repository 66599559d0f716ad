"""From a source to its tree: every syntax error of the file, told in the author's words, or the whole tree.

Takes a `Source`; guarantees a `tree.File` whose spans lie in it, or at least one diagnostic; refuses texts that are nested
deeper, or have more errors, than the bounds below.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from cartaro_grammar import tree
from cartaro_grammar.build import FileBuilder
from cartaro_grammar.diagnostic import Diagnostic, Label
from cartaro_grammar.source import Source, Span
from cartaro_grammar.tables import parser

MAX_DEPTH = 100
MAX_ERRORS = 20
MAX_LINE_CLAUSES = 2_000

SAID = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "CODE": "a card",
    "CITE": "a citation such as F9",
    "LETTER": "a source's letter",
    "MOMENT": "`start`, `end` or `count`",
    "$END": "the end of the file",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "LSQB": "`[`",
    "RSQB": "`]`",
}


def parse(source: Source) -> tree.File | tuple[Diagnostic, ...]:
    """The tree of a source, or all its syntax errors, in the order of the text."""
    found: list[Diagnostic] = []
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    blanked: set[int] = set()
    while len(found) < MAX_ERRORS:
        try:
            parsed = parser().parse(text)
        except (UnexpectedInput, DedentError) as error:
            start, told = _told(source, text, error)
            if not _follows_from(text, start, blanked):
                found.append(told)
            text, lines = _without_block(text, start)
            if lines <= blanked or not text.strip():
                break
            blanked |= lines
            continue
        return tuple(found) if found else _built(source, parsed)
    return tuple(found)


def _built(source: Source, parsed: Tree[Token]) -> tree.File | tuple[Diagnostic, ...]:
    """The tree, unless it is deeper than a reader, or this program, could follow."""
    level: list[Tree[Token]] = [parsed]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            file: tree.File = FileBuilder(source).transform(parsed)
            return _commented(file)
    at = level[0].meta
    start = 0 if at.empty else at.start_pos
    label = Label(Span(source, start, start + 1), "here it is nested too deeply")
    message = f"a sentence may be nested at most {MAX_DEPTH} levels deep"
    return (Diagnostic("C0203", message, label, help="define a part of it under a name of its own"),)


def _commented(file: tree.File) -> tree.File:
    comments = tuple(
        tree.Comment(match.group(1)[2:].strip(), Span(file.source, match.start(1), match.end(1)))
        for match in re.finditer(r'"[^"\n]*"|(--[^\n]*)', file.source.text)
        if match.group(1)
    )
    return tree.File(
        file.kind, file.name, file.base, file.mixins, file.title, file.sources, file.uses, file.items, comments,
        file.source, file.span,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- telling an error


def _told(source: Source, text: str, error: UnexpectedInput | DedentError) -> tuple[int, Diagnostic]:
    """Where a syntax error is, and its diagnostic."""
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(source, text, error)
    if isinstance(error, UnexpectedCharacters):
        return _unexpected_character(source, error)
    return _uneven_indentation(source, text)


def _unexpected_token(source: Source, text: str, error: UnexpectedToken) -> tuple[int, Diagnostic]:
    token = error.token
    start = min(token.start_pos or 0, len(source.text))
    kinds = set(error.accepts or error.expected)
    if token.type == "$END" or start >= len(source.text):
        start = max(0, len(source.text.rstrip()) - 1)
        label = Label(Span(source, start, start + 1), f"the file ends where {_wanted(kinds)} should follow")
        return start, Diagnostic("C0202", "the file ends in the middle of a sentence", label)
    if token.type in {"_NL", "_INDENT", "_DEDENT"}:
        return _broken_line(source, text, token, kinds)
    word = str(token)
    label = Label(Span(source, start, start + len(word)), f"{_wanted(kinds)} should stand here")
    return start, Diagnostic("C0201", f"`{word}` does not fit here", label, help=_guess(word, kinds))


def _broken_line(source: Source, text: str, token: Token, kinds: set[str]) -> tuple[int, Diagnostic]:
    start = token.start_pos or 0
    if token.type == "_INDENT":
        line = token.end_pos or start
        label = Label(Span(source, line, line + 1), "this line begins further in than the one before")
        return line, Diagnostic(
            "C0204", "a block begins where none is opened", label, help="begin it where its neighbours begin"
        )
    end = len(text[:start].rstrip())
    at = max(0, end - 1)
    if kinds == {"_INDENT"}:
        label = Label(Span(source, at, end), "an indented block should follow")
        return at, Diagnostic("C0204", "a block is opened and left empty", label, help="write its lines below, further in")
    label = Label(Span(source, at, max(end, 1)), f"{_wanted(kinds)} should follow")
    return at, Diagnostic("C0202", "the sentence is not finished", label)


def _unexpected_character(source: Source, error: UnexpectedCharacters) -> tuple[int, Diagnostic]:
    start = min(error.pos_in_stream, max(0, len(source.text) - 1))
    rest = source.text[start : start + 40].split("\n")[0]
    word = re.match(r"\w+|.", rest)
    shown = word.group(0) if word else rest[:1]
    advice = None
    if shown == '"':
        advice = "a text begins and ends with a quotation mark on one line"
    elif shown[:1].isupper():
        advice = "names begin in lower case; upper case is for cards (`7D`) and citations (`F9`)"
    label = Label(Span(source, start, start + max(1, len(shown))), "this cannot be read")
    return start, Diagnostic("C0201", f"`{shown}` does not fit here", label, help=advice)


def _uneven_indentation(source: Source, text: str) -> tuple[int, Diagnostic]:
    """The first line that returns to a depth where no line began."""
    depths = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare and not bare.startswith("--"):
            depth = len(line) - len(line.lstrip(" "))
            while depth < depths[-1]:
                depths.pop()
            if depth > depths[-1] and offset and not _opens(text[:offset], depths):
                break
            if depth > depths[-1]:
                depths.append(depth)
        offset += len(line)
    start = min(offset, max(0, len(source.text) - 1))
    label = Label(Span(source, start, start + max(1, _margin(text, start))), "no earlier line begins at this depth")
    return start, Diagnostic("C0204", "the indentation does not match any block", label, help="align it with its neighbours")


def _opens(before: str, depths: list[int]) -> bool:
    """Whether the last written line began at the innermost depth, so that a deeper one may follow."""
    lines = [line for line in before.splitlines() if line.strip() and not line.strip().startswith("--")]
    return not lines or len(lines[-1]) - len(lines[-1].lstrip(" ")) == depths[-1]


def _margin(text: str, start: int) -> int:
    return len(text[start:]) - len(text[start:].lstrip(" "))


def _wanted(kinds: Iterable[str]) -> str:
    """What could stand here, shortest list first: names and texts, then the key words."""
    shown = sorted({_said(kind) for kind in kinds}, key=lambda said: (said.startswith("`"), said))
    if not shown:
        return "something else"
    if len(shown) > 6:
        shown = [*shown[:6], "…"]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


def _said(kind: str) -> str:
    if kind in SAID:
        return SAID[kind]
    return f"`{kind.lower()}`"


def _guess(word: str, kinds: set[str]) -> str | None:
    close = difflib.get_close_matches(word, [kind.lower() for kind in kinds if kind not in SAID], 1, 0.7)
    return f"did you mean `{close[0]}`?" if close else None


# ---------------------------------------------------------------------------------------------- going on after it


def _line_starts(text: str) -> list[int]:
    return [0] + [match.end() for match in re.finditer("\n", text)]


def _without_block(text: str, start: int) -> tuple[str, set[int]]:
    """The text with the line at `start`, and all that belongs to it, made blank; and which lines those are."""
    lines = text.split("\n")
    first = text.count("\n", 0, start)
    depth = len(lines[first]) - len(lines[first].lstrip(" "))
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip(" ")) > depth):
        last += 1
    while first > 0 and not lines[first].strip():
        first -= 1
    for index in range(first, last):
        lines[index] = " " * len(lines[index])
    return "\n".join(lines), set(range(first, last))


def _follows_from(text: str, start: int, blanked: set[int]) -> bool:
    """Whether an error only tells of what was made blank: it stands in, or right beside, such lines."""
    line = text.count("\n", 0, start)
    beside = line + 1
    return line in blanked or beside in blanked
