"""Name resolution for editors: declarations, references, renaming, hover and completion.

Renaming is refused if any name would then refer to something else. Completion offers only words with which the text can still
be read. For a word of another language it offers the equivalent in the ruleset's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cartaro_grammar import (
    CheckedTexts,
    Declaration,
    Message,
    NameKind,
    Occurrence,
    Source,
    Span,
    complete_names,
    expected_at,
    key_word_language,
    keywords,
    msg,
    noise_words,
    translate_word,
    written_names,
)
from cartaro_rulebook import NameInWords, Naming, in_words, language, name_in_words
from cartaro_workbench.editing.document import (
    CLAUSES,
    Document,
    Edit,
    Location,
    Position,
    Range,
    TextSet,
    apply_edits,
    location_of,
    offset_in,
    plain_text,
    range_of,
)
from cartaro_workbench.editing.outline import outline
from cartaro_workbench.editing.pieces import begins_clause, offered_pieces
from cartaro_workbench.editing.reference_sections import OF_CARDS, OF_KINDS, section_of_clause, section_of_key_word
from cartaro_workbench.editing.sentence_frames import frames_at, frames_with
from cartaro_workbench.editing.tokens import Token, tokens

if TYPE_CHECKING:
    from cartaro_grammar import Expectation


# -------------------------------------------------------------------- references


NAME = re.compile(r"[a-zà-öø-ÿ][a-zà-öø-ÿ0-9_]*")
MARK = re.compile(r"#[a-z]+")
"""The mark that identifies the clauses covered by a wording; diagnostics of a wording are at the line that has this mark."""

FIXED_KINDS: frozenset[NameKind] = frozenset(
    {"game", "library", "variant", "annex", "source", "row", "article", "text", "word of the language"}
)
"""The kinds of declarations whose name belongs to something outside the texts (a file, a row of a source), or that have no name
of their own.
"""

SILENT = frozenset({"a", "an", "the"})
Declarations = frozenset[Declaration]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a name cannot be renamed."""

    reason: str


def definitions(document: Document, position: Position) -> tuple[Location, ...]:
    """Return the locations that declare the name at a position. They include all clauses of a definition, and all names in a
    line of `words`.
    """
    one = document.at(position)
    if one is None:
        return ()
    meant = _meaning(one)
    declaring = [other.span for other in document.checked.occurrences if other.declares and other.declaration in meant]
    # most rows of a range such as `F1 to F9` are not named in the text
    first = [of.span for of in meant if of.span is not None]
    return tuple(dict.fromkeys(map(location_of, declaring or first)))


def references(document: Document, position: Position, *, declarations: bool = True) -> tuple[Location, ...]:
    """Return all occurrences of the name at a position, in all texts."""
    one = document.at(position)
    if one is None:
        return ()
    found = _occurrences(_text_set(document), frozenset({one.declaration}))
    return tuple(sorted({location_of(o.span) for o in found if declarations or not o.declares}, key=_order))


def highlights(document: Document, position: Position) -> tuple[Location, ...]:
    """Return the occurrences only in this text."""
    one = document.at(position)
    return () if one is None else tuple(location_of(o.span) for o in document.occurrences if one.declaration in _meaning(o))


def renamable(document: Document, position: Position) -> Range | Refusal:
    """Return the range of the name at a position, if it can be renamed."""
    one = document.at(position)
    if one is None:
        return Refusal(msg("the name of the ruleset is missing here"))
    wrong = _why_fixed(one.declaration)
    return range_of(one.span) if wrong is None else Refusal(wrong)


def renamed(document: Document, position: Position, name: str) -> tuple[Edit, ...] | Refusal:
    """Return the edits that rename the name at a position everywhere.

    Names that share a line of `words` are renamed together, and the marks of wordings are updated with their clauses. Refuse if
    any name would then refer to something else.
    """
    one = document.at(position)
    wrong = msg("the name of the ruleset is missing here") if one is None else _why_fixed(one.declaration) or _why_unfit(name)
    if one is None or wrong is not None:
        return Refusal(wrong or "")
    texts = _text_set(document)
    together = _renamed_together(texts, one)
    places = sorted({location_of(other.span) for other in _occurrences(texts, together)}, key=_order)
    edits = tuple(Edit(place.name, place.range, name) for place in places)
    edits = (*edits, *_renewed_marks(texts, together, edits, name))
    return (
        edits
        if _means_the_same(texts, together, edits, name)
        else Refusal(msg("`{name}` already means something else", name=name))
    )


