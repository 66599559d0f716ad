"""The words of the sources, as a ruleset and its annexes quote them.

Takes the blocks `quotes F in it` of all files; gives each source its quotations, one a row, in the order of the rows.  Refuses
words of rows that the source does not have, words given twice, in no language, or more of them than a quotation needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.source_rows import advice_on_row, row_key
from cartaro_grammar.words.vocabulary import Vocabulary

MAX_QUOTED = 2_000
"""How many characters of a row may be quoted."""

LANGUAGE = re.compile("[a-z]{2,3}")


def check_quotations(words: Vocabulary, sources: Sequence[g.SourceInfo]) -> tuple[g.SourceInfo, ...]:
    """The sources with what is quoted of each."""
    found: dict[str, tuple[tree.Word, g.Quotation]] = {}
    own = words.merged.own
    for quotes in sorted(words.merged.quotes, key=lambda one: one.span.source.name in own):  # those it builds on come first
        _check_language(words, quotes.language)
        for row, quotation in _rows(words, quotes, sources):
            if row.text not in found:
                found[row.text] = row, quotation
            elif row.span.source.name in own:
                words.report.found.append(_twice(row, found[row.text][0]))
    quoted = sorted((quotation for _, quotation in found.values()), key=lambda one: row_key(one.row))
    return tuple(replace(source, quotations=tuple(one for one in quoted if one.row[0] == source.letter)) for source in sources)


def _check_language(words: Vocabulary, language: tree.Word) -> None:
    if not LANGUAGE.fullmatch(language.text):
        message = say("`{word}` is no language", word=language.text)
        advice = say("write two letters: `it`, `en`, `fr`, `de`")
        words.report.error("C0606", message, language.span, say("the language of the source"), advice)


def _rows(words: Vocabulary, quotes: tree.Quotes, sources: Sequence[g.SourceInfo]) -> Iterator[tuple[tree.Word, g.Quotation]]:
    """The rows that a block quotes, of those that its source has."""
    known = {row for source in sources if source.letter == quotes.letter.text for row, _ in source.rows}
    if not known:
        message = say("`{word}` is quoted, and no source lists it", word=quotes.letter.text)
        advice = advice_on_row(quotes.letter, sources)
        words.report.error("C0601", message, quotes.letter.span, say("no source with rows"), advice)
        return
    for item in quotes.items:
        _check_size(words, item)
        for row in item.rows:
            if row.text in known:
                yield row, g.Quotation(row.text, quotes.language.text, item.paragraphs, item.span)
                continue
            message = say("`{word}` is quoted, and no source lists it", word=row.text)
            advice = advice_on_row(quotes.letter, sources)
            label = say("not among the rows of the source {letter}", letter=quotes.letter.text)
            words.report.error("C0601", message, row.span, label, advice)


def _check_size(words: Vocabulary, item: tree.Quotation) -> None:
    length, row = sum(map(len, item.paragraphs)), item.rows[0]
    if length > MAX_QUOTED:
        message = say("`{row}` is quoted with {length} characters", row=row.text, length=length)
        advice = say("quote what the rules stand on, in {n} characters at most", n=MAX_QUOTED)
        words.report.error("C0605", message, row.span, say("more than a quotation needs"), advice)


def _twice(row: tree.Word, first: tree.Word) -> Diagnostic:
    label = Label(row.span, say("again"))
    other = Label(first.span, say("the first is here"))
    return Diagnostic(
        "C0501", say("`{row}` is quoted twice", row=row.text), label, (other,), help=say("leave one of the two out")
    )
