"""What a name means, for who points at it: what it is, what it is called, and the sentences that the rulebook prints of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cartaro_rulebook import NameInWords, name_in_words
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Location, Position, Range, location_of, range_of

MARKUP = re.compile(r"[\\`*_{}\[\]<>#+\-!|~&@]|:(?=//)|\.(?=\w)")
"""What could begin markup or a link."""


@dataclass(frozen=True, slots=True)
class Hover:
    """A name at a place, what it means in a language, the place that declares it, and how that is written there."""

    range: Range
    name: str
    meaning: NameInWords
    declared: Location | None
    written: str


def hover(document: Document, position: Position, code: str = "en") -> Hover | None:
    """What the name at a place means, if there is one."""
    one = document.at(position)
    if one is None:
        return None
    meaning = name_in_words(document.game_with(one.of), one.of, code)
    span = one.of.span
    written = "" if span is None else span.source.line_text(span.line).strip()
    return Hover(range_of(one.span), one.of.name, meaning, None if span is None else location_of(span), written)


def as_markdown(told: Hover) -> str:
    """What is told, for an editor that shows Markdown; no text of an author is markup in it."""
    title = f" — {_escaped(told.meaning.title)}" if told.meaning.title else ""
    heading = f"**{_escaped(told.name)}**{title} *({_escaped(told.meaning.kind)})*"
    cites = f" ({_escaped(', '.join(told.meaning.cites))})" if told.meaning.cites else ""
    sentences = [_escaped(sentence) for sentence in told.meaning.sentences]
    if not sentences and told.written:
        sentences = ["`" + told.written.replace("`", "'") + "`"]
    return "\n\n".join([heading + cites, *sentences])


def _escaped(text: str) -> str:
    """A text in which no sign means anything to Markdown, on one line."""
    return MARKUP.sub(lambda sign: "\\" + sign[0], " ".join(text.split()))