def _text_set(document: Document) -> TextSet:
    texts = TextSet(document.texts)
    texts.done[document.name] = document.checked
    return texts


def _order(place: Location) -> tuple[str, Position]:
    return place.name, place.range.start


def _meaning(one: Occurrence) -> tuple[Declaration, ...]:
    """Return the declarations to which a name refers; in a line of `words`, all declarations with that name."""
    return (one.declaration, *one.also)


def _why_fixed(of: Declaration) -> str | None:
    """Return the reason why a name cannot be renamed at all, if any."""
    if of.kind in FIXED_KINDS or NAME.fullmatch(of.name) is None:
        return msg("`{name}` cannot be renamed: it is a {kind}", name=of.name, kind=of.kind)
    return None


def _why_unfit(name: str) -> str | None:
    """Return the reason why a word cannot be a name, if any."""
    if NAME.fullmatch(name) is None:
        return msg(
            "`{name}` is not a name: names are words of lower-case letters, digits and `_`, and begin with a letter", name=name
        )
    if name in SILENT or name in keywords():
        return msg("`{name}` is a word of the language", name=name)
    return None


def _rulesets(texts: TextSet, of: Declarations, *words: str) -> tuple[str, ...]:
    """Return the rulesets that may refer to the declarations, or that contain one of the words. A bound variable is known only
    in its own text.
    """
    homes = frozenset(one.span.source.name for one in of if one.span is not None)
    if all(one.kind == "local" for one in of):
        return tuple(sorted({texts.ruleset_of(home) for home in homes}))
    return texts.rulesets_knowing(homes, frozenset({*words, *(one.name for one in of)}))


def _occurrences(texts: TextSet, of: Declarations) -> Iterator[Occurrence]:
    """Yield every occurrence of some declarations; the same occurrence may be yielded for several rulesets."""
    for name in _rulesets(texts, of):
        yield from (one for one in texts.checked(name).occurrences if not of.isdisjoint(_meaning(one)))


def _renamed_together(texts: TextSet, one: Occurrence) -> Declarations:
    """Return the names that must be renamed together, because they share a line of `words`."""
    of = frozenset(_meaning(one))
    while True:
        more = of.union(*(_meaning(other) for other in _occurrences(texts, of)))
        if more == of:
            return of
        of = more


def _renewed_marks(texts: TextSet, of: Declarations, edits: tuple[Edit, ...], name: str) -> Iterator[Edit]:
    """Yield the updated mark of each wording whose clauses changed only by renaming; such edits do not move lines."""
    now, seen = _after(texts, edits), set[tuple[str, int]]()
    for ruleset in _rulesets(texts, of, name):
        seen.update(place for place, _ in _stale_marks(texts.checked(ruleset)))
        for place, renewed in _stale_marks(now.checked(ruleset)):
            if place not in seen:
                seen.add(place)
                text, line = place
                source = Source(text, plain_text(texts.texts[text]))
                mark = MARK.search(source.text, source.line_start(line))
                if mark is not None:
                    yield Edit(text, range_of(Span(source, *mark.span())), renewed)


