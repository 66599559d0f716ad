"""What is wrong with an author's text, as a value; and how it is shown, to a person and to a program.

A message is one line, lower case, without a final stop, quotes the author's text in backticks and speaks of cards, zones
and clauses.  Rendering takes any diagnostic, also one whose spans lie outside their text, and never fails.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from cartaro_grammar.text.codes import CODES
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import ENGLISH, Message, cut, in_language, say, short
from cartaro_grammar.text.source import Source, Span

Severity = Literal["error", "warning"]

MAX_COLUMNS = 120
MAX_CHARACTERS = 4 * MAX_COLUMNS
BEFORE_LABEL = 40
MAX_WORD = 100
MAX_TOLD = 100
"""No more mistakes are told by one pass."""

MAX_TEXT = 1_000
"""No message, label or advice is longer, whatever is quoted in it."""

JOINERS = "\u00ad\u200c\u200d"
"""Characters without a width that belong to the writing of words: they hide nothing."""

_STYLES = {"error": "1;31", "warning": "1;33", "frame": "1;34", "strong": "1"}


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said of it."""

    span: Span
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", cut(self.text, MAX_TEXT))


@frozen
class Fix:
    """What to write in a place instead of what stands there."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something wrong (or doubtful), of a registered code; `path` names the file where there is no place in it."""

    code: str
    message: str
    primary: Label | None = None
    others: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    severity: Severity = "error"
    path: str = ""

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"the diagnostic code {self.code} is not in the registry")
        object.__setattr__(self, "message", cut(self.message, MAX_TEXT))
        object.__setattr__(self, "path", short(self.path, MAX_TEXT))
        object.__setattr__(self, "help", self.help and cut(self.help, MAX_TEXT))

    @property
    def file(self) -> str:
        """The name of the file it is about, or nothing."""
        return self.primary.span.source.name if self.primary else self.path


def told_at_once(found: Iterable[Diagnostic], most: int) -> tuple[Diagnostic, ...]:
    """The first diagnostics, and, where there are more, that there are."""
    told = tuple(found)
    if len(told) <= most:
        return told
    last = told[most]
    message = say("{n} more mistakes were found", n=len(told) - most)
    label = Label(last.primary.span, say("the next is here")) if last.primary else None
    rest = Diagnostic("C0206", message, label, help=say("mend those above first"), path=last.path)
    return (*told[:most], rest)


def tally(name: str, told: Iterable[Diagnostic]) -> Message:
    """How many mistakes and warnings there are in something, in a line."""
    severities = [diagnostic.severity for diagnostic in told]
    mistakes, warnings = severities.count("error"), severities.count("warning")
    found = say("{name}: {n} mistakes", name=name, n=mistakes)
    if mistakes < 2:
        found = say("{name}: 1 mistake", name=name) if mistakes else say("{name}: no mistakes found", name=name)
    if warnings == 1:
        return say("{found}, 1 warning", found=found)
    return say("{found}, {n} warnings", found=found, n=warnings) if warnings else found


def render(diagnostic: Diagnostic, color: bool = False, language: str = ENGLISH) -> str:
    """The diagnostic as a person reads it in a language, over several lines, without a line end after the last."""
    told = told_in(diagnostic, language)
    labels = [(told.primary, "^")] if told.primary else []
    labels += [(label, "-") for label in told.others]
    margin = len(str(max((label.span.line for label, _ in labels), default=1)))
    painter = _Painter(color, told.severity, " " * margin)
    kind = in_language(say("error") if told.severity == "error" else say("warning"), language)
    lines = [painter.title(kind, told)]
    if told.path and not told.primary:
        lines.append(painter.frame(f"{painter.margin}--> ") + visible(told.path))
    for source, own in _by_source(labels):
        lines += painter.snippet(source, own)
    notes = [(say("help"), told.help), (say("fix"), _fix_text(told.fix))]
    lines += [painter.note(in_language(name, language), in_language(text, language)) for name, text in notes if text]
    return "\n".join(lines)


def told_in(diagnostic: Diagnostic, language: str) -> Diagnostic:
    """The diagnostic with its texts in a language; a text that has no words there stays English."""
    if language == ENGLISH:
        return diagnostic
    primary, advice = diagnostic.primary, diagnostic.help
    return replace(
        diagnostic,
        message=in_language(diagnostic.message, language),
        primary=primary and _label_in(primary, language),
        others=tuple(_label_in(label, language) for label in diagnostic.others),
        help=advice and in_language(advice, language),
    )


def _label_in(label: Label, language: str) -> Label:
    return Label(label.span, in_language(label.text, language))


