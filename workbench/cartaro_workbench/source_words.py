"""Compare the words that a ruleset attributes to its sources with the text of the sources, if it quotes them (decision 0043).

Words are compared only in the source's own language, so translations are not judged. A difference is a question to the author,
and not a mistake: a source may be wrong, and a word may have been changed on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Ruleset, parts
from cartaro_grammar import game as g

LONG_WORD = re.compile(r"\w{4,}")
QUOTED = re.compile(r"«\s*([^«»]+?)\s*»|“\s*([^“”]+?)\s*”")
SUM = re.compile(r"\d+(?:\s*[+×x*]\s*\d+)+\s*=\s*\d+")
NUMBER = re.compile(r"\d+")
OWN_WORDS = 0.6
"""The share of a sentence's long words that a row must have to be taken for the sentence's row."""
MUCH_MORE = 1.5
"""The factor by which this share must exceed the share of the cited rows."""

Cited = g.Clause | g.Option | g.Claim | g.Example


@dataclass(frozen=True, slots=True)
class OtherRow:
    """A sentence of conduct that cites some rows and has the words of another."""

    clause: g.Clause
    cited: tuple[str, ...]
    row: str


@dataclass(frozen=True, slots=True)
class Misquotation:
    """Words between quotation marks that are not in the rows cited or named with them."""

    thing: Cited
    rows: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class OtherTotal:
    """A number that an example checks together with a total of a row that it cites, and that this row does not have."""

    example: g.Example
    row: str
    number: int
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceWords:
    """The words of a ruleset's sources, by row; the first quotation of a row counts."""

    ruleset: Ruleset
    rows: dict[str, g.Quotation]

    @classmethod
    def of(cls, ruleset: Ruleset) -> SourceWords:
        """Gather the quotations of a ruleset."""
        quoted = (quotation for source in ruleset.sources for quotation in source.quotations)
        return cls(ruleset, {quotation.row: quotation for quotation in reversed(tuple(quoted))})

    def text(self, row: str) -> str:
        """Return the text of a row; "" if it is not quoted."""
        return "\n".join(self.rows[row].paragraphs) if row in self.rows else ""

    def _in(self, language: str) -> tuple[str, ...]:
        return tuple(row for row, quotation in self.rows.items() if quotation.language == language)

    # ------------------------------------------------------------------ rows

    def other_rows(self) -> Iterator[OtherRow]:
        """Yield the sentences of conduct that have the words of one row of a source but cite others."""
        articles = {article.key: article for article in self.ruleset.articles}
        for clause in self.ruleset.clauses:
            if isinstance(clause.sentence, g.Conduct) and not clause.ours:
                cited = clause.cites or articles[clause.article].cites
                found = (self._other_row(text, cited, language) for language, text in clause.sentence.text)
                yield from (OtherRow(clause, cited, row) for row in found if row)

    def _other_row(self, text: str, cited: tuple[str, ...], language: str) -> str:
        rows, flat = self._in(language), _long_words(text)
        if not flat or not set(cited) & set(rows):
            return ""

        def share(*which: str) -> float:
            return len(flat & _long_words(" ".join(map(self.text, which)))) / len(flat)

        best = max(rows, key=share)
        return best if best not in cited and share(best) >= max(OWN_WORDS, MUCH_MORE * share(*cited)) else ""

    # ------------------------------------------------------------------ words

    def misquotations(self) -> Iterator[Misquotation]:
        """Yield the words between quotation marks that are in none of the rows cited or named with them."""
        for thing, cited, texts in self._quoting():
            for language, text in texts:
                rows = tuple(row for row in self._in(language) if row in cited or re.search(rf"\b{row}\b", text))
                flat = _plain(" ".join(map(self.text, rows)))
                for words in (one or other for one, other in QUOTED.findall(text)):
                    if rows and f" {_plain(words)} " not in f" {flat} ":
                        yield Misquotation(thing, rows, words)

    def _quoting(self) -> Iterator[tuple[Cited, tuple[str, ...], g.Names]]:
        """Yield the sentences that are about a source, with the rows that they cite."""
        for option in self.ruleset.options:
            yield option, option.cites, option.reason
        for clause in self.ruleset.clauses:
            yield clause, clause.cites, clause.ours
            if isinstance(clause.sentence, g.Conduct):
                yield clause, clause.cites, clause.sentence.text
        for claim in self.ruleset.claims:
            yield claim, claim.cites, (*claim.names, *claim.refuted)
        for example in self.ruleset.examples:
            yield example, example.cites, example.names

    # ------------------------------------------------------------------ totals

    def other_totals(self) -> Iterator[OtherTotal]:
        """Yield the numbers that an example checks and that are not in a row, if the example checks a total of that row."""
        for example in self.ruleset.examples:
            numbers = dict.fromkeys(_numbers_checked(example))
            for row in example.cites:
                sums = tuple(SUM.findall(self.text(row)))
                known = {int(number) for number in NUMBER.findall(self.text(row))}
                if any(int(NUMBER.findall(total)[-1]) in numbers for total in sums):
                    yield from (OtherTotal(example, row, number, sums) for number in numbers if number not in known)


def _numbers_checked(example: g.Example) -> Iterator[int]:
    """Yield the numbers that an example requires as values."""
    checks = (line.condition for line in example.lines if isinstance(line, g.Check))
    equal = (part for check in checks for part in parts(check) if isinstance(part, g.Operation) and part.operator == "=")
    yield from (side.value for part in equal for side in part.operands if isinstance(side, g.Number))


def _long_words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in LONG_WORD.findall(text))


def _plain(text: str) -> str:
    """Return the words of a text, without the spaces and punctuation between them."""
    return " ".join(re.findall(r"\w+", text.lower()))
