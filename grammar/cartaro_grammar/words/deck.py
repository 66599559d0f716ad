"""The cards of a ruleset: their attributes and measures, and the pack, from the clauses that say them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.vocabulary import (
    MAX_CARDS,
    SPECIAL,
    Vocabulary,
    names_of,
)


def gather_material(words: Vocabulary) -> None:
    """Attributes, measures and the pack, from the clauses that say them."""
    sentences = [(e.item, e.item.sentence) for e in words.entries() if isinstance(e.item, tree.Clause)]
    for clause, sentence in sentences:
        if isinstance(sentence, tree.AttributeTable):
            _attribute(words, clause, sentence)
    for _, sentence in sentences:
        if isinstance(sentence, tree.Columns):
            _columns(words, sentence)
    cards: list[g.Card] = []
    specials: list[tuple[tree.PackSpecial, tree.Clause]] = []
    for clause, sentence in sentences:
        if isinstance(sentence, tree.PackRegular):
            cards += islice(_regular(words, sentence), MAX_CARDS + 1)
        elif isinstance(sentence, tree.PackSpecial):
            specials.append((sentence, clause))
    cards += islice(_specials(words, specials), MAX_CARDS + 1)
    if len(cards) > MAX_CARDS:
        pack = next(c for c, s in sentences if isinstance(s, tree.PackRegular | tree.PackSpecial))
        words.report.error("C0411", say("a pack has at most {n} cards", n=MAX_CARDS), pack.name.span, say("this has more"))
        cards = cards[:MAX_CARDS]
    _draw(words)
    readings = (_reading(words, cards, clause, s) for clause, s in sentences if isinstance(s, tree.Reading))
    _deck(words, cards, tuple(reading for reading in readings if reading is not None))


def _reading(words: Vocabulary, cards: list[g.Card], clause: tree.Clause, reading: tree.Reading) -> g.Reading | None:
    """What some cards may be read as: they are named by their codes, or by a value of one of their attributes."""
    read = _cards_read(words, cards, reading.subject)
    settings = _numbers(words, reading.settings)
    return None if read is None else g.Reading(clause.name.text, read, settings)


def _numbers(words: Vocabulary, settings: tuple[tuple[tree.Word, tree.Word], ...]) -> tuple[tuple[str, int], ...]:
    """The numbers given for measures of cards; a word in place of one is reported, and so is a measure that there is not."""
    found: list[tuple[str, int]] = []
    for measure, value in settings:
        if measure.text not in words.measures:
            words.report.unknown(say("no measure of cards"), measure, words.measures)
        elif value.text.isdigit():
            found.append((measure.text, int(value.text)))
        else:
            message = say("the `{measure}` of a card is a number, not `{word}`", measure=measure.text, word=value.text)
            advice = say("write a number after it: `{measure} 25`", measure=measure.text)
            words.report.error("C0401", message, value.span, say("a number is needed here"), advice)
    return tuple(found)


def _cards_read(words: Vocabulary, cards: list[g.Card], subject: tree.Expr) -> tuple[int, ...] | None:
    if isinstance(subject, tree.Codes):
        codes = {word.text: word for word in subject.codes}
        known = {card.code for card in cards}
        for code in (code for code in codes if code not in known):
            words.report.error(
                "C0405", say("there is no card `{code}` in the deck", code=code), codes[code].span, say("no such card")
            )
        return tuple(number for number, card in enumerate(cards) if card.code in codes)
    word = tree.Word(subject.text if isinstance(subject, tree.Name) else "…", subject.span)
    attribute = words.attribute_of(word.text)
    if attribute is None:
        words.report.unknown(say("no kind of card"), word, [v for a in words.attributes for v in words.enumeration(a)])
        return None
    return tuple(number for number, card in enumerate(cards) if dict(card.attributes).get(attribute) == word.text)


def _attribute(words: Vocabulary, clause: tree.Clause, table: tree.AttributeTable) -> None:
    values = tuple(g.SymbolInfo(row.name.text, row.sign, names_of(row.names)) for row in table.rows)
    words.attributes[table.name.text] = g.AttributeInfo(table.name.text, values, names_of(clause.label.names))
    for position, measure in enumerate(table.measures):
        column = words.measures.setdefault(measure.text, {})
        words.measure_owner[measure.text] = table.name.text
        for row in table.rows:
            if position < len(row.numbers):
                column[row.name.text] = row.numbers[position]
    for row in table.rows:
        _row_length(words, row.name, len(row.numbers), len(table.measures))


def _row_length(words: Vocabulary, name: tree.Word, has: int, wants: int) -> None:
    if has != wants:
        message = say("`{name}` should have {wants} numbers, one a column", name=name.text, wants=wants)
        words.report.error("C0409", message, name.span, say("it has {has}", has=has))


def _columns(words: Vocabulary, columns: tree.Columns) -> None:
    attribute = columns.attribute.text
    if attribute not in words.attributes:
        words.report.unknown(say("no attribute of the cards"), columns.attribute, words.attributes)
        return
    for name, numbers in columns.rows:
        if name.text not in words.enumeration(attribute):
            words.report.unknown(say("no {attribute}", attribute=attribute), name, words.enumeration(attribute))
        _row_length(words, name, len(numbers), len(columns.measures))
        for measure, number in zip(columns.measures, numbers, strict=False):
            words.measures.setdefault(measure.text, {})[name.text] = number
            words.measure_owner[measure.text] = attribute


def _regular(words: Vocabulary, pack: tree.PackRegular) -> Iterator[g.Card]:
    infos: list[g.AttributeInfo] = []
    for word in pack.attributes:
        if word.text in words.attributes:
            infos.append(words.attributes[word.text])
        else:
            words.report.unknown(say("no attribute of the cards"), word, words.attributes)
            return
    # The last attribute named varies slowest: all ranks of one suit, then the next.
    for copy in range(pack.copies):
        for values in product(*(info.values for info in reversed(infos))):
            chosen = tuple(reversed(values))
            code = "".join(value.sign for value in chosen) + "'" * copy
            pairs = tuple((info.name, value.name) for info, value in zip(infos, chosen, strict=True))
            yield g.Card(code, pairs, None, copy)


def _specials(words: Vocabulary, specials: list[tuple[tree.PackSpecial, tree.Clause]]) -> Iterator[g.Card]:
    if not specials:
        return
    values = tuple(g.SymbolInfo(s.name.text, s.sign, names_of(s.names)) for s, _ in specials)
    words.attributes[SPECIAL] = g.AttributeInfo(SPECIAL, values, ())
    for special, _ in specials:
        for measure, number in _numbers(words, special.settings):
            words.special_measures.setdefault(measure, {})[special.name.text] = number
        for copy in range(special.copies):
            yield g.Card(special.sign + "'" * copy, ((SPECIAL, special.name.text),), special.name.text, copy)


def _draw(words: Vocabulary) -> None:
    """How values of attributes are drawn: of several lines for one, as the last says.  What a base's lines are about, a variant
    may have taken away.
    """
    pictures = {entry.name.text: entry for entry in words.merged.pictures}
    for entry in words.merged.pictures:
        if words.attribute_of(entry.name.text) is None and entry.name.span.source.name in words.merged.own:
            words.report.unknown(
                say("no value of the cards"), entry.name, [v for a in words.attributes for v in words.enumeration(a)]
            )
    for name, info in words.attributes.items():
        values = tuple(_drawn(value, pictures.get(value.name)) for value in info.values)
        words.attributes[name] = replace(info, values=values)


def _drawn(value: g.SymbolInfo, picture: tree.Picture | None) -> g.SymbolInfo:
    return value if picture is None else replace(value, drawing=picture.drawing, corner=names_of(picture.corner))


def _deck(words: Vocabulary, cards: list[g.Card], readings: tuple[g.Reading, ...]) -> None:
    tables = tuple(g.MeasureInfo(name, tuple(_measure(words, name, card) for card in cards)) for name in words.measures)
    words.deck = g.Deck(tuple(cards), tuple(words.attributes.values()), tables, readings)


def _measure(words: Vocabulary, measure: str, card: g.Card) -> int | None:
    if card.kind is not None:
        return words.special_measures.get(measure, {}).get(card.kind)
    column = words.measures[measure]
    return next((column[value] for _, value in card.attributes if value in column), None)
