"""What fits at a place of a text: words of the language, names, cards and citations.

What is offered can stand there: after it the text can still be read.  A word of another tongue offers the
language's own for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cartaro_grammar import Declaration, NameKind, Span, expected, fitting_names, in_the_language
from cartaro_rulebook import Naming, language, name_in_words
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Position, Range, offset_in, range_of

if TYPE_CHECKING:
    from cartaro_grammar import Expected


@dataclass(frozen=True, slots=True)
class Completion:
    """What may be written in a place; `filter` is what it is looked for by, `detail` what it is or means."""

    text: str
    kind: Literal["word", "card", "citation"] | NameKind
    range: Range
    filter: str
    detail: str


def completions(document: Document, position: Position, code: str = "en") -> tuple[Completion, ...]:
    """What may stand where the word at a place stands, with its meaning in a language: names first."""
    source = document.source
    offset = offset_in(source, position)
    fits = expected(source.text, offset)
    span = Span(source, fits.start, fits.end)
    place = range_of(span)
    written = source.text[fits.start : offset]
    names = _names(document, fits)
    found = [Completion(one.name, one.kind, place, one.name, _meaning(document, one, code)) for one in names]
    if "card" in fits.own:
        found += [Completion(text, "card", place, text, called) for text, called in _cards(document, code)]
    if "citation" in fits.own:
        rows = dict.fromkeys(one.of for one in document.checked.occurrences if one.of.kind == "row")
        found += [Completion(row.name, "citation", place, row.name, _meaning(document, row, code)) for row in rows]
    found += [Completion(word, "word", place, word, "") for word in fits.words if word[:1].isalpha()]
    translated = in_the_language(written)
    if translated is not None and translated[0].split(" ")[0] in fits.words:
        found.append(Completion(translated[0], "word", place, written, f"{written} ({translated[1]})"))
    return tuple(found)


def _names(document: Document, fits: Expected) -> tuple[Declaration, ...]:
    """The names that fit, each once, letters of sources among them; the language's own words are left to its words."""
    if not {"name", "letter"}.intersection(fits.own):
        return ()
    found = fitting_names(document.source.text, fits.start, document.checked.occurrences)
    if "name" not in fits.own:
        found = tuple(one for one in found if one.kind == "source")
    named: dict[str, Declaration] = {}
    for one in found:
        if one.name.isidentifier() and one.name not in fits.words:
            named.setdefault(one.name, one)
    return tuple(named.values())


def _meaning(document: Document, name: Declaration, code: str) -> str:
    told = name_in_words(document.checked.game or document.whole, name, code)
    return f"{told.kind}: {told.title}" if told.title else told.kind


def _cards(document: Document, code: str) -> Iterator[tuple[str, str]]:
    """The codes of the pack's cards, with their names."""
    game = document.checked.game or document.whole
    if game is not None:
        naming = Naming(game, language(code))
        yield from ((card.code, naming.card_text(number)) for number, card in enumerate(game.deck.cards))
    elif document.checked.partial is not None:
        yield from ((card.code, "") for card in document.checked.partial.deck.cards)