def _stale_marks(checked: CheckedTexts) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield, for each wording with the mark of another text, the place of that mark and the mark for the present text."""
    for one in checked.diagnostics:
        if one.code == "C0518" and one.primary is not None and isinstance(one.help, Message):
            yield _line(one.primary.span), str(one.help.slots["mark"])


def _line(span: Span) -> tuple[str, int]:
    return span.source.name, span.line


def _after(texts: TextSet, edits: tuple[Edit, ...]) -> TextSet:
    places = {edit.name for edit in edits}
    return TextSet(
        {
            text: apply_edits(written, tuple(edit for edit in edits if edit.name == text)) if text in places else written
            for text, written in texts.texts.items()
        }
    )


def _means_the_same(texts: TextSet, of: Declarations, edits: tuple[Edit, ...], name: str) -> bool:
    """Return whether, after a rename, every name refers to the same thing as before, and the rename causes no errors."""
    now = _after(texts, edits)
    return all(
        _shape(texts.checked(ruleset), of, name) == _shape(now.checked(ruleset), frozenset(), name)
        and _codes(texts.checked(ruleset)) == _codes(now.checked(ruleset))
        for ruleset in _rulesets(texts, of, name)
    )


def _codes(checked: CheckedTexts) -> list[str]:
    """Return the codes of the errors. A wording whose clause was renamed after it was written is only a warning."""
    return sorted(one.code for one in checked.diagnostics if one.severity == "error")


def _shape(checked: CheckedTexts, of: Declarations, name: str) -> list[tuple[str, int, str, str, int]]:
    """Return every name in order, as renamed, with a number for its declaration. Two texts have equal results if their meanings
    are equal.
    """
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
"""Characters that could begin markup or a link."""


@dataclass(frozen=True, slots=True)
class Hover:
    """A name at a position: its meaning in a language, its declaration, the declaration's text, and the section of the
    reference that explains it (`reference/count.md#heading-of-the-score`).
    """

    range: Range
    name: str
    meaning: NameInWords
    declared: Location | None
    written: str
    section: str


def hover(document: Document, position: Position, code: str = "en") -> Hover | None:
    """Return the meaning of the name, card or key word at a position; elsewhere in a clause, that of the clause."""
    one = document.at(position)
    if one is not None:
        return _hover_of_name(document, one.declaration, range_of(one.span), code)
    token = _token_at(document, position)
    if token is not None and token.type == "comment":
        return None
    found = None if token is None else _hover_of_token(document, token, code)
    return found or _hover_of_clause(document, Range(position, position) if token is None else _range_of_token(token), code)


def _hover_of_name(document: Document, of: Declaration, place: Range, code: str) -> Hover:
    game = document.game_with(of)
    span = of.span
    written = "" if span is None else span.source.line_text(span.line).strip()
    clauses = () if game is None or of.kind not in CLAUSES else game.ruleset.clauses
    section = next((section_of_clause(one) for one in clauses if one.name == of.name), OF_KINDS[of.kind])
    declared = None if span is None else location_of(span)
    return Hover(place, of.name, name_in_words(game, of, code), declared, written, section)


def _hover_of_clause(document: Document, place: Range, code: str) -> Hover | None:
    """Return the meaning of the clause that contains a range."""
    items = (part for item in outline(document) for part in item.parts if part.kind == "clause")
    name = next((part.selection.start for part in items if part.range.start <= place.start < part.range.end), None)
    found = None if name is None else document.at(name)
    return None if found is None else _hover_of_name(document, found.declaration, place, code)


def _token_at(document: Document, position: Position) -> Token | None:
    on_line = (one for one in tokens(document) if one.position.line == position.line)
    return next((one for one in on_line if 0 <= position.character - one.position.character < one.length), None)


def _range_of_token(token: Token) -> Range:
    return Range(token.position, Position(token.position.line, token.position.character + token.length))


def _hover_of_token(document: Document, token: Token, code: str) -> Hover | None:
    """Return the meaning of a card's code, or the sentences that contain a key word with the meaning of its clause."""
    if token.type not in {"card", "keyword"}:
        return None
    place = _range_of_token(token)
    text = document.source.text
    written = text[offset_in(document.source, place.start) : offset_in(document.source, place.end)]
    if token.type == "card":
        title = dict(_cards(document, code)).get(written.partition("/")[0], "")
        meaning = NameInWords(in_words("site_kind_card", code), title)
        return Hover(place, written, meaning, None, "", OF_CARDS) if title else None
    clause = _hover_of_clause(document, place, code)
    frames = tuple(f"{frame.text}: {frame.meaning}" for frame in frames_with(written, text, code))
    sentences = (*(clause.meaning.sentences if clause is not None else ()), *frames)
    kind = in_words("site_kind_word_of_the_language", code)
    section = section_of_key_word(written, text)
    return Hover(place, written, NameInWords(kind, "", sentences), None, "", section) if frames else None


