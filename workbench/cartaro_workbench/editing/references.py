"""Where a name is declared, where it stands in all texts, and another name for it.

What a name means, for who points at it: what it is, what it is called, and the sentences that the rulebook prints of it.

What fits at a place of a text: words of the language, names, cards and citations.

What is offered can stand there: after it the text can still be read.  A word of another tongue offers the
language's own for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cartaro_grammar import (
    CheckedTexts,
    Declaration,
    Fix,
    NameKind,
    Occurrence,
    Source,
    Span,
    complete_names,
    expected_at,
    keywords,
    msg,
    translate_word,
)
from cartaro_rulebook import NameInWords, Naming, language, name_in_words
from cartaro_workbench.editing.document import (
    Document,
    Edit,
    Location,
    Position,
    Range,
    TextSet,
    edited,
    location_of,
    offset_in,
    plain_text,
    range_of,
)

if TYPE_CHECKING:
    from cartaro_grammar import Expectation


# -------------------------------------------------------------------- references


NAME = re.compile(r"[a-zà-öø-ÿ][a-zà-öø-ÿ0-9_]*")
MARK = re.compile(r"#[a-z]+")
"""The mark of the clauses that a wording words; wordings are told of in the line that has it."""

FIXED_KINDS: frozenset[NameKind] = frozenset(
    {"game", "library", "variant", "annex", "source", "row", "article", "text", "word of the language"}
)
"""What is called as something outside of the texts is (a file, a row of a source), or has no name of its own."""

SILENT = frozenset({"a", "an", "the"})
Declarations = frozenset[Declaration]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a name cannot be changed."""

    reason: str


def definitions(document: Document, position: Position) -> tuple[Location, ...]:
    """The places that declare the name at a place: all clauses of a definition, all that a line of `words` is of."""
    one = document.at(position)
    if one is None:
        return ()
    meant = _meaning(one)
    declaring = [other.span for other in document.checked.occurrences if other.declares and other.declaration in meant]
    first = [of.span for of in meant if of.span is not None]  # of the rows `F1 to F9` most are written nowhere
    return tuple(dict.fromkeys(map(location_of, declaring or first)))


def references(document: Document, position: Position, *, declarations: bool = True) -> tuple[Location, ...]:
    """All places where what is named at a place is named, in all texts."""
    one = document.at(position)
    if one is None:
        return ()
    found = _standing(_text_set(document), frozenset({one.declaration}))
    return tuple(sorted({location_of(o.span) for o in found if declarations or not o.declares}, key=_order))


def highlights(document: Document, position: Position) -> tuple[Location, ...]:
    """The places of this text alone."""
    one = document.at(position)
    return () if one is None else tuple(location_of(o.span) for o in document.occurrences if one.declaration in _meaning(o))


def renamable(document: Document, position: Position) -> Range | Refusal:
    """The place of the name at a place, if it is one that can be changed."""
    one = document.at(position)
    if one is None:
        return Refusal(msg("no name of the ruleset stands here"))
    wrong = _fixed(one.declaration)
    return range_of(one.span) if wrong is None else Refusal(wrong)


def renamed(document: Document, position: Position, name: str) -> tuple[Edit, ...] | Refusal:
    """The changes that give another name to what is named at a place, wherever it is named; names that share a line of `words`
    are changed together, and the marks of wordings that were those of their clauses are renewed.  Refused where any name would
    mean another thing than before.
    """
    one = document.at(position)
    wrong = msg("no name of the ruleset stands here") if one is None else _fixed(one.declaration) or _unfit(name)
    if one is None or wrong is not None:
        return Refusal(wrong or "")
    texts = _text_set(document)
    together = _together(texts, one)
    places = sorted({location_of(other.span) for other in _standing(texts, together)}, key=_order)
    edits = tuple(Edit(place.name, place.range, name) for place in places)
    edits = (*edits, *_renewed_marks(texts, together, edits, name))
    return (
        edits
        if _says_the_same(texts, together, edits, name)
        else Refusal(msg("`{name}` means something else already", name=name))
    )


def _text_set(document: Document) -> TextSet:
    texts = TextSet(document.texts)
    texts.done[document.name] = document.checked
    return texts


def _order(place: Location) -> tuple[str, Position]:
    return place.name, place.range.start


def _meaning(one: Occurrence) -> tuple[Declaration, ...]:
    """What a name means: in a line of `words`, all that has the name."""
    return (one.declaration, *one.also)


def _fixed(of: Declaration) -> str | None:
    """Why a name cannot be changed at all."""
    if of.kind in FIXED_KINDS or NAME.fullmatch(of.name) is None:
        return msg("`{name}` cannot be renamed: it is a {kind}", name=of.name, kind=of.kind)
    return None


def _unfit(name: str) -> str | None:
    """Why a word can be no name."""
    if NAME.fullmatch(name) is None:
        return msg("`{name}` is no name: names are words of small letters, digits and `_`, and begin with a letter", name=name)
    if name in SILENT or name in keywords():
        return msg("`{name}` is a word of the language", name=name)
    return None


def _rulesets(texts: TextSet, of: Declarations, *words: str) -> tuple[str, ...]:
    """The rulesets that may speak of some declarations, or have one of some words beside them; a word that a sentence binds is
    known in its own text alone.
    """
    homes = frozenset(one.span.source.name for one in of if one.span is not None)
    if all(one.kind == "local" for one in of):
        return tuple(sorted({texts.ruleset_of(home) for home in homes}))
    return texts.knowing(homes, frozenset({*words, *(one.name for one in of)}))


