"""From a source to its tree: every syntax error of the file, told in the author's words, or the whole tree.

Takes a `Source`; guarantees a `tree.File` whose spans lie in it, or at least one diagnostic; refuses texts that are nested
deeper, or have more errors, than the bounds below.  After an error it goes on with the sentence mended, or left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from lark import Token, Tree

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.edit_buffer import MAX_ERRORS, MAX_REREAD, Draft, SentenceLines
from cartaro_grammar.syntax.lark_parser import Broken, Whole, read
from cartaro_grammar.syntax.repairs import mended
from cartaro_grammar.syntax.syntax_errors import told
from cartaro_grammar.syntax.tree import ReadablePart
from cartaro_grammar.syntax.tree_builder import build
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import msg
from cartaro_grammar.text.source import COMMENT, Source, Span

MAX_DEPTH = 100
MAX_DIGITS = 9
WORD = re.compile(r"\w+")
LARGE = re.compile(rf'"[^"\n]*"|--[^\n]*|(?<!\w)[A-Z]?([0-9]{{{MAX_DIGITS + 1},}})')


def parse(source: Source) -> tree.File | tuple[Diagnostic, ...]:
    """The tree of a source, or all its syntax errors, in the order of the text."""
    draft = Draft.of(source.text)
    found = read(draft.text, "start")
    large = tuple(_large_numbers(source))
    if large:
        return large
    return tuple(_errors(source, draft, found)) if isinstance(found, Broken) else _built(source, found)


def readable_part(source: Source) -> ReadablePart | None:
    """What can be read of a source; None where its header cannot, or too much is wrong."""
    draft = Draft.of(source.text)
    whole = list(draft.lines)
    widths = [len(line) for line in draft.lines]
    room = MAX_REREAD * len(source.text) + 10_000
    while room > 0 and not any(_large_numbers(source)):
        found = read(draft.text, "start")
        if not isinstance(found, Broken):
            built = _built(source, found)
            if not isinstance(built, tree.File):
                return None
            left_out = (line for line, left in zip(whole, draft.lines, strict=True) if not left.strip())
            return ReadablePart(built, frozenset(word for line in left_out for word in WORD.findall(line)))
        left, room = draft.text.strip(), room - len(draft.text)
        draft.leave_out(SentenceLines.at(draft, found.start))
        draft.lines = [line or " " * width for line, width in zip(draft.lines, widths, strict=True)]
        if draft.text.strip() in ("", left):
            break
    return None


def _built(source: Source, parsed: Tree[Token]) -> tree.File | tuple[Diagnostic, ...]:
    """The tree, unless it is deeper than a reader, or this program, could follow."""
    level: list[Tree[Token]] = [parsed]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return replace(build(source, parsed), comments=_comments(source))
    at = level[0].meta
    start = 0 if at.empty else at.start_pos
    label = Label(Span(source, start, start + 1), msg("here it is nested too deeply"))
    message = msg("a sentence may be nested at most {n} levels deep", n=MAX_DEPTH)
    return (Diagnostic("C0203", message, label, help=msg("define a part of it under a name of its own")),)


def _large_numbers(source: Source) -> Iterator[Diagnostic]:
    """Numbers of more digits than any game needs."""
    for match in islice((m for m in LARGE.finditer(source.text) if m[1]), MAX_ERRORS):
        label = Label(Span(source, match.start(1), match.end(1)), msg("it has {n} digits", n=len(match[1])))
        yield Diagnostic("C0415", msg("a number has at most {n} digits", n=MAX_DIGITS), label)


def _comments(source: Source) -> tuple[tree.Comment, ...]:
    return tuple(
        tree.Comment(match[1][2:].strip(), Span(source, match.start(1), match.end(1)))
        for match in COMMENT.finditer(source.text)
        if match[1]
    )


def _errors(source: Source, draft: Draft, broken: Tree[Token] | Broken) -> Iterator[Diagnostic]:
    """Each error once: what is before it is known to be well written, and is not read again."""
    whole: Whole = "start"
    header = draft.first_written
    room = MAX_REREAD * len(source.text) + 10_000
    for _ in range(MAX_ERRORS):
        if not isinstance(broken, Broken):
            return
        sentence = SentenceLines.at(draft, broken.start)
        mend = mended(draft, sentence, broken, whole)
        yield told(source, draft, sentence, broken, mend)
        changed = mend is not None and mend.sort != "advice"
        if mend is not None and changed:
            draft.put(mend.edits)
            header = draft.first_written if mend.sort == "comment" and whole == "start" else header
        else:
            draft.leave_out(sentence)
        top = SentenceLines.at(draft, draft.offset(sentence.first)).top if changed else sentence.top
        if top > header:
            draft.forget_before(top)
        whole = "start" if draft.first_written == header else "rest"
        room -= len(draft.text)
        if room < 0 or draft.first_written == len(draft.lines):
            return
        broken = read(draft.text, whole)
        if isinstance(broken, Broken) and draft.position(broken.start)[0] < sentence.first:
            return
