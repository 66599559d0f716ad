"""The edition that a ruleset is, and its sources with their rows and dates; every citation must be of a row of a source."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date as calendar_date

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.quotations import check_quotations
from cartaro_grammar.words.source_rows import advice_on_row, row_key
from cartaro_grammar.words.vocabulary import Vocabulary

DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


def check_edition(words: Vocabulary) -> g.Edition | None:
    """The edition that the ruleset itself says it is; it is said once."""
    declared = words.merged.editions
    for again in declared[1:]:
        words.report.error("C0501", say("the edition is said twice"), again.span, say("again"), say("a ruleset is one edition"))
    dated = [g.Edition(edition.name, _date(words, edition.date)) for edition in declared]
    return dated[0] if dated else None


def _date(words: Vocabulary, written: tree.Word | None) -> g.Date | None:
    """The date that stands there; of what is in no calendar it is told."""
    if written is None:
        return None
    found = DATE.fullmatch(written.text)
    year, month, day = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    try:
        calendar_date(year, month if found and found[2] else 1, day if found and found[3] else 1)
    except ValueError:
        advice = say("write a year, a month or a day: `2026`, `2026-11`, `2026-11-03`")
        words.report.error(
            "C0603", say("`{written}` is no date", written=written.text), written.span, say("in no calendar"), advice
        )
        return None
    return g.Date(year, month, day)


def check_sources(words: Vocabulary) -> tuple[g.SourceInfo, ...]:
    """The sources with their rows; every citation must be of a row that its source has."""
    found = check_quotations(words, tuple(_source(words, source) for source in words.merged.sources))
    rows = {row for source in found for row, _ in source.rows}
    for word in citations(words):
        if word.text not in rows:
            message = say("`{word}` is cited, and no source lists it", word=word.text)
            words.report.error("C0601", message, word.span, say("not among the rows of a source"), advice_on_row(word, found))
    return found


def _source(words: Vocabulary, source: tree.SourceDecl) -> g.SourceInfo:
    return g.SourceInfo(
        letter=source.letter.text,
        title=source.title,
        rows=tuple(_rows(words, source)),
        owed=_owed(words, source),
        publisher=source.publisher or "",
        date=_date(words, source.date),
    )


def _owed(words: Vocabulary, source: tree.SourceDecl) -> tuple[str, ...]:
    own = tuple(covers for covers in source.covers if covers[0].span.source.name in words.merged.own)
    return tuple(row for row, _ in _rows(words, replace(source, covers=own)))


def _rows(words: Vocabulary, source: tree.SourceDecl) -> list[tuple[str, str | None]]:
    """A source's rows: `F1 to F3` is F1, F2, F3."""
    rows: dict[str, str | None] = {}
    for first, last, article in source.covers:
        if last is None:
            rows.setdefault(first.text, article)
            continue
        low, high = row_key(first.text)[1], row_key(last.text)[1]
        if first.text[0] != last.text[0] or high < low or high - low > 500:
            advice = (
                say("write `{last} to {first}`", last=last.text, first=first.text)
                if first.text[0] == last.text[0]
                else say("the letter is that of the source")
            )
            words.report.error(
                "C0602", say("these rows are not in order"), last.span, say("after `{first}`", first=first.text), advice
            )
            continue
        for number in range(low, high + 1):
            rows.setdefault(f"{first.text[0]}{number}", article)
    return sorted(rows.items(), key=lambda pair: row_key(pair[0]))


def citations(words: Vocabulary) -> list[tree.Word]:
    """Every citation of a ruleset, where it stands."""
    merged = words.merged
    found = [cite for article in merged.articles for cite in article.label.cites]
    found += [cite for article in merged.articles for see in article.see for cite in see.cites]
    for entry in words.entries():
        found += entry.item.cites if isinstance(entry.item, tree.ActDecl) else entry.item.label.cites
    found += [cite for claim in merged.claims for cite in claim.cites]
    return found + [cite for example in merged.examples for cite in example.cites]