def as_markdown(found: Hover) -> str:
    """Return a hover as Markdown; the author's texts are escaped."""
    title = f" — {_escaped(found.meaning.title)}" if found.meaning.title else ""
    heading = f"**{_escaped(found.name)}**{title} *({_escaped(found.meaning.kind)})*"
    cites = f" ({_escaped(', '.join(found.meaning.cites))})" if found.meaning.cites else ""
    sentences = [_escaped(sentence) for sentence in found.meaning.sentences]
    if not sentences and found.written:
        sentences = ["`" + found.written.replace("`", "'") + "`"]
    return "\n\n".join([heading + cites, *sentences])


def _escaped(text: str) -> str:
    """Return a text on one line without characters that Markdown interprets."""
    return MARKUP.sub(lambda sign: "\\" + sign[0], " ".join(text.split()))


# -------------------------------------------------------------------- completion


@dataclass(frozen=True, slots=True)
class Completion:
    """A word, the beginning of a sentence or a piece that fits at a position. `filter` is matched against the input; for a
    piece it is the title. `detail` is its kind or meaning.
    """

    text: str
    kind: Literal["word", "card", "citation", "sentence", "piece"] | NameKind
    range: Range
    filter: str
    detail: str


def completions(document: Document, position: Position, code: str = "en") -> tuple[Completion, ...]:
    """Return the words that fit in place of the word at a position, with their meanings in a language. If a clause's sentence
    begins there, sentence frames come first; if a clause itself does, pieces of rules come first. Names follow.
    """
    source = document.source
    offset = offset_in(source, position)
    fits = expected_at(source.text, offset)
    span = Span(source, fits.start, fits.end)
    place = range_of(span)
    written = source.text[fits.start : offset]
    names = _names(document, fits)
    silent = noise_words(key_word_language(source.text))
    frames = frames_at(source.text, fits.start, silent, code) if fits.user_tokens or fits.keywords else ()
    found = [
        Completion(one.beginning, "sentence", place, one.beginning, f"{one.text}: {one.meaning}")
        for one in frames
        if one.beginning
    ]
    if begins_clause(source.text, fits):
        pieces = offered_pieces(document, fits.start, code)
        found += [Completion(one.text, "piece", place, one.title, one.purpose) for one in pieces]
    words = written_names(document.checked.files, source.text).words
    found += [
        Completion(word, one.kind, place, word, _meaning_of_choice(document, one, code))
        for one in names
        if (word := words.get(one.name, one.name)) not in fits.keywords
    ]
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
    """Yield the names that fit, each once. They include letters of sources, but not the words of the language itself."""
    if not {"name", "letter"}.intersection(fits.user_tokens):
        return ()
    text = document.source.text
    declared = written_names(document.checked.files, text).declared
    found = complete_names(text, fits.start, document.checked.occurrences, declared)
    if "name" not in fits.user_tokens:
        found = tuple(one for one in found if one.kind == "source")
    named: dict[str, Declaration] = {}
    for one in found:
        if one.name.isidentifier() and one.name not in fits.keywords:
            named.setdefault(one.name, one)
    return tuple(named.values())


def _meaning_of_choice(document: Document, name: Declaration, code: str) -> str:
    meaning = name_in_words(document.checked.game or document.whole, name, code)
    return f"{meaning.kind}: {meaning.title}" if meaning.title else meaning.kind


def _cards(document: Document, code: str) -> Iterator[tuple[str, str]]:
    """Yield the codes of the pack's cards, with their names."""
    game = document.checked.game or document.whole
    if game is not None:
        naming = Naming(game, language(code))
        yield from ((card.code, naming.card_text(number)) for number, card in enumerate(game.deck.cards))
    elif document.checked.partial is not None:
        yield from ((card.code, "") for card in document.checked.partial.deck.cards)