def as_json(diagnostic: Diagnostic, language: str = ENGLISH) -> dict[str, Any]:
    """The diagnostic as JSON values; lines and columns begin at 1, offsets at 0, all in code points.  The title, that of the
    code's page, is English in every language.
    """
    told = told_in(diagnostic, language)
    return {
        "code": told.code,
        "title": CODES[told.code].title,
        "severity": told.severity,
        "message": told.message,
        "file": told.file,
        "primary": _label_json(told.primary) if told.primary else None,
        "others": [_label_json(label) for label in told.others],
        "help": told.help,
        "fix": _span_json(told.fix.span) | {"replacement": told.fix.replacement} if told.fix else None,
    }


def _label_json(label: Label) -> dict[str, Any]:
    return _span_json(label.span) | {"text": label.text}


def _span_json(span: Span) -> dict[str, Any]:
    source = span.source
    return {
        "file": source.name,
        "start": {"offset": span.start, "line": source.line(span.start), "column": source.column(span.start)},
        "end": {"offset": span.end, "line": source.line(span.end), "column": source.column(span.end)},
    }


def _fix_text(fix: Fix | None) -> Message | None:
    if fix is None or fix.span.end - fix.span.start > MAX_WORD:
        return None
    old = fix.span.source.text[fix.span.start : fix.span.end]
    if not fix.replacement:
        return say("delete `{old}`", old=old) if old.strip() and old.isprintable() else None
    if not fix.replacement.strip():
        return None
    new = fix.replacement.strip()
    return say("write `{new}` instead of `{old}`", new=new, old=old) if old else say("write `{new}` here", new=new)


def _by_source(labels: list[tuple[Label, str]]) -> Iterator[tuple[Source, list[tuple[Label, str]]]]:
    """Labels of each source in the order of its text, the sources in the order they are first named."""
    for source in dict.fromkeys(label.span.source for label, _ in labels):
        own = [(label, mark) for label, mark in labels if label.span.source == source]
        yield source, sorted(own, key=lambda pair: pair[0].span.start)


@frozen
class _Painter:
    """The layout of one diagnostic: colours or none, and a margin as wide as its longest line number."""

    color: bool
    severity: Severity
    margin: str

    def title(self, kind: str, diagnostic: Diagnostic) -> str:
        return self._paint(f"{kind}[{diagnostic.code}]", self.severity) + self._paint(
            f": {visible(diagnostic.message)}", "strong"
        )

    def frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def note(self, name: str, text: str) -> str:
        return self.frame(f"{self.margin} = ") + self._paint(f"{name}:", "strong") + f" {visible(text)}"

    def snippet(self, source: Source, labels: list[tuple[Label, str]]) -> Iterator[str]:
        """The lines of one source that labels point to, each label under its line."""
        first = next((label for label, mark in labels if mark == "^"), labels[0][0]).span
        arrow = "-->" if any(mark == "^" for _, mark in labels) else ":::"
        yield self.frame(f"{self.margin}{arrow} ") + f"{visible(source.name)}:{first.line}:{first.column}"
        yield self.frame(f"{self.margin} |")
        before: tuple[int, str] | None = None
        for label, mark in labels:
            number = label.span.line
            shown, indent, width = _excerpt(label.span)
            if before and number > before[0] + 1:
                yield self.frame("...")
            if before != (number, shown):
                yield self.frame(f"{number:>{len(self.margin)}} |") + f" {shown}".rstrip()
            before = (number, shown)
            carets = self._paint(f"{mark * width} {visible(label.text)}".rstrip(), self.severity if mark == "^" else "frame")
            yield self.frame(f"{self.margin} |") + f" {' ' * indent}{carets}"
        yield self.frame(f"{self.margin} |")

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.color else text


def _excerpt(span: Span) -> tuple[str, int, int]:
    """The part of a line to show for a span, the columns before the span in it, and how many the span takes."""
    text = span.source.line_text(span.line)
    start = span.column - 1
    end = max(start, min(len(text), start + max(0, span.end - span.start)))
    fits = len(text) <= MAX_CHARACTERS and _columns(text) <= MAX_COLUMNS
    first = 0 if fits else max(0, start - BEFORE_LABEL)
    last = _last_shown(text, first)
    left, right = "…" if first else "", "…" if last < len(text) else ""
    indent = len(left) + _columns(text[first:start])
    width = max(1, _columns(text[start : min(end, last)]))
    return left + visible(text[first:last]) + right, indent, width


def _last_shown(text: str, first: int) -> int:
    """Up to where a line is shown from `first` on, so that it fits."""
    room = MAX_COLUMNS
    most = min(len(text), first + MAX_CHARACTERS)
    for at in range(first, most):
        room -= _columns(text[at])
        if room < 0:
            return at
    return most


def visible(text: str) -> str:
    """The text as it can be shown on one line: nothing in it moves the cursor, hides, or fails to be encoded."""
    return text if text.isascii() and text.isprintable() else "".join(_visible_character(c) for c in text)


def _visible_character(character: str) -> str:
    if character in "\t\n":
        return " "
    hides = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and character not in JOINERS
    return "\ufffd" if hides else character


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes as shown."""
    return sum(_width(c) for c in visible(text))


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
