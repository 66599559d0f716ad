"""Check the edition, the sources with their rows, dates and quotations, and that every citation names a row of a source.

Takes the vocabulary; returns each source with its rows in order and its quotations (`quotes F in it`), one per row. Reports
rows out of order, impossible dates, citations and quotations of rows that no source has, and quotations that are repeated, too
long, or in an unknown language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date as calendar_date

from cartaro_grammar.model import game as g
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.source import Span

# --------------------------------------------------------------------------------------- source rows


def row_key(row: str) -> tuple[str, int]:
    """Return the sort key of a row: its letter, then its number."""
    digits = re.sub(r"\D.*", "", row[1:])
    return row[0], int(digits or 0)


def sort_rows(rows: Iterable[str]) -> list[str]:
    """Return rows in order, without duplicates."""
    return sorted(set(rows), key=row_key)


def suggest_row(word: tree.Word, sources: Sequence[g.SourceInfo]) -> Message:
    """Return advice that lists the rows of the source with the letter of a word. If there is no such source, list the sources;
    if there are no sources, quote the form of a declaration.
    """
    same = sort_rows(row for source in sources for row, _ in source.rows if row[0] == word.text[0])
    if same:
        return msg("the source {word} has {same}", word=word.text[0], same=_row_range(same))
    letters = ", ".join(sorted(source.letter for source in sources))
    if letters:
        return msg("the sources are {letters}", letters=letters)
    return msg('declare it: `source F "TITLE" covers F1 to F9`')


def _listed(words: Vocabulary, row: tree.Word) -> Fix | None:
    """Return the fix that lists a row in the ruleset's own source with its letter, if there is one."""
    own = [source for source in words.merged.own_sources if source.letter.text == row.text[0] and source.covers]
    if not own:
        return None
    declared, (first, end, article) = own[-1].span, own[-1].covers[-1]
    last = first if end is None else end
    title = msg("list {row} in the source {letter}", row=row.text, letter=row.text[0])
    if article is None and row_key(row.text)[1] == row_key(last.text)[1] + 1:
        return Fix(_end_of(first.span), f" to {row.text}", title) if end is None else Fix(end.span, row.text, title)
    return Fix(_end_of(replace(declared, end=declared.start + len(declared.text.rstrip()))), f", {row.text}", title)


def _end_of(span: Span) -> Span:
    return replace(span, start=span.end)


def _row_range(rows: list[str]) -> str:
    return ", ".join(rows) if len(rows) <= 3 else msg("{first} to {last}", first=rows[0], last=rows[-1])


# ---------------------------------------------------------------------------------------- quotations


MAX_QUOTED = 2_000
"""The most characters of a row that may be quoted."""

LANGUAGE = re.compile("[a-z]{2,3}")


def check_quotations(words: Vocabulary, sources: Sequence[g.SourceInfo]) -> tuple[g.SourceInfo, ...]:
    """Return the sources with their quotations."""
    found: dict[str, tuple[tree.Word, g.Quotation]] = {}
    own = words.merged.own_files
    for quotes in sorted(words.merged.quotes, key=lambda one: one.span.source.name in own):
        # quotations of the libraries and bases come first
        _check_language(words, quotes.language)
        for row, quotation in _quoted_rows(words, quotes, sources):
            if row.text not in found:
                found[row.text] = row, quotation
            elif row.span.source.name in own:
                words.report.found.append(_quoted_twice(row, found[row.text][0]))
    quoted = sorted((quotation for _, quotation in found.values()), key=lambda one: row_key(one.row))
    return tuple(replace(source, quotations=tuple(one for one in quoted if one.row[0] == source.letter)) for source in sources)


def _check_language(words: Vocabulary, language: tree.Word) -> None:
    if not LANGUAGE.fullmatch(language.text):
        message = msg("`{word}` is not the code of a language", word=language.text)
        advice = msg("write two letters: `it`, `en`, `fr`, `de`")
        words.report.error("C0606", message, language.span, msg("the language of the source"), advice)


def _quoted_rows(
    words: Vocabulary, quotes: tree.Quotes, sources: Sequence[g.SourceInfo]
) -> Iterator[tuple[tree.Word, g.Quotation]]:
    """Yield the rows that a block quotes, if its source has them."""
    known = {row for source in sources if source.letter == quotes.letter.text for row, _ in source.rows}
    if not known:
        message = msg("`{word}` is quoted, but no source lists it", word=quotes.letter.text)
        advice = suggest_row(quotes.letter, sources)
        words.report.error("C0601", message, quotes.letter.span, msg("no source with rows"), advice)
        return
    for item in quotes.items:
        _check_size(words, item)
        for row in item.rows:
            if row.text in known:
                yield row, g.Quotation(row.text, quotes.language.text, item.paragraphs, item.span)
                continue
            message = msg("`{word}` is quoted, but no source lists it", word=row.text)
            advice = suggest_row(quotes.letter, sources)
            label = msg("the source {letter} does not have this row", letter=quotes.letter.text)
            words.report.error("C0601", message, row.span, label, advice, _listed(words, row))


