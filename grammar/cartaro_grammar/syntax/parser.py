"""Parse a source into its tree, or into all its syntax errors.

Takes a `Source`. Guarantees a `tree.File` whose spans are within the source, or at least one diagnostic. Texts with deeper
nesting or more errors than the bounds below are rejected. After an error the sentence is repaired or left out, and parsing
continues. The text before an error is known to be well formed and is not read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from lark import Token, Tree

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.edit_buffer import MAX_ERRORS, MAX_REREAD, EditBuffer, SentenceLines
from cartaro_grammar.syntax.lark_parser import ParseFailure, StartRule, parse_text
from cartaro_grammar.syntax.repairs import find_repair
from cartaro_grammar.syntax.syntax_errors import syntax_error
from cartaro_grammar.syntax.tree_builder import build
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Phrase, msg
from cartaro_grammar.text.opening import EDITION, ENGLISH, key_word_language, opening
from cartaro_grammar.text.source import COMMENT, Source, Span

MAX_DEPTH = 100
MAX_DIGITS = 9
BRACKET = re.compile(r'"[^"\n]*"|--[^\n]*|([()])')
WORD = re.compile(r"\w+")
LONG_NUMBER = re.compile(rf'"[^"\n]*"|--[^\n]*|(?<!\w)[A-Z]?([0-9]{{{MAX_DIGITS + 1},}})')


@frozen
class ReadablePart:
    """A file without the sentences that do not parse, and the words of these sentences."""

    file: tree.File
    unread: frozenset[str]


def parse(source: Source) -> tree.File | tuple[Diagnostic, ...]:
    """Return the tree of a source, or all its syntax errors in the order of the text."""
    unread = _unread_edition(source)
    if unread is not None:
        return (unread,)
    deep = _deep_bracket(source)
    if deep is not None:
        return (_too_deep(source, deep),)
    buffer = EditBuffer.from_text(source.text)
    found = parse_text(buffer.text, "start", buffer.language)
    large = tuple(_long_numbers(source))
    if large:
        return large
    return tuple(_syntax_errors(source, buffer, found)) if isinstance(found, ParseFailure) else _build(source, found)


def parse_readable_part(source: Source) -> ReadablePart | None:
    """Parse a source, leaving out the sentences that do not parse. Return None if the header does not parse or there are too
    many errors.
    """
    if _unread_edition(source) is not None:
        return None
    buffer = EditBuffer.from_text(source.text)
    whole = list(buffer.lines)
    widths = [len(line) for line in buffer.lines]
    room = MAX_REREAD * len(source.text) + 10_000
    while room > 0 and _deep_bracket(source) is None and not any(_long_numbers(source)):
        found = parse_text(buffer.text, "start", buffer.language)
        if not isinstance(found, ParseFailure):
            built = _build(source, found)
            if not isinstance(built, tree.File):
                return None
            left_out = (line for line, left in zip(whole, buffer.lines, strict=True) if not left.strip())
            words = frozenset(word for line in left_out for word in WORD.findall(line))
            return ReadablePart(built, words | _names_in_english(words, buffer.language))
        left, room = buffer.text.strip(), room - len(buffer.text)
        sentence = SentenceLines.at(buffer, found.start)
        # a line that cannot have a block is complete without it
        buffer.blank_sentence(replace(sentence, above=()) if found.kind == "_INDENT" else sentence)
        buffer.lines = [line or " " * width for line, width in zip(buffer.lines, widths, strict=True)]
        if buffer.text.strip() in ("", left):
            break
    return None


def _names_in_english(words: frozenset[str], language: str) -> frozenset[str]:
    """Return the English names of the language that words in its other key words mean (`carta`)."""
    if language == ENGLISH:
        return frozenset()
    from cartaro_grammar.syntax.key_words import key_word_table  # imported late: most texts are in English

    names = key_word_table(language).english_names["name"]
    return frozenset(names[word] for word in words if word in names)


def _build(source: Source, parsed: Tree[Token]) -> tree.File | tuple[Diagnostic, ...]:
    """Return the tree, or a diagnostic if it is too deep for a reader or for this program."""
    level: list[Tree[Token]] = [parsed]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            language = key_word_language(source.text)
            if language != ENGLISH:
                from cartaro_grammar.syntax.key_words import to_english  # imported late: most texts are in English

                to_english(parsed, language)
            return replace(build(source, parsed), comments=_comments(source))
    at = level[0].meta
    return (_too_long(source, parsed) or _too_deep(source, 0 if at.empty else at.start_pos),)


CHAINS: Mapping[str, str] = {"or_": "or", "and_": "and", "plus": "+", "minus": "-", "times": "*"}
"""The rules that join two parts of a sentence, and the separator of each. The first part may itself be such a pair.
"""


def _too_long(source: Source, parsed: Tree[Token]) -> Diagnostic | None:
    """Report a sentence that is too deep only because it joins many parts side by side. Return None if there is no such
    sentence.
    """
    waiting = [parsed]
    while waiting:
        node = waiting.pop()
        below = [child for child in node.children if isinstance(child, Tree)]
        rule = str(node.data)
        if rule in CHAINS:
            parts, first = 1, node
            while str(first.data) in CHAINS and isinstance(first.children[0], Tree):
                parts, first = parts + 1, first.children[0]
            if parts > MAX_DEPTH // 2:
                span = Span(source, node.meta.start_pos, min(node.meta.end_pos, len(source.text)))
                label = Label(span, msg("these are {n} parts", n=parts))
                message = msg("too many parts are joined by `{joint}`", joint=Phrase(CHAINS[rule]))
                return Diagnostic("C0203", message, label, help=msg("move a part of it into a definition"))
        waiting += below
    return None


def _unread_edition(source: Source) -> Diagnostic | None:
    """Report a text for an edition of the language that this program does not know. The rest of such a text cannot be
    checked.
    """
    found = opening(source.text)
    if found.edition is None or 1 <= found.edition <= EDITION:
        return None
    message = msg("the text is written for edition {n} of the language", n=found.edition)
    label = Label(Span(source, found.start, found.end), msg("the last edition that this program reads is {n}", n=EDITION))
    later = found.edition > EDITION
    advice = msg("install a later version of Cartaro") if later else msg("the first edition is 1")
    return Diagnostic("C0109", message, label, help=advice)


def _deep_bracket(source: Source) -> int | None:
    """Return the offset of a bracket that is nested too deeply. Such a text is not parsed, since that would take too long."""
    depth = 0
    for found in BRACKET.finditer(source.text):
        depth += {"(": 1, ")": -1}.get(found[1], 0)
        if depth > MAX_DEPTH:
            return found.start(1)
    return None


def _too_deep(source: Source, start: int) -> Diagnostic:
    label = Label(Span(source, start, start + 1), msg("here it is nested too deeply"))
    message = msg("a sentence may be nested at most {n} levels deep", n=MAX_DEPTH)
    return Diagnostic("C0203", message, label, help=msg("move a part of it into a definition"))


def _long_numbers(source: Source) -> Iterator[Diagnostic]:
    """Report the numbers with more digits than any game needs."""
    for match in islice((m for m in LONG_NUMBER.finditer(source.text) if m[1]), MAX_ERRORS):
        label = Label(Span(source, match.start(1), match.end(1)), msg("it has {n} digits", n=len(match[1])))
        yield Diagnostic("C0415", msg("a number has at most {n} digits", n=MAX_DIGITS), label)


def _comments(source: Source) -> tuple[tree.Comment, ...]:
    return tuple(
        tree.Comment(match[1][2:].strip(), Span(source, match.start(1), match.end(1)))
        for match in COMMENT.finditer(source.text)
        if match[1]
    )


def _syntax_errors(source: Source, buffer: EditBuffer, failure: Tree[Token] | ParseFailure) -> Iterator[Diagnostic]:
    """Yield each syntax error once. The sentence is repaired or blanked before parsing continues. After too many errors, a
    final diagnostic gives the position after which the text is not read.
    """
    rule: StartRule = "start"
    header = buffer.first_written
    room = MAX_REREAD * len(source.text) + 10_000
    found, last = 0, header
    while found < MAX_ERRORS:
        if not isinstance(failure, ParseFailure):
            return
        sentence = SentenceLines.at(buffer, failure.start)
        found, last = found + 1, sentence.last
        repair = find_repair(buffer, sentence, failure, rule)
        yield syntax_error(source, buffer, sentence, failure, repair)
        changed = repair is not None and repair.kind != "advice"
        if repair is not None and changed:
            buffer.apply(repair.edits)
            header = buffer.first_written if repair.kind == "comment" and rule == "start" else header
        else:
            buffer.blank_sentence(sentence)
        top = SentenceLines.at(buffer, buffer.end_offset(sentence.first)).top if changed else sentence.top
        if top > header:
            buffer.blank_before(top)
        rule = "start" if buffer.first_written == header else "rest"
        room -= len(buffer.text)
        if buffer.first_written == len(buffer.lines):
            return
        if room < 0:
            break
        failure = parse_text(buffer.text, rule, buffer.language)
        if isinstance(failure, ParseFailure) and buffer.position(failure.start)[0] < sentence.first:
            return
    line = next((n for n in range(last + 1, len(buffer.lines)) if buffer.lines[n].strip()), None)
    if line is None or not isinstance(failure, ParseFailure):
        return
    label = Label(buffer.span(source, line, 0, len(buffer.lines[line].rstrip())), msg("the text is not read beyond this point"))
    yield Diagnostic("C0206", msg("reading stops after {n} mistakes", n=found), label, help=msg("fix the mistakes above first"))