def _standing(texts: TextSet, of: Declarations) -> Iterator[Occurrence]:
    """Every occurrence of some declarations; some are told of several rulesets."""
    for name in _rulesets(texts, of):
        yield from (one for one in texts.checked(name).occurrences if not of.isdisjoint(_meaning(one)))


def _together(texts: TextSet, one: Occurrence) -> Declarations:
    """What must be renamed with a name, because a line of `words` is of both."""
    of = frozenset(_meaning(one))
    while True:
        more = of.union(*(_meaning(other) for other in _standing(texts, of)))
        if more == of:
            return of
        of = more


def _renewed_marks(texts: TextSet, of: Declarations, edits: tuple[Edit, ...], name: str) -> Iterator[Edit]:
    """Another mark for each wording whose clauses changed by edits of names alone; these move nothing to another line."""
    now, seen = _after(texts, edits), set[tuple[str, int]]()
    for ruleset in _rulesets(texts, of, name):
        seen.update(_line(fix.span) for fix in _marks_to_mend(texts.checked(ruleset)))
        for fix in _marks_to_mend(now.checked(ruleset)):
            if _line(fix.span) not in seen:
                seen.add(_line(fix.span))
                text, line = _line(fix.span)
                source = Source(text, plain_text(texts.texts[text]))
                mark = MARK.search(source.text, source.line_start(line))
                if mark is not None:
                    yield Edit(text, range_of(Span(source, *mark.span())), fix.replacement)


def _marks_to_mend(checked: CheckedTexts) -> list[Fix]:
    return [told.fix for told in checked.diagnostics if told.code == "C0518" and told.fix is not None]


def _line(span: Span) -> tuple[str, int]:
    return span.source.name, span.line


def _after(texts: TextSet, edits: tuple[Edit, ...]) -> TextSet:
    places = {edit.name for edit in edits}
    return TextSet(
        {
            text: edited(written, tuple(edit for edit in edits if edit.name == text)) if text in places else written
            for text, written in texts.texts.items()
        }
    )


def _says_the_same(texts: TextSet, of: Declarations, edits: tuple[Edit, ...], name: str) -> bool:
    """Whether with changes of a name every name means what it meant, and nothing is wrong that was not before."""
    now = _after(texts, edits)
    return all(
        _shape(texts.checked(ruleset), of, name) == _shape(now.checked(ruleset), frozenset(), name)
        and _codes(texts.checked(ruleset)) == _codes(now.checked(ruleset))
        for ruleset in _rulesets(texts, of, name)
    )


def _codes(checked: CheckedTexts) -> list[str]:
    """The mistakes; that a wording was written before the clause had its name is a doubt, and the author's to settle."""
    return sorted(told.code for told in checked.diagnostics if told.severity == "error")


def _shape(checked: CheckedTexts, of: Declarations, name: str) -> list[tuple[str, int, str, str, int]]:
    """Every name in its order, as it is called after a change, with a number for what it means: equal where equal is meant."""
    numbers: dict[Declaration, int] = {}
    for one in checked.occurrences:
        numbers.setdefault(one.declaration, len(numbers))
    return [
        (
            one.span.source.name,
            one.span.line,
            one.declaration.kind,
            name if one.declaration in of else one.declaration.name,
            numbers[one.declaration],
        )
        for one in checked.occurrences
    ]


# ------------------------------------------------------------------------- hover


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
    meaning = name_in_words(document.game_with(one.declaration), one.declaration, code)
    span = one.declaration.span
    written = "" if span is None else span.source.line_text(span.line).strip()
    return Hover(range_of(one.span), one.declaration.name, meaning, None if span is None else location_of(span), written)


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


# -------------------------------------------------------------------- completion


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
    fits = expected_at(source.text, offset)
    span = Span(source, fits.start, fits.end)
    place = range_of(span)
    written = source.text[fits.start : offset]
    names = _names(document, fits)
    found = [Completion(one.name, one.kind, place, one.name, _meaning_of_choice(document, one, code)) for one in names]
    if "card" in fits.user_tokens:
        found += [Completion(text, "card", place, text, called) for text, called in _cards(document, code)]
    if "citation" in fits.user_tokens:
        rows = dict.fromkeys(one.declaration for one in document.checked.occurrences if one.declaration.kind == "row")
        found += [Completion(row.name, "citation", place, row.name, _meaning_of_choice(document, row, code)) for row in rows]
    found += [Completion(word, "word", place, word, "") for word in fits.keywords if word[:1].isalpha()]
    translated = translate_word(written)
    if translated is not None and translated[0].split(" ")[0] in fits.keywords:
        found.append(Completion(translated[0], "word", place, written, f"{written} ({translated[1]})"))
    return tuple(found)


def _names(document: Document, fits: Expectation) -> tuple[Declaration, ...]:
    """The names that fit, each once, letters of sources among them; the language's own words are left to its words."""
    if not {"name", "letter"}.intersection(fits.user_tokens):
        return ()
    found = complete_names(document.source.text, fits.start, document.checked.occurrences)
    if "name" not in fits.user_tokens:
        found = tuple(one for one in found if one.kind == "source")
    named: dict[str, Declaration] = {}
    for one in found:
        if one.name.isidentifier() and one.name not in fits.keywords:
            named.setdefault(one.name, one)
    return tuple(named.values())


def _meaning_of_choice(document: Document, name: Declaration, code: str) -> str:
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