def _check_size(words: Vocabulary, item: tree.Quotation) -> None:
    length, row = sum(map(len, item.paragraphs)), item.rows[0]
    if length > MAX_QUOTED:
        message = msg("`{row}` is quoted with {length} characters", row=row.text, length=length)
        advice = msg("quote only the words on which the rules are based, in at most {n} characters", n=MAX_QUOTED)
        words.report.error("C0605", message, row.span, msg("this is longer than a quotation needs to be"), advice)


def _quoted_twice(row: tree.Word, first: tree.Word) -> Diagnostic:
    label = Label(row.span, msg("again"))
    other = Label(first.span, msg("the first is here"))
    return Diagnostic(
        "C0501", msg("`{row}` is quoted twice", row=row.text), label, (other,), help=msg("leave one of the two out")
    )


# ------------------------------------------------------------------------------------------- sources


DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


def check_edition(words: Vocabulary) -> g.Edition | None:
    """Return the edition that the ruleset itself declares. Report a second declaration."""
    declared = words.merged.editions
    for again in declared[1:]:
        words.report.error(
            "C0501", msg("the edition is given twice"), again.span, msg("again"), msg("a ruleset has only one edition")
        )
    dated = [g.Edition(edition.name, _date(words, edition.date)) for edition in declared]
    return dated[0] if dated else None


def _date(words: Vocabulary, written: tree.Word | None) -> g.Date | None:
    """Return a date as written, or report an impossible date."""
    if written is None:
        return None
    found = DATE.fullmatch(written.text)
    year, month, day = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    try:
        calendar_date(year, month if found and found[2] else 1, day if found and found[3] else 1)
    except ValueError:
        advice = msg("write a year, a month or a day: `2026`, `2026-11`, `2026-11-03`")
        words.report.error(
            "C0603",
            msg("`{written}` is not a valid date", written=written.text),
            written.span,
            msg("there is no such date"),
            advice,
        )
        return None
    return g.Date(year, month, day)


def check_sources(words: Vocabulary) -> tuple[g.SourceInfo, ...]:
    """Return the sources with their rows, and report citations of other rows."""
    found = check_quotations(words, tuple(_source(words, source) for source in words.merged.sources))
    rows = {row for source in found for row, _ in source.rows}
    for word in citations(words):
        if word.text not in rows:
            message = msg("`{word}` is cited, but no source lists it", word=word.text)
            label, advice = msg("no source has this row"), suggest_row(word, found)
            words.report.error("C0601", message, word.span, label, advice, _listed(words, word))
    return found


def _source(words: Vocabulary, source: tree.SourceDecl) -> g.SourceInfo:
    return g.SourceInfo(
        letter=source.letter.text,
        title=source.title,
        rows=tuple(_rows(words, source)),
        owed=_own_rows(words, source),
        publisher=source.publisher or "",
        date=_date(words, source.date),
    )


def _own_rows(words: Vocabulary, source: tree.SourceDecl) -> tuple[str, ...]:
    own = tuple(covers for covers in source.covers if covers[0].span.source.name in words.merged.own_files)
    return tuple(row for row, _ in _rows(words, replace(source, covers=own)))


def _rows(words: Vocabulary, source: tree.SourceDecl) -> list[tuple[str, str | None]]:
    """Return a source's rows: `F1 to F3` is F1, F2, F3."""
    rows: dict[str, str | None] = {}
    for first, last, article in source.covers:
        if last is None:
            rows.setdefault(first.text, article)
            continue
        low, high = row_key(first.text)[1], row_key(last.text)[1]
        if first.text[0] != last.text[0] or high < low or high - low > 500:
            advice = (
                msg("write `{last} to {first}`", last=last.text, first=first.text)
                if first.text[0] == last.text[0]
                else msg("use the letter of one source")
            )
            words.report.error(
                "C0602", msg("these rows are not in order"), last.span, msg("after `{first}`", first=first.text), advice
            )
            continue
        for number in range(low, high + 1):
            rows.setdefault(f"{first.text[0]}{number}", article)
    return sorted(rows.items(), key=lambda pair: row_key(pair[0]))


def citations(words: Vocabulary) -> list[tree.Word]:
    """Return every citation of a ruleset."""
    merged = words.merged
    found = [cite for article in merged.articles for cite in article.label.cites]
    found += [cite for article in merged.articles for see in article.see for cite in see.cites]
    for entry in words.entries():
        found += entry.item.cites if isinstance(entry.item, tree.ActDecl) else entry.item.label.cites
    found += [cite for claim in merged.claims for cite in claim.cites]
    found += [cite for example in merged.examples for cite in example.cites]
    return found + [cite for _, known in merged.elsewhere for cite in known.cites]
